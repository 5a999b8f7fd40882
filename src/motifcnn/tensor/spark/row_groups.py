"""Row groups: reads the rows of some targets from sorted Parquet, and no part without any of them.

Files are sorted by target and cut into row groups, each with its smallest and largest target in the
footer of the file. Footers are read once; they are all that is kept in memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.tensor.spark.result_tables import integers, parquet_files, refused_by_name

Longs = npt.NDArray[np.int64]
GROUP_BYTES = 4 << 20  # of a row group: what is read at least, for a single target


@dataclass(frozen=True, eq=False)
class RowGroups:
    """A folder of Parquet files that are sorted by `target`.

    Parameters
    ----------
    path : Path
    """

    path: Path

    def read(self, columns: tuple[str, ...], targets: Longs) -> list[Longs]:
        """Columns of the rows of some targets, which are increasing, each as int64."""
        parts: list[list[Longs]] = [[np.empty(0, np.int64)] for _ in columns]
        for file, groups in self._files:
            # A group is wanted if a target lies between its smallest and its largest.
            wanted = np.searchsorted(targets, groups[0]) < np.searchsorted(
                targets, groups[1], side="right"
            )
            chosen = np.flatnonzero(wanted).tolist()
            if not chosen:
                continue
            with refused_by_name(self.path), _open(file) as opened:
                for group in chosen:
                    found = self._rows(opened, group, columns, targets)
                    for part, values in zip(parts, found, strict=True):
                        part.append(values)
        return [np.concatenate(part) for part in parts]

    def _rows(
        self, opened: Any, group: int, columns: tuple[str, ...], targets: Longs
    ) -> list[Longs]:
        """The rows of one group; no more than one is in memory at a time."""
        names = tuple(dict.fromkeys(("target", *columns)))
        table = opened.read_row_group(group, columns=list(names))
        values = dict(zip(names, integers(table, names, self.path), strict=True))
        place = np.minimum(np.searchsorted(targets, values["target"]), len(targets) - 1)
        keep = targets[place] == values["target"]
        return [values[name][keep] for name in columns]

    @property
    def rows(self) -> int:
        """Rows of all files, from their footers."""
        return sum(int(groups[2].sum()) for _, groups in self._files)

    @cached_property
    def _files(self) -> list[tuple[Path, Longs]]:
        """Per file (smallest target, largest target, rows) of its row groups, (3, groups)."""
        found = []
        for file in parquet_files(self.path):
            with refused_by_name(self.path), _open(file) as opened:
                meta = opened.metadata
                about = [_group(meta.row_group(at)) for at in range(meta.num_row_groups)]
            found.append((file, np.array(about, np.int64).reshape(-1, 3).T))
        return found


def _open(file: Path) -> Any:
    from pyarrow import parquet

    return parquet.ParquetFile(file)


def _group(about: Any) -> tuple[int, int, int]:
    for number in range(about.num_columns):
        column = about.column(number)
        if column.path_in_schema == "target" and column.is_stats_set:
            return column.statistics.min, column.statistics.max, about.num_rows
    return -(2**63), 2**63 - 1, about.num_rows  # a group that says nothing is always read

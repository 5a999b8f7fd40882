"""Result: a tensor as Parquet tables, read row by row or on first use."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import MotifError, StoreError
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.sealed import new_file, write_text
from motifcnn.tensor.tensor import MotifTensor, RoleMatrix

METADATA, ARGUMENTS, COUNTERS = "metadata.json", "launch_arguments.json", "perf_counters.json"
KIND, VERSION = "motifcnn tensor of spark", 1


class SparkRole(RoleMatrix):
    """A role whose entries stay on disk until they are asked for.

    Parameters
    ----------
    label, node_type, members
        As in `RoleMatrix`.
    shape : (n_target, n_node_type)
    path : Path
        Folder of Parquet with columns target, node and count, sorted by target in each file.
    """

    shape: tuple[int, int]
    path: Path

    def __init__(
        self, label: str, node_type: str, members: int, shape: tuple[int, int], path: Path
    ) -> None:
        # The fields of a frozen dataclass; the matrix, which takes time, is a cached property.
        self.__dict__.update(label=label, node_type=node_type, members=members)
        self.__dict__.update(shape=shape, path=path)

    @cached_property
    def matrix(self) -> sparse.csr_array:
        """(n_target, n_node_type) int64 CSR, as in `RoleMatrix`; all of it is read."""
        table = _read(self.path, ("target", "node", "count"))
        return sparse.csr_array((table[2], (table[0], table[1])), shape=self.shape)

    @property
    def nonzeros(self) -> int:
        """Stored entries, from the footers of the files."""
        return sum(file.count_rows() for file in _files(self.path))

    def rows(self, targets: npt.ArrayLike) -> sparse.csr_array:
        """The rows of some targets; parts of files without any of them are not read."""
        wanted = np.asarray(targets, dtype=np.int64)
        wanted = np.where(wanted < 0, wanted + self.shape[0], wanted)
        if len(wanted) and not 0 <= wanted.min() <= wanted.max() < self.shape[0]:
            raise IndexError(f"targets must be 0 to {self.shape[0] - 1}; got {targets!r}")
        unique, place = np.unique(wanted, return_inverse=True)
        found = _read(self.path, ("target", "node", "count"), unique)
        rows = np.searchsorted(unique, found[0])
        matrix = sparse.csr_array((found[2], (rows, found[1])), shape=(len(unique), self.shape[1]))
        return sparse.csr_array(matrix[place])


class SparkTensor(MotifTensor):
    """The result of a count on Spark: a `MotifTensor` whose tables are read on first use.

    Parameters
    ----------
    folder : Path
        What `count_on_spark` wrote.
    """

    folder: Path

    def __init__(self, folder: Path) -> None:
        about = read_metadata(folder)
        motif = Motif.from_dict(about["motif"])
        roles = tuple(
            SparkRole(
                role["label"],
                role["node_type"],
                role["members"],
                (about["targets"], role["columns"]),
                folder / role["path"],
            )
            for role in about["roles"]
        )
        self.__dict__.update(motif=motif, induced=about["induced"], graph=None, roles=roles)
        self.__dict__.update(folder=folder, _targets=about["targets"], _path=about["instances"])

    @cached_property
    def instances(self) -> npt.NDArray[np.int64]:
        """Instances per target, (n_target,) int64."""
        result = np.zeros(self.__dict__["_targets"], dtype=np.int64)
        target, instances = _read(self.folder / self.__dict__["_path"], ("target", "instances"))
        result[target] = instances
        return result

    @property
    def counters(self) -> dict[str, Any]:
        """What each stage took: rows, shuffled bytes and seconds, by Spark's own account."""
        return dict(json.loads((self.folder / COUNTERS).read_text(encoding="utf-8")))

    def in_memory(self, graph: Graph | None = None) -> MotifTensor:
        """The same tensor without its folder; with its graph it can be updated."""
        roles = tuple(RoleMatrix(r.label, r.node_type, r.members, r.matrix) for r in self.roles)
        return MotifTensor(self.motif, self.instances, roles, graph, self.induced)


def write_metadata(
    folder: Path,
    motif: Motif,
    *,
    induced: bool,
    form: str,
    counts: Mapping[str, int],
    roles: list[str],
    instances: str,
) -> None:
    """Describes the tables of a result; written last, it makes the result whole."""
    about = {
        "kind": KIND,
        "version": VERSION,
        "pattern": str(motif),
        "motif": motif.to_dict(),
        "induced": induced,
        "form": form,
        "targets": counts[motif.target_type],
        "roles": [
            {
                "label": role.label,
                "node_type": role.node_type,
                "members": len(role.members),
                "columns": counts[role.node_type],
                "path": path,
            }
            for role, path in zip(motif.roles, roles, strict=True)
        ],
        "instances": instances,
    }
    write_json(folder / METADATA, about)


def read_metadata(folder: Path) -> dict[str, Any]:
    """What `write_metadata` wrote; a `StoreError` says what is wrong with anything else."""
    file = folder / METADATA
    try:
        about = json.loads(file.read_text(encoding="utf-8"))
        if (about["kind"], about["version"]) != (KIND, VERSION):
            raise StoreError(
                f"{file}: a {about['kind']!r} of version {about['version']}, expected {KIND!r} of "
                f"version {VERSION}"
            )
        Motif.from_dict(about["motif"])
        return dict(about)
    except OSError as error:
        raise StoreError(
            f"{file}: cannot be read ({error.strerror}); the count is not finished. Run it again "
            "with the same arguments: it goes on from its finished stages"
        ) from error
    except (ValueError, KeyError, TypeError, MotifError) as error:
        raise StoreError(f"{file}: does not describe a tensor ({error}); count again") from error


def load_result(folder: str | Path) -> SparkTensor:
    """The tensor that `count_on_spark` wrote; nothing but its description is read."""
    return SparkTensor(Path(folder))


def write_json(file: Path, value: Any) -> None:
    """Writes a file that appears whole or not at all."""
    with new_file(file) as work:
        write_text(work, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def _files(path: Path) -> list[Any]:
    from pyarrow import dataset

    return [dataset.dataset(file, format="parquet") for file in sorted(path.glob("*.parquet"))]


def _read(
    path: Path, columns: tuple[str, ...], targets: npt.NDArray[np.int64] | None = None
) -> list[npt.NDArray[np.int64]]:
    """Columns of a table as int64; of some targets only, if given, which are increasing."""
    import pyarrow as pa
    from pyarrow import dataset

    chosen = None
    if targets is not None:
        if not len(targets):
            return [np.empty(0, np.int64) for _ in columns]
        field = dataset.field("target")
        chosen = field.isin(pa.array(targets))
        # Row groups are skipped by their smallest and largest target.
        chosen &= (field >= int(targets[0])) & (field <= int(targets[-1]))
    tables = [file.to_table(columns=list(columns), filter=chosen) for file in _files(path)]
    if not tables:
        return [np.empty(0, np.int64) for _ in columns]
    table = pa.concat_tables(tables)
    return [table.column(name).to_numpy().astype(np.int64, copy=False) for name in columns]

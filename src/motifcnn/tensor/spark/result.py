"""Result: a tensor as Parquet tables, read row by row or on first use."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import BudgetError, MotifError, StoreError
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.readable import readable_size, shown
from motifcnn.sealed import UnreadableError, new_file, read_regular, write_text
from motifcnn.sealed.limits import MAX_DOCUMENT
from motifcnn.tensor.spark.result_tables import read_integers, require_rows
from motifcnn.tensor.spark.row_groups import RowGroups
from motifcnn.tensor.spark.stages import COUNTERS
from motifcnn.tensor.tensor import MotifTensor, RoleMatrix

if TYPE_CHECKING:
    from motifcnn.tensor.spark.documents import ResultDocument

METADATA, ARGUMENTS = "metadata.json", "launch_arguments.json"
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
        table = read_integers(self.path, ("target", "node", "count"))
        self._check(table)
        return sparse.csr_array((table[2], (table[0], table[1])), shape=self.shape)

    def _check(self, table: list[npt.NDArray[np.int64]]) -> None:
        """Raises a `StoreError` unless entries are inside the matrix and count something."""
        for name, values, size in zip(("target", "node"), table[:2], self.shape, strict=True):
            require_rows(values, size, f"{self.path}: column {name!r}")
        if len(table[2]) and table[2].min() < 1:
            raise StoreError(
                f"{self.path}: a count of {table[2].min()}, expected at least 1; count again"
            )

    @property
    def nonzeros(self) -> int:
        """Stored entries, from the footers of the files."""
        return self._groups.rows

    def rows(self, targets: npt.ArrayLike) -> sparse.csr_array:
        """The rows of some targets; parts of files without any of them are not read."""
        wanted = np.asarray(targets, dtype=np.int64)
        wanted = np.where(wanted < 0, wanted + self.shape[0], wanted)
        if len(wanted) and not 0 <= wanted.min() <= wanted.max() < self.shape[0]:
            raise IndexError(f"targets must be 0 to {self.shape[0] - 1}; got {targets!r}")
        unique, place = np.unique(wanted, return_inverse=True)
        found = self._groups.read(("target", "node", "count"), unique)
        self._check(found)
        rows = np.searchsorted(unique, found[0])
        matrix = sparse.csr_array((found[2], (rows, found[1])), shape=(len(unique), self.shape[1]))
        return sparse.csr_array(matrix[place])

    @cached_property
    def _groups(self) -> RowGroups:
        return RowGroups(self.path)


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
        motif = about.motif.motif()
        roles = tuple(
            SparkRole(
                role.label,
                role.node_type,
                role.members,
                (about.targets, role.columns),
                _inside(folder, role.path),
            )
            for role in about.roles
        )
        self.__dict__.update(motif=motif, induced=about.induced, graph=None, roles=roles)
        self.__dict__.update(
            folder=folder, _targets=about.targets, _path=_inside(folder, about.instances)
        )

    @cached_property
    def instances(self) -> npt.NDArray[np.int64]:
        """Instances per target, (n_target,) int64."""
        targets, path = self.__dict__["_targets"], self.__dict__["_path"]
        target, instances = read_integers(path, ("target", "instances"))
        require_rows(target, targets, f"{path}: column 'target'")
        if len(instances) and instances.min() < 0:
            raise StoreError(f"{path}: {instances.min()} instances; count again")
        try:
            result = np.zeros(targets, dtype=np.int64)
        except MemoryError as error:
            raise BudgetError(
                f"{path}: {targets:,} targets take {readable_size(8 * targets)}; ask for rows of "
                "some targets"
            ) from error
        result[target] = instances
        return result

    @property
    def counters(self) -> dict[str, Any]:
        """What each stage took: rows, shuffled bytes and seconds, by Spark's own account."""
        from motifcnn.sealed.document import parse_document

        file = self.folder / COUNTERS
        content = read_regular(file, limit=MAX_DOCUMENT, within=self.folder)
        return parse_document(content, dict[str, Any], str(file))

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


def read_metadata(folder: Path) -> ResultDocument:
    """What `write_metadata` wrote; a `StoreError` says what is wrong with anything else."""
    from motifcnn.sealed.document import parse_document
    from motifcnn.tensor.spark.documents import ResultDocument

    file = folder / METADATA
    try:
        content = read_regular(file, limit=MAX_DOCUMENT, within=folder)
    except UnreadableError as error:
        raise StoreError(
            f"{file}: cannot be read ({error.strerror}); the count is not finished. Run it again "
            "with the same arguments: it goes on from its finished stages"
        ) from error
    try:
        about = parse_document(content, ResultDocument, str(file))
        motif = about.motif.motif()
    except (StoreError, MotifError) as error:
        raise StoreError(f"{error}; it does not describe a tensor. Count again") from error
    found = [(role.node_type, role.members) for role in about.roles]
    if found != [(role.node_type, len(role.members)) for role in motif.roles]:
        raise StoreError(f"{file}: its roles are not those of its motif; count again")
    return about


def load_result(folder: str | Path) -> SparkTensor:
    """The tensor that `count_on_spark` wrote; nothing but its description is read."""
    return SparkTensor(Path(folder))


def write_json(file: Path, value: Any) -> None:
    """Writes a file that appears whole or not at all."""
    with new_file(file) as work:
        write_text(work, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def _inside(folder: Path, name: str) -> Path:
    """A folder of tables; a `StoreError` if it is outside of the result."""
    try:
        if "\0" not in name and (folder / name).resolve().is_relative_to(folder.resolve()):
            return folder / name
    except (OSError, RuntimeError):  # links in a circle
        pass
    raise StoreError(f"{folder / METADATA}: {shown(name)} leads out of the folder; refused")

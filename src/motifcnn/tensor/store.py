"""Tensors on disk: a sealed folder of arrays and a description; loading never runs code."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError, MotifError, StoreError
from motifcnn.graph.changes import Changes
from motifcnn.graph.fingerprint import structure_fingerprint
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.change_table import write_changes
from motifcnn.graph.io.npy import read_npy
from motifcnn.graph.io.parquet_table import read_table
from motifcnn.motif.motif import Motif
from motifcnn.motif.roles import Role
from motifcnn.readable import shown
from motifcnn.sealed import SealedFolder, new_folder, open_sealed, read_whole, write, write_text
from motifcnn.tensor.csr_check import csr_problem, sums_problem
from motifcnn.tensor.tensor import MotifTensor, RoleMatrix

if TYPE_CHECKING:
    from motifcnn.tensor.document import RoleDocument

KIND, VERSION = "motifcnn tensor", 1
CHANGES = "changes.parquet"


@dataclass(frozen=True, eq=False)
class Origin:
    """What a store says of its graph.

    Parameters
    ----------
    source : str
        Name of a dataset or path of a folder; "" where the store does not know.
    fingerprint : str
        Of the graph that the tensor is about: the source with the changes.
    changes : pyarrow.Table or None
        How that graph differs from the source, as `read_changes` reads it.
    """

    source: str
    fingerprint: str
    changes: Any


def save_tensor(
    tensor: MotifTensor,
    path: str | Path,
    *,
    overwrite: bool = False,
    source: str = "",
    changes: Changes | None = None,
) -> None:
    """Writes a tensor as a folder that appears whole or not at all.

    With `overwrite` the old one stays until the new is whole.

    `tensor.json` describes the motif, its roles and, by a fingerprint, the graph; the instances and
    the three arrays of each role's CSR matrix are `.npy` files; `manifest.json` has the SHA-256 of
    each.

    Parameters
    ----------
    tensor : MotifTensor
        What to store.
    path : path of the folder to make
        Its parent folders are made as well.
    overwrite : bool
        Replace a tensor that is there.
    source : str
        Where the graph can be read again: the name of a dataset or a folder.
    changes : Changes, optional
        How the tensor's graph differs from the source.

    Examples
    --------
    >>> import tempfile
    >>> motif = Motif.parse("(t:paper)--(c:author)")
    >>> role = RoleMatrix("c", "author", 1, sparse.csr_array(np.array([[1, 0]])))
    >>> path = Path(tempfile.mkdtemp(), "tensor")
    >>> save_tensor(MotifTensor(motif, np.array([1]), (role,)), path)
    >>> load_tensor(path).role("c").matrix.toarray()
    array([[1, 0]])
    """
    with new_folder(Path(path), kind=KIND, version=VERSION, overwrite=overwrite) as folder:
        _write(folder / "instances.npy", tensor.instances)
        roles = []
        for k, role in enumerate(tensor.roles):
            roles.append(
                {"label": role.label, "node_type": role.node_type, "columns": role.matrix.shape[1]}
            )
            for part in ("indptr", "indices", "data"):
                _write(folder / f"role-{k}-{part}.npy", getattr(role.matrix, part))
        about: dict[str, Any] = {
            "pattern": str(tensor.motif),
            "motif": tensor.motif.to_dict(),
            "roles": roles,
        }
        about["induced"] = tensor.induced
        if tensor.graph is not None:
            about["graph"] = {"source": source, "fingerprint": structure_fingerprint(tensor.graph)}
            if changes is not None and len(changes):
                write_changes(tensor.graph, changes, folder / CHANGES)
        content = json.dumps(about, indent=1, ensure_ascii=False)
        write_text(folder / "tensor.json", content + "\n")


def _write(file: Path, array: npt.NDArray[Any]) -> None:
    write(file, lambda path: np.save(path, array))


def load_tensor(path: str | Path, graph: Graph | None = None) -> MotifTensor:
    """Reads a folder that `save_tensor` wrote; one that is incomplete or altered is a `StoreError`.

    With the graph that it was counted in the tensor can be updated; another graph is a
    `StoreError`. While another process replaces the folder, it is the old or the new tensor.
    """
    return read_whole(Path(path), lambda: _load(Path(path), graph))


def _load(path: Path, graph: Graph | None) -> MotifTensor:
    from motifcnn.tensor.document import TensorDocument

    folder = open_sealed(path, kind=KIND, version=VERSION)
    about = folder.read_json("tensor.json", TensorDocument)
    try:
        motif = about.motif.motif()
    except MotifError as error:
        raise StoreError(
            f"{folder.path / 'tensor.json'}: does not describe a tensor ({error}); count it again"
        ) from error
    instances = _array(folder, "instances.npy")
    if instances.dtype != np.int64 or (len(instances) and instances.min() < 0):
        raise StoreError(
            f"{folder.path / 'instances.npy'}: {instances.dtype.str} from "
            f"{instances.min(initial=0)}, expected int64 from 0; count the tensor again"
        )
    # Stores of earlier releases join the names as they are, also where two roles then have one
    # label.
    plain = ["+".join(motif.nodes[member].name for member in role.members) for role in motif.roles]
    labels = [role.label for role in about.roles]
    if labels not in ([role.label for role in motif.roles], plain):
        raise StoreError(
            f"{folder.path / 'tensor.json'}: its roles are not those of its motif; count it again"
        )
    if graph is not None:
        require_graph(_origin(folder), graph, path)
    roles = []
    for k, (role, stored) in enumerate(zip(motif.roles, about.roles, strict=True)):
        _require_columns(folder, motif, role, stored, len(instances), graph)
        matrix = _matrix(folder, k, (len(instances), stored.columns), len(role.members), instances)
        roles.append(RoleMatrix(role.label, role.node_type, len(role.members), matrix))
    return MotifTensor(motif, instances, tuple(roles), graph, about.induced)


def load_origin(path: str | Path) -> Origin:
    """What a stored tensor says of its graph; a `StoreError` if that is nothing."""

    def read() -> Origin:
        return _origin(open_sealed(Path(path), kind=KIND, version=VERSION))

    return read_whole(Path(path), read)


def _origin(folder: SealedFolder) -> Origin:
    from motifcnn.tensor.document import TensorDocument

    noted = folder.read_json("tensor.json", TensorDocument).graph
    if noted is None:
        raise StoreError(
            f"{folder.path}: the tensor was stored without its graph, so it cannot be updated; "
            "count it again"
        )
    return Origin(noted.source, noted.fingerprint, _changes(folder))


def require_graph(origin: Origin, graph: Graph, path: str | Path) -> None:
    """Raises a `StoreError` unless the graph is the one that the stored tensor is about."""
    if (found := structure_fingerprint(graph)) != origin.fingerprint:
        raise StoreError(
            f"{path}: the tensor is about another graph (fingerprint {origin.fingerprint[:12]}, "
            f"found {found[:12]}); "
            + (f"it was counted in {origin.source!r}. " if origin.source else "")
            + "Name that graph, or count the tensor again"
        )


def _changes(folder: SealedFolder) -> Any:
    if CHANGES not in folder.files:
        return None
    try:
        return read_table(folder, CHANGES, ("op", "relation", "source", "target"))
    except GraphError as error:
        raise StoreError(f"{error}; count the tensor again") from error


def _require_columns(
    folder: SealedFolder,
    motif: Motif,
    role: Role,
    stored: RoleDocument,
    targets: int,
    graph: Graph | None,
) -> None:
    """Raises a `StoreError` unless a role has the type of its motif and as many columns as nodes.

    Only the graph knows how many these are, but the nodes of the target's type are the targets.
    """
    expected = stored.columns
    if graph is not None and role.node_type in graph.counts:
        expected = graph.counts[role.node_type]
    elif role.node_type == motif.target_type:
        expected = targets
    if (stored.node_type, stored.columns) != (role.node_type, expected):
        raise StoreError(
            f"{folder.path / 'tensor.json'}: role {shown(role.label)} has {stored.columns:,} "
            f"columns of type {shown(stored.node_type)}, expected {expected:,} of "
            f"{shown(role.node_type)}; count it again"
        )


def _matrix(
    folder: SealedFolder,
    k: int,
    shape: tuple[int, int],
    members: int,
    instances: npt.NDArray[np.int64],
) -> sparse.csr_array:
    indptr, indices, data = (
        _array(folder, f"role-{k}-{part}.npy") for part in ("indptr", "indices", "data")
    )
    problem = csr_problem(indptr, indices, data, shape) or sums_problem(
        indptr, data, members, instances
    )
    if problem is not None:
        raise StoreError(
            f"{folder.path}: the arrays of role {k} are no matrix of shape {shape} ({problem}); "
            "count the tensor again"
        )
    return sparse.csr_array((data, indices, indptr), shape=shape)


def _array(folder: SealedFolder, file: str) -> npt.NDArray[Any]:
    try:
        values = read_npy(folder.read(file), f"{folder.path / file}")
    except GraphError as error:
        raise StoreError(f"{error}; not an array of numbers. Count the tensor again") from error
    if values.ndim != 1 or values.dtype.kind != "i":
        raise StoreError(
            f"{folder.path / file}: {values.ndim} axes of {values.dtype}, expected one of integers"
        )
    return values

"""Tensors on disk: a sealed folder of arrays and a description; loading never runs code."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import MotifError, StoreError
from motifcnn.graph.changes import Changes
from motifcnn.graph.fingerprint import structure_fingerprint
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.change_table import write_changes
from motifcnn.motif.motif import Motif
from motifcnn.sealed import SealedFolder, new_folder, open_sealed, write, write_text
from motifcnn.tensor.tensor import MotifTensor, RoleMatrix

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
    path : path of the folder to make
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
    `StoreError`.
    """
    folder = open_sealed(Path(path), kind=KIND, version=VERSION)
    about = folder.read_json("tensor.json")
    try:
        motif = Motif.from_dict(about["motif"])
        described = [
            (str(role["label"]), str(role["node_type"]), int(role["columns"]))
            for role in about["roles"]
        ]
    except (KeyError, TypeError, ValueError, MotifError) as error:
        raise StoreError(
            f"{folder.path / 'tensor.json'}: does not describe a tensor ({error}); count it again"
        ) from error
    instances = _array(folder, "instances.npy", np.int64)
    # Stores of earlier releases join the names as they are, also where two roles then have one
    # label.
    plain = ["+".join(motif.nodes[member].name for member in role.members) for role in motif.roles]
    if [label for label, _, _ in described] not in ([role.label for role in motif.roles], plain):
        raise StoreError(
            f"{folder.path / 'tensor.json'}: its roles are not those of its motif; count it again"
        )
    roles = tuple(
        RoleMatrix(
            role.label, node_type, len(role.members), _matrix(folder, k, (len(instances), columns))
        )
        for k, (role, (_, node_type, columns)) in enumerate(
            zip(motif.roles, described, strict=True)
        )
    )
    if graph is not None:
        require_graph(load_origin(path), graph, path)
    return MotifTensor(motif, instances, roles, graph, bool(about.get("induced", False)))


def load_origin(path: str | Path) -> Origin:
    """What a stored tensor says of its graph; a `StoreError` if that is nothing."""
    folder = open_sealed(Path(path), kind=KIND, version=VERSION)
    noted = folder.read_json("tensor.json").get("graph")
    if not isinstance(noted, dict) or not isinstance(noted.get("fingerprint"), str):
        raise StoreError(
            f"{folder.path}: the tensor was stored without its graph, so it cannot be updated; "
            "count it again"
        )
    return Origin(str(noted.get("source", "")), noted["fingerprint"], _changes(folder))


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
    import pyarrow as pa
    from pyarrow import parquet

    try:
        return parquet.ParquetFile(pa.BufferReader(folder.read(CHANGES))).read()
    except (pa.ArrowException, OSError) as error:
        raise StoreError(
            f"{folder.path / CHANGES}: not a Parquet table ({error}); count the tensor again"
        ) from error


def _matrix(folder: SealedFolder, k: int, shape: tuple[int, int]) -> sparse.csr_array:
    data = _array(folder, f"role-{k}-data.npy", np.int64)
    indices, indptr = (
        _array(folder, f"role-{k}-{part}.npy", np.integer) for part in ("indices", "indptr")
    )
    try:
        matrix = sparse.csr_array((data, indices, indptr), shape=shape)
        matrix.check_format(full_check=True)
    except ValueError as error:
        raise StoreError(
            f"{folder.path}: the arrays of role {k} are no matrix of shape {shape} ({error})"
        ) from error
    return matrix


def _array(folder: SealedFolder, file: str, kind: Any) -> npt.NDArray[Any]:
    try:
        values: npt.NDArray[Any] = np.load(io.BytesIO(folder.read(file)), allow_pickle=False)
    except ValueError as error:
        raise StoreError(
            f"{folder.path / file}: not an array of numbers ({error}); count the tensor again"
        ) from error
    if values.ndim != 1 or not np.issubdtype(values.dtype, kind):
        raise StoreError(
            f"{folder.path / file}: {values.ndim} axes of {values.dtype}, expected one of integers"
        )
    return values

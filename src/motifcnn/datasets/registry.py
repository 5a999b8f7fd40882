"""Datasets by name: embedded, generated, in a local folder, or downloaded from a source."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from motifcnn.datasets.download import Progress, RemoteFile, cache_folder, fetch
from motifcnn.datasets.known import DEBIAN, PLANTED_ROLES, PUBLIC, DatasetInfo
from motifcnn.datasets.pyg import PREFIX, has_pyg, load_pyg
from motifcnn.errors import DatasetError
from motifcnn.graph import Graph, read_graph
from motifcnn.graph.schema import suggestion

State = Literal[
    "embedded",
    "generated",
    "local",
    "downloaded before",
    "can be downloaded",
    "by PyG",
    "not available",
]


@dataclass(frozen=True)
class Source:
    """A dataset to download: what it is, its files with pinned hashes, and how to read them.

    Parameters
    ----------
    info : DatasetInfo
        What lists of datasets say about it.
    files : tuple of RemoteFile
        No two of one name: they are kept in one folder.
    parse : function of the local paths of the files, in their order, to Graph
        An unpacked archive is the path of its folder. `motifcnn.graph.read_graph` serves for an
        archive of a TSV folder.

    Examples
    --------
    >>> info = DatasetInfo("mine", "My graph", "classify nodes", "example.org")
    >>> archive = RemoteFile("https://example.org/mine.zip", 64 * "0", unpack=True)
    >>> register(Source(info, (archive,), read_graph))
    >>> availability("mine").state
    'can be downloaded'
    >>> forget("mine")
    """

    info: DatasetInfo
    files: tuple[RemoteFile, ...]
    parse: Callable[..., Graph]

    def __post_init__(self) -> None:
        urls: dict[str, str] = {}
        for file in self.files:
            # Some file systems ignore case.
            if (key := file.name.lower()) in urls:
                raise DatasetError(
                    f"dataset {self.info.name!r}: {urls[key]} and {file.url} would both be kept "
                    f"as {file.name!r}; give one of them another `name`"
                )
            urls[key] = file.url


@dataclass(frozen=True)
class Availability:
    """Whether a dataset can be loaded here and now.

    Parameters
    ----------
    state : str
        "embedded", "generated", "local", "downloaded before", "can be downloaded", "by PyG"
        (PyTorch Geometric downloads it) or "not available".
    folder : Path, optional
        Where a local or downloaded dataset lies.
    how_to_get : str
        What to do to load it; empty where `load_dataset` needs nothing more.
    """

    state: State
    folder: Path | None = None
    how_to_get: str = ""

    @property
    def loadable(self) -> bool:
        """Whether `load_dataset` can load it; a download must still succeed."""
        return self.state != "not available"

    def __str__(self) -> str:
        return (
            f"found in {self.folder.parent}"
            if self.folder and self.state == "local"
            else self.state
        )


_PYG = "pip install 'motifcnn[pyg]'"
_infos: dict[str, DatasetInfo] = {info.name: info for info in (DEBIAN, PLANTED_ROLES, *PUBLIC)}
_sources: dict[str, Source] = {}
DATASETS: Mapping[str, DatasetInfo] = MappingProxyType(_infos)
"""All datasets known by name; `availability` says which of them load here."""


def names() -> tuple[str, ...]:
    """The names of all known datasets.

    Examples
    --------
    >>> "debian" in names()
    True
    """
    return tuple(_infos)


def register(source: Source) -> None:
    """Adds a source, so that `load_dataset` finds it by name; a taken name is a `DatasetError`."""
    name = source.info.name
    if not name or not all(c.isalnum() or c in "._-" for c in name) or name.startswith("."):
        raise DatasetError(f"dataset name {name!r}: expected letters, digits, '.', '_' and '-'")
    if name in _sources or name in (DEBIAN.name, PLANTED_ROLES.name):
        raise DatasetError(
            f"dataset {name!r} is registered already; choose another name or `forget` it first"
        )
    _sources[name] = source
    _infos[name] = source.info


def forget(name: str) -> None:
    """Undoes `register`."""
    if name not in _sources:
        raise DatasetError(f"dataset {name!r} was not registered{suggestion(name, _sources)}")
    del _sources[name]
    known = {info.name: info for info in PUBLIC}
    if name in known:
        _infos[name] = known[name]
    else:
        del _infos[name]


def data_folder() -> Path | None:
    """The folder with local datasets.

    It is `MOTIFCNN_DATA`, or else `../shared/data` beside the project where the package runs from
    a clone and that folder exists.
    """
    if given := os.environ.get("MOTIFCNN_DATA"):
        if not Path(given).is_dir():
            raise DatasetError(
                f"MOTIFCNN_DATA is {given!r}, which is not a folder; "
                "set it to the folder that holds the datasets"
            )
        return Path(given)
    project = Path(__file__).resolve().parents[3]
    beside = project.parent / "shared" / "data"
    return beside if (project / "pyproject.toml").is_file() and beside.is_dir() else None


def availability(name: str) -> Availability:
    """Whether a dataset can be loaded here and now, and if not, how to get it.

    Examples
    --------
    >>> availability("debian").state
    'embedded'
    """
    if name.startswith(PREFIX):
        return Availability("by PyG") if has_pyg() else Availability("not available", None, _PYG)
    if name not in _infos:
        raise DatasetError(f"unknown dataset {name!r}{suggestion(name, _infos)}")
    if name == DEBIAN.name:
        return Availability("embedded")
    if name == PLANTED_ROLES.name:
        return Availability("generated")
    folder = data_folder()
    if folder is not None and (folder / name).is_dir():
        return Availability("local", folder / name)
    if name in _sources:
        kept = cache_folder() / name
        complete = all((kept / file.name).is_file() for file in _sources[name].files)
        return Availability("downloaded before" if complete else "can be downloaded", kept)
    if _infos[name].pyg and has_pyg():
        return Availability("by PyG")
    return Availability("not available", how_to_get=_how_to_get(_infos[name]))


def load_dataset(name: str, *, progress: Progress | None = None) -> Graph:
    """The graph of a known dataset; a `DatasetError` says how to get one that is not here.

    Parameters
    ----------
    name : one of `names()`, or ``pyg:LOADER``
        Embedded, generated, read from the folder that `MOTIFCNN_DATA` names, or downloaded once.
        `LOADER` is any of PyTorch Geometric's, see `load_pyg`.
    progress : called with (bytes so far, bytes in all) while a file is downloaded, optional
        For a bar or a log; None: nothing is shown.

    Examples
    --------
    >>> graph = load_dataset("debian")
    >>> graph.counts["package"], graph.features["package"].shape[1]
    (3111, 785)
    """
    found = availability(name)
    if found.state == "embedded":
        embedded = resources.files("motifcnn.datasets") / "embedded" / name
        with resources.as_file(embedded) as folder:
            return read_graph(folder)
    if found.state == "generated":
        from motifcnn.datasets.synthetic import planted_roles

        return planted_roles(seed=0)
    if found.state == "by PyG":
        return load_pyg(name.removeprefix(PREFIX) if name not in _infos else _infos[name].pyg)
    if not found.loadable:
        local = data_folder()
        where = f"not in {local}" if local else "MOTIFCNN_DATA is not set"
        raise DatasetError(
            f"dataset {name!r} is not here: {where}, and no download with a trusted SHA-256 is "
            f"known for it.\n  how to get it: {found.how_to_get}\n"
            f"  tables are {name}/nodes.tsv.gz, {name}/edges.tsv.gz, ..., see docs/formats.md; a "
            "download of your own is motifcnn.datasets.register(Source(...))"
        )
    assert found.folder is not None
    if found.state == "local":
        return read_graph(found.folder)
    source = _sources[name]
    return source.parse(*(fetch(file, found.folder, progress=progress) for file in source.files))


def _how_to_get(info: DatasetInfo) -> str:
    tables = f"tables from {info.origin} in MOTIFCNN_DATA/{info.name}"
    return "; or ".join(filter(None, (_PYG if info.pyg else "", info.recipe, tables)))

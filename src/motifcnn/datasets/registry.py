"""Datasets by name: embedded, generated, in a local folder, or downloaded from a registered source."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from motifcnn.datasets.download import Progress, RemoteFile, cache_folder, fetch
from motifcnn.datasets.known import DEBIAN, PLANTED_ROLES, PUBLIC, DatasetInfo
from motifcnn.errors import DatasetError
from motifcnn.graph import Graph, read_graph
from motifcnn.graph.schema import suggestion


@dataclass(frozen=True)
class Source:
    """A dataset that is downloaded: what it is, its files with pinned hashes, and how to make a graph of them.

    Parameters
    ----------
    info : DatasetInfo
    files : tuple of RemoteFile
        No two of one name: they are kept in one folder.
    parse : function of the local paths of the files, in their order, to Graph
        An unpacked archive is the path of its folder. `motifcnn.graph.read_graph` serves for an
        archive of a TSV folder.

    Examples
    --------
    >>> info = DatasetInfo("mine", "My graph", "classify nodes", "example.org")
    >>> source = Source(info, (RemoteFile("https://example.org/mine.zip", 64 * "0", unpack=True),), read_graph)
    >>> register(source)
    >>> "mine" in DATASETS
    True
    >>> forget("mine")
    """

    info: DatasetInfo
    files: tuple[RemoteFile, ...]
    parse: Callable[..., Graph]

    def __post_init__(self) -> None:
        urls: dict[str, str] = {}
        for file in self.files:
            # Some file systems do not tell upper from lower case.
            if (key := file.name.lower()) in urls:
                raise DatasetError(
                    f"dataset {self.info.name!r}: {urls[key]} and {file.url} would both be kept as {file.name!r}; "
                    "give one of them another `name`"
                )
            urls[key] = file.url


_infos: dict[str, DatasetInfo] = {info.name: info for info in (DEBIAN, PLANTED_ROLES, *PUBLIC)}
_sources: dict[str, Source] = {}
DATASETS: Mapping[str, DatasetInfo] = MappingProxyType(_infos)
"""All datasets that `load_dataset` knows, by name."""


def names() -> tuple[str, ...]:
    """The names that `load_dataset` knows.

    Examples
    --------
    >>> "debian" in names()
    True
    """
    return tuple(_infos)


def register(source: Source) -> None:
    """Makes a source of one's own loadable by name; a name that has a source or is embedded cannot be taken."""
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
    """The folder with local datasets: `MOTIFCNN_DATA`, or `shared/data` next to the project where it exists."""
    if given := os.environ.get("MOTIFCNN_DATA"):
        if not Path(given).is_dir():
            raise DatasetError(
                f"MOTIFCNN_DATA is {given!r}, which is not a folder; set it to the folder that holds the datasets"
            )
        return Path(given)
    beside = Path(__file__).resolve().parents[4] / "shared" / "data"
    return beside if beside.is_dir() else None


def load_dataset(name: str, *, progress: Progress | None = None) -> Graph:
    """The graph of a known dataset.

    Parameters
    ----------
    name : one of `names()`
        Embedded, read from the folder that `MOTIFCNN_DATA` names, or downloaded once.
    progress : called with (bytes so far, bytes in all) while a file is downloaded, optional

    Examples
    --------
    >>> graph = load_dataset("debian")
    >>> graph.counts["package"], graph.features["package"].shape[1]
    (3111, 785)
    """
    if name not in _infos:
        raise DatasetError(f"unknown dataset {name!r}{suggestion(name, _infos)}")
    if name == DEBIAN.name:
        with resources.as_file(
            resources.files("motifcnn.datasets") / "embedded" / "debian"
        ) as folder:
            return read_graph(folder)
    if name == PLANTED_ROLES.name:
        from motifcnn.datasets.synthetic import planted_roles

        return planted_roles(seed=0)
    folder_of_all = data_folder()
    if folder_of_all is not None and (folder_of_all / name).is_dir():
        return read_graph(folder_of_all / name)
    if name in _sources:
        return _download(_sources[name], progress)
    where = f"not in {folder_of_all}" if folder_of_all else "MOTIFCNN_DATA is not set"
    raise DatasetError(
        f"dataset {name!r} is not here: {where}, and no download with a trusted SHA-256 is known for it. "
        f"It comes from {_infos[name].origin}. Set MOTIFCNN_DATA to a folder with {name}/nodes.tsv.gz, {name}/edges.tsv.gz, ... "
        "(see docs/formats.md), or call motifcnn.datasets.register(Source(...)) with a URL and a SHA-256 that you trust"
    )


def _download(source: Source, progress: Progress | None) -> Graph:
    folder = cache_folder() / source.info.name
    return source.parse(*(fetch(file, folder, progress=progress) for file in source.files))

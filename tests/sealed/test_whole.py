"""Who reads a store while another process replaces it gets the old or the new one."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from motifcnn.datasets.synthetic import random_bipartite
from motifcnn.errors import StoreError
from motifcnn.graph import read_graph, write_graph
from motifcnn.sealed import MANIFEST, new_folder, open_sealed, read_whole
from motifcnn.sealed.whole import ATTEMPTS
from motifcnn.tensor import count, load_tensor, save_tensor

# Replaces a store by two others in turn, as fast as it can.
WRITER = """
import shutil, sys
from pathlib import Path
from motifcnn.sealed import new_folder, operations
from motifcnn.sealed.manifest import read_manifest
from motifcnn.sealed.operations import Operations

class Fast(Operations):
    def sync(self, path): pass
    def exchange(self, one, other):
        return sys.argv[4] == "swap" and super().exchange(one, other)

operations.disk = Fast()
place, *sources = map(Path, sys.argv[1:4])
about = read_manifest(sources[0] / "manifest.json")
while True:
    for source in sources:
        with new_folder(place, kind=about.kind, version=about.version, overwrite=True) as work:
            for file in about.files:
                (work / file).parent.mkdir(exist_ok=True)
                shutil.copy(source / file, work / file)
        print("replaced", flush=True)
"""


@contextmanager
def replaced(place: Path, how: str) -> Iterator[Any]:
    """Another process replaces the store at a place by those beside it, called a and b."""
    arguments = [place, place.with_name("a"), place.with_name("b"), how]
    command = [sys.executable, "-c", WRITER, *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        try:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "replaced\n"
            yield writer
        finally:
            writer.kill()


def write_graphs(place: Path) -> Callable[[Path], object]:
    for name, seed in (("a", 1), ("b", 2)):
        write_graph(random_bipartite(30, 20, 90, seed=seed), place.with_name(name))
    return lambda path: next(iter(read_graph(path).adjacency.values())).indices.tobytes()


def write_tensors(place: Path) -> Callable[[Path], object]:
    for name, seed in (("a", 1), ("b", 2)):
        graph = random_bipartite(30, 20, 90, seed=seed)
        left, right = graph.schema.node_types
        save_tensor(count(graph, f"(t:{left})--(a:{right})--(c:{left})"), place.with_name(name))
    return lambda path: load_tensor(path).instances.tobytes()


def write_runs(place: Path) -> Callable[[Path], object]:
    from motifcnn.train import fit, load_run
    from tests.small_graphs import bibliography

    graph = bibliography(papers=40, names=True)
    for name, seed in (("a", 1), ("b", 2)):
        fit(graph, model="mlp", split=(0.3, 0.2, 0.5), epochs=1, seed=seed).save(
            place.with_name(name)
        )
    return lambda path: load_run(path).probabilities.tobytes()


@pytest.mark.parametrize("how", ["swap", "rename"])
@pytest.mark.parametrize("write", [write_graphs, write_tensors, write_runs])
def test_a_read_gives_the_old_or_the_new_store(
    write: Callable[[Path], Callable[[Path], object]], how: str, tmp_path: Path
) -> None:
    place = tmp_path / "store"
    read = write(place)
    known = {read(place.with_name("a")), read(place.with_name("b"))}
    assert len(known) == 2
    end = time.monotonic() + 0.7
    with replaced(place, how):
        found = set()
        while time.monotonic() < end or found != known:
            found.add(read(place))
            assert found <= known
            assert time.monotonic() < end + 30


def write_note(path: Path, text: str) -> None:
    with new_folder(path, kind="note", version=1, overwrite=True) as work:
        (work / "a.txt").write_text(text)


def test_damage_is_told_at_once(tmp_path: Path) -> None:
    path, reads = tmp_path / "note", []
    write_note(path, "old")
    (path / "a.txt").write_text("odl")

    def read() -> bytes:
        reads.append(1)
        return open_sealed(path, kind="note", version=1).read("a.txt")

    with pytest.raises(StoreError, match="altered"):
        read_whole(path, read)
    (path / MANIFEST).unlink()
    with pytest.raises(StoreError, match="manifest"):
        read_whole(path, read)
    assert len(reads) == 2


def test_after_some_replacements_writers_have_to_wait(tmp_path: Path) -> None:
    path, writers = tmp_path / "note", []
    write_note(path, "0")

    def read() -> bytes:
        folder = open_sealed(path, kind="note", version=1)
        if not (tmp_path / ".note.writing").exists():  # nobody has locked it
            writers.append(1)
            write_note(path, str(len(writers)))
        return folder.read("a.txt")

    assert read_whole(path, read) == str(ATTEMPTS).encode()
    assert len(writers) == ATTEMPTS

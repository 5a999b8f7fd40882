"""Every reader of files from elsewhere, with a small good example to mutate."""

from __future__ import annotations

import gzip
import json
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from motifcnn.motif import Motif
from motifcnn.motif.authors_json import read_all
from motifcnn.sealed import MANIFEST
from tests.graph.folders import rich_graph, write_good_folder
from tests.graph.tables.folders import GOOD, folder_of
from tests.mutations import mutated, mutated_text
from tests.reseal import reseal

PATTERNS = (
    "(t:paper)-[:cites]->(a:paper), (a)-[:cites]->(c:paper), (t)-[:cites]->(c)",
    "(:paper)--(:author)--(:paper)",
    "(t:`research paper`)<-[:`written by`]-(c:author)",
)
AUTHORS = (
    '{"pp": {"v": [0, 1, 0], "e": [[0, 1], [2, 1]], "a": [[0], [1], [2]], "m": [[0, 1], [0, 2]]}}'
)


@dataclass(frozen=True)
class Reader:
    """A reader, and a folder or file that it reads.

    `read` reads, and looks at all of what it read: an object that is accepted must also work.
    """

    name: str
    path: Path
    read: Callable[[Path], object]

    def files(self) -> list[Path]:
        """The files that can be mutated."""
        if self.path.is_file():
            return [self.path]
        return sorted(file for file in self.path.rglob("*") if file.is_file())


def try_mutation(reader: Reader, random: Random) -> str:
    """Reads one mutation of the example, which is put back after; errors pass through.

    Returns the name of the mutated file, and "sealed" where the manifest was made to fit.
    """
    file = random.choice(reader.files())
    before = {file: file.read_bytes()}
    manifest = _manifest(reader.path, file)
    sealed = manifest is not None and file.name != MANIFEST and random.random() < 0.8
    if manifest is not None:
        before[manifest] = manifest.read_bytes()
    try:
        file.write_bytes(mutated(random, file.name, before[file]))
        if sealed and manifest is not None:
            reseal(manifest.parent)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reader.read(reader.path)
    finally:
        for each, content in before.items():
            each.write_bytes(content)
    return f"{file.name}{' sealed' if sealed else ''}"


def try_pattern(random: Random) -> str:
    """Reads one mutated pattern; errors pass through."""
    text = random.choice(PATTERNS)
    for _ in range(random.choice((1, 1, 2, 4))):
        text = mutated_text(random, text)
    motif = Motif.parse(text)
    assert Motif.parse(str(motif)) == motif
    return text


def try_authors(random: Random) -> str:
    """Reads one mutated document of the authors; errors pass through."""
    text = mutated(random, "motifs.json", AUTHORS.encode()).decode("utf-8", "replace")
    for motif in read_all(text, ["paper", "author"]).values():
        str(motif)
    return text


def _manifest(folder: Path, file: Path) -> Path | None:
    for parent in file.parents:
        if (parent / MANIFEST).is_file():
            return parent / MANIFEST
        if parent == folder:
            break
    return None


def make_readers(place: Path) -> dict[str, Reader]:
    """A reader of every kind, with its example under `place`."""
    made = (
        _graph_store(place),
        _tsv(place),
        _tables(place),
        _changes(place),
        _tensor(place),
        _spark(place),
        _run(place),
        _checkpoint(place),
        _tuning(place),
        _verdict(place),
        _options(place),
    )
    return {reader.name: reader for reader in made}


def _graph_store(place: Path) -> Reader:
    import pandas as pd

    from motifcnn.graph import read_graph, read_tables, write_graph

    write_graph(rich_graph(), place / "stores" / "rich")
    movies = pd.DataFrame(
        {
            "id": ["a", "b", "c", "d"],
            "title": ["red car", "old bus", "red bus", "old car"],
            "year": [1990, 2001, 1999, 2010],
            "genre": ["x", "y", "x", "y"],
        }
    )
    cast = pd.DataFrame({"movie_id": ["a", "a", "b"], "actor_id": [1, 2, 1], "pay": [0.5, 1, 2]})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        graph = read_tables({"movies": movies, "cast": cast}, label="movies.genre")
    write_graph(graph, place / "stores" / "tables")

    def read(path: Path) -> object:
        found = [read_graph(path / name) for name in ("rich", "tables")]
        return [(repr(one), one == graph) for one in found]

    return Reader("graph store", place / "stores", read)


def _tsv(place: Path) -> Reader:
    from motifcnn.graph import read_graph

    folder = write_good_folder(place / "tsv")
    nodes = folder / "nodes.tsv"
    (folder / "nodes.tsv.gz").write_bytes(gzip.compress(nodes.read_bytes()))
    nodes.unlink()
    return Reader("tsv", folder, lambda path: repr(read_graph(path)))


def _tables(place: Path) -> Reader:
    import pandas as pd

    from motifcnn.graph import read_tables

    folder = folder_of(place / "tables", GOOD)
    pd.DataFrame({"director_id": ["d0", "d1"], "award": ["gold", "wood"]}).to_parquet(
        folder / "awards.parquet"
    )
    pd.DataFrame({"movie_id": ["m0", "m1"], "shop": ["north", "south"]}).to_excel(
        folder / "shops.xlsx", index=False
    )
    return Reader("tables", folder, lambda path: repr(read_tables(path)))


def _changes(place: Path) -> Reader:
    from motifcnn.graph import Graph
    from motifcnn.graph.io.change_table import read_changes

    graph = Graph.from_tables({"id": [0, 1, 2]}, {"source": [0], "target": [1]})
    file = place / "changes.csv"
    file.write_text("op,source,target\ninsert,0,2\ndelete,0,1\n")
    return Reader("changes", file, lambda path: read_changes(graph, path))


def _tensor(place: Path) -> Reader:
    from motifcnn.datasets.synthetic import random_bipartite
    from motifcnn.graph.changes import make_changes
    from motifcnn.tensor import count, load_tensor, save_tensor
    from motifcnn.tensor.store import load_origin

    graph = random_bipartite(12, 8, 40, seed=0)
    left, right = graph.schema.node_types
    tensor = count(graph, Motif.parse(f"(t:{left})--(a:{right})--(c:{left})"))
    key = graph.schema.relations[0].key
    save_tensor(
        tensor,
        place / "tensor",
        source="here",
        changes=make_changes(graph, {key: [[0, 0]]}, {}),
    )

    def read(path: Path) -> object:
        found = load_tensor(path)
        for role in found.roles:
            matrix = role.matrix
            assert (matrix.sum(axis=1) == role.members * found.instances).all()
            assert (matrix.toarray() >= 0).all() if matrix.shape[1] < 10_000 else True
            matrix[[0, 1]].sum()
        return repr(found), load_origin(path)

    return Reader("tensor", place / "tensor", read)


def _spark(place: Path) -> Reader:
    import pyarrow as pa
    from pyarrow import parquet

    from motifcnn.tensor.spark.result import load_result, write_metadata

    folder = place / "spark"
    for name, table in {
        "role-0": {"target": [0, 1], "node": [1, 0], "count": [1, 2]},
        "instances": {"target": [0, 1], "instances": [1, 2]},
    }.items():
        (folder / name).mkdir(parents=True)
        parquet.write_table(pa.table(table), folder / name / "part-0.parquet")
    (folder / "perf_counters.json").write_text('{"total": {"rows": 3}, "stages": []}')
    write_metadata(
        folder,
        Motif.parse("(t:a)--(c:b)"),
        induced=False,
        form="join",
        counts={"a": 3, "b": 2},
        roles=["role-0"],
        instances="instances",
    )

    def read(path: Path) -> object:
        found = load_result(path)
        if found.__dict__["_targets"] > 10**6:
            return found.roles[0].rows([0])
        return found.instances, found.roles[0].matrix, found.roles[0].rows([0]), found.counters

    return Reader("spark", folder, read)


def _run(place: Path) -> Reader:
    from motifcnn.train import fit, load_run
    from motifcnn.train.run.source import read_source
    from tests.small_graphs import MOTIFS, bibliography

    graph = bibliography(papers=40, names=True)
    run = fit(graph, MOTIFS[:1], split=(0.3, 0.2, 0.5), epochs=2, settings={"filters": [4]})
    run.save(place / "run", source="debian")

    def read(path: Path) -> object:
        found = load_run(path)
        assert np.isfinite(found.probabilities).all()
        return repr(found), found.predict(), read_source(path)

    return Reader("run", place / "run", read)


def _checkpoint(place: Path) -> Reader:
    import torch

    from motifcnn.methods.epoch import Epoch
    from motifcnn.nn.inputs import InputBlock, Inputs
    from motifcnn.train.loop.checkpoint import Checkpoint
    from motifcnn.train.loop.loop import State, weights_of

    def state() -> State:
        module = torch.nn.Linear(3, 2)
        optimiser = torch.optim.Adam(module.parameters())
        module(torch.ones(1, 3)).sum().backward()
        optimiser.step()
        epochs = [Epoch(1, 0.5, 0.5, 0.5, 0.5, 0.1)]
        return State(module, optimiser, epochs, weights_of(module))

    checkpoint = Checkpoint(place / "checkpoint", 1, "abc")
    checkpoint.save(state())
    blocks = {"paper": (InputBlock("one-hot", 2),)}
    checkpoint.save_inputs(Inputs(blocks, {}, {"paper": np.array([0, 1])}))

    def read(path: Path) -> object:
        one = Checkpoint(path, 1, "abc")
        return one.load_inputs(), one.restore(state())

    return Reader("checkpoint", place / "checkpoint", read)


def _tuning(place: Path) -> Reader:
    from motifcnn.cli.options.tuning_state import TuningState
    from motifcnn.train.tune import Trial

    file = place / "state.json"
    search = {"model": "mlp", "trials": 3}
    TuningState(file, search).add(Trial({"dropout": 0.5}, 0.5, 0.4, 1.5))

    def read(path: Path) -> object:
        return [trial.value for trial in TuningState(path, search).trials]

    return Reader("tuning", file, read)


def _verdict(place: Path) -> Reader:
    from motifcnn.cli.show.verdict import VERDICT, noted_verdict

    (place / "verdict").mkdir()
    row = {"name": "mlp", "micro_f1": 0.5, "low": 0.1, "high": 0.9, "behind": [0.1, 0.0, 0.2]}
    verdict = {"sentence": "good", "rows": [row], "warnings": ["few nodes"]}
    (place / "verdict" / VERDICT).write_text(json.dumps(verdict))
    return Reader("verdict", place / "verdict", noted_verdict)


def _options(place: Path) -> Reader:
    from motifcnn.cli.options.toml_file import read_toml

    file = place / "options.toml"
    file.write_text('model = "mlp"\nseed = 3\n[settings]\ndropout = 0.5\n')
    return Reader("options", file, lambda path: read_toml(path, ("model", "seed", "settings")))

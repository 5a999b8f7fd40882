"""Small files that the package reads: an example of each kind, and what reads it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.fuzz.bundle import Bundle, read_bundle
from benchmarks.fuzz.seeds import PATTERN, bibliography, new_place

SEARCH = {"model": "mlp", "trials": 3}


def _options() -> Bundle:
    text = (
        'model = "mlp"\nseed = 3\nepochs = 1\nmotif = ["(t:a)--(c:b)"]\n[settings]\ndropout = 0.5\n'
    )
    return {"options.toml": text.encode()}


def _read_options(place: Path) -> object:
    from motifcnn.cli.options.toml_file import read_toml

    return read_toml(place / "options.toml", ("model", "seed", "epochs", "motif", "settings"))


def _collection() -> Bundle:
    from motifcnn.motif import Motif
    from motifcnn.studio.collection import Collection

    text = Collection(Path("motifs.toml"), "here", (Motif.parse(PATTERN),)).to_toml()
    return {"motifs.toml": text.encode()}


def _read_collection(place: Path) -> object:
    from motifcnn.studio.collection import Collection

    found = Collection.open(place / "motifs.toml", "here", bibliography().schema)
    return found.to_toml()


def _tuning() -> Bundle:
    row = {"settings": {"dropout": 0.5}, "micro_f1": 0.5, "macro_f1": 0.4, "seconds": 1.5}
    return {"state.json": json.dumps({"search": SEARCH, "trials": [row]}).encode()}


def _read_tuning(place: Path) -> object:
    from motifcnn.cli.options.tuning_state import TuningState

    return [trial.value for trial in TuningState(place / "state.json", SEARCH).trials]


def _verdict() -> Bundle:
    row = {"name": "mlp", "micro_f1": 0.5, "low": 0.1, "high": 0.9, "behind": [0.1, 0.0, 0.2]}
    verdict = {"sentence": "good", "rows": [row], "warnings": ["few nodes"]}
    source = {"graph": "debian"}
    return {
        "verdict.json": json.dumps(verdict).encode(),
        "source.json": json.dumps(source).encode(),
    }


def _read_verdict(place: Path) -> object:
    from motifcnn.cli.show.verdict import noted_verdict
    from motifcnn.train.run.source import read_source

    return noted_verdict(place), read_source(place)


def _changes() -> Bundle:
    links = bibliography().adjacency["paper", "by", "author"].toarray()
    (paper, author), (other, missing) = (
        np.argwhere(found)[0] for found in (links, ~links.astype(bool))
    )
    rows = f"delete,by,{paper},{author}\ninsert,by,{other},{missing}\n"
    return {"changes.csv": f"op,relation,source,target\n{rows}".encode()}


def _read_changes(place: Path) -> object:
    from motifcnn.graph.io.change_table import read_changes

    return read_changes(bibliography(), place / "changes.csv")


def _spark() -> Bundle:
    import pyarrow as pa
    from pyarrow import parquet

    from motifcnn.motif import Motif
    from motifcnn.tensor.spark.result import write_metadata

    place = new_place("spark")
    tables = {
        "role-0": {"target": [0, 1], "node": [1, 0], "count": [1, 2]},
        "instances": {"target": [0, 1], "instances": [1, 2]},
    }
    for name, table in tables.items():
        (place / name).mkdir(parents=True)
        parquet.write_table(pa.table(table), place / name / "part-0.parquet")
    (place / "perf_counters.json").write_text('{"total": {"rows": 3}, "stages": []}')
    counts = {"a": 3, "b": 2}
    about: dict[str, Any] = {"form": "join", "counts": counts, "roles": ["role-0"]}
    motif = Motif.parse("(t:a)--(c:b)")
    write_metadata(place, motif, induced=False, instances="instances", **about)
    return read_bundle(place)


def _read_spark(place: Path) -> object:
    from motifcnn.tensor.spark.result import load_result

    found = load_result(place)
    if found.__dict__["_targets"] > 10**6:
        return found.roles[0].rows([0])
    return found.instances, found.roles[0].matrix, found.roles[0].rows([0]), found.counters


@cache
def _experiment() -> Any:
    from motifcnn.experiments.experiment import Column, Experiment, Row

    rows = (Row("mlp", "mlp"), Row("majority", "majority"))
    columns = (Column("debian", "debian"),)
    return Experiment("small", "small", columns, rows, splits=2, against="mlp", rival="majority")


def _cells() -> Bundle:
    from motifcnn.experiments.cell import cells
    from motifcnn.experiments.store import write_cell

    place = new_place("cells")
    scores = {"micro_f1": 0.5, "macro_f1": 0.4, "accuracy": 0.5, "nodes": 10}
    result = {"validation": scores, "test": scores, "seconds": {"train": 1.0}, "epochs": 3}
    for cell in cells(_experiment()):
        write_cell(place, cell, result | {"wall_seconds": 1.5, "peak_bytes": 10**8})
    return read_bundle(place)


def _read_cells(place: Path) -> object:
    from motifcnn.doctor import examine
    from motifcnn.experiments.markdown import markdown
    from motifcnn.experiments.table import tabulate
    from motifcnn.experiments.table_json import to_json

    examine(place)
    table = tabulate(_experiment(), place, keep_old=True)
    return markdown(table), to_json(table)


def _authors() -> Bundle:
    edges = {"v": [0, 1, 0], "e": [[0, 1], [2, 1]], "a": [[0], [1], [2]], "m": [[0, 1], [0, 2]]}
    return {"motifs.json": json.dumps({"pp": edges}).encode()}


def _read_authors(place: Path) -> object:
    from motifcnn.motif.authors_json import read_all

    text = (place / "motifs.json").read_text(encoding="utf-8", errors="replace")
    return [str(motif) for motif in read_all(text, ["paper", "author"]).values()]


SMALL_FILES: dict[str, tuple[Callable[[], Bundle], Callable[[Path], object]]] = {
    "options": (_options, _read_options),
    "collection": (_collection, _read_collection),
    "tuning": (_tuning, _read_tuning),
    "verdict": (_verdict, _read_verdict),
    "changes": (_changes, _read_changes),
    "spark": (_spark, _read_spark),
    "cells": (_cells, _read_cells),
    "authors": (_authors, _read_authors),
}
"""Kind to its example and its reader."""

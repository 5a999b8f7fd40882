"""Seeds: patterns in a file of the corpus, folders made by code, and earlier finds."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.fuzz.bundle import Bundle, read_bundle

if TYPE_CHECKING:
    from motifcnn.graph import Graph

CORPUS = Path(__file__).parent / "corpus"
FINDS = CORPUS / "finds"
PATTERN = "(t:paper)--(a:author)--(c:paper)"
SPLIT = (0.4, 0.3, 0.3)
FITTED: dict[str, dict[str, Any]] = {
    "network": {"motifs": [PATTERN], "epochs": 1, "settings": {"filters": [4, 4]}},
    "wide": {"motifs": [PATTERN], "model": "wide-motif", "epochs": 1, "settings": {"filters": 4}},
    "boosting": {"model": "boosting", "settings": {"rounds": 3}},
    "dcnn": {"model": "dcnn", "epochs": 1},
}
"""Runs that predict another graph: kind to what `fit` is called with."""


@cache
def patterns() -> tuple[str, ...]:
    """The patterns of the corpus, a JSON text per line."""
    lines = (CORPUS / "patterns.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines)


def finds(target: str) -> list[Path]:
    """Earlier finds of a target."""
    return sorted(FINDS.glob(f"{target}-*.bin"))


@cache
def folder(kind: str) -> Bundle:
    """A small store of a kind: graph, tensor, run, checkpoint, or one of `FITTED`."""
    import motifcnn as mc
    from motifcnn.tensor import save_tensor

    graph, place = bibliography(), new_place(kind)
    if kind == "graph":
        mc.write_graph(graph, place)
    elif kind == "tensor":
        save_tensor(mc.count(graph, PATTERN), place)
    elif kind in FITTED:
        mc.fit(graph, split=SPLIT, **FITTED[kind]).save(place)
    else:
        state = place.with_name("state")
        options = {"split": SPLIT, "epochs": 1, "checkpoint": str(state), "checkpoint_every": 1}
        run = mc.fit(graph, model="mlp", **options)
        if kind == "run":
            run.save(place)
        else:
            place = next(state.glob("epoch-*"))
    return read_bundle(place)


@cache
def bibliography() -> Graph:
    """Twelve papers with names, features and labels, and five authors."""
    from motifcnn.graph import Graph, Labels, Relation, Schema

    rng = np.random.default_rng(0)
    relation = Relation("paper", "by", "author")
    return Graph(
        Schema(("author", "paper"), (relation,)),
        {relation.key: rng.random((12, 5)) < 0.4},
        {"author": 5, "paper": 12},
        features={"paper": rng.random((12, 3)).astype(np.float32)},
        names={"paper": np.array([f"p{i}" for i in range(12)], dtype=object)},
        labels={"paper": Labels(np.arange(12), np.arange(12) % 2, ("a", "b"))},
    )


def new_place(kind: str) -> Path:
    """A path in a new folder."""
    return Path(tempfile.mkdtemp(prefix="motifcnn-fuzz-"), kind)

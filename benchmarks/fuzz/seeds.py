"""Seeds: patterns in a file of the corpus, folders made by code, and earlier finds."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.fuzz.bundle import Bundle, read_bundle

CORPUS = Path(__file__).parent / "corpus"
FINDS = CORPUS / "finds"


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
    """A small store of a kind: graph, tensor, run, checkpoint, tsv or tables."""
    import motifcnn as mc
    from motifcnn.graph import Graph, Labels, Relation, Schema
    from motifcnn.tensor import save_tensor

    if kind == "tsv":
        return {
            "nodes.tsv": b"id\ttype\tname\n0\tuser\tann\n1\tuser\tbob\n2\tgroup\tclub\n",
            "edges.tsv": b"src\tdst\trelation\n0\t1\tfriend\n0\t2\tin\n1\t2\tin\n",
            "labels.tsv": b"id\tlabel\tsplit\n0\ta\ttrain\n1\tb\ttest\n",
        }
    if kind == "tables":
        return {
            "movies.csv": b"id,year,genre,text\n1,1994,drama,a b\n2,2001,war,\n3,1999,drama,c d\n",
            "cast.csv": b"movie_id,actor_id\n1,ann\n1,bob\n2,ann\n3,bob\n",
        }
    rng = np.random.default_rng(0)
    relation = Relation("paper", "by", "author")
    graph = Graph(
        Schema(("author", "paper"), (relation,)),
        {relation.key: rng.random((12, 5)) < 0.4},
        {"author": 5, "paper": 12},
        features={"paper": rng.random((12, 3)).astype(np.float32)},
        names={"paper": np.array([f"p{i}" for i in range(12)], dtype=object)},
        labels={"paper": Labels(np.arange(12), np.arange(12) % 2, ("a", "b"))},
    )
    place = Path(tempfile.mkdtemp(prefix="motifcnn-fuzz-"), kind)
    if kind == "graph":
        mc.write_graph(graph, place)
    elif kind == "tensor":
        save_tensor(mc.count(graph, "(t:paper)--(a:author)--(c:paper)"), place)
    else:
        split, state = (0.4, 0.3, 0.3), place.with_name("state")
        options = {"split": split, "epochs": 1, "checkpoint": str(state), "checkpoint_every": 1}
        run = mc.fit(graph, model="mlp", **options)
        if kind == "run":
            run.save(place)
        else:
            place = next(state.glob("epoch-*"))
    return read_bundle(place)

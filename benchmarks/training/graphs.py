"""The graphs of the benchmark and the four motifs used on each."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from motifcnn.graph import read_graph
from motifcnn.graph.graph import Graph

FOLDER = Path(os.environ.get("MOTIFCNN_DATA", Path(__file__).parents[3] / "shared" / "data"))
MOTIFS = {
    "dblp-p": (
        "(t:paper)--(a:author)--(c:paper)",
        "(t:paper)--(v:venue)--(c:paper)",
        "(t:paper)--(p:paper)--(c:paper)",
        "(t:paper)--(c:paper)",
    ),
    "movie": (
        "(t:movie)--(a:actor)--(c:movie)",
        "(t:movie)--(u:user)--(c:movie)",
        "(t:movie)--(g:tag)--(c:movie)",
        "(t:movie)--(u:user)--(c:tag), (t)--(c)",
    ),
}


@lru_cache
def load(name: str) -> Graph:
    """The graph of that name from the folder of public datasets."""
    return read_graph(FOLDER / name)

"""Names that try everything: controls, overrides of the direction, HTML, quotes, formulas."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motifcnn.graph import Graph, Labels, Relation, Schema, Split

C0 = "".join(map(chr, range(32)))
C1 = "".join(map(chr, range(0x7F, 0xA0)))
BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\xad\u2028\u2029"
SEQUENCES = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x9b31m\x1b]52;c;aGk=\x07\x1b]8;;http://x\x1b\\"
MARKUP = "<script>alert(1)</script>\"><img src=x onerror=alert(2)>'`${x}{{7*7}} [bold]b[/] &amp;"
EVIL = f"=1+1{C0}{C1}{BIDI}{ZERO_WIDTH}{SEQUENCES}{MARKUP}"
FORMULAS = ("=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1")
UNSAFE = frozenset(C0 + C1 + BIDI + ZERO_WIDTH) - {"\n"}


def hostile_graph(papers: int = 30) -> Graph:
    """A labelled graph of which every name is hostile: types, relations, nodes, classes, itself."""
    rng = np.random.default_rng(0)
    paper, author = f"paper{EVIL}", f"author{EVIL}"
    by = Relation(paper, f"by{EVIL}", author)
    y = np.arange(papers) % 3
    starts = np.array([FORMULAS[i % len(FORMULAS)] for i in range(papers)], dtype=object)
    graph = Graph(
        Schema((paper, author), (by,)),
        {by.key: rng.random((papers, 9)) < 0.3},
        {paper: papers, author: 9},
        ids={
            paper: np.array(sorted(f"{s}{EVIL}{i}" for i, s in enumerate(starts)), dtype=object),
            author: np.array([f"{EVIL}{i}" for i in range(9)], dtype=object),
        },
        names={paper: np.array([f"{starts[i]}{EVIL}n{i}" for i in range(papers)], dtype=object)},
        labels={
            paper: Labels(np.arange(papers), y, tuple(f"{c}{EVIL}" for c in ("=a", "+b", "@c")))
        },
        name=EVIL,
    )
    rows = np.arange(papers)
    split = Split(paper, rows[:12], rows[12:18], rows[18:])
    return replace(graph, splits={f"public{EVIL}": split})

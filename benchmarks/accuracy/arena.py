"""What the arena is made of: graphs with their protocol, and methods."""

from __future__ import annotations

from motifcnn.experiments import Column, Experiment
from motifcnn.experiments.rows import ABLATIONS, PRESETS, WIDE, baselines, citation_rows

SOCIAL = (0.2, 0.1, 0.7)
COLUMNS = (
    *(Column(name, name) for name in ("dblp-a", "dblp-p", "movie", "debian")),
    *(Column(name, name, official=True) for name in ("hgb-dblp", "hgb-imdb", "hgb-acm")),
    *(
        Column(f"{name} 20 %", name, "largest component", SOCIAL)
        for name in ("cora", "citeseer", "pubmed")
    ),
    *(
        Column(name, name, fractions=SOCIAL)
        for name in ("linkedin-ego3", "blogcatalog", "flickr-7575")
    ),
    *(Column(name, name) for name in ("amazon-computers", "coauthor-cs", "wordnet")),
)


def arena() -> Experiment:
    """Every method on every graph."""
    edge_and_three = next(row for row in citation_rows() if row.preset == "default")
    return Experiment(
        "accuracy",
        "The arena: every method on the same splits, tuned on validation within the same budget",
        COLUMNS,
        (*PRESETS, WIDE, edge_and_three, *ABLATIONS, *baselines()),
        command="python -m benchmarks.accuracy",
    )

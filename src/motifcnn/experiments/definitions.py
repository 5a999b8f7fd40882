"""The tables and figures of the paper, by name."""

from __future__ import annotations

from motifcnn.experiments.experiment import Column, Experiment, ExperimentError, Row
from motifcnn.experiments.published import FLICKR_BY_DEGREE, FLICKR_ONE_HOT
from motifcnn.experiments.rows import (
    ABLATIONS,
    PRESETS,
    WIDE,
    baselines,
    citation_rows,
    graph_cnns,
    social_rows,
)
from motifcnn.graph.schema import suggestion

NAMES = (
    "table-social",
    "table-hetero",
    "ablations",
    "time-per-epoch",
    "total-time",
    "convergence",
    "attention",
    "citation",
    "hgb",
)
_SOCIAL_SHARES = (0.2, 0.1, 0.7)
_PAPER = tuple(Column(name, name) for name in ("dblp-a", "dblp-p", "movie"))
_LINKEDIN = Column("linkedin-ego3", "linkedin-ego3", fractions=_SOCIAL_SHARES)


def experiment(name: str) -> Experiment:
    """The experiment of that name.

    Examples
    --------
    >>> [column.name for column in experiment("table-hetero").columns]
    ['dblp-a', 'dblp-p', 'movie', 'debian']
    """
    if name not in NAMES:
        raise ExperimentError(f"unknown experiment {name!r}{suggestion(name, NAMES)}")
    return {each.name: each for each in (*_tables(), *_figures())}[name]


def _tables() -> tuple[Experiment, ...]:
    flickr, ten = "flickr-groups-8000", "ten largest groups"
    return (
        Experiment(
            "table-social",
            "Social graphs: 20 % train, 10 % validation, 70 % test",
            (
                _LINKEDIN,
                Column(FLICKR_BY_DEGREE, flickr, f"{ten}, inputs by degree", _SOCIAL_SHARES),
                Column(FLICKR_ONE_HOT, flickr, f"{ten}, one-hot inputs", _SOCIAL_SHARES),
                Column("blogcatalog", "blogcatalog", fractions=_SOCIAL_SHARES),
                Column("flickr-7575", "flickr-7575", fractions=_SOCIAL_SHARES),
            ),
            (*PRESETS, WIDE, *social_rows(), *baselines()),
        ),
        Experiment(
            "table-hetero",
            "Typed graphs: 10 % train, 10 % validation, 80 % test",
            (*_PAPER, Column("debian", "debian")),
            (
                *PRESETS,
                WIDE,
                *(row for row in ABLATIONS if row.name.startswith(("preprint, Motif", "asonam"))),
                *baselines(),
            ),
        ),
        Experiment(
            "ablations",
            "What presets, options, roles and attention are worth: 10 % train, 10 % validation, "
            "80 % test; hgb-imdb as in `hgb`",
            (*_PAPER, Column("debian", "debian"), Column("hgb-imdb", "hgb-imdb", official=True)),
            (*PRESETS, WIDE, *ABLATIONS),
            trials=0,
        ),
        Experiment(
            "citation",
            "Citation graphs, largest component: 20, 40 and 60 % train, 10 % validation, "
            "the rest test",
            tuple(
                Column(
                    f"{name} {share} %",
                    name,
                    "largest component",
                    (share / 100, 0.1, (90 - share) / 100),
                )
                for name in ("cora", "citeseer", "pubmed")
                for share in (20, 40, 60)
            ),
            (*PRESETS, WIDE, *citation_rows(), *baselines()),
            metrics=("accuracy", "macro_f1"),
        ),
        Experiment(
            "hgb",
            "Heterogeneous graph benchmark: official training and test nodes, a fifth of the "
            "training nodes for validation",
            tuple(
                Column(name, name, official=True) for name in ("hgb-dblp", "hgb-imdb", "hgb-acm")
            ),
            (*PRESETS, WIDE, *baselines()),
            metrics=("macro_f1", "micro_f1"),
            splits=5,
        ),
    )


def _figures() -> tuple[Experiment, ...]:
    graphs = (*_PAPER, _LINKEDIN)
    timed = (
        Experiment(name, title, graphs, graph_cnns(), splits=3, trials=0, timed=True, draws=figure)
        for name, title, figure in (
            ("time-per-epoch", "Time per epoch", "epoch-time"),
            ("total-time", "Time to convergence", "total-time"),
            ("convergence", "Validation loss by epoch", "convergence"),
        )
    )
    rows = tuple(
        Row(preset, "motif-cnn", preset, leave_out=True) for preset in ("default", "asonam")
    )
    title = "Attention and worth of motifs"
    attention = Experiment("attention", title, _PAPER, rows, splits=3, trials=0, draws="attention")
    return (*timed, attention)

"""The tables and figures of the paper, by name."""

from __future__ import annotations

from dataclasses import replace

from motifcnn.experiments.experiment import Column, Experiment, ExperimentError, Row
from motifcnn.experiments.inputs import DECAYED, FASTER, INPUT_CHOICES, OUR_INPUTS, PAPER_INPUTS
from motifcnn.experiments.rows import (
    arena_rows,
    citation_rows,
    first_motifs,
    graph_cnns,
    inputs_rows,
    option_rows,
    paper_baselines,
    paper_rows,
    role_rows,
    same_configuration,
    social_baselines,
    social_rows,
)
from motifcnn.graph.schema import suggestion

NAMES = (
    "table-hetero",
    "table-inputs",
    "table-social",
    "arena",
    "roles",
    "ablations",
    "time-per-epoch",
    "total-time",
    "convergence",
    "time-by-motifs",
    "attention",
    "citation",
    "hgb",
)
GROUPS = {"figures": ("time-per-epoch", "total-time", "convergence", "time-by-motifs", "attention")}
"""Names that stand for several experiments."""
_SOCIAL_SHARES = (0.2, 0.1, 0.7)
_PAPER = tuple(Column(name, name) for name in ("dblp-a", "dblp-p", "movie"))
_DEBIAN = Column("debian", "debian")
_HGB = tuple(Column(name, name, official=True) for name in ("hgb-dblp", "hgb-imdb", "hgb-acm"))
_LINKEDIN = Column("linkedin-ego3", "linkedin-ego3", fractions=_SOCIAL_SHARES)
_FLICKR = Column(
    "flickr-groups-8000",
    "flickr-groups-8000",
    "ten largest groups, no features",
    _SOCIAL_SHARES,
)


def experiment(name: str) -> Experiment:
    """The experiment of that name.

    Examples
    --------
    >>> [column.name for column in experiment("table-hetero").columns]
    ['dblp-a', 'dblp-p', 'movie']
    """
    if name not in NAMES:
        known = (*NAMES, *GROUPS)
        raise ExperimentError(f"unknown experiment {name!r}{suggestion(name, known)}")
    arena = _arena()
    return {each.name: each for each in (*_tables(), arena, _hgb(arena), *_figures())}[name]


def experiments(name: str) -> tuple[Experiment, ...]:
    """The experiment of that name, or all of a group.

    Examples
    --------
    >>> [each.name for each in experiments("figures")][:2]
    ['time-per-epoch', 'total-time']
    """
    return tuple(experiment(each) for each in GROUPS.get(name, (name,)))


def _tables() -> tuple[Experiment, ...]:
    return (
        Experiment(
            "table-hetero",
            "As in the paper, typed graphs: 10 % train, 10 % validation, 80 % test",
            _PAPER,
            (*paper_rows(), *paper_baselines()),
            inputs=PAPER_INPUTS,
            against="preprint",
        ),
        Experiment(
            "table-inputs",
            "Our inputs, typed graphs: 10 % train, 10 % validation, 80 % test",
            (*_PAPER, _DEBIAN),
            inputs_rows(),
            inputs=OUR_INPUTS,
        ),
        Experiment(
            "table-social",
            "As in the paper, social graphs: 20 % train, 10 % validation, 70 % test",
            (_LINKEDIN, _FLICKR, Column("flickr-7575", "flickr-7575", fractions=_SOCIAL_SHARES)),
            (*social_rows(), *social_baselines()),
            inputs=PAPER_INPUTS,
            against="preprint, triangle + edge",
        ),
        Experiment(
            "roles",
            "What roles can do: a graph whose classes differ in motif roles alone",
            (Column("planted-roles", "planted-roles"),),
            role_rows(),
            trials=0,
            against="preprint, triad",
        ),
        Experiment(
            "ablations",
            "What each option of our recipes is worth: 10 % train, 10 % validation, 80 % test",
            (_PAPER[0], _DEBIAN),
            option_rows(),
            splits=5,
            trials=0,
            against="default, no choice",
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
                for name in ("cora", "citeseer")
                for share in (20, 40, 60)
            ),
            citation_rows(),
            metrics=("accuracy", "macro_f1"),
            splits=5,
            trials=4,
            against="default, edge + 3-node motifs",
        ),
    )


def _arena() -> Experiment:
    citation = ("cora", "citeseer", "pubmed")
    return Experiment(
        "arena",
        "Sixteen graphs, the same choice of inputs: typed 10/10/80, social 20/10/70, others "
        "official",
        (
            *_PAPER,
            _DEBIAN,
            _LINKEDIN,
            *(Column(name, name, official=True, choices=DECAYED) for name in citation),
            *_HGB,
            Column("dblp-4area", "dblp-4area"),
            Column("blogcatalog3", "blogcatalog3", fractions=_SOCIAL_SHARES, choices=FASTER),
            replace(_FLICKR, choices=FASTER),
            Column("debian, no features", "debian", "no features"),
            Column("movie, no features", "movie", "no features"),
        ),
        arena_rows(),
        choices=INPUT_CHOICES,
        splits=5,
        trials=0,
        rival="gcn",
    )


def _hgb(arena: Experiment) -> Experiment:
    """The graphs of the benchmark among those of the arena: the same cells, beside its figures."""
    return replace(
        arena,
        name="hgb",
        title="Heterogeneous graph benchmark: official training and test nodes, a fifth of the "
        "training nodes for validation",
        columns=_HGB,
        metrics=("macro_f1", "micro_f1"),
        rival="",
    )


def _figures() -> tuple[Experiment, ...]:
    graphs = (_PAPER[0], _LINKEDIN)
    # One split: each fit is timed after another that warms caches up.
    paper = Experiment("", "", graphs, graph_cnns(), splits=1, trials=0, timed=True)
    left_out = (
        # Without a choice: one layer, which weighs its motifs.
        Row("default", "motif-cnn", "default", settings={"choose": False}, leave_out=True),
        Row("asonam", "motif-cnn", "asonam", leave_out=True),
    )
    return (
        replace(paper, name="time-per-epoch", title="Time per epoch", draws="epoch-time"),
        replace(paper, name="total-time", title="Time to convergence", draws="total-time"),
        replace(
            paper,
            name="convergence",
            title="Validation loss by epoch, all graph CNNs with the same configuration",
            rows=same_configuration(),
            inputs=PAPER_INPUTS,
            draws="convergence",
        ),
        replace(
            paper,
            name="time-by-motifs",
            title="Time per epoch by number of motifs",
            columns=(_DEBIAN, _PAPER[1]),  # their schemas allow 26 and 15 motifs
            rows=first_motifs(),
            draws="motif-time",
            against="at most 16 motifs",
        ),
        Experiment(
            "attention",
            "Attention and worth of motifs",
            _PAPER[:1],
            left_out,
            splits=3,
            trials=0,
            draws="attention",
        ),
    )

"""choose_motifs_auto: a small set of motifs that validation prefers, with reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from motifcnn.errors import BudgetError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.methods.motif_cnn import PRESETS
from motifcnn.methods.motif_rules import candidate_motifs
from motifcnn.motif.check import check
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import InputSettings, node_inputs
from motifcnn.nn.settings import ConfigError
from motifcnn.tensor.plan import plan
from motifcnn.train.motifs.choice import MotifChoice
from motifcnn.train.motifs.evidence import Evidence, Sample, measure, sample, themselves
from motifcnn.train.motifs.proxy import Outcome, Similarity, alignment, mean_similarity, ridge
from motifcnn.train.split import resolve_split

_SAMPLE = 1000  # training nodes, and as many validation nodes, that candidates are measured on
_TRIED = 24  # candidates that are tried on validation
_COLUMNS = 64  # of the inputs: enough to compare motifs
_ALIKE = 0.99  # alignment from which one motif makes another superfluous
_LEAST = 0.001  # smallest share of the validation labels that a motif must add
# A network learns the weight of each motif; here a new one weighs as much as the others, or less.
_WEIGHTS = (1.0, 0.3)


@dataclass
class _Candidate:
    motif: Motif
    cost: int
    evidence: Evidence | None = None
    gain: float | None = None
    chosen: bool = False
    reason: str = ""

    @property
    def rank(self) -> float:
        return self.evidence.rank if self.evidence is not None else -1.0

    @property
    def seen(self) -> Similarity | None:
        return self.evidence.seen if self.evidence is not None else None

    def result(self) -> MotifChoice:
        coverage, agreement = (
            (self.evidence.coverage, self.evidence.agreement)
            if self.evidence is not None
            else (None, None)
        )
        return MotifChoice(
            self.motif, coverage, agreement, self.gain, self.cost, self.chosen, self.reason
        )


def choose_motifs_auto(
    graph: Graph,
    target: str | None = None,
    split: Split | str | Sequence[float] | None = None,
    *,
    candidates: Sequence[Motif | str] | None = None,
    max_nodes: int = 3,
    path_nodes: int = 4,
    most: int = 8,
    noise: float = 1.0,
    budget: int = 20_000_000,
    settings: InputSettings | None = None,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> tuple[MotifChoice, ...]:
    """Chooses a small set of motifs by coverage, label agreement and validation, with reasons.

    A candidate is ranked by its coverage times its agreement: the share of nodes that have an
    instance, and how well the labels of *other* training nodes seen through it predict a training
    node's own. The first of that order is taken. Then, one by one, the candidate that adds most to
    what ridge regression on the motifs' mean features explains of the validation labels, as long as
    it adds more than noise. Labels of test nodes are never looked at.

    Parameters
    ----------
    graph : Graph
    target : str, optional
        Node type to classify; None is the type with the most labels.
    split : Split, name, or three fractions; optional
        As in `fit`.
    candidates : sequence of Motif or pattern text, optional
        None: what the schema allows; see `max_nodes` and `path_nodes`.
    max_nodes, path_nodes : int
        Sizes of the largest motif and of the longest path from the target.
    most : int
        Motifs to choose at most.
    noise : float
        A motif must add more than so many standard errors of what it adds, over the validation
        nodes.
    budget : int
        Candidates of three nodes or more whose tensor may have more entries are left out before any
        counting.
    settings : InputSettings, optional
        What nodes feed in; None: as in the preset "default" of motif-cnn.
    seed : int
        Decides which nodes are looked at where there are more than 1,000 training or validation
        nodes, and a random split.
    progress : callable, optional
        Is given the share done, between 0 and 1.

    Returns
    -------
    tuple of MotifChoice
        The chosen ones first, in the order in which they were chosen; then the others, best first.

    Examples
    --------
    Users like items of their own kind, and visit shops at random.

    >>> from motifcnn.graph.labels import Labels
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> relations = (Relation("user", "likes", "item"), Relation("user", "visits", "shop"))
    >>> schema = Schema(("item", "shop", "user"), relations)
    >>> rng, y = np.random.default_rng(0), np.arange(90) % 3
    >>> likes = (rng.random((90, 12)) < 0.5) & (y[:, None] == np.arange(12) % 3)
    >>> visits = rng.random((90, 12)) < 0.2
    >>> links = {("user", "likes", "item"): likes, ("user", "visits", "shop"): visits}
    >>> labels = {"user": Labels(np.arange(90), y, ("a", "b", "c"))}
    >>> graph = Graph(schema, links, {"item": 12, "shop": 12, "user": 90}, labels=labels)
    >>> choices = choose_motifs_auto(graph, split=(0.4, 0.3, 0.3), max_nodes=2, path_nodes=2)
    >>> [(str(choice.motif), choice.chosen) for choice in choices]
    [('(t:user)--(c:item)', True), ('(t:user)--(c:shop)', False)]
    """
    if most < 1:
        raise ConfigError(f"most must be at least 1, got {most}")
    target = target or graph.target_type
    parts = resolve_split(graph, target, split, seed)
    drawn = sample(graph, target, parts, _SAMPLE, seed)
    pool = [
        _Candidate(motif, 0) for motif in _parsed(graph, target, candidates, max_nodes, path_nodes)
    ]
    inputs = _inputs(graph, settings)
    for number, candidate in enumerate(pool):
        _weigh(graph, candidate, drawn, inputs, budget)
        _forget(pool)
        if progress is not None:
            progress((number + 1) / len(pool))
    chosen = _select(pool, themselves(graph, target, drawn, inputs), drawn, most, noise)
    if not chosen:
        raise ConfigError(
            "motifs: none of the candidates can be used here:\n"
            + "\n".join(f"  {candidate.motif}: {candidate.reason}" for candidate in pool[:5])
            + "\nName motifs of your own, or raise `budget` or `max_nodes`."
        )
    rest = sorted(
        (candidate for candidate in pool if not candidate.chosen),
        key=lambda candidate: -candidate.rank,
    )
    return tuple(candidate.result() for candidate in [*chosen, *rest])


def _parsed(
    graph: Graph, target: str, given: Sequence[Motif | str] | None, max_nodes: int, path_nodes: int
) -> tuple[Motif, ...]:
    if given is None:
        return candidate_motifs(graph.schema, target, max_nodes=max_nodes, path_nodes=path_nodes)
    parsed = tuple(
        dict.fromkeys(Motif.parse(motif) if isinstance(motif, str) else motif for motif in given)
    )
    for motif in parsed:
        check(motif, graph.schema)
        if motif.target_type != target:
            raise ConfigError(
                f'candidates: motif "{motif}" has a target of type {motif.target_type}, the type '
                f"to classify is {target}"
            )
    return parsed


def _inputs(graph: Graph, settings: InputSettings | None) -> Mapping[str, tuple[Any, ...]]:
    own = (settings or PRESETS["default"]).of(InputSettings)
    project = min(own.project or _COLUMNS, _COLUMNS)
    narrow = own.changed({"project": project, "structure": min(own.structure, _COLUMNS)})
    return node_inputs(graph, narrow).columns


def _weigh(
    graph: Graph,
    candidate: _Candidate,
    drawn: Sample,
    inputs: Mapping[str, tuple[Any, ...]],
    budget: int,
) -> None:
    """Measures a candidate, or says why not."""
    known = plan(graph, candidate.motif)
    candidate.cost = int(sum(known.nonzeros))
    # An edge costs no more than the graph itself.
    if candidate.cost > budget and len(candidate.motif.nodes) > 2:
        candidate.reason = (
            f"too costly: its tensor may have {candidate.cost:,} entries, the budget is {budget:,}"
        )
        return
    try:
        candidate.evidence = measure(graph, candidate.motif, drawn, inputs)
    except BudgetError as error:
        candidate.reason = f"too costly: {error}"
        return
    if not candidate.evidence.coverage:
        candidate.reason = "no instances in this graph"
    elif candidate.seen is None:
        candidate.reason = "nodes in its roles feed in nothing"


def _forget(pool: Sequence[_Candidate]) -> None:
    """Lets go of the similarities of candidates that will not be tried."""
    held = sorted((c for c in pool if c.seen is not None), key=lambda candidate: -candidate.rank)
    for candidate in held[_TRIED:]:
        assert candidate.evidence is not None
        candidate.evidence = replace(candidate.evidence, seen=None)
        candidate.reason = f"not tried: {_TRIED} candidates have more coverage x agreement"


def _select(
    pool: Sequence[_Candidate], own: Similarity | None, drawn: Sample, most: int, noise: float
) -> list[_Candidate]:
    """Greedy forward selection: the best by rank, then what adds most on validation."""
    open_ = sorted((c for c in pool if c.seen is not None), key=lambda candidate: -candidate.rank)
    chosen: list[_Candidate] = []
    base = [] if own is None else [own]
    now = ridge(mean_similarity(base), drawn.train_y, drawn.val_y) if base else _chance(drawn)
    while open_ and len(chosen) < most:
        tried = [(c, *_with(base, c, drawn)) for c in (open_[:1] if not chosen else open_)]
        for candidate, outcome, _ in tried:
            candidate.gain = outcome.explained - now.explained
        best, outcome, scaled = max(tried, key=lambda found: found[1].explained)
        if chosen:
            for candidate, found, _ in tried:
                candidate.reason = _too_little(found, now, noise)
            if best.reason:
                break
        best.reason = (
            f"added as number {len(chosen) + 1}: what validation gained most from"
            if chosen
            else "taken first: the most coverage x agreement"
        )
        best.chosen, now = True, outcome
        base.append(scaled)
        chosen.append(best)
        open_ = [c for c in open_ if c is not best and not _repeats(c, best)]
    for candidate in open_:
        candidate.reason = candidate.reason or f"the set is full with {most}; others gained more"
    return chosen


def _with(
    base: list[Similarity], candidate: _Candidate, drawn: Sample
) -> tuple[Outcome, Similarity]:
    """The outcome with one more motif, and that motif with the weight that reaches it."""
    assert candidate.seen is not None
    scaled = [candidate.seen.scaled(weight) for weight in _WEIGHTS]
    outcomes = [ridge(mean_similarity([*base, one]), drawn.train_y, drawn.val_y) for one in scaled]
    best = max(range(len(scaled)), key=lambda number: outcomes[number].explained)
    return outcomes[best], scaled[best]


def _chance(drawn: Sample) -> Outcome:
    return Outcome(np.ones(len(drawn.val_y)))


def _too_little(found: Outcome, now: Outcome, noise: float) -> str:
    """Why what a motif adds is not enough; empty where it is."""
    better = now.errors - found.errors
    gain, error = float(better.mean()), float(better.std() / np.sqrt(len(better)))
    if gain <= _LEAST:
        return "adds nothing on validation to those chosen"
    if gain <= noise * error:
        return (
            f"what it adds on validation is within the noise ({100 * gain:.2f} points, standard "
            f"error {100 * error:.2f})"
        )
    return ""


def _repeats(candidate: _Candidate, best: _Candidate) -> bool:
    assert candidate.seen is not None and best.seen is not None
    alike = alignment(candidate.seen, best.seen)
    if alike >= _ALIKE:
        candidate.reason = f"sees nearly the same as {best.motif} (alignment {alike:.3f})"
    return alike >= _ALIKE

"""choose_motifs_auto: a small set of motifs that validation prefers, with reasons.

Candidates are ranked by coverage x agreement, then added one by one as long as a quick linear model
of the validation labels gains from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.graph.schema import Schema
from motifcnn.methods.motif_cnn_settings import PRESETS, MotifCNNSettings
from motifcnn.methods.motif_rules import candidate_motifs, choose_motifs
from motifcnn.motif.check import as_motif, check
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import InputSettings, node_inputs
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.train.motifs.choice import MotifChoice
from motifcnn.train.motifs.evidence import draw, measure
from motifcnn.train.motifs.kernel import Floats, Kernel, alignment, kernel, ridge
from motifcnn.train.split import resolve_split

_SAMPLE = 1000  # training nodes, and as many validation nodes, that candidates are measured on
_TRIED = 24  # candidates that are tried on validation
_COLUMNS = 64  # of the inputs: enough to compare motifs
_ALIKE = 0.99  # alignment from which one motif makes another superfluous
_LEAST = 0.001  # smallest share of the validation labels that a motif must add
# A network learns the weight of each motif; here a new one weighs as much as the others, or less.
_WEIGHTS = (np.float32(1.0), np.float32(0.3))


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
    graph, target, split
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
    >>> import motifcnn as mc
    >>> edges = ["(t:package)--(c:maintainer)", "(t:package)-->(c:package)"]
    >>> choices = choose_motifs_auto(mc.load_dataset("debian"), candidates=edges)
    >>> choices[0].reason
    'taken first: the most coverage x agreement'
    """
    if most < 1:
        raise ConfigError(f"most must be at least 1, got {most}")
    target = target or graph.target_type
    sample = draw(graph, target, resolve_split(graph, target, split, seed), _SAMPLE, seed)
    if candidates is None:
        motifs = candidate_motifs(graph.schema, target, max_nodes=max_nodes, path_nodes=path_nodes)
    else:
        motifs = checked_motifs(candidates, graph.schema)
    for motif in motifs:
        if motif.target_type != target:
            raise ConfigError(
                f'candidates: motif "{motif}" has a target of type {motif.target_type}, the type '
                f"to classify is {target}"
            )
    feed = (settings or PRESETS["default"]).of(InputSettings)
    project, structure = min(feed.project or _COLUMNS, _COLUMNS), min(feed.structure, _COLUMNS)
    narrow = feed.changed({"project": project, "structure": structure})
    inputs = node_inputs(graph, narrow).columns
    pool: dict[Motif, MotifChoice] = {}
    kernels: dict[Motif, Kernel] = {}  # of the candidates to try
    for number, motif in enumerate(motifs, 1):
        pool[motif], found = measure(graph, motif, sample, inputs, budget)
        if found is not None:
            kernels[motif] = found
        if len(kernels) > _TRIED:
            last = min(reversed(kernels), key=lambda motif: pool[motif].rank)
            del kernels[last]
            reason = f"not tried: {_TRIED} candidates have more coverage x agreement"
            pool[last] = replace(pool[last], reason=reason)
        if progress is not None:
            progress(number / len(motifs))
    base = np.zeros((len(sample.rows), sample.n_train), dtype=np.float32)
    if own := [block[sample.rows] for block in inputs[target]]:
        base = kernel(own, sample.n_train)
    chosen = _select(pool, kernels, base, sample.y, most, noise)
    if not chosen:
        raise ConfigError(
            "motifs: none of the candidates can be used here:\n"
            + "\n".join(f"  {motif}: {pool[motif].reason}" for motif in motifs[:5])
            + "\nName motifs of your own, or raise `budget` or `max_nodes`."
        )
    rest = sorted((m for m in motifs if m not in chosen), key=lambda motif: -pool[motif].rank)
    return tuple(pool[motif] for motif in [*chosen, *rest])


def automatic_motifs(
    graph: Graph, target: str, split: Split, settings: Settings, seed: int
) -> tuple[tuple[Motif, ...], tuple[MotifChoice, ...]]:
    """What `fit` does with motifs="auto": the motifs to train on, and what was found about each.

    A network of several layers also gets the edges of the other types.
    """
    sizes: dict[str, Any] = dict(settings)
    if not isinstance(settings, InputSettings) or "motif_nodes" not in sizes:
        raise ConfigError(
            'motifs="auto" chooses motifs for motif-cnn and wide-motif; leave it out here, or name '
            "the metapaths"
        )
    nodes, path_nodes = sizes["motif_nodes"], sizes["path_nodes"]
    choices = choose_motifs_auto(
        graph, target, split, max_nodes=nodes, path_nodes=path_nodes, settings=settings, seed=seed
    )
    used = [choice.motif for choice in choices if choice.chosen]
    depth = settings.depth if isinstance(settings, MotifCNNSettings) else 1
    if depth > 1:
        edges = choose_motifs(graph, target, max_nodes=2, depth=depth)
        used += [motif for motif in edges if motif.target_type != target]
    return tuple(used), choices


def checked_motifs(given: Sequence[Motif | str], schema: Schema) -> tuple[Motif, ...]:
    """Motifs from motifs or pattern text, each once; a `MotifError` where the schema has none."""
    parsed = dict.fromkeys(map(as_motif, given))
    for motif in parsed:
        check(motif, schema)
    return tuple(parsed)


def _select(
    pool: dict[Motif, MotifChoice],
    kernels: Mapping[Motif, Kernel],
    base: Kernel,
    y: Floats,
    most: int,
    noise: float,
) -> list[Motif]:
    """Greedy forward selection from `base`; gains and reasons are written into the pool."""

    def note(motif: Motif, **known: Any) -> None:
        pool[motif] = replace(pool[motif], **known)

    left = sorted(kernels, key=lambda motif: -pool[motif].rank)
    chosen: list[Motif] = []
    errors = ridge(base, y)
    while left and len(chosen) < most:
        tried = {}
        for motif in left if chosen else left[:1]:
            by_weight = [(ridge(base + w * kernels[motif], y), w) for w in _WEIGHTS]
            tried[motif] = min(by_weight, key=lambda found: float(found[0].mean()))
            better = errors - tried[motif][0]
            reason = _too_little(better, noise) if chosen else ""
            note(motif, gain=float(better.mean()), reason=reason)
        enough = [motif for motif in tried if not pool[motif].reason]
        if not enough:
            break
        best = min(enough, key=lambda motif: float(tried[motif][0].mean()))
        errors, weight = tried[best]
        base = base + weight * kernels[best]
        chosen.append(best)
        reason = "taken first: the most coverage x agreement"
        if len(chosen) > 1:
            reason = f"added as number {len(chosen)}: what validation gained most from"
        note(best, chosen=True, reason=reason)
        left.remove(best)
        for motif in tuple(left):
            alike = alignment(kernels[motif], kernels[best])
            if alike >= _ALIKE:
                left.remove(motif)
                note(motif, reason=f"sees nearly the same as {best} (alignment {alike:.3f})")
    for motif in left:
        if not pool[motif].reason:
            note(motif, reason=f"the set is full with {most}; others gained more")
    return chosen


def _too_little(better: Floats, noise: float) -> str:
    """Why what a motif adds is not enough; empty where it is."""
    gain, error = float(better.mean()), float(better.std() / np.sqrt(len(better)))
    if gain <= _LEAST:
        return "adds nothing on validation to those chosen"
    if gain <= noise * error:
        return (
            f"what it adds on validation is within the noise ({100 * gain:.2f} points, standard "
            f"error {100 * error:.2f})"
        )
    return ""

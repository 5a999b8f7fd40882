"""Properties of a motif's shape, by which motifs are chosen."""

from __future__ import annotations

from motifcnn.motif.motif import Motif


def is_path(motif: Motif) -> bool:
    """Whether the motif is a path with the target at one end.

    Examples
    --------
    >>> motifs = "(t:paper)--(a:author)--(c:paper)", "(t:paper)--(a:author), (t)--(c:author)"
    >>> [is_path(Motif.parse(motif)) for motif in motifs]
    [True, False]
    """
    ends = [i for i in range(len(motif.nodes)) if len(motif.neighbours(i)) == 1]
    return len(motif.edges) == len(motif.nodes) - 1 and len(ends) == 2 and motif.target in ends


def holds_without_target(motif: Motif) -> bool:
    """Whether the motif stays connected when the target is removed.

    Examples
    --------
    >>> motifs = "(t:paper)--(a:author)--(c:paper)", "(t:paper)--(a:author), (t)--(c:author)"
    >>> [holds_without_target(Motif.parse(motif)) for motif in motifs]
    [True, False]
    """
    others = set(range(len(motif.nodes))) - {motif.target}
    return motif.connected_to(min(others), without=motif.target) == others

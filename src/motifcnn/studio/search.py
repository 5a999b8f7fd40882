"""Finds motifs by words: "two papers venue"."""

from __future__ import annotations

import re

from motifcnn.motif.motif import Motif
from motifcnn.motif.nouns import NUMBERS, plural, singular


def matches(query: str, motif: Motif, sentence: str) -> bool:
    """Whether a motif has everything that a query names.

    Words match beginnings of words in the motif's sentence, its types, its relations and its
    pattern. A number before a type says how many nodes of that type the motif has, the target
    included.

    Parameters
    ----------
    query : str
    motif : Motif
    sentence : str
        The motif in words.

    Examples
    --------
    >>> motif = Motif.parse("(t:paper)--(v:venue)--(c:paper)")
    >>> sentence = "papers that share a venue"
    >>> [matches(q, motif, sentence) for q in ("two papers ven", "one paper", "share author")]
    [True, False, False]
    """
    if query.strip() and query.strip() in str(motif):
        return True
    relations = " ".join(edge.relation or "" for edge in motif.edges)
    plurals = " ".join(f"{plural(t)} {singular(t)}" for t in motif.types)
    known = _words(f"{sentence} {relations} {' '.join(motif.types)} {plurals}")
    left = _words(query)
    while left:
        word, *left = left
        number = _number(word)
        if number is not None and left:
            kinds = [t for t in motif.types if _names(left[0], t)]
            if kinds or left[0] not in known:
                if len(kinds) != number:
                    return False
                left = left[1:]
                continue
        if not any(each.startswith(word) for each in known):
            return False
    return True


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def _number(word: str) -> int | None:
    if word.isdecimal():
        return int(word[:4])
    return NUMBERS.index(word) if word in NUMBERS else None


def _names(word: str, node_type: str) -> bool:
    return word in (node_type.lower(), plural(node_type).lower(), singular(node_type).lower())

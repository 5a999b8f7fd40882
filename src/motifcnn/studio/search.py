"""Finds motifs by words: "two papers venue"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from motifcnn.motif.motif import Motif
from motifcnn.motif.nouns import NUMBERS, plural, singular


def searched_words(motif: Motif, sentence: str) -> list[str]:
    """The words by which a motif is found: of its sentence, its types and its relations."""
    relations = " ".join(edge.relation or "" for edge in motif.edges)
    names = " ".join(name for t in motif.types for name in _names(t))
    return list(dict.fromkeys(_words(f"{sentence} {relations} {names}")))


def matches(query: str, motif: Motif, known: Sequence[str]) -> bool:
    """Whether a motif has everything that a query names.

    Words match beginnings of known words; a part of the pattern matches too. A number before a
    type says how many nodes of that type the motif has, the target included.

    Parameters
    ----------
    query : str
    motif : Motif
    known : sequence of str
        What `searched_words` gives for the motif.

    Examples
    --------
    >>> motif = Motif.parse("(t:paper)--(v:venue)--(c:paper)")
    >>> known = searched_words(motif, "papers that share a venue")
    >>> [matches(q, motif, known) for q in ("two papers ven", "one paper", "share author")]
    [True, False, False]
    """
    if "(" in query and query.strip() in str(motif):
        return True
    left = _words(query)
    while left:
        word, *left = left
        number = _number(word)
        if number is not None and left:
            kinds = [t for t in motif.types if left[0] in _names(t)]
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


@lru_cache(maxsize=1000)
def _names(node_type: str) -> tuple[str, ...]:
    return node_type.lower(), plural(node_type).lower(), singular(node_type).lower()

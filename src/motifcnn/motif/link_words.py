"""Links of a motif in words, seen from either end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from motifcnn.graph.schema import Schema
from motifcnn.motif.check import matching
from motifcnn.motif.motif import Motif, MotifEdge
from motifcnn.motif.nouns import singular, words_of
from motifcnn.motif.verbs import (
    PREPOSITIONS,
    base_of,
    is_verb,
    participle_of,
    particle_of,
    past_of,
)


@dataclass(frozen=True)
class LinkWords:
    """A link as a predicate of one end; ``{}`` at its end is the other end.

    Parameters
    ----------
    one, many : str
        After a singular and after a plural: "depends on {}", "depend on {}".
    after : str
        Right behind a noun: "with {}"; empty where that takes "that" and the predicate.
    shares : bool
        Whether two nodes with the same other end "share" it.
    """

    one: str
    many: str
    after: str = ""
    shares: bool = False


def filled(words: str, other: str) -> str:
    """The words with the other end in them; names with braces stay as they are.

    Examples
    --------
    >>> filled('is linked by "{x}" to {}', "a paper")
    'is linked by "{x}" to a paper'
    """
    return words.removesuffix("{}") + other if words else ""


Ends = tuple[LinkWords, LinkWords]
"""A link from its source and from its target."""

_LINKED = LinkWords("is linked to {}", "are linked to {}", "linked to {}")


def link_words(motif: Motif, edge: MotifEdge, schema: Schema | None) -> Ends:
    """The words of a link, from its source and from its target.

    A relation that the edge leaves open is taken from the schema where only one can match.

    Examples
    --------
    >>> motif = Motif.parse("(t:paper)-[:cites]->(c:paper)")
    >>> [words.many for words in link_words(motif, motif.edges[0], None)]
    ['cite {}', 'are cited by {}']
    """
    return _ends(
        motif.types[edge.source], motif.types[edge.target], edge.relation, edge.directed, schema
    )


@lru_cache(maxsize=4096)
def _ends(
    source: str, target: str, name: str | None, directed: bool, schema: Schema | None
) -> Ends:
    forward = True
    if schema is not None:
        found = matching(MotifEdge(0, 1, name, directed), source, target, schema)
        if len({relation for relation, _ in found}) == 1:
            relation, along = found[0]
            if not relation.directed:
                return _undirected(_words(relation.name, source, target))
            if len(found) == 1:
                name, directed, forward = relation.name, True, along
    if name is None:
        return _arrow("a link") if directed else (_LINKED, _LINKED)
    if not directed:
        return _either(name)
    if forward:
        return _directed(_words(name, source, target), name, source == target)
    own, other = _directed(_words(name, target, source), name, source == target)
    return other, own


def _words(name: str, source: str, target: str) -> list[str]:
    """The words of a relation's name without the types at its ends."""
    words = words_of(name)
    own, other = singular(source).split(), singular(target).split()
    if len(words) > len(own) and [*words[: len(own) - 1], singular(words[len(own) - 1])] == own:
        words = words[len(own) :]
    tail = words[-len(other) :]
    if len(words) >= len(other) and [*tail[:-1], singular(tail[-1])] == other:
        words = words[: -len(other)]
    return words


def _directed(words: list[str], name: str, within: bool) -> Ends:
    """A link that leads from the first to the second."""
    if not words or words == ["has"]:
        if within:
            return _arrow("a link")
        return (
            LinkWords("has {}", "have {}", "with {}", shares=True),
            LinkWords("belongs to {}", "belong to {}", "of {}"),
        )
    first, *rest = words
    if first == "is" and rest:
        phrase = " ".join(rest)
        return LinkWords(f"is {phrase} {{}}", f"are {phrase} {{}}", f"{phrase} {{}}"), _by(phrase)
    if is_verb(first) and all(word in PREPOSITIONS for word in rest):
        particle = " ".join(rest) or particle_of(first)
        tail = f"{particle} {{}}" if particle else "{}"
        passive = " ".join(filter(None, (participle_of(base_of(first)), particle, "by {}")))
        return (
            LinkWords(f"{first} {tail}", f"{base_of(first)} {tail}"),
            LinkWords(f"is {passive}", f"are {passive}", passive),
        )
    if words[-1] in PREPOSITIONS:
        phrase = " ".join(words)
        forward = LinkWords(f"is {phrase} {{}}", f"are {phrase} {{}}", f"{phrase} {{}}")
        past = past_of(first) if words[1:] == ["by"] else None
        if past is not None:
            return forward, LinkWords(f"{past} {{}}", f"{past} {{}}")
        if len(words) == 1:
            return forward, LinkWords("has {}", "have {}", "of {}")
        return forward, _by(phrase)
    if len(words) == 1 and words[0].isalpha() and len(words[0]) > 2:
        return (
            LinkWords(f"has as {first} {{}}", f"have as {first} {{}}", f"whose {first} is {{}}"),
            LinkWords(f"is {first} of {{}}", f"are {first} of {{}}"),
        )
    return _arrow(f'a link "{name}"')


def _undirected(words: list[str]) -> Ends:
    if len(words) == 1 and is_verb(words[0]):
        both = LinkWords(f"{words[0]} {{}}", f"{base_of(words[0])} {{}}")
    elif words:
        both = _either(" ".join(words))[0]
    else:
        both = _LINKED
    return both, both


def _either(name: str) -> Ends:
    both = _by(name)
    return both, both


def _by(name: str) -> LinkWords:
    text = f'linked by "{name}" to {{}}'
    return LinkWords(f"is {text}", f"are {text}", text)


def _arrow(link: str) -> Ends:
    to, back = f"{link} to {{}}", f"{link} from {{}}"
    return (
        LinkWords(f"has {to}", f"have {to}", f"with {to}"),
        LinkWords(f"has {back}", f"have {back}", f"with {back}"),
    )

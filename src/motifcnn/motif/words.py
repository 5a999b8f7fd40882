"""A motif as a phrase: "packages that share a maintainer".

The phrase follows a spanning tree of the motif from its target; the links that the tree leaves out
follow after "where". Within a catalogue different motifs have different phrases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from motifcnn.graph.schema import Schema
from motifcnn.motif.link_words import LinkWords, filled, link_words
from motifcnn.motif.motif import Motif
from motifcnn.motif.nouns import NUMBERS, ORDINALS, plural, singular, with_article


def in_words(
    motif: Motif, schema: Schema | None = None, *, names: Mapping[int, str] | None = None
) -> str:
    """The motif as an English phrase about nodes of the target type.

    Parameters
    ----------
    motif : Motif
        What to put into words.
    schema : Schema, optional
        Says which relation an edge stands for that names none.
    names : mapping of motif node to str, optional
        What to call nodes other than the target, instead of "a library".

    Examples
    --------
    >>> in_words(Motif.parse("(t:paper)-[:cites]->(c:paper)"))
    'papers that cite another paper'
    >>> import motifcnn as mc
    >>> schema = mc.load_dataset("debian").schema
    >>> in_words(Motif.parse("(t:package)--(m:maintainer)--(c:package)"), schema)
    'packages that share a maintainer'
    >>> motif = Motif.parse("(t:package)--(l:library)--(c:package)")
    >>> in_words(motif, schema, names={2: "gimp"})
    'packages that depend on the same library as gimp'
    """
    links = _links(motif, schema)
    writer = _Writer(motif, links, names or {})
    head = plural(motif.target_type)
    if (shared := _shared(motif, links)) is not None:
        other, between = shared
        rest = [b for b in links[motif.target] if b not in between]
        parts = [writer.share(other, between, alone=not rest), *writer.branches(rest)]
    else:
        parts = writer.branches(list(links[motif.target]))
    if len(parts) == 1 or all(part.after for part in parts):
        return f"{head} {', and '.join(part.alone for part in parts)}{writer.where()}"
    return f"{head} {', and '.join(f'that {part.verb}' for part in parts)}{writer.where()}"


Links = dict[int, dict[int, list[LinkWords]]]
"""Per motif node and neighbour the links between them, as predicates of the node."""


def _links(motif: Motif, schema: Schema | None) -> Links:
    found: Links = {i: {} for i in range(len(motif.nodes))}
    for edge in motif.edges:
        own, other = link_words(motif, edge, schema)
        found[edge.source].setdefault(edge.target, []).append(own)
        found[edge.target].setdefault(edge.source, []).append(other)
    return found


def _shared(motif: Motif, links: Links) -> tuple[int, list[int]] | None:
    """A node that is linked like the target to the same nodes, and these nodes."""
    t = motif.target
    for other in range(len(motif.nodes)):
        between = list(links[other])
        if (
            other != t
            and motif.types[other] == motif.types[t]
            and t not in between
            and all(set(links[x]) == {t, other} for x in between)
            and all(len(links[t][x]) == 1 and links[t][x] == links[other][x] for x in between)
            and _is_tree(links, [n for n in links if n not in (other, *between)])
        ):
            return other, between
    return None


def _common(motif: Motif, links: Links) -> dict[int, list[int]]:
    """Per neighbour of the target, nodes to which both, and nobody else, are linked alike."""
    t = motif.target
    found: dict[int, list[int]] = {}
    for node in links[t]:
        pair = list(links[node])
        others = [n for n in pair if n != t]
        if len(pair) != 2 or t not in pair or motif.types[others[0]] != motif.types[t]:
            continue
        if t in links[others[0]] and links[t][node] == links[others[0]][node]:
            found.setdefault(others[0], []).append(node)
    # Where two are linked alike to the target and to each other, neither is common to the other.
    return {node: nodes for node, nodes in found.items() if not set(nodes) & found.keys()}


def _is_tree(links: Links, nodes: Sequence[int]) -> bool:
    """Whether the nodes, which are connected, have one link fewer than there are nodes."""
    ends = sum(len(found) for a in nodes for b, found in links[a].items() if b in nodes)
    return ends == 2 * (len(nodes) - 1)


@dataclass(frozen=True)
class _Part:
    """What is said of a node: after "that", and where nothing else is said of it."""

    verb: str
    after: str = ""

    @property
    def alone(self) -> str:
        return self.after or f"that {self.verb}"


class _Writer:
    """Writes parts of a phrase, and remembers which nodes and links it has named."""

    def __init__(self, motif: Motif, links: Links, names: Mapping[int, str]) -> None:
        self.motif, self.links, self.names = motif, links, names
        self.order = [motif.target]  # nodes by their first mention
        self.said: set[tuple[int, int]] = set()
        self.common = _common(motif, links)
        self.children = self._tree()

    def _tree(self) -> dict[int, list[int]]:
        """Children of each node in the spanning tree by distance from the target."""
        children: dict[int, list[int]] = {node: [] for node in self.links}
        skipped = {node for nodes in self.common.values() for node in nodes}
        seen = [self.motif.target]
        for node in seen:
            for other in self.links[node]:
                if other not in seen and other not in skipped:
                    seen.append(other)
                    children[node].append(other)
        return children

    def branches(self, nodes: Sequence[int], parent: int | None = None) -> list[_Part]:
        """What links a node, the target unless given, to some of its children."""
        own = self.motif.target if parent is None else parent
        groups: dict[object, list[int]] = {}
        for node in (n for n in nodes if n in self.children[own]):
            # Leaves with the same link are said together: "two tags and a maintainer".
            leaf = not self.children[node] and node not in self.common
            groups.setdefault(self.links[own][node][0] if leaf else node, []).append(node)
        many = parent is None
        parts = []
        for group in sorted(groups.values(), key=lambda group: self._size(group[0])):
            words = self.links[own][group[0]][0]
            self.said |= {(own, node) for node in group}
            text = self._introduce_all(group)
            below = self.branches(self.children[group[0]], group[0])
            if below := [*self._in_common(group[0]), *below]:
                text += _joined(below, named=group[0] in self.names)
            verb = filled(words.many if many else words.one, text)
            parts.append(_Part(verb, filled(words.after, text)))
        return parts

    def _in_common(self, node: int) -> list[_Part]:
        """What a neighbour of the target has in common with it: "with the same maintainer"."""
        groups: dict[LinkWords, list[int]] = {}
        for shared in self.common.get(node, ()):
            groups.setdefault(self.links[node][shared][0], []).append(shared)
            self.said |= {(self.motif.target, shared), (node, shared)}
        parts = []
        for words, nodes in groups.items():
            text = self._introduce_all(nodes, same=True)
            parts.append(_Part(filled(words.one, text), filled(words.after, text)))
        return parts

    def share(self, other: int, between: Sequence[int], *, alone: bool) -> _Part:
        """What the target has in common with a node that is linked like it."""
        own = self.links[self.motif.target]
        groups: dict[LinkWords, list[int]] = {}
        for node in between:
            groups.setdefault(own[node][0], []).append(node)
        phrases, afters = [], []
        for words, nodes in groups.items():
            text = self._introduce_all(nodes, same=not words.shares)
            phrases.append(f"share {text}" if words.shares else filled(words.many, text))
            afters.append("" if words.shares else filled(words.after, text))
        company = self._company(other, between, all(words.shares for words in groups))
        after = afters[0] + company if alone and len(groups) == 1 and afters[0] else ""
        return _Part(" and ".join(phrases) + company, after)

    def where(self) -> str:
        """The links that no branch has said."""
        if _shared(self.motif, self.links) is not None:
            return ""
        rest = []
        for a in self.order:
            for b, found in self.links[a].items():
                if self.order.index(a) > self.order.index(b):
                    continue
                for number, words in enumerate(found):
                    if number == 0 and (a, b) in self.said:
                        continue
                    rest.append(self._statement(a, b, number, words))
        return f", where {listed(rest)}" if rest else ""

    def _statement(self, a: int, b: int, number: int, words: LinkWords) -> str:
        """A link as a sentence; the end that does something is its subject."""
        back = self.links[b][a][number]
        if back.shares or (words.after and not back.after):
            a, b, words = b, a, back
        many = a == self.motif.target
        subject = "they" if many else self._refer(a)
        other = "them" if b == self.motif.target else self._refer(b)
        return f"{subject} {filled(words.many if many else words.one, other)}"

    def _introduce_all(self, nodes: Sequence[int], *, same: bool = False) -> str:
        """Nodes when they are first mentioned, those of one type together."""
        groups: dict[object, list[int]] = {}
        for node in nodes:
            groups.setdefault(node if node in self.names else self.motif.types[node], []).append(
                node
            )
        return listed([self._introduce(group, same) for group in groups.values()])

    def _introduce(self, nodes: Sequence[int], same: bool) -> str:
        node_type, number = self.motif.types[nodes[0]], len(nodes)
        before = len(self._alike(nodes[0]))
        self.order += nodes
        if nodes[0] in self.names:
            return self.names[nodes[0]]
        if number > 1:
            which = f"the same {NUMBERS[number]}" if same else NUMBERS[number]
            return f"{which}{' other' if before and not same else ''} {plural(node_type)}"
        noun = singular(node_type)
        if same:
            return f"the same {noun}"
        if before == 0:
            return with_article(noun)
        return f"another {noun}" if before == 1 else f"a {ORDINALS[before + 1]} {noun}"

    def _company(self, other: int, between: Sequence[int], shares: bool) -> str:
        if other not in self.names:
            return ""
        if shares:
            return f" with {self.names[other]}"
        return f"{', like' if between[0] in self.names else ' as'} {self.names[other]}"

    def _refer(self, node: int) -> str:
        """A node that was mentioned before."""
        if node in self.names:
            return self.names[node]
        alike = self._alike(node)
        noun = singular(self.motif.types[node])
        return f"the {noun}" if len(alike) == 1 else f"the {ORDINALS[alike.index(node) + 1]} {noun}"

    def _alike(self, node: int) -> list[int]:
        """Mentioned nodes of the same type that have no name of their own."""
        types = self.motif.types
        return [n for n in self.order if types[n] == types[node] and n not in self.names]

    def _size(self, node: int) -> int:
        below = sum(self._size(child) for child in self.children[node])
        return 1 + below + len(self.common.get(node, ()))


def listed(texts: Sequence[str]) -> str:
    """Texts with commas and a final "and".

    Examples
    --------
    >>> listed(["a tag"]), listed(["one", "two", "three"])
    ('a tag', 'one, two and three')
    """
    *first, last = texts
    return f"{', '.join(first)} and {last}" if first else last


def _joined(parts: Sequence[_Part], *, named: bool) -> str:
    """All that is said of a node within a phrase, right behind it."""
    if len(parts) == 1 and (parts[0].after or not named):
        return f" {parts[0].alone}"
    return f"{', which' if named else ' that'} {' and '.join(part.verb for part in parts)}"

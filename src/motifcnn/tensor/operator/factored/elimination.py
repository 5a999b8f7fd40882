"""Elimination: the homomorphisms of one quotient as a chain of small matrices.

What is wanted is the sum of x at the image of node v, over all maps with the target at i. Nodes
other than these two are eliminated one after the other, in one of three ways:

- **fold**: the node hangs on one node y; y gets a count.
- **close**: it is linked to y and z, which are linked; the link y-z gets a weight, the number of
  ways around it.
- **fill**: it is linked to y and z, which are not linked; they become linked by the walks over it.

Once v hangs on a single node y, it passes its values to y: one sparse product when the operator is
applied. The elimination ends when v has reached the target. Trees need only folds; triangles, and
what hangs on them, need folds and closes. A diamond with v opposite the target is eliminated over
its middle link; see `corners`.
"""

from __future__ import annotations

from dataclasses import dataclass

from motifcnn.tensor.operator.factored.corners import link_counts
from motifcnn.tensor.operator.factored.counts import Counts
from motifcnn.tensor.operator.factored.forms import Forms
from motifcnn.tensor.operator.factored.pairs import LinkPairs, Pairs
from motifcnn.tensor.operator.factored.quotients import Quotient
from motifcnn.tensor.pattern.problem import Pair


@dataclass(frozen=True, eq=False)
class Chain:
    """``times * diag(scales[0]) pairs[0] diag(scales[1]) pairs[1] ... diag(scales[-1])``.

    A scale of None is all ones.
    """

    times: int
    scales: tuple[Counts | None, ...]
    pairs: tuple[Pairs, ...]

    def reversed(self) -> Chain:
        """The transpose: the same elimination, read from v."""
        return Chain(
            self.times, self.scales[::-1], tuple(pairs.transposed for pairs in self.pairs[::-1])
        )


def eliminate(quotient: Quotient, forms: Forms, v: int) -> Chain | None:
    """The homomorphisms of a quotient per (target, image of motif node v), times its sign.

    None if every node that could be eliminated has three or more links, as in a four-clique.
    """
    state = _State(forms, {pair: forms.link(asked) for pair, asked in quotient.links}, {})
    carrier, scales, pairs = quotient.block[v], [], []
    while True:
        if state.take_away(fixed={0, carrier}):
            continue
        around = state.around(carrier)
        if carrier != 0 and len(around) == 1:
            (towards,) = around
            pairs.append(state.between(towards, carrier))
            scales.append(state.counts.get(carrier))
            state.drop(carrier)
            carrier = towards
        elif opposite := state.diamond(carrier):
            a, b, base = opposite
            pairs += [state.corners(base, a, b, carrier), state.corners(base, a, b, 0).transposed]
            scales += [
                state.counts.get(carrier),
                link_counts(base, state.counts.get(a), state.counts.get(b)),
            ]
            state.links.clear()
            carrier = 0
        elif state.links:
            if not state.take_away(fixed={0, carrier}, fill=True):
                return None
        else:
            return Chain(quotient.sign, (state.counts.get(0), *scales[::-1]), tuple(pairs[::-1]))


@dataclass(frozen=True, eq=False)
class _State:
    """What is left of a quotient: weighted links (a, b) with a < b, and counts at nodes."""

    forms: Forms
    links: dict[Pair, Pairs]
    counts: dict[int, Counts | None]

    def around(self, node: int) -> list[int]:
        return sorted(b if a == node else a for a, b in self.links if node in (a, b))

    def between(self, a: int, b: int) -> Pairs:
        return self.links[a, b] if a < b else self.links[b, a].transposed

    def drop(self, node: int) -> None:
        for pair in [pair for pair in self.links if node in pair]:
            del self.links[pair]

    def diamond(self, carrier: int) -> tuple[int, int, LinkPairs] | None:
        """The two nodes between target and `carrier`, and their link, if nothing else is left."""
        around = self.around(0)
        if (
            carrier == 0
            or len(self.links) != 5
            or len(around) != 2
            or around != self.around(carrier)
        ):
            return None
        base = self.links.get((around[0], around[1]))
        return (around[0], around[1], base) if isinstance(base, LinkPairs) else None

    def corners(self, base: LinkPairs, a: int, b: int, node: int) -> Pairs:
        return self.forms.corners(base, self.between(a, node), self.between(b, node))

    def take_away(self, fixed: set[int], *, fill: bool = False) -> bool:
        """Eliminates one node by a fold or a close or, with `fill`, the one with the fewest walks.

        Returns whether there was one.
        """
        nodes = sorted({node for pair in self.links for node in pair} - fixed)
        around = {node: self.around(node) for node in nodes}
        for node in nodes:
            if len(around[node]) == 1:
                (y,) = around[node]
                self.counts[y] = self.forms.times(
                    self.counts.get(y),
                    self.forms.fold(self.between(y, node), self.counts.get(node)),
                )
                self.drop(node)
                return True
        for node in nodes:
            if len(around[node]) == 2 and (y_z := (around[node][0], around[node][1])) in self.links:
                self.links[y_z] = self.forms.close(self.links[y_z], *self._walk(node, y_z))
                self.drop(node)
                return True
        if not fill or not (
            filled := [self._filled(node, around[node]) for node in nodes if len(around[node]) == 2]
        ):
            return False
        node, y_z, walks = min(filled, key=lambda option: option[2].bound)
        self.links[y_z] = walks
        self.drop(node)
        return True

    def _filled(self, node: int, around: list[int]) -> tuple[int, Pair, Pairs]:
        y_z = around[0], around[1]
        return node, y_z, self.forms.fill(*self._walk(node, y_z))

    def _walk(self, node: int, y_z: Pair) -> tuple[Pairs, Counts | None, Pairs]:
        return self.between(y_z[0], node), self.counts.get(node), self.between(node, y_z[1])

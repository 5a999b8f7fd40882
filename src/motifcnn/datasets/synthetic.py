"""Generated graphs: R-MAT, random, and one whose classes depend on motif roles alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph import Graph, Labels, Relation, Schema, random_split

_IDLE_ROUNDS = 50  # draws in a row without a new link after which drawing stops


def rmat(
    scale: int, edges: int, *, seed: int = 0, shares: Sequence[float] = (0.57, 0.19, 0.19, 0.05)
) -> Graph:
    """A recursive-matrix graph (Chakrabarti, Zhan, Faloutsos 2004).

    Its degrees are skewed, as in social networks: few nodes have very many links.

    Parameters
    ----------
    scale : int
        There are 2**scale nodes of the type "node".
    edges : int
        Exact number of distinct undirected links of the relation "edge", without self-loops.
    shares : four floats
        Probability of each quadrant at every step of the recursion; their sum is 1.

    Examples
    --------
    >>> rmat(4, 20, seed=1)
    Graph(rmat-4-20: node 16; edge 20)
    """
    n = 1 << scale
    if not 0 < edges <= n * (n - 1) // 4:
        raise GraphError(
            f"rmat: {edges:,} links among {n:,} nodes; "
            f"expected 1 to {n * (n - 1) // 4:,}, half of all pairs"
        )
    if (
        len(shares) != 4
        or not all(share >= 0 for share in shares)
        or not abs(sum(shares) - 1) < 1e-6
    ):
        raise GraphError(
            f"rmat: shares {tuple(shares)}; expected four numbers from 0 to 1 whose sum is 1"
        )
    rng = np.random.default_rng(seed)

    def draw_links(wanted: int) -> npt.NDArray[np.int64]:
        source = np.zeros(wanted, np.int64)
        target = np.zeros(wanted, np.int64)
        for _ in range(scale):
            draw = rng.random(wanted)
            lower = draw >= shares[0] + shares[1]
            right = (draw >= shares[0]) & ~lower | (draw >= shares[0] + shares[1] + shares[2])
            source = 2 * source + lower
            target = 2 * target + right
        low, high = np.minimum(source, target), np.maximum(source, target)
        return (low * n + high)[low < high]

    found = _collect(edges, draw_links, f"rmat with shares {tuple(shares)}")
    chosen = rng.choice(found, edges, replace=False) if len(found) > edges else found
    schema = Schema(("node",), (Relation("node", "edge", "node", directed=False),))
    return Graph(
        schema,
        {("node", "edge", "node"): _matrix(chosen // n, chosen % n, n, n)},
        {"node": n},
        name=f"rmat-{scale}-{edges}",
    )


def random_bipartite(
    n_left: int, n_right: int, edges: int, *, skew: float = 0.0, seed: int = 0
) -> Graph:
    """Distinct links drawn at random from `left` to `right` nodes, relation "link".

    Parameters
    ----------
    skew : float
        The right node of rank r is drawn in proportion to r**-skew; 0 is uniform.

    Examples
    --------
    >>> random_bipartite(3, 4, 5)
    Graph(left 3, right 4; link 5)
    """
    relation = Relation("left", "link", "right")
    if skew == 0:
        return random_typed({"left": n_left, "right": n_right}, {relation: edges}, seed=seed)
    if not 0 <= edges <= n_left * n_right // 4:
        raise GraphError(
            f"random_bipartite: {edges:,} skewed links asked for, "
            f"expected 0 to {n_left * n_right // 4:,}"
        )
    rng = np.random.default_rng(seed)
    reached = np.cumsum(np.arange(1, n_right + 1, dtype=float) ** -skew)
    if not np.isfinite(reached[-1:]).all():
        raise GraphError(
            f"random_bipartite: skew {skew}; expected a number such as 1.0, "
            "not so large or small that ranks overflow"
        )

    def draw_links(wanted: int) -> npt.NDArray[np.int64]:
        right = np.minimum(np.searchsorted(reached, rng.random(wanted) * reached[-1]), n_right - 1)
        links: npt.NDArray[np.int64] = rng.integers(0, n_left, wanted) * n_right + right
        return links

    found = _collect(edges, draw_links, f"random_bipartite with skew {skew}")
    chosen = rng.choice(found, edges, replace=False)
    matrix = _matrix(chosen // n_right, chosen % n_right, n_left, n_right)
    return Graph(
        Schema(("left", "right"), (relation,)),
        {relation.key: matrix},
        {"left": n_left, "right": n_right},
    )


def random_typed(counts: dict[str, int], edges: dict[Relation, int], *, seed: int = 0) -> Graph:
    """A graph with given numbers of nodes per type and of random links per relation.

    Links are distinct and no self-loops.

    Examples
    --------
    >>> edges = {Relation("a", "r", "b"): 4, Relation("a", "s", "a", directed=False): 3}
    >>> random_typed({"a": 5, "b": 2}, edges)
    Graph(a 5, b 2; r 4, s 3)
    """
    rng = np.random.default_rng(seed)
    adjacency = {}
    for relation, number in edges.items():
        rows, columns = counts[relation.source], counts[relation.target]
        same = relation.source == relation.target
        pairs = rows * columns if not same else rows * (rows - 1) // (1 if relation.directed else 2)
        if not 0 <= number <= pairs:
            raise GraphError(
                f"relation {relation}: {number:,} links asked for, expected 0 to {pairs:,}"
            )
        drawn = _distinct(rng, pairs, number)
        source, target = _pair(drawn, rows, columns, same, relation.directed)
        adjacency[relation.key] = _matrix(source, target, rows, columns)
    return Graph(Schema(tuple(counts), tuple(edges)), adjacency, counts)


def planted_roles(
    *, users: int = 400, triads: int = 3, others: int = 3, noise: float = 0.0, seed: int = 0
) -> Graph:
    """A graph in which the class of a user depends on motif roles alone.

    A user knows pairs of persons of whom one leads the other: triads
    `(t:user)-[:knows]->(a:person)-[:leads]->(c:person), (t)-[:knows]->(c)`. One of each pair is
    red, one blue. In class "red leads" the leader is the red one, in "blue leads" the blue one.
    Without direction both classes look the same: as many red and blue persons, at the same
    distances. So features alone, neighbours alone (GCN) and a motif without roles (both persons of
    a triad in one sum) carry no information; a motif with a filter per role separates the classes.
    Users have random features, and know `others` persons of random colour outside any triad.

    Parameters
    ----------
    users, triads, others : int
        Nodes to classify, and the pairs and single persons that each knows. No person is shared,
        which would leak the class.
    noise : float
        Share of triads with the colours exchanged.
    seed : int

    Examples
    --------
    >>> planted_roles(users=10, seed=1)
    Graph(planted-roles: user 10, person 90; knows 90, leads 30)
    """
    rng = np.random.default_rng(seed)
    classes = rng.permutation(np.arange(users) % 2)
    per_user = 2 * triads + others
    persons = users * per_user
    owner = np.repeat(np.arange(users), per_user)
    position = np.tile(np.arange(per_user), users)
    order = rng.permutation(persons)  # the row of a person must not reveal its role
    leaders = order[(position < 2 * triads) & (position % 2 == 0)]
    followers = order[(position < 2 * triads) & (position % 2 == 1)]
    red = rng.random(persons) < 0.5
    red_leads = np.repeat(classes == 0, triads) ^ (rng.random(users * triads) < noise)
    red[leaders], red[followers] = red_leads, ~red_leads
    schema = Schema(
        ("user", "person"),
        (Relation("user", "knows", "person"), Relation("person", "leads", "person")),
    )
    labels = Labels(np.arange(users), classes, ("red leads", "blue leads"))
    return Graph(
        schema,
        {
            ("user", "knows", "person"): _matrix(owner, order, users, persons),
            ("person", "leads", "person"): _matrix(leaders, followers, persons, persons),
        },
        {"user": users, "person": persons},
        features={"user": rng.standard_normal((users, 4)), "person": np.stack([red, ~red], axis=1)},
        labels={"user": labels},
        splits={
            "public": random_split(labels, "user", train=0.3, val=0.2, seed=seed, stratified=True)
        }
        if users >= 10
        else {},
        name="planted-roles",
    )


def _matrix(
    source: npt.NDArray[np.int64], target: npt.NDArray[np.int64], rows: int, columns: int
) -> sparse.csr_array:
    return sparse.csr_array((np.ones(len(source), bool), (source, target)), shape=(rows, columns))


def _distinct(rng: np.random.Generator, size: int, number: int) -> npt.NDArray[np.int64]:
    """`number` distinct values below `size`, without listing them all."""
    if 2 * number > size:
        return rng.permutation(size)[:number]
    found = _collect(number, lambda wanted: rng.integers(0, size, wanted), f"{size:,} pairs")
    return rng.choice(found, number, replace=False)


def _collect(
    number: int, draw: Callable[[int], npt.NDArray[np.int64]], what: str
) -> npt.NDArray[np.int64]:
    """At least `number` distinct values; a `GraphError` if too few are likely enough."""
    found = np.empty(0, np.int64)
    idle = 0
    while len(found) < number:
        before = len(found)
        found = _union(found, draw(int(1.1 * (number - before)) + 16))
        idle = 0 if len(found) > before else idle + 1
        if idle == _IDLE_ROUNDS:
            raise GraphError(
                f"{what}: only {before:,} of {number:,} distinct links are likely enough to be "
                "drawn; ask for fewer, or make the chances more even"
            )
    return found


def _union(one: npt.NDArray[np.int64], other: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Sorted union, several times faster than `numpy.union1d`, which hashes."""
    values = np.concatenate([one, other])
    values.sort()
    return values[np.flatnonzero(np.diff(values, prepend=-1))]


def _pair(
    drawn: npt.NDArray[np.int64], rows: int, columns: int, same: bool, directed: bool
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The ends of the pairs with the drawn numbers.

    Numbered are all pairs of two types; of one type those off the diagonal, or above it if
    undirected.
    """
    if not same:
        return drawn // columns, drawn % columns
    if directed:
        source, target = drawn // (rows - 1), drawn % (rows - 1)
        return source, target + (target >= source)
    high = ((1 + np.sqrt(1 + 8 * drawn.astype(float))) / 2).astype(np.int64)
    high -= high * (high - 1) // 2 > drawn  # the root of a large number may be off by one
    high += high * (high + 1) // 2 <= drawn
    return drawn - high * (high - 1) // 2, high

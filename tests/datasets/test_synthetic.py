from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from motifcnn.datasets.synthetic import planted_roles, random_bipartite, random_typed, rmat
from motifcnn.errors import GraphError
from motifcnn.graph import Graph, Relation


@pytest.mark.parametrize(("scale", "edges"), [(3, 5), (8, 1000), (12, 30_000)])
def test_rmat_has_exactly_the_links_asked_for(scale: int, edges: int) -> None:
    graph = rmat(scale, edges, seed=2)
    assert graph.counts["node"] == 2**scale
    assert graph.num_edges() == edges
    assert graph.adjacency["node", "edge", "node"].diagonal().sum() == 0


def test_rmat_is_skewed_and_a_seed_repeats_it() -> None:
    graph = rmat(12, 30_000, seed=5)
    assert graph == rmat(12, 30_000, seed=5)
    assert graph != rmat(12, 30_000, seed=6)
    degrees = np.diff(graph.adjacency["node", "edge", "node"].indptr)
    assert degrees.max() > 20 * degrees.mean()
    even = rmat(12, 30_000, seed=5, shares=(0.25, 0.25, 0.25, 0.25))
    assert np.diff(even.adjacency["node", "edge", "node"].indptr).max() < 4 * degrees.mean()


def test_rmat_refuses_more_links_than_it_could_draw() -> None:
    with pytest.raises(GraphError, match="rmat: 29 links among 8 nodes"):
        rmat(3, 29)


def test_random_graphs_have_exactly_the_links_asked_for() -> None:
    assert random_bipartite(30, 50, 700, seed=1).num_edges() == 700
    everything = {
        Relation("a", "r", "b"): 12,
        Relation("a", "s", "a"): 12,
        Relation("a", "u", "a", directed=False): 6,
    }
    full = random_typed({"a": 4, "b": 3}, everything)
    assert {r.name: full.num_edges(r) for r in full.schema.relations} == {"r": 12, "s": 12, "u": 6}
    for name in "su":
        assert (
            full.adjacency["a", name, "a"].toarray().tolist() == (~np.eye(4, dtype=bool)).tolist()
        )
    few = random_typed(
        {"a": 1000},
        {Relation("a", "s", "a"): 50, Relation("a", "u", "a", directed=False): 60},
        seed=4,
    )
    assert [few.num_edges(r) for r in few.schema.relations] == [50, 60]
    assert all(matrix.diagonal().sum() == 0 for matrix in few.adjacency.values())
    with pytest.raises(GraphError, match="13 links asked for, expected 0 to 12"):
        random_typed({"a": 4}, {Relation("a", "s", "a"): 13})


def triads(graph: Graph) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Triads per user and leader, and per user and follower, by matrix products."""
    knows = graph.adjacency["user", "knows", "person"].astype(int)
    leads = graph.adjacency["person", "leads", "person"].astype(int)
    return knows * (knows @ leads.T), knows * (knows @ leads)


def accuracy(graph: Graph, x: np.ndarray) -> float:
    split, y = graph.splits["public"], graph.labels["user"].y
    model = LogisticRegression(max_iter=1000).fit(x[split.train], y[split.train])
    return float(model.score(x[split.test], y[split.test]))


@pytest.mark.parametrize("seed", range(3))
def test_only_the_role_tells_the_class(seed: int) -> None:
    graph = planted_roles(seed=seed)
    leader, follower = triads(graph)
    colours = graph.features["person"]
    own = graph.features["user"]
    by_role = np.hstack([leader @ colours, follower @ colours])
    added_up = (leader + follower) @ colours
    neighbours = graph.adjacency["user", "knows", "person"].astype(int) @ colours
    assert accuracy(graph, by_role) == 1.0
    assert np.unique(added_up, axis=0).tolist() == [
        [3, 3]
    ]  # the same for every user: no model can tell
    for blind in (own, np.hstack([own, neighbours])):
        assert abs(accuracy(graph, blind) - 0.5) < 0.12


def test_without_direction_the_classes_are_the_same_coloured_graph() -> None:
    """Colour refinement bounds message passing, and without direction sees the same everywhere."""
    graph = planted_roles(users=60, others=0, seed=1)
    knows = graph.adjacency["user", "knows", "person"].astype(int).tocsr()
    leads = graph.adjacency["person", "leads", "person"].astype(int)
    both = (leads + leads.T).tocsr()
    person = graph.features["person"][:, 0].astype(int).tolist()
    user = [0] * 60
    for _ in range(4):
        of_user = knows.T.tocsr()
        seen = [
            (
                person[p],
                tuple(sorted(user[u] for u in of_user[[p]].indices)),
                tuple(sorted(person[q] for q in both[[p]].indices)),
            )
            for p in range(len(person))
        ]
        user = [
            hash((user[u], tuple(sorted(person[p] for p in knows[[u]].indices)))) for u in range(60)
        ]
        person = [hash(value) for value in seen]
    assert len(set(user)) == 1


def test_noise_turns_triads_round() -> None:
    graph = planted_roles(users=1000, triads=1, noise=0.2, seed=0)
    leader, _ = triads(graph)
    red_leads = (leader @ graph.features["person"])[:, 0] == 1
    agree = red_leads == (graph.labels["user"].y == 0)
    assert agree.mean() == pytest.approx(0.8, abs=0.04)


def test_a_seed_repeats_the_planted_graph() -> None:
    assert planted_roles(seed=3) == planted_roles(seed=3)
    assert planted_roles(seed=3) != planted_roles(seed=4)


def test_skewed_links_are_as_many_as_asked_and_go_to_the_first_nodes() -> None:
    graph = random_bipartite(400, 200, 3000, skew=0.6, seed=1)
    degree = np.diff(graph.adjacency["left", "link", "right"].T.tocsr().indptr)
    assert degree.sum() == 3000
    expected = np.arange(1, 201) ** -0.6
    expected *= 3000 / expected.sum()
    assert degree[:20].sum() == pytest.approx(expected[:20].sum(), rel=0.25)
    assert degree[100:].sum() == pytest.approx(expected[100:].sum(), rel=0.25)


def test_more_skewed_links_than_can_be_drawn_are_refused() -> None:
    with pytest.raises(GraphError, match="expected 0 to 25"):
        random_bipartite(10, 10, 60, skew=1.0)


@pytest.mark.parametrize(
    "shares",
    [(0.5, 0.5), (0.5, 0.5, 0.5, -0.5), (0.2,) * 4, (0.2,) * 5, (float("nan"), 0.5, 0.5, 0)],
)
def test_rmat_says_what_shares_are(shares: tuple[float, ...]) -> None:
    with pytest.raises(GraphError, match="expected four numbers from 0 to 1 whose sum is 1"):
        rmat(4, 20, shares=shares)


def test_links_that_are_too_unlikely_to_be_drawn_are_given_up() -> None:
    with pytest.raises(GraphError, match="only 0 of 20 distinct links"):
        rmat(4, 20, shares=(1, 0, 0, 0))
    with pytest.raises(
        GraphError, match=r"random_bipartite with skew 3\.0: only .* of 2,400 distinct links"
    ):
        random_bipartite(10, 1000, 2400, skew=3.0)
    with pytest.raises(GraphError, match="skew nan"):
        random_bipartite(10, 10, 5, skew=float("nan"))

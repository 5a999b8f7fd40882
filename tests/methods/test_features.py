"""features gives the instances and means over roles that the exact tensor gives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

import motifcnn as mc
from motifcnn.errors import BudgetError, GraphError, MotifError
from motifcnn.graph.graph import Graph
from motifcnn.methods import features as module
from motifcnn.methods.features import features
from motifcnn.nn.settings import ConfigError
from tests.small_graphs import MOTIFS, bibliography

SHARED = "(t:paper)--(a:author)--(c:paper)"


@pytest.fixture(scope="module")
def graph() -> Graph:
    plain = bibliography(60)
    rng = np.random.default_rng(0)
    return replace(
        plain,
        ids={"paper": np.array([f"p{i:02}" for i in range(60)])},
        features={**plain.features, "venue": rng.random((9, 2)).astype(np.float32)},
    )


def test_a_table_has_instances_and_the_mean_over_each_role(graph: Graph) -> None:
    table = features(graph, MOTIFS, columns={"venue": ["rank", "age"]})
    assert table.index.tolist() == graph.ids["paper"].tolist()
    assert table.index.name == "paper"
    for text in MOTIFS:
        tensor = mc.count(graph, text)
        np.testing.assert_array_equal(table[f"{text}: instances"], tensor.instances)
        for role in tensor.roles:
            if role.node_type not in graph.features:
                continue
            weights, x = role.matrix.toarray(), graph.features[role.node_type]
            zero = np.zeros(x.shape[1])
            mean = [np.average(x, axis=0, weights=w) if w.any() else zero for w in weights]
            names = ["rank", "age"] if role.node_type == "venue" else map(str, range(30))
            own = table[[f"{text}: {role.label}: {name}" for name in names]]
            np.testing.assert_allclose(own, mean, rtol=1e-5)
    assert table.shape == (60, 3 + 30 + 30 + 2)


def test_labels_are_not_looked_at(graph: Graph) -> None:
    bare = replace(graph, labels={})
    assert features(bare, [SHARED]).equals(features(graph, [SHARED]))


def test_without_motifs_the_rule_of_fit_chooses_them(graph: Graph) -> None:
    table = features(graph, target="paper", width=2)
    assert "(t:paper)--(c:author): instances" in [
        c.replace("-[:by]->", "--") for c in table.columns
    ]


def test_wide_features_are_reduced_or_refused_with_what_helps(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_COLUMNS", 20)
    with pytest.raises(BudgetError, match=r"31 columns, over the limit of 20; type paper .*width="):
        features(graph, [SHARED])
    table = features(graph, [SHARED], width=3)
    assert list(table.columns)[1:] == [f"{SHARED}: c: svd {number}" for number in range(3)]


def test_sparse_features_are_taken(graph: Graph) -> None:
    thin = replace(graph, features={"paper": sparse.csr_array(graph.features["paper"])})
    kept = features(graph, [SHARED])
    np.testing.assert_allclose(features(thin, [SHARED]), kept, rtol=1e-6)


def test_motifs_that_differ_by_their_roles_alone_keep_their_own_columns(graph: Graph) -> None:
    motif = mc.Motif.parse(SHARED)
    table = features(graph, [motif, motif.with_roles("context")], width=1)
    assert table.columns.is_unique
    assert f"{SHARED} (context): instances" in table.columns


@pytest.mark.parametrize(
    ("error", "message", "options"),
    [
        (ConfigError, r"motifs: expected a sequence", {"motifs": SHARED}),
        (ConfigError, "motifs: none are given", {"motifs": []}),
        (
            ConfigError,
            "the target of .* has the type author",
            {"motifs": [SHARED, "(t:author)--(c:paper)"]},
        ),
        (ConfigError, "width must be at least 1, got 0", {"width": 0}),
        (GraphError, "target: unknown node type 'papre'", {"target": "papre"}),
        (GraphError, "columns: 1 names for type venue, which has 2", {"columns": {"venue": ["x"]}}),
        (GraphError, "columns: type author has no features", {"columns": {"author": ["x"]}}),
        (GraphError, "columns: unknown node type", {"columns": {"papre": ["x"]}}),
        (MotifError, "expected", {"motifs": ["(t:paper)-(c:author)"]}),
    ],
)
def test_what_cannot_be_is_refused_by_name(
    graph: Graph, error: type[Exception], message: str, options: dict[str, object]
) -> None:
    with pytest.raises(error, match=message):
        features(graph, **{"motifs": [SHARED]} | options)  # type: ignore[arg-type]


def test_it_is_a_public_name() -> None:
    assert mc.features is features

"""Roles are found by their label and by the names of their nodes, in whatever holds them."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.operator import operator

SCHEMA = Schema(("p", "q"), (Relation("p", "r", "q"),))
MOTIF = Motif.parse("(t:p)--(a:q), (t)--(b:q)--(c:p)")


@pytest.fixture
def graph() -> Graph:
    return Graph(SCHEMA, {("p", "r", "q"): np.ones((3, 3))}, {"p": 3, "q": 3})


def test_tensor_operator_and_estimate_find_the_same_roles(graph: Graph) -> None:
    for held in (count(graph, MOTIF), operator(graph, MOTIF), count(graph, MOTIF, sample=10)):
        assert [held.role(name).label for name in "abc"] == ["a", "b", "c"]
        with pytest.raises(KeyError, match="no role 'd'; roles: a, b, c"):
            held.role("d")


def test_the_nodes_of_a_role_lead_to_it(graph: Graph) -> None:
    tensor = count(graph, Motif.parse("(t:p)--(a:q), (t)--(b:q)"))
    assert tensor.role("a") is tensor.role("b") is tensor.role("a+b")


def test_a_node_whose_name_looks_like_a_label_is_told_from_the_role(graph: Graph) -> None:
    tensor = count(graph, Motif.parse("(t:p)--(a:q), (t)--(b:q), (a)--(`a+b`:p)--(b)"))
    together, apart = tensor.roles
    assert tensor.role("a+b") is tensor.role("a") is together
    assert tensor.role("`a+b`") is apart
    assert apart.node_type == "p"

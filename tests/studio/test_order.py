"""What `fit` would refuse is told by field, before any work."""

from __future__ import annotations

from typing import Any

import pytest

import motifcnn as mc
from motifcnn.errors import MotifCNNError
from motifcnn.graph import Graph
from motifcnn.studio.order import Order, order_problem

WRONG: dict[str, dict[str, Any]] = {
    "model": {"model": "gnc"},
    "preset": {"preset": "asonom"},
    "settings.dropout": {"settings": {"dropout": 1.5}},
    "settings.epochs": {"settings": {"epochs": "many"}},
    "settings.dropot": {"settings": {"dropot": 0.5}},
    "settings": {"settings": {"filters": [8, 8], "labels": True}},
    "seed": {"seed": -1},
    "split": {"split": "publik"},
    "motifs": {"motifs": ["(t:package)--(c:maintaner)"]},
    "batch_size": {"batch_size": 0},
}
OF_ONE_MODEL: dict[str, Any] = {
    "motifs": ["(t:package)--(c:maintainer)"],
    "preset": "asonam",
    "settings": {"epochs": 3},
    "batch_size": 32,
}


@pytest.mark.parametrize("field", WRONG)
def test_a_wrong_field_is_named_with_the_message_of_fit(debian: Graph, field: str) -> None:
    order = Order(target="package", **WRONG[field])
    found = order_problem(debian, order)
    assert found is not None and found.field == field
    with pytest.raises(MotifCNNError) as refused:
        mc.fit(debian, **order.for_fit())
    assert found.message == str(refused.value)


@pytest.mark.parametrize("field", OF_ONE_MODEL)
def test_the_automatic_model_refuses_what_one_model_would_mean(debian: Graph, field: str) -> None:
    assert order_problem(debian, Order(target="package", model="auto")) is None
    order = Order(target="package", model="auto", **{field: OF_ONE_MODEL[field]})
    found = order_problem(debian, order)
    assert found is not None and found.field == field
    with pytest.raises(MotifCNNError) as refused:
        mc.fit(debian, **order.for_fit())
    assert found.message == str(refused.value)


def test_a_method_without_batches_refuses_a_batch_size(debian: Graph) -> None:
    found = order_problem(debian, Order(target="package", model="boosting", batch_size=32))
    assert found is not None and found.field == "batch_size"


def test_a_file_trains_with_the_same_batches_and_weights(debian: Graph) -> None:
    from motifcnn.cli.options.training import TrainingOptions

    order = Order(target="package", model="gcn", batch_size=64, class_weights="balanced")
    options = TrainingOptions(**order.for_train("debian"))
    assert (options.batch_size, options.class_weights) == (64, "balanced")


@pytest.mark.parametrize(
    "motifs", [[], ["(t:tag)--(c:package)"], ["(t:package"], ["(t:package)--(c:maintainer)"] * 2]
)
def test_motifs_need_the_target_and_a_method_that_takes_them(
    debian: Graph, motifs: list[str]
) -> None:
    taken = order_problem(debian, Order(target="package", motifs=motifs))
    assert (taken is None) == (motifs[:1] == ["(t:package)--(c:maintainer)"])
    refused = order_problem(debian, Order(target="package", model="gcn", motifs=motifs))
    assert refused is not None and refused.field == "motifs"


def test_shares_and_names_of_splits_are_taken(debian: Graph) -> None:
    for split in ("random", "public", [0.6, 0.2, 0.2]):
        assert order_problem(debian, Order(target="package", split=split)) is None


def test_settings_that_are_right_together_are_taken(debian: Graph) -> None:
    # Three layers refuse labels; one layer does not.
    order = Order(target="package", preset="preprint", settings={"labels": True, "filters": [8]})
    assert order_problem(debian, order) is None

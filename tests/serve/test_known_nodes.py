from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.serve.known_nodes import KnownNodes
from motifcnn.serve.problems import RequestError
from motifcnn.train import Run


def test_every_node_has_the_run_s_prediction(run: Run) -> None:
    frame = run.predict()
    found = KnownNodes(run).predictions(run.ids.tolist())
    assert [row["node"] for row in found] == frame["node"].tolist()
    assert [row["name"] for row in found] == frame["name"].tolist()
    assert [", ".join(row["predicted"]) for row in found] == frame["predicted"].tolist()
    chances = np.array([[row["probabilities"][c] for c in run.classes] for row in found])
    assert np.abs(chances - run.probabilities).max() <= 5e-7


def test_several_classes_are_predicted_where_each_reaches_the_threshold(run: Run) -> None:
    many = replace(run, multi_label=True, threshold=0.2)
    found = KnownNodes(many).predictions(run.ids.tolist())
    expected = [
        [name for name, chance in zip(run.classes, row, strict=True) if chance >= 0.2]
        for row in run.probabilities
    ]
    assert [row["predicted"] for row in found] == expected


def test_an_id_may_be_a_text_and_comes_before_a_name(run: Run) -> None:
    names = run.names.copy()
    names[5] = "100"
    nodes = KnownNodes(replace(run, names=names))
    assert nodes.row(100) == nodes.row("100") == 0
    assert nodes.row("Paper 9") == 9


@pytest.mark.parametrize(
    ("node", "status", "message"),
    [
        (99, 404, "no node of type paper has the id or the name '99'; ids are such as 100, 101"),
        ("", 404, "no node of type paper"),
        ("Paper 1", 409, "2 nodes of type paper are named 'Paper 1': give an id instead (101, 102"),
    ],
)
def test_a_node_that_is_unknown_or_unclear_is_an_error(
    run: Run, node: int | str, status: int, message: str
) -> None:
    with pytest.raises(RequestError) as error:
        KnownNodes(run).row(node)
    assert error.value.status == status
    assert message in str(error.value)

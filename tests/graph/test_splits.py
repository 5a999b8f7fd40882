from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Graph, Labels, random_split, split_from_files

LABELS = Labels(np.arange(0, 400, 2), np.repeat([0, 1], [150, 50]), ("big", "small"))


@pytest.mark.parametrize("stratified", [False, True])
def test_parts_are_disjoint_and_cover_the_labelled_nodes(stratified: bool) -> None:
    split = random_split(LABELS, "paper", train=0.1, val=0.2, seed=3, stratified=stratified)
    assert (len(split.train), len(split.val), len(split.test)) == (20, 40, 140)
    assert sorted(np.concatenate([split.train, split.val, split.test])) == LABELS.nodes.tolist()


def test_the_seed_alone_decides() -> None:
    assert random_split(LABELS, "paper", seed=1) == random_split(LABELS, "paper", seed=1)
    assert random_split(LABELS, "paper", seed=1) != random_split(LABELS, "paper", seed=2)


def test_stratified_keeps_the_shares_of_the_classes() -> None:
    split = random_split(LABELS, "paper", train=0.1, val=0.2, stratified=True)
    of_class = dict(zip(LABELS.nodes.tolist(), LABELS.y.tolist(), strict=True))
    assert np.bincount([of_class[n] for n in split.train.tolist()]).tolist() == [15, 5]
    assert np.bincount([of_class[n] for n in split.val.tolist()]).tolist() == [30, 10]


def test_stratified_gives_every_class_a_training_node() -> None:
    rare = Labels(np.arange(100), np.r_[np.zeros(98, int), 1, 1], ("common", "rare"))
    assert {98, 99} & set(
        random_split(rare, "x", train=0.05, val=0.05, stratified=True).train.tolist()
    )


@pytest.mark.parametrize(("train", "val"), [(0, 0.1), (0.6, 0.4), (0.5, -0.1), (float("nan"), 0.1)])
def test_shares_that_leave_nothing_are_refused(train: float, val: float) -> None:
    with pytest.raises(GraphError, match="random split"):
        random_split(LABELS, "paper", train=train, val=val)


def test_multi_label_is_stratified_by_the_first_class() -> None:
    y = np.zeros((40, 3), dtype=bool)
    y[:, 2] = True
    y[:10, 0] = True  # a quarter has class 0 before class 2
    split = random_split(
        Labels(np.arange(40), y, ("a", "b", "c")), "x", train=0.2, val=0.2, stratified=True
    )
    assert [int(y[part, 0].sum()) for part in (split.train, split.val, split.test)] == [2, 2, 6]


def test_a_share_for_the_test_leaves_nodes_out() -> None:
    split = random_split(LABELS, "paper", train=0.1, val=0.1, test=0.3, seed=1)
    assert (len(split.train), len(split.val), len(split.test)) == (20, 20, 60)


def test_too_few_nodes_are_said() -> None:
    with pytest.raises(GraphError, match="too few"):
        random_split(Labels(np.arange(3), np.zeros(3), ("a",)), "x", train=0.1)


NODES = {"id": [5, 7, 9, 11], "label": ["a", "b", "a", None]}


@pytest.mark.parametrize(
    ("train", "test", "message"),
    [
        ("5\n", "8\n", r"test\.txt, line 1: '8' is not the id"),
        ("5\n", "7\n11\n", r"test\.txt, line 2: node '11' has no label"),
        (
            "5\n7\n",
            "9\n\n7\n",
            r"test\.txt, line 3: node '7' is listed before, at .*train\.txt, line 2",
        ),
    ],
)
def test_bad_files_of_a_split_name_file_line_and_id(
    train: str, test: str, message: str, tmp_path: Path
) -> None:
    graph = Graph.from_tables(NODES, {"source": [5], "target": [7]})
    (tmp_path / "train.txt").write_text(train)
    (tmp_path / "test.txt").write_text(test)
    with pytest.raises(GraphError, match=message):
        split_from_files(graph, "node", tmp_path / "train.txt", tmp_path / "test.txt")


def test_a_split_from_files_has_the_rows_of_the_ids(tmp_path: Path) -> None:
    graph = Graph.from_tables(NODES, {"source": [5], "target": [7]})
    for part, node in (("train", 9), ("val", 5), ("test", 7)):
        (tmp_path / part).write_text(f"{node}\r\n")
    split = split_from_files(graph, "node", tmp_path / "train", tmp_path / "test", tmp_path / "val")
    assert (split.train.tolist(), split.val.tolist(), split.test.tolist()) == ([2], [0], [1])

"""Labels and splits of a TSV folder."""

from __future__ import annotations

import json
from pathlib import Path

from motifcnn.graph import read_graph
from tests.graph.folders import META, write_good_folder


def test_class_names_come_from_meta_else_from_the_id(tmp_path: Path) -> None:
    labels = read_graph(write_good_folder(tmp_path / "a")).labels["paper"]
    assert labels.classes == ("databases", "5")
    assert labels.nodes.tolist() == [0, 2]
    assert labels.y.tolist() == [1, 0]


def test_several_classes_make_multi_label(tmp_path: Path) -> None:
    folder = write_good_folder(tmp_path / "a")
    (folder / "meta.json").write_text(
        json.dumps({k: v for k, v in META.items() if k != "multi_label"})
    )
    (folder / "labels.tsv").write_text("node\tlabels\n0\t5,2\n3\t2\n")
    assert read_graph(folder).labels["paper"].y.tolist() == [[True, True], [True, False]]


def test_a_class_that_is_listed_twice_for_a_node_is_one_class(tmp_path: Path) -> None:
    folder = write_good_folder(tmp_path / "a")
    (folder / "meta.json").write_text(
        json.dumps({k: v for k, v in META.items() if k != "multi_label"})
    )
    (folder / "labels.tsv").write_text("node\tlabels\n0\t5, 5\n3\t2\n")
    assert read_graph(folder).labels["paper"].y.tolist() == [1, 0]


def test_labels_on_several_types_share_their_classes(tmp_path: Path) -> None:
    folder = write_good_folder(tmp_path / "a")
    (folder / "meta.json").write_text(json.dumps({**META, "labeled_types": ["paper", "author"]}))
    (folder / "labels.tsv").write_text("node\tlabels\n0\t5\n2\t9\n3\t2\n")
    labels = read_graph(folder).labels
    assert labels["paper"].classes == labels["author"].classes == ("databases", "5", "9")
    assert labels["author"].y.tolist() == [2]


def test_a_trainval_split_has_no_validation_part(tmp_path: Path) -> None:
    folder = write_good_folder(tmp_path / "a")
    (folder / "splits" / "train.txt").rename(folder / "splits" / "trainval.txt")
    split = read_graph(folder).splits["public"]
    assert (split.train.tolist(), split.val.tolist(), split.test.tolist()) == ([2], [], [0])

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.experiments.graphs import open_column, split_of
from motifcnn.graph import read_graph
from motifcnn.train import random_split
from tests.experiments.small import papers


def test_a_column_is_a_folder_or_a_dataset_and_is_opened_once(tmp_path: Path) -> None:
    column = papers(tmp_path)
    assert open_column(column) == read_graph(column.dataset)
    assert open_column(column) is open_column(replace(column))


def test_a_change_is_made_to_the_graph(tmp_path: Path) -> None:
    several = papers(tmp_path, multi_label=True)
    bare = open_column(replace(several, change="ten largest groups, no features"))
    assert open_column(several).features and not bare.features


def test_a_split_is_random_by_seed_with_the_shares_of_the_column(tmp_path: Path) -> None:
    column = papers(tmp_path)
    graph = open_column(column)
    assert split_of(column, graph, 4) == random_split(graph, fractions=column.fractions, seed=4)
    assert not np.array_equal(split_of(column, graph, 4).train, split_of(column, graph, 5).train)


def test_an_official_split_must_be_one(tmp_path: Path) -> None:
    column = replace(papers(tmp_path), official=True)
    graph = open_column(column)
    (split,) = graph.splits.values()
    for splits in ({}, {"a": split, "b": split}):
        with pytest.raises(GraphError, match=f"expected one official split .* found {len(splits)}"):
            split_of(column, replace(graph, splits=splits), 0)

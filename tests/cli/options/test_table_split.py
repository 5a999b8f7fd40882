from __future__ import annotations

import numpy as np
import pandas as pd

from motifcnn.cli.options.table_split import table_shares, table_split
from motifcnn.cli.options.training import TrainingOptions
from motifcnn.graph import read_tables

PEOPLE = pd.DataFrame({"id": range(50), "club": np.arange(50) % 7, "kind": ["a", "b"] * 25})


def test_tables_are_split_60_20_20_class_by_class() -> None:
    graph = read_tables({"people": PEOPLE}, label="people.kind", report=[])
    split = table_split(TrainingOptions(graph="people"), graph)
    y = graph.labels["people"].y
    found = [np.bincount(y[part]).tolist() for part in (split.train, split.val, split.test)]
    assert found == [[15, 15], [5, 5], [5, 5]]


def test_a_split_that_is_named_or_in_a_column_wins() -> None:
    parts = np.resize(["train", "train", "val", "test"], 50)
    own = read_tables({"people": PEOPLE.assign(split=parts)}, label="people.kind", report=[])
    assert table_split(TrainingOptions(graph="people"), own) is None
    given = TrainingOptions(graph="people", split=[0.2, 0.1, 0.7])
    assert table_split(given, own) == [0.2, 0.1, 0.7]


def test_repeated_splits_of_tables_have_the_same_shares_unless_given() -> None:
    assert table_shares(TrainingOptions(graph="people")) == ([0.6, 0.2, 0.2], True)
    given = TrainingOptions(graph="people", fractions=[0.1, 0.1, 0.8])
    assert table_shares(given) == ([0.1, 0.1, 0.8], False)

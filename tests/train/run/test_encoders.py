"""A run keeps how columns became features, and encodes the columns of other graphs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from motifcnn.graph.encode import TableEncoder, fit_encoder
from motifcnn.graph.extend import extended
from motifcnn.graph.graph import Graph
from motifcnn.graph.subgraph import with_neighbours, without_nodes
from motifcnn.train import Run, fit, load_run
from motifcnn.train.run.documents import EncoderDocument
from motifcnn.train.run.encoders import encoded, read_encoders, write_encoders
from tests.small_graphs import MOTIFS, bibliography

NEW = np.arange(0, 120, 9)


def tables() -> Graph:
    """A bibliography as tables say it: columns of papers, no features."""
    graph, rng = bibliography(), np.random.default_rng(0)
    field = graph.labels["paper"].y
    columns = {
        "year": np.where(rng.random(120) < 0.1, np.nan, 1990 + 5 * field),
        "topic": np.array(["data", "mind", "text"], object)[(field + rng.integers(0, 2, 120)) % 3],
    }
    return replace(graph, features={}, columns={"paper": columns})


def told(graph: Graph) -> Graph:
    """The graph with features from its columns, and the encoder that made them."""
    frame = pd.DataFrame(dict(graph.columns["paper"]))
    encoder = fit_encoder(frame)
    x = encoder.features(frame)
    return replace(graph, features={"paper": x}, encoders={"paper": encoder})


@pytest.fixture(scope="module")
def rest() -> Graph:
    return told(without_nodes(tables(), "paper", NEW))


@pytest.fixture(scope="module")
def run(rest: Graph) -> Run:
    return fit(rest, MOTIFS, split=(0.5, 0.2, 0.3), epochs=2, settings={"choose": False})


def stored(encoders: dict[str, TableEncoder]) -> dict[str, TableEncoder]:
    """The same encoders, as a file has them."""
    arrays, documents = write_encoders(encoders)
    return read_encoders(arrays, [EncoderDocument.model_validate(one) for one in documents])


def again(encoder: TableEncoder) -> TableEncoder:
    """The same encoder, as a file has it."""
    return stored({"paper": encoder})["paper"]


def test_columns_are_encoded_unless_such_encoders_made_the_features(rest: Graph) -> None:
    bare = replace(rest, features={}, encoders={})
    found = encoded(bare, rest.encoders)
    assert found == rest
    assert encoded(bare, rest.encoders) is found  # with all that is derived from it
    assert encoded(rest, rest.encoders) is rest
    assert encoded(rest, {"paper": again(rest.encoders["paper"])}) is rest
    other = told(tables()).encoders
    assert encoded(rest, other).encoders == other
    assert encoded(bibliography(), other) == bibliography()  # no columns to encode


def test_new_rows_are_encoded_as_the_first_ones_were(rest: Graph) -> None:
    new = with_neighbours(tables(), "paper", NEW)
    both = extended(rest, new)
    expected = rest.encoders["paper"].transform(pd.DataFrame(dict(tables().columns["paper"])))
    np.testing.assert_array_equal(both.features["paper"], expected.toarray())


def test_a_run_encodes_new_tables_without_those_it_was_trained_on(
    rest: Graph, run: Run, tmp_path: Path
) -> None:
    run.save(tmp_path / "run")
    loaded = load_run(tmp_path / "run")
    new = with_neighbours(tables(), "paper", NEW)
    found = run.predict_new(new)
    assert loaded.predict_new(new, rest).equals(found)
    assert loaded.predict_new(new, replace(rest, encoders={})).equals(found)
    x = rest.encoders["paper"].features(pd.DataFrame(dict(new.columns["paper"])))
    by_hand = replace(new, columns={}, features={"paper": x})
    assert loaded.predict(new).equals(run.predict(by_hand))


def test_states_of_several_types_keep_their_own_arrays() -> None:
    one = fit_encoder(pd.DataFrame({"plot": [f"word{i} of a plot" for i in range(30)]}))
    two = fit_encoder(pd.DataFrame({"plot": [f"term{i} of a book" for i in range(30)]}))
    found = stored({"a/b": one, "a": two})
    assert found["a/b"].feature_names == one.feature_names
    assert found["a"].feature_names == two.feature_names
    assert read_encoders({}, []) == {}

"""A run keeps how columns became features, and encodes the columns of other graphs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from motifcnn.graph.extend import extended
from motifcnn.graph.graph import Graph
from motifcnn.graph.subgraph import with_neighbours, without_nodes
from motifcnn.train import fit
from motifcnn.train.run.encoders import encoded, read_encoders, write_encoders
from tests.small_graphs import MOTIFS, bibliography

NEW = np.arange(0, 120, 9)


@dataclass(frozen=True)
class Words:
    """Stands in for an encoder: one column per word of a text."""

    width: int

    def transform(self, table: Any) -> sparse.csr_array:
        x = np.zeros((len(table), self.width), np.float32)
        for row, text in enumerate(table["text"]):
            x[row, [int(word) for word in text.split()]] = 1
        return sparse.csr_array(x)

    def to_json(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return {"width": self.width}, {"scale": np.ones(2)}


def told() -> Graph:
    """A bibliography whose words are a column of texts as well."""
    graph = bibliography()
    texts = [" ".join(map(str, np.flatnonzero(row))) for row in graph.features["paper"]]
    return replace(graph, columns={"paper": {"text": texts}}, encoders={"paper": Words(30)})


def bare(graph: Graph) -> Graph:
    """The same graph as its tables say it: columns, no features and no encoders."""
    return replace(graph, features={}, encoders={})


def test_columns_are_encoded_unless_these_encoders_made_the_features() -> None:
    graph = told()
    found = encoded(bare(graph), graph.encoders)
    np.testing.assert_array_equal(found.features["paper"].toarray(), graph.features["paper"])
    assert found.encoders == graph.encoders
    assert encoded(graph, graph.encoders) is graph
    assert encoded(bibliography(), graph.encoders) == bibliography()  # no columns to encode


def test_new_rows_are_encoded_as_the_first_ones_were() -> None:
    graph = told()
    rest, new = without_nodes(graph, "paper", NEW), with_neighbours(graph, "paper", NEW)
    both = extended(rest, bare(new))
    np.testing.assert_array_equal(both.features["paper"], graph.features["paper"])
    run = fit(rest, MOTIFS, split=(0.5, 0.2, 0.3), epochs=2)
    assert run.encoders == rest.encoders
    assert run.predict_new(bare(new)).equals(run.predict_new(new))
    # The training graph may have been read without its encoders: the run has them.
    assert run.predict_new(bare(new), replace(rest, encoders={})).equals(run.predict_new(new))
    one, two = (run.predict(graph).iloc[:, 3:].to_numpy() for graph in (bare(new), new))
    np.testing.assert_allclose(one, two, rtol=1e-5)


def test_states_are_documents_and_arrays_with_names_of_their_own() -> None:
    arrays, documents = write_encoders({"a/b": Words(3), "a": Words(4)})
    assert [d["type"] for d in documents] == ["a/b", "a"]
    assert [d["state"]["width"] for d in documents] == [3, 4]
    assert set(arrays) == {"0/scale", "1/scale"}
    assert read_encoders({}, []) == {}

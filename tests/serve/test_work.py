from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Graph, read_tables
from motifcnn.graph.tables.read import mapping_of
from motifcnn.serve.requests import NewNodes
from motifcnn.serve.work import predict_new
from motifcnn.train import Run, fit


def test_answers_follow_the_order_of_the_request(run: Run, papers: Graph) -> None:
    nodes = [{"id": i, "name": str(i), "features": {"1": 1.0}} for i in (700, 50, 600)]
    found = predict_new(run, papers, NewNodes.model_validate({"nodes": {"paper": nodes}}))
    assert [row["node"] for row in found["predictions"]] == [700, 50, 600]
    assert [row["name"] for row in found["predictions"]] == ["700", "50", "600"]


def test_a_request_without_a_node_to_classify_is_an_error(run: Run, papers: Graph) -> None:
    request = NewNodes.model_validate({"nodes": {"author": [{"id": 900}]}})
    with pytest.raises(GraphError, match="no new node of type paper"):
        predict_new(run, papers, request)


def test_columns_of_a_new_node_count_as_they_do_in_tables() -> None:
    """A request with columns gives what `predict_new` gives for the same rows as tables."""
    rng = np.random.default_rng(0)
    genres = rng.choice(["drama", "war"], 40)
    movies = pd.DataFrame(
        {
            "id": range(40),
            "year": np.where(genres == "war", 1950, 2000) + rng.integers(0, 9, 40),
            "title": [f"{genre} {word}" for genre, word in zip(genres, "abcd" * 10, strict=True)],
            "genre": genres,
        }
    )
    cast = pd.DataFrame({"movie_id": np.arange(80) % 40, "actor_id": rng.integers(0, 9, 80)})
    tables = {"movies": movies, "cast": cast}
    mapping = mapping_of(tables, label="movies.genre")
    graph = read_tables(tables, mapping)
    run = fit(graph, ["(t:movie)--(c:actor)"], preset="inductive", epochs=2)
    request = {
        "nodes": {"movie": [{"id": 99, "columns": {"year": 1951, "title": "war b"}}]},
        "links": {"cast": [[99, 3], [99, 5]]},
    }
    (found,) = predict_new(run, graph, NewNodes.model_validate(request))["predictions"]
    arrived = {
        "movies": pd.DataFrame({"id": [99], "year": [1951], "title": ["war b"], "genre": [None]}),
        "cast": pd.DataFrame({"movie_id": [99, 99], "actor_id": [3, 5]}),
    }
    new = read_tables(arrived, mapping, partial=True, encoders=run.encoders)
    frame = run.predict_new(new, graph)
    expected = frame[frame["new"]].iloc[0]
    for name, chance in found["probabilities"].items():
        assert abs(chance - expected[f"p({name})"]) < 1e-5

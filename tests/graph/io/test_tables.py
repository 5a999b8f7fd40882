from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph import Graph, Relation
from motifcnn.graph.left_out import LeftOut

PAPERS = {
    "id": ["p2", "p1", "p3"],
    "name": ["Two", "One", None],
    "label": ["db", "ml", None],
    "split": ["train", "test", None],
}
AUTHORS = {"id": ["zoe", "ada"]}
WRITTEN = {"source": ["p1", "p2", "p3"], "target": ["ada", "ada", "zoe"]}
CITES = {"source": ["p1", "p1"], "target": ["p2", "p2"]}


def expected() -> Graph:
    return Graph.from_tables(
        {"paper": PAPERS, "author": AUTHORS},
        {("paper", "written-by", "author"): WRITTEN, ("paper", "cites", "paper"): CITES},
    )


def test_rows_are_in_id_order_and_repeated_links_count_once() -> None:
    graph = expected()
    assert graph.ids["paper"].tolist() == ["p1", "p2", "p3"]
    assert graph.names["paper"].tolist() == ["One", "Two", ""]
    assert graph.adjacency["paper", "written-by", "author"].toarray().astype(int).tolist() == [
        [1, 0],
        [1, 0],
        [0, 1],
    ]
    assert graph.adjacency["paper", "cites", "paper"].toarray().astype(int).tolist() == [
        [0, 1, 0],
        [0, 0, 0],
        [0, 0, 0],
    ]
    assert graph.labels["paper"].classes == ("db", "ml")
    assert graph.labels["paper"].nodes.tolist() == [0, 1]
    assert graph.labels["paper"].y.tolist() == [1, 0]
    assert graph.splits["public"].train.tolist() == [1]
    assert graph.splits["public"].test.tolist() == [0]


def as_frame(columns: dict[str, Any], _: Path, __: str) -> Any:
    return pd.DataFrame(columns)


def as_arrow(columns: dict[str, Any], _: Path, __: str) -> Any:
    return pa.table(columns)


def as_parquet(columns: dict[str, Any], folder: Path, name: str) -> Any:
    parquet.write_table(pa.table(columns), folder / f"{name}.parquet")
    return folder / f"{name}.parquet"


def as_csv(columns: dict[str, Any], folder: Path, name: str) -> Any:
    pd.DataFrame(columns).to_csv(folder / f"{name}.csv", index=False)
    return str(folder / f"{name}.csv")


def as_tsv_gz(columns: dict[str, Any], folder: Path, name: str) -> Any:
    pd.DataFrame(columns).to_csv(folder / f"{name}.tsv.gz", index=False, sep="\t")
    return folder / f"{name}.tsv.gz"


@pytest.mark.parametrize("form", [as_frame, as_arrow, as_parquet, as_csv, as_tsv_gz])
def test_every_form_of_table_gives_the_same_graph(form: Any, tmp_path: Path) -> None:
    graph = Graph.from_tables(
        {"paper": form(PAPERS, tmp_path, "papers"), "author": form(AUTHORS, tmp_path, "authors")},
        {"written-by": form(WRITTEN, tmp_path, "written"), "cites": form(CITES, tmp_path, "cites")},
    )
    assert graph == expected()


def test_one_table_of_nodes_and_one_of_edges() -> None:
    nodes = pd.concat(
        [pd.DataFrame(PAPERS).assign(type="paper"), pd.DataFrame(AUTHORS).assign(type="author")]
    )
    edges = pd.concat(
        [
            pd.DataFrame(WRITTEN).assign(relation="written-by"),
            pd.DataFrame(CITES).assign(relation="cites"),
        ]
    )
    graph = Graph.from_tables(nodes, edges)
    assert graph.adjacency.keys() == expected().adjacency.keys()
    assert all((graph.adjacency[k] != expected().adjacency[k]).nnz == 0 for k in graph.adjacency)
    assert graph.labels == expected().labels


def test_ids_may_repeat_between_types_where_the_types_are_given() -> None:
    nodes = {"a": {"id": [0, 1]}, "b": {"id": [0, 1, 2]}}
    graph = Graph.from_tables(nodes, {("a", "r", "b"): {"source": [1], "target": [2]}})
    assert graph.adjacency["a", "r", "b"].toarray().astype(int).tolist() == [[0, 0, 0], [0, 0, 1]]
    columns = {
        "source": [1],
        "target": [2],
        "relation": ["r"],
        "source_type": ["a"],
        "target_type": ["b"],
    }
    assert Graph.from_tables(nodes, columns) == graph
    with pytest.raises(GraphError, match="used by two node types"):
        Graph.from_tables(nodes, {"r": {"source": [1], "target": [2]}})


def test_text_ids_with_leading_zeros_stay_texts(tmp_path: Path) -> None:
    (tmp_path / "n.csv").write_text("id\n007\n7\n")
    (tmp_path / "e.csv").write_text("source,target\n007,7\n")
    graph = Graph.from_tables(tmp_path / "n.csv", tmp_path / "e.csv")
    assert graph.ids["node"].tolist() == ["007", "7"]
    assert graph.adjacency["node", "edge", "node"].toarray().astype(int).tolist() == [
        [0, 1],
        [0, 0],
    ]


def test_integer_ids_of_a_text_file_are_integers_and_match_integer_edges(tmp_path: Path) -> None:
    (tmp_path / "n.csv").write_text("id\n10\n9\n")
    graph = Graph.from_tables(tmp_path / "n.csv", pd.DataFrame({"source": [9], "target": [10]}))
    assert graph.ids["node"].tolist() == [9, 10]
    assert graph.adjacency["node", "edge", "node"].toarray().astype(int).tolist() == [
        [0, 1],
        [0, 0],
    ]


def test_features_come_from_columns_or_matrices_in_table_order() -> None:
    nodes = {"id": ["b", "a"], "x": [1.0, 2.0], "y": ["3", "4"]}
    edges = {"source": ["a"], "target": ["b"]}
    assert Graph.from_tables(nodes, edges, features=["x", "y"]).features["node"].tolist() == [
        [2, 4],
        [1, 3],
    ]
    given = Graph.from_tables(
        nodes, edges, features={"node": sparse.csr_array([[0, 5], [6, 0]])}
    ).features["node"]
    assert given.toarray().tolist() == [[6, 0], [0, 5]]


def test_undirected_relations_are_named_or_given() -> None:
    edges = {"source": [1], "target": [2]}
    named = Graph.from_tables({"id": [1, 2]}, {"friend": edges}, undirected=["friend"])
    given = Graph.from_tables(
        {"node": {"id": [1, 2]}}, {Relation("node", "friend", "node", directed=False): edges}
    )
    assert named == given
    assert named.adjacency["node", "friend", "node"].nnz == 2


GOOD = "source,target,relation\nn1,n2,r\n"
BAD: dict[str, tuple[str, str, dict[str, Any], list[str]]] = {
    "dangling id": ("id\nn1\nn2\n", GOOD + "n1,nine,r\n", {}, ["e.csv, line 3", "'nine'"]),
    "duplicate id": ("id\nn1\nn2\nn1\n", GOOD, {}, ["n.csv, line 4", "'n1'", "line 2"]),
    "empty id": ('id,x\nn1,1\n"",2\n', GOOD, {}, ["n.csv, line 3", "id ''"]),
    "empty type": ("id,type\nn1,a\nn2,\n", GOOD, {}, ["n.csv, line 3", "type ''"]),
    "missing id column": ("key\nn1\n", GOOD, {}, ["n.csv", "'id' is missing", "Known: key"]),
    "missing target": ("id\nn1\nn2\n", "source,to\nn1,n2\n", {}, ["e.csv", "'target' is missing"]),
    "ragged row": ("id,type\nn1,a\nn2\n", GOOD, {}, ["n.csv, line 3", "1 columns", "expected 2"]),
    "two type pairs": (
        "id,type\nn1,a\nn2,b\n",
        GOOD + "n1,n1,r\n",
        {},
        ["e.csv, line 3", "'n1' is of type a", "have b"],
    ),
    "nan feature": (
        "id,x\nn1,1\nn2,nan\n",
        GOOD,
        {"features": ["x"]},
        ["n.csv, line 3", "'x'", "nan"],
    ),
    "feature that is a text": (
        "id,x\nn1,1\nn2,abc\n",
        GOOD,
        {"features": ["x"]},
        ["n.csv, line 3", "'abc'"],
    ),
    "wrong feature rows": (
        "id\nn1\nn2\n",
        GOOD,
        {"features": {"node": np.eye(3)}},
        ["(3, 3)", "2 nodes"],
    ),
    "features of an unknown type": (
        "id\nn1\nn2\n",
        GOOD,
        {"features": {"nod": np.eye(2)}},
        ["'nod'", 'did you mean "node"'],
    ),
    "label outside the classes": (
        "id,label\nn1,a\nn2,b\n",
        GOOD,
        {"classes": ["a"]},
        ["n.csv, line 3", "'b'"],
    ),
    "split of an unlabelled node": (
        "id,label,split\nn1,a,train\nn2,,test\n",
        GOOD,
        {},
        ["n.csv, line 3", "'n2'", "no label"],
    ),
    "unknown part": (
        "id,label,split\nn1,a,train\nn2,a,tset\n",
        GOOD,
        {},
        ["n.csv, line 3", "'tset'"],
    ),
    "unknown undirected relation": (
        "id\nn1\nn2\n",
        GOOD,
        {"undirected": ["s"]},
        ["'s'", "Known: r"],
    ),
    "empty graph": ("id\n", "source,target\n", {}, ["empty"]),
    "empty file": ("", GOOD, {}, ["n.csv, line 1", "header"]),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_tables_name_file_line_and_value(case: str, tmp_path: Path) -> None:
    nodes, edges, options, expected_parts = BAD[case]
    (tmp_path / "n.csv").write_text(nodes)
    (tmp_path / "e.csv").write_text(edges)
    with pytest.raises(GraphError) as caught:
        Graph.from_tables(tmp_path / "n.csv", tmp_path / "e.csv", **options)
    for part in expected_parts:
        assert part in str(caught.value)


def test_lines_are_right_after_blank_lines_and_quoted_line_ends(tmp_path: Path) -> None:
    (tmp_path / "n.csv").write_text('id,name\n\na,"one\ntwo"\n\nb,x\na,y\n')
    with pytest.raises(
        GraphError, match=r"n\.csv, line 7: node id 'a' is used before, at .*n\.csv, line 3"
    ):
        Graph.from_tables(tmp_path / "n.csv", {"source": ["a"], "target": ["b"]})


def test_what_is_no_table_is_said(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match=r"none\.csv: no such file"):
        Graph.from_tables(tmp_path / "none.csv", {})
    (tmp_path / "n.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(GraphError, match=r"n\.parquet: not a Parquet table"):
        Graph.from_tables(tmp_path / "n.parquet", {})
    (tmp_path / "n.xls").write_bytes(b"")
    with pytest.raises(GraphError, match="cannot tell the form"):
        Graph.from_tables(tmp_path / "n.xls", {})
    with pytest.raises(GraphError, match="is no table"):
        Graph.from_tables(3, {})
    with pytest.raises(GraphError, match="differ in length"):
        Graph.from_tables({"id": [1, 2], "label": ["a"]}, {})


def test_an_edge_table_without_rows_needs_its_types() -> None:
    nodes = {"id": [1, 2]}
    with pytest.raises(GraphError, match="no links to tell its types by"):
        Graph.from_tables(nodes, {"r": {"source": [], "target": []}})
    assert (
        Graph.from_tables(
            {"node": nodes}, {("node", "r", "node"): {"source": [], "target": []}}
        ).num_edges()
        == 0
    )


def test_columns_without_another_use_are_kept() -> None:
    films = {
        "id": ["b", "a"],
        "name": ["B", "A"],
        "label": ["x", None],
        "split": ["train", None],
        "words": [3, 5],
        "year": [1984, None],
        "genres": [["sf", "war"], None],
        "seen": pd.to_datetime(["2020-01-02", None]),
    }
    rated = {"source": ["a", "a"], "target": ["b", "b"], "stars": [4.5, 5.0], "type": ["x", None]}
    graph = Graph.from_tables(
        {"film": films}, {("film", "like", "film"): rated}, features={"film": ["words"]}
    )
    columns = graph.columns["film"]
    assert sorted(columns) == ["genres", "seen", "year"]
    assert np.array_equal(columns["year"], [np.nan, 1984], equal_nan=True)
    assert columns["genres"].tolist() == [None, ("sf", "war")]
    assert np.isnat(columns["seen"]).tolist() == [True, False]
    table = graph.link_columns["film", "like", "film"]
    assert (table.source.tolist(), table.target.tolist()) == ([0, 0], [1, 1])
    assert table.columns["stars"].tolist() == [4.5, 5.0]
    assert table.columns["type"].tolist() == ["x", None]


def test_columns_of_one_table_go_to_the_types_and_relations_that_have_values() -> None:
    nodes = {"id": [1, 2], "type": ["film", "user"], "year": [1984, None], "age": [None, 30]}
    edges = {
        "source": [2, 1],
        "target": [1, 1],
        "relation": ["rated", "like"],
        "source_type": ["user", "film"],
        "target_type": ["film", "film"],
        "stars": [5, None],
    }
    graph = Graph.from_tables(nodes, edges)
    assert {t: list(columns) for t, columns in graph.columns.items()} == {
        "film": ["year"],
        "user": ["age"],
    }
    assert [key[1] for key in graph.link_columns] == ["rated"]


def test_columns_of_text_files_are_numbers_or_texts(tmp_path: Path) -> None:
    (tmp_path / "nodes.csv").write_text("id,year,zip\n1,1984,01234\n2,,99999\n")
    (tmp_path / "edges.csv").write_text("source,target,weight\n1,2,0.5\n")
    graph = Graph.from_tables(tmp_path / "nodes.csv", tmp_path / "edges.csv")
    assert np.array_equal(graph.columns["node"]["year"], [1984, np.nan], equal_nan=True)
    assert graph.columns["node"]["zip"].tolist() == ["01234", "99999"]
    assert graph.link_columns["node", "edge", "node"].columns["weight"].tolist() == [0.5]


def test_columns_that_a_graph_cannot_keep_are_named_in_one_warning() -> None:
    nodes = {"id": [1, 2], "vector": [[1.0], [2.0]]}
    edges = {"source": [1], "target": [2], "raw": [b"a"]}
    with pytest.warns(LeftOut, match="column 'vector' of node, column 'raw' of edge") as caught:
        graph = Graph.from_tables(nodes, edges)
    assert len([w for w in caught if w.category is LeftOut]) == 1
    assert not graph.columns
    assert not graph.link_columns

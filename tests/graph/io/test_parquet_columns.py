"""Columns come back bit by bit; a file of another making is one error that names the column."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from motifcnn.errors import GraphError, MotifCNNError
from motifcnn.graph import Graph, Relation, Schema, read_graph, write_graph
from motifcnn.graph.columns import LinkTable, same_columns
from motifcnn.graph.io.parquet_columns import from_arrow, to_arrow
from tests.reseal import write_sealed

RATED = Relation("user", "rated", "movie")


def objects(*values: Any) -> Any:
    result = np.empty(len(values), object)
    result[:] = values
    return result


COLUMNS = {
    "bool": np.array([True, False, True]),
    **{kind: np.array([0, 1, np.iinfo(kind).max], kind) for kind in ("i1", "i8", "u4", "u8")},
    **{kind: np.array([-0.0, np.nan, np.inf], kind) for kind in ("f2", "f4", "f8")},
    "time": np.array(["1066-10-14", "NaT", "9999-12-31T23:59:59.999999"], "datetime64[us]"),
    "far": np.array([2**62, -(2**62), 0]).view("datetime64[us]"),
    "text": objects("ç", "", None),
    "texts": objects(("a", "b"), (), None),
    "mixed": objects("a", ("a",), None),
    "nothing": objects(None, None, None),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_values_and_dtypes_are_exact(name: str) -> None:
    again = from_arrow(to_arrow(COLUMNS[name]), name)
    assert same_columns({"": again}, {"": COLUMNS[name]})
    if again.dtype.kind != "O":
        assert again.tobytes() == COLUMNS[name].tobytes()
    empty = from_arrow(to_arrow(COLUMNS[name][:0]), name)
    assert (empty.dtype, len(empty)) == (COLUMNS[name].dtype, 0)


@pytest.mark.parametrize(
    "array",
    [
        pa.array([1, None]),
        pa.array([True, None]),
        pa.array([b"a"]),
        pa.array([{"text": 3, "texts": 4}]),
        pa.array([0], pa.timestamp("ns")),
        pa.array([0], pa.timestamp("us", "UTC")),
        pa.array([0], pa.duration("us")),
        pa.array([0], pa.date32()),
        pa.array([1], pa.decimal128(5)),
    ],
    ids=lambda array: str(array.type).replace("\n", " "),
)
def test_other_arrow_types_are_refused(array: Any) -> None:
    with pytest.raises(GraphError, match=r"column 'x': .*expected"):
        from_arrow(array, "column 'x'")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    graph = Graph(
        Schema(("user", "movie"), (RATED,)),
        {RATED.key: np.eye(2)},
        {"user": 2, "movie": 2},
        columns={"movie": {"title": ["Dune", None]}},
        link_columns={RATED.key: LinkTable([0, 0], [0, 0], {"stars": [4.0, 5.0]})},
    )
    write_graph(graph, tmp_path / "g")
    assert read_graph(tmp_path / "g") == graph
    return tmp_path / "g"


def put(folder: Path, name: str, content: bytes) -> None:
    """Replaces a file and its hash, as someone who means harm would."""
    write_sealed(folder, name, content)


def put_table(folder: Path, name: str, table: pa.Table) -> None:
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink)
    put(folder, name, sink.getvalue().to_pybytes())


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"title": ["Dune"]}, "column 'title' has shape \\(1,\\)"),
        ({"title": [[None], ["a"]]}, "neither a text nor a tuple of texts"),
        ({"title": [[1], [2]]}, "column 'title': holds list.*expected"),
        ({"title": [{"a": 1}, None]}, "column 'title': holds struct.*expected"),
    ],
)
def test_columns_that_do_not_fit_the_graph_are_one_error(
    folder: Path, table: dict[str, Any], message: str
) -> None:
    put_table(folder, "columns/000-movie.parquet", pa.table(table))
    with pytest.raises(GraphError, match=message):
        read_graph(folder)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"source": [0], "stars": [1.0]}, "column 'target' is missing, found stars|source"),
        ({"source": [0.5], "target": [0]}, "column 'source' is float64, expected int64"),
        ({"source": ["a"], "target": [0]}, "column 'source' is object, expected int64"),
        ({"source": [0], "target": [None]}, "column 'target'"),
        ({"source": [0], "target": [7]}, "a node that does not exist"),
        ({"source": [0], "target": [-1]}, "a node that does not exist"),
        ({"source": [0], "target": [1]}, "user 0 and movie 1 are not linked"),
    ],
)
def test_link_tables_that_do_not_fit_the_graph_are_one_error(
    folder: Path, table: dict[str, Any], message: str
) -> None:
    put_table(folder, "link_columns/000-user-rated-movie.parquet", pa.table(table))
    with pytest.raises(GraphError, match=message):
        read_graph(folder)


def test_a_file_that_is_no_parquet_table_is_one_error(folder: Path) -> None:
    for name in ("columns/000-movie.parquet", "link_columns/000-user-rated-movie.parquet"):
        content = (folder / name).read_bytes()
        put(folder, name, content[:-9])
        with pytest.raises(GraphError, match=f"{Path(name).name}: not a Parquet table"):
            read_graph(folder)
        put(folder, name, content)


@pytest.mark.parametrize(
    "changed",
    [
        {"columns": []},
        {"columns": {"movie": 3}},
        {"columns": {"film": "columns/000-movie.parquet"}},
        {"link_columns": {}},
        {"link_columns": [None, None]},
        {"link_columns": [3]},
        {"link_columns": [{"file": "link_columns/000-user-rated-movie.parquet"}]},
        {"encoders": 3},
        {"encoders": {"movie": "nodes/000-user"}},
    ],
    ids=str,
)
def test_a_description_of_nonsense_is_one_error(folder: Path, changed: dict[str, Any]) -> None:
    description = json.loads((folder / "graph.json").read_text())
    put(folder, "graph.json", json.dumps({**description, **changed}).encode())
    with pytest.raises(MotifCNNError):
        read_graph(folder)


def test_a_folder_without_columns_is_as_it_was_before_there_were_any(folder: Path) -> None:
    description = json.loads((folder / "graph.json").read_text())
    del description["columns"], description["link_columns"]
    put(folder, "graph.json", json.dumps(description).encode())
    assert not read_graph(folder).columns
    write_graph(read_graph(folder), folder.parent / "plain")
    assert not {"columns", "link_columns", "encoders"} & {
        path.name for path in (folder.parent / "plain").iterdir()
    }

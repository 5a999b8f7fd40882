"""Any graph comes back equal from every form that can hold it."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from motifcnn.graph import (
    Graph,
    Labels,
    Relation,
    Schema,
    Split,
    from_networkx,
    from_pandas,
    from_pyg,
    from_scipy,
    read_graph,
    to_networkx,
    to_pandas,
    to_pyg,
    to_scipy,
    write_graph,
)
from motifcnn.graph.columns import Column, LinkTable
from motifcnn.graph.encode import fit_encoder
from motifcnn.graph.left_out import LeftOut

TEXT_LETTERS = st.characters(codec="utf-8")
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=6)


CELLS = st.none() | st.text(TEXT_LETTERS, max_size=4)
LISTS = st.lists(st.text(TEXT_LETTERS, max_size=4), max_size=2).map(tuple)
# Names that the formats use themselves are names of columns like others.
USED = (
    "id type name label x split source _source target relation row edge_attr edge_index key 0 a.b"
)
NAMES = TEXT | st.sampled_from(["", *USED.split()])
DTYPES = ["?", "i1", "u2", "i4", "i8", "u8", "f2", "f4", "f8", "M8[us]"]


@st.composite
def tables(draw: st.DrawFn, rows: int) -> dict[str, Column]:
    """Columns of every kind, with gaps."""
    found: dict[str, Column] = {}
    for name in draw(st.lists(NAMES, max_size=3, unique=True)):
        if draw(st.booleans()):
            found[name] = draw(arrays(draw(st.sampled_from(DTYPES)), rows))
        else:
            cells = draw(st.sampled_from([CELLS, st.none() | LISTS, CELLS | LISTS]))
            found[name] = np.empty(rows, object)
            found[name][:] = draw(st.lists(cells, min_size=rows, max_size=rows))
    return found


@st.composite
def link_tables(draw: st.DrawFn, relation: Relation, links: Column) -> LinkTable:
    """Rows for some of the links, in any order, some twice, and turned where no one can tell."""
    pairs = np.argwhere(links | links.T if not relation.directed else links)
    size = draw(st.integers(0, 5)) if len(pairs) else 0
    chosen = pairs[[draw(st.integers(0, len(pairs) - 1)) for _ in range(size)]].reshape(-1, 2)
    return LinkTable(chosen[:, 0], chosen[:, 1], draw(tables(size)))


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    types = draw(st.lists(TEXT, min_size=1, max_size=3, unique=True))
    counts = {t: draw(st.integers(1 if i == 0 else 0, 4)) for i, t in enumerate(types)}
    keys = draw(
        st.lists(
            st.tuples(st.sampled_from(types), TEXT, st.sampled_from(types)), max_size=4, unique=True
        )
    )
    relations = tuple(
        Relation(*key, directed=key[0] != key[2] or draw(st.booleans())) for key in keys
    )
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    adjacency = {r.key: rng.random((counts[r.source], counts[r.target])) < 0.4 for r in relations}
    ids, names, features = {}, {}, {}
    for node_type, n in counts.items():
        texts = draw(st.booleans())
        chosen = sorted(
            draw(
                st.lists(
                    TEXT if texts else st.integers(-5, 99), min_size=n, max_size=n, unique=True
                )
            )
        )
        ids[node_type] = np.array(chosen) if n else np.arange(0)
        if draw(st.booleans()) and n:
            names[node_type] = np.array(
                draw(st.lists(st.text(max_size=4), min_size=n, max_size=n)), object
            )
        kind = draw(st.sampled_from(["none", "dense", "sparse"]))
        matrix = (rng.integers(-2, 3, (n, 3)) / 2).astype(np.float32)
        if kind != "none" and n:
            features[node_type] = matrix if kind == "dense" else sparse.csr_array(matrix)
    labels, splits = {}, {}
    if draw(st.booleans()):
        nodes = np.flatnonzero(rng.random(counts[types[0]]) < 0.8)
        classes = tuple(draw(st.lists(TEXT, min_size=1, max_size=3, unique=True)))
        multi = draw(st.booleans())
        y = (
            rng.random((len(nodes), len(classes))) < 0.5
            if multi
            else rng.integers(0, len(classes), len(nodes))
        )
        if len(nodes):
            labels[types[0]] = Labels(nodes, y, classes)
            part = rng.integers(0, 3, len(nodes))
            splits["public"] = Split(types[0], *(nodes[part == k] for k in range(3)))
    columns = {t: draw(tables(n)) for t, n in counts.items() if draw(st.booleans())}
    link_columns = {
        r.key: draw(link_tables(r, adjacency[r.key])) for r in relations if draw(st.booleans())
    }
    name = draw(st.text(max_size=5))
    return Graph(
        Schema(tuple(types), relations),
        adjacency,
        counts,
        ids,
        names,
        features,
        labels,
        splits,
        columns,
        link_columns,
        name=name,
    )


def bits(graph: Graph) -> list[bytes]:
    """The bytes of all columns of numbers: the signs of zeros and the kinds of NaN count."""
    tables = [*graph.columns.values(), *(table.columns for table in graph.link_columns.values())]
    return [t[n].tobytes() for t in tables for n in sorted(t) if t[n].dtype.kind != "O"]


@settings(max_examples=60)
@given(graph=graphs())
def test_our_folder(graph: Graph) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write_graph(graph, Path(folder, "g"))
        again = read_graph(Path(folder, "g"))
    assert again == graph
    assert bits(again) == bits(graph)


@settings(max_examples=60)
@given(graph=graphs())
def test_networkx(graph: Graph) -> None:
    assert from_networkx(to_networkx(graph)) == graph


@settings(max_examples=60)
@given(graph=graphs())
def test_pandas(graph: Graph) -> None:
    again = from_pandas(*to_pandas(graph))
    assert again == graph
    assert bits(again) == bits(graph)


@settings(max_examples=60)
@given(graph=graphs())
def test_pyg_keeps_what_float64_holds_and_names_the_rest(graph: Graph) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", LeftOut)
        data = to_pyg(graph)
    said = [str(w.message) for w in caught if w.category is LeftOut]
    columns = {t: only_exact(table) for t, table in graph.columns.items()}
    link_columns = {
        key: replace(table, columns=only_exact(table.columns))
        for key, table in graph.link_columns.items()
    }
    assert from_pyg(data) == replace(graph, columns=columns, link_columns=link_columns)
    left_out = [
        f"column {name!r} of {of}"
        for of, before, after in [
            *((t, graph.columns[t], columns[t]) for t in graph.columns),
            *((k[1], t.columns, link_columns[k].columns) for k, t in graph.link_columns.items()),
        ]
        for name in before
        if name not in after
    ]
    assert len(said) == bool(left_out)
    assert all(part in said[0] for part in left_out)


def only_exact(columns: Mapping[str, Column]) -> dict[str, Column]:
    """The columns whose values are the same as Python floats, one by one."""
    return {name: values for name, values in columns.items() if is_exact(values)}


def is_exact(values: Column) -> bool:
    if values.dtype.kind == "M":
        values = values[~np.isnat(values)].astype(np.int64)
    return values.dtype.kind in "bf" or (
        values.dtype.kind in "iu" and all(int(float(v)) == v for v in values.tolist())
    )


@settings(max_examples=60)
@given(graph=graphs())
def test_scipy(graph: Graph) -> None:
    parts = {f.name: getattr(graph, f.name) for f in fields(Graph) if f.init}
    parts["adjacency"] = to_scipy(graph)
    directed = {r.key: r.directed for r in parts.pop("schema").relations}
    assert from_scipy(**parts, directed=directed) == graph


def test_columns_may_have_the_names_that_formats_use() -> None:
    names = [*USED.split(), "node_attr", "edge_row", "u_for_edge", "node_for_adding", "columns", ""]
    values = {name: np.array([at, -at], float) for at, name in enumerate(names)}
    like = Relation("movie", "like", "movie", directed=False)
    graph = Graph(
        Schema(("movie",), (like,)),
        {like.key: np.ones((2, 2))},
        {"movie": 2},
        columns={"movie": values},
        link_columns={like.key: LinkTable([1, 0], [0, 0], values)},
    )
    with tempfile.TemporaryDirectory() as folder:
        write_graph(graph, Path(folder, "g"))
        assert read_graph(Path(folder, "g")) == graph
    assert from_networkx(to_networkx(graph)) == graph
    assert from_pandas(*to_pandas(graph)) == graph
    assert from_pyg(to_pyg(graph)) == graph


def test_encoders(tmp_path: Path) -> None:
    titles = np.array(["red car", "red bus", "old bus", None], object)
    years = np.array([1990, 2000, 2010, 2005])
    encoder = fit_encoder(pd.DataFrame({"title": titles, "year": years}))
    columns = {"movie": {"title": titles, "year": years}}
    like = Relation("movie", "like", "movie")
    graph = Graph(
        Schema(("movie",), (like,)),
        {like.key: np.eye(4)},
        {"movie": 4},
        columns=columns,
        encoders={"movie": encoder},
    )
    write_graph(graph, tmp_path / "g")
    again = read_graph(tmp_path / "g")
    assert again == graph
    assert again.encoders["movie"].feature_names == encoder.feature_names
    assert again != replace(graph, encoders={"movie": fit_encoder(pd.DataFrame({"year": years}))})
    assert from_networkx(to_networkx(graph)) == graph
    assert from_pandas(*to_pandas(graph)) == graph
    with pytest.warns(LeftOut, match="column 'title' of movie"):
        assert from_pyg(to_pyg(graph)).encoders == graph.encoders

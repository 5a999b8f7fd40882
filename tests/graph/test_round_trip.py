"""Any graph comes back equal from every form that can hold it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
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
    read_graph,
    to_networkx,
    to_pandas,
    to_pyg,
    write_graph,
)

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=6)


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
        name=name,
    )


@settings(max_examples=60)
@given(graph=graphs())
def test_our_folder(graph: Graph) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write_graph(graph, Path(folder, "g"))
        assert read_graph(Path(folder, "g")) == graph


@settings(max_examples=60)
@given(graph=graphs())
def test_networkx(graph: Graph) -> None:
    assert from_networkx(to_networkx(graph)) == graph


@settings(max_examples=60)
@given(graph=graphs())
def test_pandas(graph: Graph) -> None:
    assert from_pandas(*to_pandas(graph)) == graph


@settings(max_examples=60)
@given(graph=graphs())
def test_pyg(graph: Graph) -> None:
    assert from_pyg(to_pyg(graph)) == graph

"""A typed graph written as tables and imported is the same graph."""

from __future__ import annotations

import csv
import io
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.graph import Graph, Labels, Relation, Schema, Split
from motifcnn.graph.tables import read_tables

TABLES = {"movies": "movie", "actors": "actor", "cities": "city"}
KEYS = ("id", "{type}_id", "{type}Id", "{type}_key", "uuid", "{type}_code")
ENDS = ("{type}_id", "{type}Id", "{role}_{type}_id", "{role}{Type}Id", "{type}_key")
CLASSES = ("drama", "war", "São Tomé")


@dataclass(frozen=True)
class Written:
    """A graph, and the files that say the same."""

    graph: Graph
    files: dict[str, bytes]


@st.composite
def written_graphs(draw: st.DrawFn) -> Written:
    """Two or three types with text keys, links of each pair of them, a label and a split."""
    tables = list(TABLES)[: draw(st.integers(2, 3))]
    types = [TABLES[table] for table in tables]
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    counts = {t: draw(st.integers(4, 9)) for t in types}
    ids = {t: np.array(sorted(f"{t[:2]}ü{at}" for at in range(n))) for t, n in counts.items()}
    keys = {t: draw(st.sampled_from(KEYS)).format(type=t) for t in types}
    files: dict[str, list[list[str]]] = {}
    n = counts[types[0]]
    y = np.arange(n) % 2
    part = ["train", "val", "test"]
    in_part = rng.integers(0, 3, n)
    in_part[:2] = 0, 2  # a column with one value only is no split
    for table, node_type in zip(tables, types, strict=True):
        rows = [[str(value)] for value in ids[node_type]]
        header = [keys[node_type]]
        if node_type == types[0]:
            header += ["genre", "split"]
            rows = [[*row, CLASSES[y[at]], part[in_part[at]]] for at, row in enumerate(rows)]
        files[table] = [header, *(rows[at] for at in rng.permutation(len(rows)))]
    relations, adjacency = [], {}
    for number, (source, target) in enumerate(_pairs(types)):
        relation = Relation(source, f"links{number}", target)
        relations.append(relation)
        links = sparse.coo_array(rng.random((counts[source], counts[target])) < 0.5)
        adjacency[relation.key] = links
        rows = [
            [str(ids[source][i]), str(ids[target][j])] for i, j in zip(*links.coords, strict=True)
        ]
        one, two = draw(st.permutations(ENDS))[:2]
        header = [
            end.format(role=role, type=t, Type=t.title())
            for end, role, t in ((one, "first", source), (two, "other", target))
        ]
        files[relation.name] = [header, *(rows[at] for at in rng.permutation(len(rows)))]
    split = Split(types[0], *(np.flatnonzero(in_part == at) for at in range(3)))
    graph = Graph(
        Schema(tuple(types), tuple(relations)),
        adjacency,
        counts,
        ids=ids,
        labels={types[0]: Labels(np.arange(n), y, CLASSES[:2])},
        splits={"public": split},
        name="tables",
    )
    form = draw(st.sampled_from([(",", "csv"), (";", "csv"), ("\t", "tsv"), ("|", "txt")]))
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))
    quoting = draw(st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]))
    return Written(
        graph,
        {
            f"{name}.{form[1]}": _text(rows, form[0], quoting).encode(encoding)
            for name, rows in files.items()
        },
    )


def _pairs(types: list[str]) -> list[tuple[str, str]]:
    pairs = [(one, other) for at, one in enumerate(types) for other in types[at + 1 :]]
    return [*pairs, (types[0], types[0])]


def _text(rows: list[list[str]], delimiter: str, quoting: int) -> str:
    target = io.StringIO()
    csv.writer(target, delimiter=delimiter, quoting=quoting).writerows(rows)
    return target.getvalue()


@given(written_graphs())
def test_an_imported_graph_is_the_one_that_was_written(written: Written) -> None:
    with tempfile.TemporaryDirectory() as path:
        folder = Path(path, "tables")
        folder.mkdir()
        for name, content in written.files.items():
            (folder / name).write_bytes(content)
        target = written.graph.splits["public"].node_type
        label = next(f"{table}.genre" for table, t in TABLES.items() if t == target)
        graph = read_tables(folder, label=label, report=[])
    expected = written.graph
    assert graph.schema.relations == expected.schema.relations
    assert set(graph.schema.node_types) == set(expected.schema.node_types)
    assert graph.counts == expected.counts
    for key, links in expected.adjacency.items():
        assert (graph.adjacency[key] != links).nnz == 0
    for node_type, ids in expected.ids.items():
        np.testing.assert_array_equal(graph.ids[node_type], ids)
    assert dict(graph.labels) == dict(expected.labels)
    assert dict(graph.splits) == dict(expected.splits)
    assert dict(graph.features) == {}
    assert dict(graph.columns) == {}

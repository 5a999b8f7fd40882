"""An import on Spark is that of this machine: the same nodes, links and counts of problems."""

from __future__ import annotations

import json
import re
import threading
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from motifcnn.errors import StoreError
from motifcnn.graph.tables import TableError, read_tables
from motifcnn.motif.motif import Motif
from motifcnn.sealed import locked
from motifcnn.tensor import count
from motifcnn.tensor.spark import count_on_spark
from motifcnn.tensor.spark.import_tables import REPORT, SparkImport, import_on_spark

MAPPING = """
version = 1
name = "shop"

[tables.users]
type = "user"
key = "id"

[tables.items]
type = "item"
key = "code"

[tables.buys]

[tables.friends]

[[relations]]
name = "buys"
table = "buys"
source = "who"
source_type = "user"
target = "what"
target_type = "item"

[[relations]]
name = "at"
table = "buys"
source = "what"
source_type = "item"
target = "shop"
target_type = "shop"

[[relations]]
name = "friend"
table = "friends"
source = "a"
source_type = "user"
target = "b"
target_type = "user"
directed = false
"""


@pytest.fixture
def dirty(tmp_path: Path) -> Path:
    """A byte order mark, quotes, spaces, floats for ids, gaps, repeats and unknown keys."""
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "motifcnn.toml").write_text(MAPPING)
    (folder / "users.csv").write_bytes(
        'id;name\n10;"Zoë; the first"\n9;Ann\n 2 ;Bob\n11;\n'.encode("utf-8-sig")
    )
    items = {"code": ["Żur", "ale", "NA", "tea ", "Żuk"], "price": [1.5, 2.0, 0.5, 3.0, 9.0]}
    parquet.write_table(pa.table(items), folder / "items.parquet")
    (folder / "buys.csv").write_text(
        "who,what,shop\n"
        "10.0,ale,s1\n10.0,ale,s1\n9.0,tea,s2\n9.0,NA,s1\n2.0,Żur,\n,ale,s2\n"
        "77.0,ale,s1\n77.0,tea,NA\n78.0,tea,s1\n11.0,gin,s3\n11.0,n/a,s3\n"
    )
    (folder / "friends").mkdir()
    for part, rows in enumerate([([9, 10, 2], [10, 9, 2]), ([11, None], [2, 9])]):
        columns = {"a": pa.array(rows[0], pa.float64()), "b": pa.array(rows[1], pa.int64())}
        parquet.write_table(pa.table(columns), folder / "friends" / f"part-{part}.parquet")
    return folder


def local(folder: Path, tmp_path: Path, **options: Any) -> Any:
    """The import of this machine, which takes files and no folders of parts."""
    copy = tmp_path / "local"
    copy.mkdir()
    for file in folder.iterdir():
        if file.is_file():
            (copy / file.name).write_bytes(file.read_bytes())
    parquet.write_table(parquet.read_table(folder / "friends"), copy / "friends.parquet")
    return read_tables(copy, **options)


def pairs_of(found: SparkImport, number: int) -> set[tuple[int, int]]:
    links = json.loads((found.folder / "links.json").read_text())["links"][number]
    table = parquet.read_table(found.folder / links["path"])
    pairs = list(zip(*(table.column(c).to_pylist() for c in ("source", "target")), strict=True))
    assert len(pairs) == len(set(pairs)), "each link once"
    return set(pairs)


@pytest.mark.parametrize("unknown", ["drop", "add"])
def test_nodes_and_links_are_those_of_the_local_import(
    spark: Any, dirty: Path, tmp_path: Path, unknown: str
) -> None:
    graph = local(dirty, tmp_path, unknown=unknown)
    found = import_on_spark(dirty, tmp_path / "out", unknown=unknown, spark=spark)
    assert found.counts == dict(graph.counts)
    for number, node_type in enumerate(graph.schema.node_types):
        place = found.folder / "raw_id_mappings" / f"{number:03d}-{node_type}"
        mapping = parquet.read_table(place).sort_by("row").to_pydict()
        assert mapping["id"] == graph.ids[node_type].tolist()
        assert mapping["row"] == list(range(len(mapping["id"])))
    for number, relation in enumerate(graph.schema.relations):
        rows, columns = graph.adjacency[relation.key].nonzero()
        expected = set(zip(rows.tolist(), columns.tolist(), strict=True))
        if not relation.directed:
            expected = {(min(pair), max(pair)) for pair in expected}
        assert pairs_of(found, number) == expected, relation.name
        assert found.links[relation.name] == len(expected)
    motif = Motif.parse("(t:user)--(i:item)--(c:user)")
    tensor = count_on_spark(found.folder, motif, spark=spark, out=tmp_path / "tensor")
    assert tensor == count(graph, motif)


def test_problems_are_those_of_the_local_import(spark: Any, dirty: Path, tmp_path: Path) -> None:
    with pytest.raises(TableError) as here:
        local(dirty, tmp_path, unknown="error")
    with pytest.raises(TableError) as there:
        import_on_spark(dirty, tmp_path / "out", unknown="error", spark=spark)
    assert (
        counted(there.value)
        == counted(here.value)
        == {
            ("buys.csv", "who"): "3 rows with 2 keys",
            ("buys.csv", "what"): "1 row with 1 key",
        }
    )
    assert not (tmp_path / "out").exists(), "another call starts anew"


def counted(error: TableError) -> dict[tuple[str, str | None], str]:
    """How many rows and keys each problem is about."""
    words = {p: re.match(r"[\d,]+ rows? with [\d,]+ keys?", p.message) for p in error.problems}
    assert all(words.values()), error
    return {(p.file, p.column): match[0] for p, match in words.items() if match}


def test_keys_that_repeat_or_are_missing_are_counted(
    spark: Any, dirty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motifcnn.tensor.spark.table_files.HEAD_BYTES", 20)
    (dirty / "users.csv").write_text("id;name\n10;a\n9;b\n2;c\n10;d\n;e\n 9;f\n11;g;h\n")
    with pytest.raises(TableError) as error:
        import_on_spark(dirty, tmp_path / "out", unknown="drop", spark=spark)
    said = str(error.value)
    assert "users.csv: 1 line with another number of cells than the header" in said
    assert 'users.csv, column "id": the key is empty (1 row)' in said
    assert 'users.csv, column "id": keys are used before (2 rows)' in said


def test_the_report_has_rows_and_unknown_keys_per_table(
    spark: Any, dirty: Path, tmp_path: Path
) -> None:
    found = import_on_spark(dirty, tmp_path / "out", unknown="drop", spark=spark)
    report = json.loads((found.folder / REPORT).read_text())
    rows = {table["table"]: table["rows"] for table in report["tables"]}
    assert rows == {"users": 4, "items": 5, "buys": 11, "friends": 5}
    who = next(u for u in report["unknown"] if u["column"] == "who")
    assert (who["rows"], who["keys"], who["examples"]) == (3, 2, ["77", "78"])
    again = import_on_spark(dirty, tmp_path / "out", unknown="drop", spark=spark)
    assert again == found
    counters = json.loads((found.folder / "perf_counters.json").read_text())
    assert all(stage["reused"] for stage in counters["stages"])
    with pytest.raises(StoreError, match="holds another import, whose mapping"):
        import_on_spark(dirty, tmp_path / "out", unknown="add", spark=spark)


def test_a_column_that_is_not_there_is_named(spark: Any, dirty: Path, tmp_path: Path) -> None:
    (dirty / "motifcnn.toml").write_text(MAPPING.replace('"code"', '"cod"'))
    with pytest.raises(TableError, match=r"items\.parquet.*no column 'cod'; known: code, price"):
        import_on_spark(dirty, tmp_path / "out", spark=spark)


def test_rows_without_a_key_are_refused(spark: Any, dirty: Path, tmp_path: Path) -> None:
    (dirty / "motifcnn.toml").write_text(MAPPING.replace('key = "code"\n', ""))
    with pytest.raises(TableError, match="type item has no key; the rows of a table have no order"):
        import_on_spark(dirty, tmp_path / "out", spark=spark)


def test_an_import_waits_for_another_one_into_the_same_folder(
    spark: Any, dirty: Path, tmp_path: Path
) -> None:
    out, taken, untouched = tmp_path / "links", threading.Event(), []

    def other() -> None:
        with locked(out):
            taken.set()
            time.sleep(0.5)
            untouched.append(not out.exists())

    thread = threading.Thread(target=other)
    thread.start()
    taken.wait()
    import_on_spark(dirty, out, unknown="drop", spark=spark)
    thread.join()
    assert untouched == [True]

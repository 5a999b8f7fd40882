"""Networks read a result of Spark row by row, and learn what they learn from the tensor."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from pyarrow import parquet

import motifcnn as mc
from motifcnn.errors import BudgetError, StoreError
from motifcnn.graph import Graph
from motifcnn.methods import Problem, get_method
from motifcnn.motif.motif import Motif
from motifcnn.tensor.operator import normalised
from motifcnn.tensor.spark import count_on_spark, load_result, use_result
from motifcnn.tensor.spark.result import SparkTensor
from motifcnn.tensor.spark.stored import StoredOperator, StoredRole, stored_operator
from motifcnn.train.distributed import Ranks
from tests.small_graphs import bibliography

PATTERNS = ("(t:paper)--(c:author)", "(t:paper)--(a:author)--(c:paper)")


@pytest.fixture(scope="module")
def results(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("results")
    for number, pattern in enumerate(PATTERNS):
        count_on_spark(bibliography(), pattern, spark=spark, out=folder / str(number))
    return [folder / str(number) for number in range(len(PATTERNS))]


@pytest.mark.parametrize("normaliser", ["instances", "role"])
def test_rows_and_products_are_those_of_the_tensor(results: list[Path], normaliser: Any) -> None:
    for folder in results:
        expected = normalised(load_result(folder).in_memory(), normaliser)
        found = stored_operator(load_result(folder), normaliser)
        for role, wanted in zip(found.roles, expected.roles, strict=True):
            rows = np.array([7, 3, 7, 100])
            assert (role.rows(rows) != wanted.rows(rows)).nnz == 0, "bit for bit"
            rng = np.random.default_rng(0)
            x, g = (rng.random((size, 3), np.float32) for size in reversed(role.shape))
            np.testing.assert_allclose(role.matmul(x), wanted.matmul(x), rtol=1e-6)
            np.testing.assert_allclose(role.rmatmul(g), wanted.rmatmul(g), rtol=1e-5, atol=1e-7)
            assert (role.matrix != wanted.matrix).nnz == 0


def test_a_batch_reads_only_the_parts_with_its_targets(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motifcnn.tensor.spark.stages.GROUP_BYTES", 2_000)  # many row groups
    count_on_spark(bibliography(200), PATTERNS[1], spark=spark, out=tmp_path / "out")
    operator = stored_operator(load_result(tmp_path / "out"))
    read: list[int] = []

    class Counting(parquet.ParquetFile):  # type: ignore[misc]
        def read_row_group(self, *given: Any, **named: Any) -> Any:
            table = super().read_row_group(*given, **named)
            read.append(len(table))
            return table

    monkeypatch.setattr("motifcnn.tensor.spark.row_groups._open", Counting)
    role = operator.role("c")
    assert isinstance(role, StoredRole)
    entries = role.rows(np.arange(10)).nnz
    files = len(list(role.stored.path.glob("*.parquet")))
    assert 0 < entries <= sum(read) <= entries + files * 2 * max(read), "and both ends of a range"
    assert sum(read) < role.stored.nonzeros / 4


@pytest.mark.parametrize("sample", [None, 5])
def test_training_from_files_has_the_losses_of_training_from_memory(
    results: list[Path], sample: int | None
) -> None:
    options: dict[str, Any] = {
        "batch_size": 4,
        "sample": sample,
        "epochs": 2,
        "split": (0.1, 0.1, 0.8),
        "settings": {"filters": (8, 8), "project": 8, "choose": False},
    }
    motifs = [load_result(folder).motif for folder in results]
    in_memory = mc.fit(bibliography(), motifs, **options)
    graph = bibliography()
    for folder in results:
        use_result(graph, folder)
    from_files = mc.fit(graph, motifs, **options)
    for one, other in zip(from_files.history, in_memory.history, strict=True):
        assert one.loss == pytest.approx(other.loss, rel=1e-5)
    torch.testing.assert_close(
        torch.tensor(from_files.probabilities), torch.tensor(in_memory.probabilities)
    )


def test_a_rank_reads_the_rows_of_its_targets_from_files(
    results: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ranks clear the cache while they prepare, and a small budget empties it: nothing counts."""
    method = get_method("motif-cnn")
    changes = {"filters": (8,), "project": 8}
    shard = Ranks(1, 2).shard

    def products(graph: Graph) -> Any:
        motifs = tuple(Motif.parse(pattern) for pattern in PATTERNS)
        config = method.configured(None, changes)
        problem = Problem(graph, "paper", motifs, 3, config, 0, None, shard)
        classifier = method.build(problem)
        return [role.product for m in range(2) for role in classifier._known[m].roles]

    expected = products(bibliography())
    graph = bibliography()
    for folder in results:
        use_result(graph, folder)
    monkeypatch.setattr("motifcnn.graph.cache.BUDGET", 1)
    monkeypatch.setattr(import_module("motifcnn.tensor.operator.operator"), "count", refused)
    read: list[int] = []
    rows = StoredRole.rows

    def noted(role: StoredRole, asked: Any) -> Any:
        read.extend(np.asarray(asked).tolist())
        return rows(role, asked)

    monkeypatch.setattr(StoredRole, "rows", noted)
    found = products(graph)
    assert {row % 2 for row in read} == {1}, "its own targets alone"
    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other)


def refused(*given: Any, **named: Any) -> Any:
    raise AssertionError("counted in memory")


def test_the_result_of_another_graph_is_refused(results: list[Path]) -> None:
    with pytest.raises(StoreError, match="counts 120 nodes of type paper, and the graph has 90"):
        use_result(bibliography(90), results[0])
    with pytest.raises(StoreError, match="other links than the graph has"):
        use_result(bibliography(seed=1), results[0])


def test_an_operator_in_memory_is_not_replaced_unseen(results: list[Path]) -> None:
    graph = bibliography()
    tensor = load_result(results[0])
    mc.operator(graph, tensor.motif)
    with pytest.raises(StoreError, match="in memory already"):
        use_result(graph, tensor)


def test_the_whole_is_refused_where_it_does_not_fit(
    results: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motifcnn.tensor.spark.stored.free_share", lambda: 10)
    operator = stored_operator(load_result(results[0]))
    assert isinstance(operator, StoredOperator)
    assert isinstance(load_result(results[0]), SparkTensor)
    with pytest.raises(BudgetError, match="only the rows of a batch are read"):
        _ = operator.roles[0].matrix

"""Networks read a result of Spark row by row, and learn what they learn from the tensor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from pyarrow import parquet

import motifcnn as mc
from motifcnn.errors import BudgetError, StoreError
from motifcnn.tensor.operator import normalised
from motifcnn.tensor.spark import count_on_spark, load_result, use_result
from motifcnn.tensor.spark.result import SparkTensor
from motifcnn.tensor.spark.stored import StoredOperator, StoredRole, stored_operator
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

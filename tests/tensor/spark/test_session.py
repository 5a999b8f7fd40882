"""A session that is given stays the caller's; one of our own is refused beside it."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.tensor.spark.session import new_session, open_session


def test_a_given_session_is_used_and_not_stopped(spark: Any) -> None:
    before = spark.conf.get("spark.sql.shuffle.partitions")
    with open_session(spark) as session:
        assert session is spark
    assert spark.range(3).count() == 3, "it runs on"
    assert spark.conf.get("spark.sql.shuffle.partitions") == before


def test_a_session_has_its_master_already(spark: Any) -> None:
    with (
        pytest.raises(MotifCNNError, match=r"leave out spark= or master='local\[2\]'"),
        open_session(spark, "local[2]"),
    ):
        pass


def test_a_second_session_in_one_process_is_refused(spark: Any) -> None:
    with pytest.raises(MotifCNNError, match=r"pass it as spark=\.\.\., or stop it first"):
        new_session("local[2]", {})


def test_a_client_of_spark_connect_is_refused() -> None:
    with (
        pytest.raises(MotifCNNError, match=r"expected a classic SparkSession"),
        open_session(object()),  # type: ignore[arg-type]
    ):
        pass


def test_without_pyspark_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *given: Any, **named: Any) -> Any:
        if name.startswith("pyspark"):
            raise ImportError(name)
        return real(name, *given, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MotifCNNError, match=r"pip install 'motifcnn\[spark\]'"):
        new_session("local[2]", {})

"""One Spark session for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.tensor.spark.java import require_java
from motifcnn.tensor.spark.session import open_session

SMALL = {
    "spark.driver.memory": "700m",
    "spark.sql.shuffle.partitions": "2",
    "spark.default.parallelism": "2",
    # Compiling a query takes longer than it takes to run on graphs of this size.
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}


@pytest.fixture(scope="session")
def java() -> None:
    """Skips, with the reason, where Spark cannot run."""
    pytest.importorskip("pyspark", reason="pyspark is not installed: pip install motifcnn[spark]")
    try:
        require_java()
    except MotifCNNError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def spark(java: None) -> Iterator[Any]:
    """A session on local[2] with little memory."""
    with open_session(master="local[2]", settings=SMALL) as session:
        yield session

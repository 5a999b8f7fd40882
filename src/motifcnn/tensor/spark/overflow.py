"""Overflow: a count past int64 is an error, never a wrong number.

Spark's ANSI mode checks every sum and product of longs. It is Spark 4's default; a session that has
it off gets it for the time of the count.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from motifcnn.errors import BudgetError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ANSI = "spark.sql.ansi.enabled"


@contextmanager
def exact_longs(spark: SparkSession, what: str) -> Iterator[None]:
    """Long arithmetic that raises a `BudgetError` where int64 is too small.

    Parameters
    ----------
    spark : SparkSession
    what : str
        What is counted; begins the message.
    """
    from pyspark.errors import ArithmeticException

    before = spark.conf.get(ANSI)
    spark.conf.set(ANSI, "true")
    try:
        yield
    except ArithmeticException as error:
        raise BudgetError(
            f"{what}: a count is past what int64 holds exactly (9.2e18). Use a smaller motif, or "
            "name relations so that fewer links match"
        ) from error
    finally:
        spark.conf.set(ANSI, str(before))

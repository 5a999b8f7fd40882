"""Session: the caller's SparkSession, or one of our own on a master."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from motifcnn.errors import MotifCNNError
from motifcnn.tensor.spark.java import require_java

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MASTER = "local[*]"
# For sessions of our own; a session that the caller gives keeps its settings.
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.adaptive.enabled": "true",
    "spark.python.sql.dataFrameDebugging.enabled": "false",
}
LOCAL = {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}


@contextmanager
def open_session(
    spark: SparkSession | None = None,
    master: str | None = None,
    settings: dict[str, str] | None = None,
) -> Iterator[SparkSession]:
    """The session that is given, or a new one on `master`, stopped afterwards.

    Parameters
    ----------
    spark : SparkSession, optional
        A classic session; a Spark Connect client has no metrics and is refused.
    master : str, optional
        As in Spark: ``local[4]``, ``spark://host:7077``, ``yarn``, ``k8s://...``.
    settings : dict, optional
        Further Spark settings of a new session.

    Raises
    ------
    MotifCNNError
        If both are given, or pyspark or Java is missing; the message says what to install.
    """
    if spark is not None:
        if master is not None:
            raise MotifCNNError(
                f"a SparkSession has its master already; leave out spark= or master={master!r}"
            )
        if not hasattr(spark, "_jsparkSession"):
            raise MotifCNNError(
                f"spark is a {type(spark).__module__}.{type(spark).__name__}; expected a classic "
                "SparkSession (SparkSession.builder.master(...)), not a Spark Connect client"
            )
        yield spark
        return
    session = new_session(master or MASTER, settings or {})
    try:
        yield session
    finally:
        session.stop()


def new_session(master: str, settings: dict[str, str]) -> SparkSession:
    """Starts a session; one that is active in this process already is refused, not changed."""
    try:
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise MotifCNNError(
            "engine='spark' needs pyspark; install it: pip install 'motifcnn[spark]'"
        ) from error
    if SparkSession.getActiveSession() is not None:
        raise MotifCNNError(
            "a SparkSession is active in this process; pass it as spark=..., or stop it first"
        )
    require_java()
    builder = SparkSession.builder.master(master).appName("motifcnn")
    local = LOCAL if master.startswith("local") else {}
    for name, value in {**SETTINGS, **local, **settings}.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session

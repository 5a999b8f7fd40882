"""Counters: what Spark says of the jobs of one stage of ours."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import uuid4

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

GROUP = ("spark.jobGroup.id", "spark.job.description", "spark.job.interruptOnCancel")


@dataclass
class Counters:
    """Work of some Spark jobs, from Spark's own status store.

    Parameters
    ----------
    seconds : float
        Wall-clock time.
    rows : int
        Rows written to files.
    shuffled_bytes, shuffled_rows : int
        What tasks wrote for other tasks, compressed as Spark ships it.
    spilled_bytes : int
        Written to disk because it did not fit into memory.
    tasks : int
        Completed tasks.
    forgotten : int
        Stages that Spark's store had dropped already (``spark.ui.retainedStages``). It drops
        skipped ones, which did nothing, first.
    """

    seconds: float = 0.0
    rows: int = 0
    shuffled_bytes: int = 0
    shuffled_rows: int = 0
    spilled_bytes: int = 0
    tasks: int = 0
    forgotten: int = 0
    _seen: set[int] = field(default_factory=set, repr=False)

    def as_dict(self) -> dict[str, float]:
        """The values by name."""
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}


@contextmanager
def counting(spark: SparkSession, what: str) -> Iterator[Counters]:
    """Counters of the jobs that start inside the block, filled in when it ends.

    Parameters
    ----------
    spark : SparkSession
    what : str
        Name of the work, as Spark's user interface shows it.
    """
    context = spark.sparkContext
    before = {name: context.getLocalProperty(name) for name in GROUP}
    group = f"motifcnn-{uuid4().hex}"
    result = Counters()
    began = time.perf_counter()
    context.setJobGroup(group, f"motifcnn: {what}")
    try:
        yield result
    finally:
        result.seconds = round(time.perf_counter() - began, 3)
        for name, value in before.items():  # a group that the caller has set is theirs again
            context.setLocalProperty(name, value)  # type: ignore[arg-type]
    _read(context, group, result)


def _read(context: Any, group: str, result: Counters) -> None:
    from py4j.protocol import Py4JJavaError

    # Task events arrive on a queue of their own; without this the last task may be missing.
    scala = context._jsc.sc()
    scala.listenerBus().waitUntilEmpty()
    tracker, store = context.statusTracker(), scala.statusStore()
    for job in tracker.getJobIdsForGroup(group):
        for stage in tracker.getJobInfo(job).stageIds:
            if stage in result._seen:
                continue
            result._seen.add(stage)
            try:
                data = store.lastStageAttempt(stage)
            except Py4JJavaError as error:
                if "NoSuchElementException" not in str(error.java_exception.getClass()):
                    raise
                result.forgotten += 1
                continue
            result.rows += data.outputRecords()
            result.shuffled_bytes += data.shuffleWriteBytes()
            result.shuffled_rows += data.shuffleWriteRecords()
            result.spilled_bytes += data.diskBytesSpilled()
            result.tasks += data.numCompleteTasks()

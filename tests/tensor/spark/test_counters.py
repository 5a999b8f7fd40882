"""Counters are those of the jobs inside the block, also in a session with a long history."""

from __future__ import annotations

from typing import Any

from motifcnn.tensor.spark.counters import GROUP, Counters, _read, counting


def test_only_jobs_inside_the_block_count(spark: Any) -> None:
    def groups() -> Any:  # a new query each time: Spark keeps what one has shuffled
        return spark.range(1_000).selectExpr("id % 10 AS k").groupBy("k").count()

    groups().collect()
    with counting(spark, "nothing") as nothing:
        pass
    with counting(spark, "a sum") as found:
        groups().collect()
    assert (nothing.tasks, nothing.shuffled_bytes) == (0, 0)
    assert 10 <= found.shuffled_rows <= 20, "ten groups from each of two tasks"
    assert found.shuffled_bytes > 0 and found.seconds > 0 and found.forgotten == 0


def test_the_job_group_of_the_caller_is_theirs_again(spark: Any) -> None:
    context = spark.sparkContext
    context.setJobGroup("mine", "my work", interruptOnCancel=True)
    kept = [context.getLocalProperty(name) for name in GROUP]
    with counting(spark, "ours"):
        assert context.getLocalProperty("spark.jobGroup.id") != "mine"
    assert [context.getLocalProperty(name) for name in GROUP] == kept == ["mine", "my work", "true"]
    for name in GROUP:
        context.setLocalProperty(name, None)


def test_a_stage_that_spark_has_dropped_is_reported_and_no_error(spark: Any) -> None:
    class Job:
        stageIds = (10**8,)

    class Context:
        _jsc = spark.sparkContext._jsc

        def statusTracker(self) -> Any:
            return self

        def getJobIdsForGroup(self, group: str) -> list[int]:
            return [1]

        def getJobInfo(self, job: int) -> Job:
            return Job()

    counters = Counters()
    _read(Context(), "group", counters)
    assert (counters.forgotten, counters.tasks) == (1, 0)

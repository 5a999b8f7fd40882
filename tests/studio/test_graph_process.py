"""A process holds the graph, answers call by call, and can be ended at any time."""

from __future__ import annotations

import os
import time
from threading import Thread

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.graph import Graph
from motifcnn.studio.graph_process import GraphProcess, ProcessEnded
from studio.graph_calls import count_up, die, fail, sleep, tags


def test_calls_are_answered_by_one_process_until_it_is_stopped(debian: Graph) -> None:
    process = GraphProcess(debian)
    first, found = process.call(tags)
    assert found == debian.counts["tag"] and first != os.getpid()
    told: list[int] = []
    assert process.call(count_up, 3, tell=told.append) == "over" and told == [0, 1, 2]
    with pytest.raises(MotifCNNError, match=r"^no such luck$"):
        process.call(fail, MotifCNNError)
    with pytest.raises(MotifCNNError, match="ValueError: no such luck"):
        process.call(fail, ValueError)
    assert process.call(tags)[0] == first, "an error is not the end of the process"

    with pytest.raises(ProcessEnded):
        process.call(die)
    second, _ = process.call(tags)
    assert second != first, "after its end there is a new one"

    def wait() -> None:
        with pytest.raises(ProcessEnded):
            process.call(sleep)

    running = Thread(target=wait)
    running.start()
    time.sleep(0.2)
    process.stop()
    running.join(10)
    assert not running.is_alive()

    def refuse(told: int) -> None:
        raise KeyError("cancelled")

    with pytest.raises(KeyError):
        process.call(count_up, 3, tell=refuse)
    assert process.call(tags)[1] == found, "no answer is left of the call that was given up"
    process.stop()

"""The worker: a process that reads requests as lines of JSON and writes an answer per line.

`python -m motifcnn.serve.worker_process RUN [GRAPH]`, started by `motifcnn.serve.worker`.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, BinaryIO

from motifcnn.errors import GraphError, MotifCNNError
from motifcnn.serve.problems import as_bytes, problem_of
from motifcnn.visible import visible

Answer = Callable[[dict[str, Any]], Any]


def answer_lines(lines: Iterable[bytes], out: BinaryIO, answer: Answer) -> None:
    r"""Writes {"answer": ...} or {"problem": ...} for every line.

    Examples
    --------
    >>> import io
    >>> out = io.BytesIO()
    >>> answer_lines([b'{"id": 7}'], out, lambda request: request["id"])
    >>> out.getvalue()
    b'{"answer":7}\n'
    """
    for line in lines:
        _reply(out, partial(_answered, line, answer))


def open_answer(folder: str, source: str | None) -> Answer:
    """What answers a request: a run, and its training graph by name or as it was noted."""
    from motifcnn.datasets.source import open_source
    from motifcnn.serve.requests import ExplainRequest, NewNodes
    from motifcnn.serve.work import explained, predict_new
    from motifcnn.train import load_run

    run = load_run(folder)
    graph = run.training_graph if source is None else open_source(source)
    if graph is None:
        raise GraphError(
            "the run does not say which graph it was trained on; start the server with --graph"
        )
    training = graph

    def answer(request: dict[str, Any]) -> Any:
        if request["what"] == "explain":
            return explained(run, training, ExplainRequest.model_validate(request["body"]))
        return predict_new(run, training, NewNodes.model_validate(request["body"]))

    return answer


def _answered(line: bytes, answer: Answer) -> Any:
    return answer(json.loads(line))


def _reply(out: BinaryIO, work: Callable[[], Any]) -> None:
    try:
        reply = as_bytes({"answer": work()})
    except Exception as error:
        if not isinstance(error, MotifCNNError):
            print(visible(traceback.format_exc(), lines=True), file=sys.stderr)
        reply = as_bytes({"problem": problem_of(error)})
    out.write(reply + b"\n")
    out.flush()


def main(folder: str, source: str | None = None) -> None:
    """Answers requests on stdin until it ends; what libraries print goes to stderr."""
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        answer: list[Answer] = []
        _reply(out, lambda: answer.append(open_answer(folder, source)))
        if answer:
            answer_lines(sys.stdin.buffer, out, answer[0])


if __name__ == "__main__":
    main(*sys.argv[1:])

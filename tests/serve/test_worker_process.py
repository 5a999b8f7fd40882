from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from motifcnn.errors import GraphError
from motifcnn.serve.worker_process import answer_lines, open_answer
from motifcnn.train import Run


def test_every_line_is_answered_even_after_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    def answer(request: dict[str, Any]) -> Any:
        if request["n"] == 1:
            raise GraphError("no node 1")
        if request["n"] == 2:
            raise RuntimeError("a fault\x1b[31m")
        return request["n"]

    out = io.BytesIO()
    answer_lines([b'{"n": 0}', b'{"n": 1}', b'{"n": 2}', b'{"n": 3}'], out, answer)
    first, refused, failed, last = map(json.loads, out.getvalue().splitlines())
    assert (first, last) == ({"answer": 0}, {"answer": 3})
    assert refused["problem"]["detail"] == "no node 1"
    assert failed["problem"]["status"] == 500
    assert "a fault" not in json.dumps(failed)
    told = capsys.readouterr().err
    assert "a fault" in told and "\x1b" not in told


def test_a_run_without_a_graph_says_how_to_give_it(run: Run, tmp_path: Path) -> None:
    run.save(tmp_path / "run")
    with pytest.raises(GraphError, match="start the server with --graph"):
        open_answer(str(tmp_path / "run"), None)


def test_the_graph_may_be_given(run: Run, run_folder: Path, tmp_path: Path) -> None:
    run.save(tmp_path / "run")
    answer = open_answer(str(tmp_path / "run"), str(run_folder.parent / "papers"))
    assert answer({"what": "explain", "body": {"id": 104, "limit": 1}})["node"] == 104

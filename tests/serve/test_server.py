"""A real process: the port, the answers, the end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from motifcnn.serve.server import is_loopback
from motifcnn.train import Run


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_addresses_of_this_machine_are_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.1", "example.org", ""])
def test_others_are_not(host: str) -> None:
    assert not is_loopback(host)


def post(address: str, body: Any) -> Any:
    request = urllib.request.Request(
        f"{address}/predict", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def test_a_process_serves_a_run_and_ends_when_interrupted(run: Run, run_folder: Path) -> None:
    command = [sys.executable, "-m", "motifcnn", "serve", str(run_folder), "--port", "0", "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None and server.stderr is not None
        try:
            text = ""
            while not text.rstrip().endswith("}"):
                text += (line := server.stdout.readline())
                assert line, server.stderr.read()
            address = json.loads(text)["address"]
            (found,) = post(address, {"ids": [101]})["predictions"]
            assert found["predicted"] == [run.classes[run.probabilities[1].argmax()]]
            with pytest.raises(urllib.error.HTTPError) as error:
                post(address, {"ids": [1]})
            assert error.value.code == 404
            new = {"nodes": {"paper": [{"id": 500, "features": {"1": 1}}]}}
            assert post(address, {"new": new})["predictions"][0]["node"] == 500
        finally:
            server.send_signal(signal.SIGINT)
        assert server.wait(timeout=20) in (0, 130)
        assert "Traceback" not in server.stderr.read()

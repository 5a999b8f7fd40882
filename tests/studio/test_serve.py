"""The workers end with the studio, however that ends."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.studio.serve import listening


def test_a_killed_studio_leaves_no_worker(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "motifcnn", "studio", "debian", "--no-browser", "--json"]
    out = ["--out", str(tmp_path / "motifs.toml")]
    with subprocess.Popen([*command, *out], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        text = ""
        while not text.endswith("}\n"):
            text += process.stdout.readline()
        client = pytest.importorskip("httpx2").Client(follow_redirects=True, timeout=60)
        url = json.loads(text)["url"]
        assert client.get(url).status_code == 200
        design = {"target": "package", "pattern": "(t:package)--(c:library)"}
        address = url.split("?")[0] + "api/design"
        while client.get(address, params=design).json()["card"]["measured"] is None:
            time.sleep(0.1)
        order = {
            "model": "gcn",
            "target": "package",
            "settings": {"epochs": 10**6, "window": 10**6},
        }
        trainings = url.split("?")[0] + "api/trainings"
        assert client.post(trainings, json=order).json()["number"] == 1
        while not client.get(f"{trainings}/1").json()["curves"]:
            time.sleep(0.1)
        workers = psutil.Process(process.pid).children(recursive=True)
        assert len(workers) >= 3, "one measures, one trains, one reads runs"
        process.kill()
    assert not psutil.wait_procs(workers, timeout=20)[1]


def test_two_studios_cannot_share_a_port() -> None:
    with listening(0) as first:
        port = first.getsockname()[1]
        with pytest.raises(MotifCNNError, match=f"port {port} of 127.0.0.1"):
            listening(port)

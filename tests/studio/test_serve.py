"""The worker ends with the studio, however that ends."""

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
        client = pytest.importorskip("httpx2").Client(follow_redirects=True)
        url = json.loads(text)["url"]
        assert client.get(url).status_code == 200
        design = {"target": "package", "pattern": "(t:package)--(c:library)"}
        address = url.split("?")[0] + "api/design"
        while client.get(address, params=design).json()["card"]["measured"] is None:
            time.sleep(0.1)
        workers = psutil.Process(process.pid).children(recursive=True)
        assert workers
        process.kill()
    assert not psutil.wait_procs(workers, timeout=20)[1]


def test_two_studios_cannot_share_a_port() -> None:
    with listening(0) as first:
        port = first.getsockname()[1]
        with pytest.raises(MotifCNNError, match=f"port {port} of 127.0.0.1"):
            listening(port)

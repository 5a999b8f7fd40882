"""The built site, once for all tests of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder that MOTIFCNN_SITE names, as `make docs` built it, or else a build of its own."""
    if built := os.environ.get("MOTIFCNN_SITE"):
        return Path(built)
    pytest.importorskip("mkdocs")
    shared = tmp_path_factory.getbasetemp()
    if worker_id != "master":
        shared = shared.parent  # of all workers
    folder = shared / "site"
    with FileLock(f"{folder}.lock"):
        if not (folder / "index.html").is_file():
            build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
            done = subprocess.run(
                [*build, "--site-dir", str(folder)],
                cwd=ROOT,
                env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stdout + done.stderr
    return folder

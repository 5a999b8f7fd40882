"""`python -m motifcnn` is the command line."""

from __future__ import annotations

import subprocess
import sys

import motifcnn


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "motifcnn", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{motifcnn.__version__}\n"

"""Pages say what the cells say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_tables_of_results_and_pages_are_those_of_the_cells() -> None:
    command = [sys.executable, "-m", "benchmarks.pages", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

"""What is installed is what is in the tree."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_has_every_module_and_the_embedded_data(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--directory",
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("motifcnn/")}
    in_tree = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "motifcnn").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == in_tree
    assert any(
        name.startswith("motifcnn/datasets/") and name.endswith(".parquet") for name in packed
    )

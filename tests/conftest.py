"""What all tests share: the folder of public datasets and how hard hypothesis tries."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[1]

# As `motifcnn.nn` sets it before torch is imported; a test module may import torch first.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

# Kernels compile on their first call, so a deadline per example would fail for a reason that is no
# bug.
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder with the public datasets, MOTIFCNN_DATA or ../shared/data; skips without it."""
    folder = Path(os.environ.get("MOTIFCNN_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no public datasets in {folder}; set MOTIFCNN_DATA to their folder")
    return folder

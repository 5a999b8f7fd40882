from __future__ import annotations

from importlib import metadata

import pytest

from motifcnn.doctor import examine_installation, installation
from motifcnn.doctor.finding import Finding


def test_every_required_package_is_named_with_its_version() -> None:
    found = examine_installation(kernels=False)
    said = " ".join(found.checked)
    for name in ("numpy", "torch", "typer"):
        assert f"{name} {metadata.version(name)}" in said


def test_a_missing_or_old_package_is_wrong_and_a_missing_extra_is_a_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = ["no-such-package>=1", "numpy>=999", 'no-such-extra>=1; extra == "studio"']
    monkeypatch.setattr(metadata, "requires", lambda name: wanted)
    found = [each for each in installation._packages() if isinstance(each, Finding)]
    assert [(each.place, each.wrong) for each in found] == [
        ("no-such-package", True),
        ("numpy", True),
        ("no-such-extra", False),
    ]
    assert "motifcnn[studio]" in found[2].next_step


def test_a_kernel_that_ends_its_process_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    for code in ("import os; os.abort()", "raise ValueError('damaged')"):
        monkeypatch.setattr(installation, "_KERNELS", code)
        (found,) = installation._kernels()
        assert isinstance(found, Finding) and found.wrong and found.next_step

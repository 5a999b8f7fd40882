"""Without Java, an error says what to install."""

from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.tensor.spark.java import java_version, require_java


def test_no_java_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MotifCNNError, match=r"no java in PATH.*openjdk-17-jre-headless"):
        require_java()


def test_a_wrong_java_home_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(MotifCNNError, match=r"JAVA_HOME is .*without bin/java"):
        require_java()


def test_an_old_java_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "java"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\" 2019-01-15' >&2\n")
    program.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(MotifCNNError, match=r"Java 11\. Spark needs Java 17"):
        require_java()


def test_a_java_that_gives_no_answer_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "java"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexec sleep 10\n")
    program.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setattr("motifcnn.tensor.spark.java._SECONDS", 0.1)
    with pytest.raises(MotifCNNError, match=r"java -version gave no answer within 0.1 seconds"):
        require_java()


def test_versions_of_every_style_are_read() -> None:
    assert java_version('openjdk version "21" 2023-09-19') == 21
    assert java_version("no version here") is None

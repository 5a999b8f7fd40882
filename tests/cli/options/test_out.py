"""What a verb cannot write is refused before its work starts, and nothing is left behind."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motifcnn.cli.options import out as module
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.out import require_file, require_folder


def test_what_can_be_written_passes_and_leaves_nothing(tmp_path: Path) -> None:
    require_file(None)
    require_folder(None)
    require_file(tmp_path / "new" / "folder" / "report.html")
    require_folder(tmp_path / "new" / "folder")
    require_folder(tmp_path, replaced=True)
    assert not list(tmp_path.iterdir())


def test_a_folder_is_no_file_and_a_file_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OptionError, match=r"--out '.*' is a folder; name a file"):
        require_file(tmp_path)
    with pytest.raises(OptionError, match=r"--svg '.*file' is a file; name a folder"):
        require_folder(tmp_path / "file", "--svg")
    for require in (require_file, require_folder):
        with pytest.raises(OptionError, match=r"file' is a file, so nothing can be written in it"):
            require(tmp_path / "file" / "inside")


def test_a_place_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(dir: Path) -> Any:
        raise OSError(errno.EROFS, "Read-only file system", str(dir))

    monkeypatch.setattr(module.tempfile, "TemporaryFile", refuse)
    with pytest.raises(OptionError, match=r"cannot write in '.*' \(Read-only file system\)"):
        require_file(tmp_path / "a.csv")


EDGE = "(t:paper)--(c:author)"
CASES = {
    "count": ("count", "GRAPH", EDGE, "--out"),
    "demo": ("demo", "--out"),
    "motifs": ("motifs", "GRAPH", "--svg"),
    "predict": ("predict", "RUN", "--out"),
    "report": ("report", "RUN", "--out"),
    "reproduce": ("reproduce", "table-inputs", "--quick", "--out"),
    "train": ("train", "GRAPH", "--out"),
    "train, checkpoint": ("train", "GRAPH", "--checkpoint"),
    "tune": ("tune", "GRAPH", "--out"),
    "tune, state": ("tune", "GRAPH", "--state"),
}


@pytest.mark.parametrize("case", CASES)
def test_every_verb_asks_before_it_works(
    case: str,
    run: Callable[..., Any],
    papers_folder: str,
    run_folder: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "file").touch()
    for work in ("load_dataset", "open_graph", "load_run", "fit"):
        for place in ("motifcnn.datasets", "motifcnn.train", "motifcnn.cli.options.graph"):
            monkeypatch.setattr(f"{place}.{work}", _refuse, raising=False)
    words = {"GRAPH": papers_folder, "RUN": run_folder}
    given = [words.get(word, word) for word in CASES[case]]
    result = run(*given, str(tmp_path / "file" / "out.csv"))
    assert result.exit_code == 2, result.stderr
    assert "is a file, so nothing can be written in it" in result.stderr
    assert given[-1] in result.stderr


def _refuse(*given: Any, **options: Any) -> None:
    raise AssertionError("work began")

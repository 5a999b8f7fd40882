"""A verb is a file: whatever is in the package is a verb of the program."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import motifcnn.cli.app
from motifcnn.cli import verbs as package
from motifcnn.cli.verbs import ORDER, verbs

GREET = '''
EXAMPLES = "Example: motifcnn ask ada"

def ask_(name: str) -> None:
    """Greets."""
    print(f"hello {name}")
'''


def test_every_file_is_a_verb_and_those_in_order_come_first() -> None:
    (folder,) = package.__path__
    files = {file.stem for file in Path(folder).glob("*.py")} - {"__init__"}
    names = [name for name, _ in verbs()]
    assert set(names) == files
    assert tuple(names[: len(ORDER)]) == ORDER


def test_a_new_file_is_a_new_verb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ask_.py").write_text(GREET)
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    assert [name for name, _ in verbs()][-1] == "ask_"
    app = importlib.reload(motifcnn.cli.app).app
    try:
        assert CliRunner().invoke(app, ["ask", "ada"]).stdout == "hello ada\n"
        assert "motifcnn ask ada" in CliRunner().invoke(app, ["ask", "--help"]).stdout
    finally:
        monkeypatch.undo()
        sys.modules.pop("motifcnn.cli.verbs.ask_")
        importlib.reload(motifcnn.cli.app)

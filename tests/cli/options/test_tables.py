"""Decisions about tables are asked, flagged or taken, and written down once."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.tables.folders import content_of, folder_of
from motifcnn.cli.options import tables
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.tables import MOST_ROUNDS, decided, import_tables

BIRDS = "island,mass,kind\n" + "".join(f"i{at % 3},{at}.5,k{at % 2}\n" for at in range(12))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return folder_of(tmp_path / "birds", {"birds.csv": BIRDS})


def test_a_mapping_is_written_once_and_then_followed(folder: Path) -> None:
    first = import_tables(folder, label="birds.kind", yes=True)
    assert first.mapping_file == folder / "motifcnn.toml"
    written = first.mapping_file.read_bytes()
    again = import_tables(folder)
    assert again.mapping_file is None
    assert again.graph == first.graph
    assert first.mapping_file.read_bytes() == written


def test_decisions_are_refused_where_a_mapping_has_them(folder: Path) -> None:
    import_tables(folder, label="birds.kind", yes=True)
    with pytest.raises(OptionError, match="says how to read these tables; edit it or delete it"):
        import_tables(folder, decide=["birds.island=island"])


def test_unsure_guesses_are_an_error_that_names_the_flag_and_writes_nothing(folder: Path) -> None:
    before = content_of(folder)
    with pytest.raises(OptionError, match="a guess is unsure") as caught:
        import_tables(folder, label="birds.kind")
    assert "--decide 'birds.island'='island'" in str(caught.value)
    assert content_of(folder) == before


@pytest.mark.parametrize("flag", ["birds.island", "=island", "birds.island=", " = "])
def test_a_decision_has_two_sides(folder: Path, flag: str) -> None:
    with pytest.raises(OptionError, match="expected WHAT=CHOICE"):
        decided(folder, None, [flag], yes=True)


def test_on_a_terminal_it_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_of(tmp_path / "birds", {"birds.csv": BIRDS})
    asked: list[str] = []

    def refuse(question: str, default: bool) -> bool:
        asked.append(question)
        return False

    monkeypatch.setattr(tables.sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(tables.typer, "confirm", refuse)
    monkeypatch.setattr(tables.typer, "prompt", lambda question, type: "(none)")
    imported = tables.import_tables(folder, label="birds.kind")
    assert len(asked) == 1
    assert asked[0].startswith("birds.island: island? (nothing else links the rows")
    assert imported.graph.schema.relations == ()


def test_it_stops_asking_at_last(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def agree(question: str, default: bool) -> bool:
        asked.append(question)
        return True

    unsure = decided(folder, "birds.kind", [], yes=True)
    assert unsure.unsure
    monkeypatch.setattr("motifcnn.graph.tables.read.plan_tables", lambda *a, **k: unsure)
    monkeypatch.setattr(tables.sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(tables.typer, "confirm", agree)
    assert decided(folder, "birds.kind", [], yes=False) is unsure
    assert len(asked) == MOST_ROUNDS * len(unsure.unsure)

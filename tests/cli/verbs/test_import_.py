from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graph.tables.folders import GOOD, RATINGS, content_of, folder_of
from motifcnn.graph import read_graph, read_tables

BIRDS = "island,mass,kind\n" + "".join(f"i{at % 3},{at}.5,k{at % 2}\n" for at in range(12))


def test_a_folder_becomes_a_graph_and_a_mapping(run: Callable[..., Any], tmp_path: Path) -> None:
    folder, out = folder_of(tmp_path / "films", GOOD), tmp_path / "graph"
    result = run("import", str(folder), "--label", "movies.genre", "--out", str(out))
    assert result.exit_code == 0, result.stderr
    mapping = tomllib.loads((folder / "motifcnn.toml").read_text())
    assert mapping["label"] == {"table": "movies", "column": "genre"}
    assert read_graph(out) == read_tables(folder)
    for words in ("director_id", "whole numbers", "(movie", "ratings", str(out)):
        assert words.strip("(") in result.stdout


def test_json_has_tables_columns_and_what_was_left_out(
    run_json: Callable[..., Any], tmp_path: Path
) -> None:
    folder = folder_of(tmp_path / "films", GOOD | {"notes.pdf": b"%PDF"})
    described = run_json("import", str(folder), "--label", "movies.genre")
    assert [table["table"] for table in described["tables"]] == ["directors", "movies", "ratings"]
    assert described["tables"][2]["what"] == "links"
    kinds = {(c["table"], c["column"]): c["kind"] for c in described["columns"]}
    assert kinds["movies", "year"] == "number"
    assert kinds["ratings", "stars"] == "number"
    assert described["label"] == "movies.genre"
    assert described["left_out"][0].startswith("notes.pdf: not a table")
    assert described["mapping_file"] == str(folder / "motifcnn.toml")
    assert [relation["edges"] for relation in described["graph"]["relations"]] == [6, 12]


def test_a_mapping_that_is_there_is_followed_and_kept(
    run_json: Callable[..., Any], tmp_path: Path
) -> None:
    folder = folder_of(tmp_path / "films", GOOD)
    run_json("import", str(folder))
    file = folder / "motifcnn.toml"
    text = file.read_text().replace('name = "ratings"', 'name = "rated"')
    file.write_text(text)
    described = run_json("import", str(folder), "--label", "movies.genre")
    assert described["graph"]["relations"][1]["name"] == "rated"
    assert described["mapping_file"] is None
    assert file.read_text() == text


def test_unknown_keys_are_treated_as_said_and_the_mapping_says_so(
    run_json: Callable[..., Any], tmp_path: Path
) -> None:
    folder = folder_of(tmp_path / "films", GOOD | {"ratings.csv": RATINGS + "u1,m77,3\n"})
    described = run_json("import", str(folder), "--unknown", "add")
    assert described["graph"]["node_types"][1]["nodes"] == 7
    assert "m77" in described["left_out"][0]
    assert 'unknown = "add"' in (folder / "motifcnn.toml").read_text()


def test_without_a_terminal_guesses_are_an_error_with_the_flags_to_give(
    run: Callable[..., Any], tmp_path: Path
) -> None:
    folder = folder_of(tmp_path / "birds", {"birds.csv": BIRDS})
    before = content_of(folder)
    result = run("import", str(folder), "--label", "birds.kind")
    assert result.exit_code == 2
    assert "--yes" in result.stderr
    assert "--decide 'birds.island'='island'" in result.stderr
    assert content_of(folder) == before


@pytest.mark.parametrize(
    ("flags", "relations"),
    [
        (("--yes",), ["island"]),
        (("--decide", "birds.island=island"), ["island"]),
        (("--decide", "birds.island=(none)"), []),
        (("--decide", "birds.island=rock"), ["island"]),
    ],
)
def test_guesses_are_taken_or_decided(
    flags: tuple[str, ...], relations: list[str], run_json: Callable[..., Any], tmp_path: Path
) -> None:
    folder = folder_of(tmp_path / "birds", {"birds.csv": BIRDS})
    described = run_json("import", str(folder), "--label", "birds.kind", *flags)
    assert [relation["name"] for relation in described["graph"]["relations"]] == relations


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (("--decide", "birds.key"), "expected WHAT=CHOICE"),
        (("--decide", "birds.isle=x", "--yes"), "no decision is about 'birds.isle'"),
        (("--out", "birds.csv"), "is a file"),
        (("--out", "."), "is not a graph"),
    ],
)
def test_wrong_flags_are_refused_before_work(
    flags: tuple[str, ...],
    words: str,
    run: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = folder_of(tmp_path / "birds", {"birds.csv": BIRDS})
    monkeypatch.chdir(folder)
    result = run("import", str(folder), *flags)
    assert result.exit_code == 2
    assert words in result.stderr
    assert content_of(folder) == {"birds.csv": BIRDS.encode()}


def test_decisions_and_a_mapping_do_not_mix(run: Callable[..., Any], tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "films", GOOD)
    assert run("import", str(folder)).exit_code == 0
    result = run("import", str(folder), "--decide", "movies.key=title")
    assert result.exit_code == 2
    assert "edit it or delete it" in result.stderr


def test_the_imported_graph_trains(
    run: Callable[..., Any], run_json: Callable[..., Any], tmp_path: Path
) -> None:
    rows = [f"m{at},{1950 + at % 40},{'xy'[at % 2]},d{at % 6}" for at in range(60)]
    movies = "movie_id,year,genre,director_id\n" + "\n".join(rows) + "\n"
    folder = folder_of(tmp_path / "films", {"movies.csv": movies})
    out = tmp_path / "graph"
    result = run("import", str(folder), "--label", "movies.genre", "--out", str(out))
    assert result.exit_code == 0, result.stderr
    motif = "(t:movie)--(d:director)--(c:movie)"
    trained = run_json("train", str(out), "--motif", motif, "--epochs", "2")
    assert trained["target"] == "movie"
    assert read_tables(folder).counts == {"movie": 60, "director": 6}

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from motifcnn.motif import Motif


def test_the_catalogue_of_two_types_and_one_relation(
    run_json: Callable[..., Any], folder: str
) -> None:
    # Up to 3 nodes from a paper: its author; a second author; another paper of the author.
    found = {Motif.parse(row["pattern"]) for row in run_json("motifs", folder)["motifs"]}
    shapes = {(motif.types, len(motif.edges)) for motif in found}
    assert {
        (("paper", "author"), 1),
        (("paper", "author", "author"), 2),
        (("paper", "author", "paper"), 2),
    } <= shapes
    assert all(motif.target_type == "paper" for motif in found), "papers have the labels"


def test_target_and_size_choose_the_motifs(run_json: Callable[..., Any], folder: str) -> None:
    rows = run_json("motifs", folder, "--target", "author", "--max-nodes", "2")["motifs"]
    assert {row["target_type"] for row in rows} == {"author"}
    assert {len(Motif.parse(row["pattern"]).nodes) for row in rows} == {2}


def test_one_pattern_shows_its_roles(run_json: Callable[..., Any], folder: str) -> None:
    (row,) = run_json("motifs", folder, "--pattern", "(t:author)--(p:paper), (t)--(q:paper)")[
        "motifs"
    ]
    assert row["roles"] == [{"label": "p+q", "node_type": "paper", "members": ["p", "q"]}]


def test_each_motif_is_drawn_into_its_own_file(
    run_json: Callable[..., Any], folder: str, tmp_path: Path
) -> None:
    rows = run_json("motifs", folder, "--svg", str(tmp_path / "drawings"))["motifs"]
    assert sorted((tmp_path / "drawings").iterdir()) == sorted(Path(row["svg"]) for row in rows)
    for row in rows:
        assert ElementTree.parse(row["svg"]).getroot().tag.endswith("svg")


def test_the_table_names_patterns_and_roles(run: Callable[..., Any], folder: str) -> None:
    result = run("motifs", folder, "--pattern", "(t:paper)-[:written-by]->(c:author)")
    assert result.exit_code == 0, result.stderr
    assert "(t:paper)-[:written-by]->(c:author)" in result.stdout, "a relation is text, not markup"
    assert "c:author" in result.stdout


def test_a_pattern_that_the_schema_cannot_match_is_refused(
    run: Callable[..., Any], folder: str
) -> None:
    result = run("motifs", folder, "--pattern", "(t:paper)--(c:paper)")
    assert result.exit_code == 2
    assert result.stderr.startswith("MotifError")


def test_a_folder_that_cannot_be_written_is_one_message(
    run: Callable[..., Any], folder: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    result = run("motifs", folder, "--svg", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert str(tmp_path / "file") in result.stderr


def test_sizes_that_cannot_be_are_told_by_their_flags(run: Callable[..., Any], folder: str) -> None:
    result = run("motifs", folder, "--min-nodes", "4", "--max-nodes", "3")
    assert (result.exit_code, "--min-nodes 4 is over --max-nodes 3" in result.stderr) == (2, True)


def test_one_motif_is_one_motif(run: Callable[..., Any], folder: str) -> None:
    assert "1 motif of" in run("motifs", folder, "--pattern", "(t:paper)--(c:author)").stdout

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motifcnn.datasets.debian import Thresholds, build_graph, main, parse_dump
from motifcnn.errors import GraphError
from motifcnn.graph import read_graph

DUMP = """\
Package: pong
Section: games
Maintainer: Debian Games Team <games@lists.example.org>
Depends: libsdl (>= 2.0), libc6, pong-data | pong-theme
Suggests: mutt
Tag: role::program, uitoolkit::sdl,
 interface::graphical, game::arcade
Description: classic Arcade game for two players

Package: pong-data
Section: games
Maintainer: Debian Games Team <games@lists.example.org>
Tag: role::app-data
Description: data of the game

Package: tetris
Section: non-free/games
Maintainer: Jane Doe <jane@example.org>
Pre-Depends: libsdl:any (>= 1.2)
Depends: pong
Tag: role::program, uitoolkit::sdl, game::tetris
Description-en: arcade game of falling blocks
 A longer text that is not the one-line description: mail mail.

Package: mutt
Version: 2
Section: mail
Maintainer: Jane Doe <jane@example.org>
Depends: libc6, mutt
Enhances: tetris
Tag: role::program, interface::text-mode
Description: mail reader

Package: mutt
Version: 1
Section: games
Tag: role::program

Package: libsdl
Section: libs
Depends: libc6
Description: library

Package: libc6
Section: libs
Description: library

Package: bash
Section: shells
Tag: role::program
Description: shell
"""
KEEP = Thresholds(library=1, maintainer=1, tag=1, word=2)


def links(graph: object, source: str, name: str, target: str) -> list[tuple[str, str]]:
    rows, columns = graph.adjacency[source, name, target].nonzero()  # type: ignore[attr-defined]
    names = graph.names  # type: ignore[attr-defined]
    return sorted((names[source][r], names[target][c]) for r, c in zip(rows, columns, strict=True))


def test_nodes_and_links_of_a_small_dump() -> None:
    graph = build_graph(parse_dump(DUMP), thresholds=KEEP)
    assert graph.names["package"].tolist() == ["mutt", "pong", "tetris"]
    assert graph.names["library"].tolist() == ["libc6", "libsdl", "pong-data"]
    assert graph.names["tag"].tolist() == [
        "interface::graphical",
        "interface::text-mode",
        "uitoolkit::sdl",
    ]
    assert links(graph, "package", "package-depends-library", "library") == [
        ("mutt", "libc6"),
        ("pong", "libc6"),
        ("pong", "libsdl"),
        ("pong", "pong-data"),
        ("tetris", "libsdl"),
    ]
    assert links(graph, "package", "package-depends-package", "package") == [("tetris", "pong")]
    assert links(graph, "package", "package-suggests-package", "package") == [
        ("mutt", "tetris"),
        ("pong", "mutt"),
    ]
    assert links(graph, "library", "library-depends-library", "library") == [("libsdl", "libc6")]
    assert graph.num_edges() == 5 + 1 + 2 + 1 + 3 + 4


def test_teams_keep_their_names_persons_do_not() -> None:
    graph = build_graph(parse_dump(DUMP), thresholds=KEEP)
    assert sorted(graph.names["maintainer"].tolist()) == ["", "Debian Games Team"]
    assert not any(
        "@" in text or "Jane" in text for names in graph.names.values() for text in names
    )


def test_sections_are_the_classes_and_frequent_words_the_features() -> None:
    graph = build_graph(parse_dump(DUMP), thresholds=KEEP)
    labels = graph.labels["package"]
    assert [labels.classes[c] for c in labels.y] == ["mail", "games", "games"]
    assert graph.features["package"].toarray().tolist() == [
        [0, 0],
        [1, 1],
        [1, 1],
    ]  # arcade, game; "for" and "of" are stop words


def test_rare_nodes_are_left_out() -> None:
    graph = build_graph(
        parse_dump(DUMP), thresholds=Thresholds(library=2, maintainer=2, tag=2, word=2)
    )
    assert graph.names["library"].tolist() == ["libc6", "libsdl"]
    assert graph.names["tag"].tolist() == ["uitoolkit::sdl"]
    assert graph.counts["maintainer"] == 1


def test_the_command_writes_a_graph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many = DUMP + "".join(
        f"\nPackage: app{i}\nSection: {'web' if i % 2 else 'net'}\nDepends: libc6\n"
        "Tag: role::program\nDescription: browser\n"
        for i in range(20)
    )
    (tmp_path / "dump.txt").write_text(many)
    assert main([str(tmp_path / "dump.txt"), str(tmp_path / "out")]) == 0
    graph = read_graph(tmp_path / "out")
    assert graph.counts["package"] == 23
    assert str(graph) in capsys.readouterr().out
    split = graph.splits["public"]
    assert len(np.concatenate([split.train, split.val, split.test])) == 23


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage:" in capsys.readouterr().err
    assert main([str(tmp_path / "none.txt"), str(tmp_path / "out")]) == 1
    assert "none.txt" in capsys.readouterr().err
    (tmp_path / "bad.txt").write_text("Package: a\nno field here\n")
    assert main([str(tmp_path / "bad.txt"), str(tmp_path / "out")]) == 1
    assert "bad.txt, line 2: 'no field here'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Package: a\n\nSection: games\n", "line 3: a stanza without the field Package"),
        (" folded\n", "line 1: ' folded' continues no field"),
    ],
)
def test_a_broken_dump_names_the_line(text: str, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        parse_dump(text)


def test_an_index_without_debtags_says_so() -> None:
    with pytest.raises(GraphError, match="role::program"):
        build_graph(parse_dump("Package: a\nSection: games\n"))

"""Every verb on a graph whose names try everything: the terminal gets text and nothing else."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from tests.browser import browser, opened
from tests.hostile import EVIL, FORMULAS, UNSAFE, hostile_graph
from typer.testing import CliRunner

from motifcnn.cli.app import app
from motifcnn.cli.show.csv_file import original
from motifcnn.graph import Graph, write_graph
from motifcnn.motif.tokens import quoted
from motifcnn.train import fit
from motifcnn.visible import visible

__all__ = ["browser"]

VERBS = [command.name for command in app.registered_commands]
FAST = ("--epochs", "2")
TABLE = ("reproduce", "table-inputs", "--splits", "1", "--trials", "0")
SEEN = visible("\x1b]0;owned\x07")


@dataclass(frozen=True)
class Place:
    """Where everything is, and how the graph's parts are called."""

    folder: Path
    graph: Graph

    @property
    def path(self) -> str:
        return str(self.folder / "graph")

    @property
    def run(self) -> str:
        return str(self.folder / f"run{SLASHLESS}")

    @property
    def motif(self) -> str:
        paper, author = self.graph.schema.node_types
        return f"(t:{quoted(paper)})--({quoted('c' + EVIL)}:{quoted(author)})"

    @property
    def node(self) -> str:
        return str(self.graph.ids[self.graph.schema.node_types[0]][3])

    def new(self, name: str) -> str:
        return str(self.folder / f"{name}{SLASHLESS}")


SLASHLESS = EVIL.replace("/", "|").replace("\0", "")[:60]  # as a name of a file


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    found = Place(tmp_path_factory.mktemp("hostile"), hostile_graph())
    write_graph(found.graph, Path(found.path))
    motif = ("--motif", found.motif)
    result = invoke("train", found.path, *motif, *FAST, "--set", "filters=[4]", "--out", found.run)
    assert result.exit_code == 0, result.stderr
    tables = found.folder / "tables"
    tables.mkdir()
    cells = {
        "id": [f"{EVIL[:4]}{i}" for i in range(6)],
        f"kind\x1b[2J{SEEN}\x9b\u202e<b>": "xyxyxy",
    }
    frame = pd.DataFrame({name: list(values) for name, values in cells.items()})
    frame.to_csv(tables / "=movies\x1b]0;t\x07.csv", index=False, quoting=csv.QUOTE_ALL)
    return found


COMMANDS: dict[str, Callable[[Place], list[list[str]]]] = {
    "demo": lambda p: [["demo", "--out", p.new("demo.html")]],
    "datasets": lambda p: [["datasets"], ["datasets", "debian"]],
    "import": lambda p: [
        ["import", str(p.folder / "tables"), "--yes", "--out", p.new("imported")],
        ["import", p.new("nothing")],
    ],
    "motifs": lambda p: [
        ["motifs", p.path, "--svg", p.new("drawings")],
        ["motifs", p.path, "--pattern", f"(t:{quoted(EVIL)})--(c:x)"],
        ["motifs", p.path, "--pattern", EVIL],
    ],
    "count": lambda p: [
        ["count", p.path, p.motif, "--out", p.new("tensor"), "--overwrite"],
        ["count", p.path, p.motif, "--plan"],
        ["count", p.path, p.motif, "--sample", "100"],
        ["count", p.path, p.motif, "--context", EVIL],
    ],
    "instances": lambda p: [
        ["instances", p.path, p.motif, p.node, "--out", p.new("instances.svg")],
        ["instances", p.path, p.motif, EVIL],
    ],
    "train": lambda p: [
        ["train", p.path, "--motif", p.motif, *FAST, "--compare"],
        ["train", p.path, "--target", EVIL],
        ["train", p.path, "--set", f"dropout{EVIL}=1"],
        ["train", p.path, "--split", EVIL],
    ],
    "evaluate": lambda p: [
        ["evaluate", p.path, "--model", "majority", "--splits", "2", "--fractions", "0.4,0.2,0.4"],
        ["evaluate", p.path, "--model", EVIL],
    ],
    "predict": lambda p: [
        ["predict", p.run],
        ["predict", p.run, "--out", p.new("p") + ".csv"],
        ["predict", p.run, p.path, "--all"],
        ["predict", p.new("nothing")],
    ],
    "explain": lambda p: [["explain", p.run, p.node], ["explain", p.run, EVIL]],
    "tune": lambda p: [
        ["tune", p.path, "--model", "mlp", "--trials", "1", *FAST, "--out", p.new("t") + ".toml"],
        ["tune", p.path, "--target", EVIL],
    ],
    "reproduce": lambda p: [
        [*TABLE, "--dataset", p.path, "--method", "mlp", "--out", p.new("results")],
        [*TABLE, "--dataset", EVIL[5:]],
    ],
    "bench": lambda p: [
        ["bench", p.path, "--motif", p.motif, "--baseline", "majority", *FAST],
    ],
    "report": lambda p: [
        ["report", p.run, "--no-verdict", "--out", p.new("report") + ".html"],
        ["report", p.run, "--baseline", EVIL],
    ],
    # These two serve until they are interrupted, so here they only refuse.
    "serve": lambda p: [["serve", f"nowhere{EVIL}"], ["serve", p.run, "--host", EVIL]],
    "studio": lambda p: [
        ["studio", f"nowhere{EVIL}"],
        ["studio", p.path, "--out", p.path],
    ],
    "doctor": lambda p: [["doctor", p.run], ["doctor", p.path], ["doctor", p.new("nothing")]],
}


def invoke(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "20000"})


def _quick(monkeypatch: pytest.MonkeyPatch, place: Place) -> None:
    """The embedded dataset is the hostile graph, and a demo fits two small models to it."""

    def quick_fit(graph: Graph, *arguments: Any, **options: Any) -> Any:
        own = {"motifs": [place.motif], "epochs": 2} if options.get("model") == "motif-cnn" else {}
        return fit(graph, *arguments, **options | own | {"split": (0.4, 0.2, 0.4)})

    monkeypatch.setattr("motifcnn.cli.verbs.demo.MODELS", ("majority", "motif-cnn"))
    monkeypatch.setattr("motifcnn.datasets.load_dataset", lambda name, **options: place.graph)
    monkeypatch.setattr("motifcnn.train.fit", quick_fit)


@pytest.mark.parametrize("verb", VERBS)
def test_names_reach_the_terminal_as_text(
    verb: str, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verb in COMMANDS, "a new verb: add how to call it on the hostile graph"
    if verb in ("demo", "datasets"):
        _quick(monkeypatch, place)
    shown = ""
    for arguments in COMMANDS[verb](place):
        for ending in ([], ["--json"]):
            result = invoke(*arguments, *ending)
            found = sorted(UNSAFE & set(result.output + result.stdout + result.stderr))
            assert not found, (arguments, found)
            assert result.exit_code in (0, 1, 2), result.stderr
            if ending and result.exit_code == 0:
                json.loads(result.stdout)
            shown += result.output
    assert SEEN in shown.replace("u001b", "x1b").replace("u0007", "x07"), "shown, as text"
    assert "[bold]b[/]" in shown or verb in ("import", "evaluate", "tune", "reproduce")


def test_the_first_command_of_every_verb_succeeds(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the test above would only look at errors."""
    _quick(monkeypatch, place)
    for verb in ("datasets", "motifs", "count", "instances", "predict", "explain", "doctor"):
        result = invoke(*COMMANDS[verb](place)[0])
        assert result.exit_code == 0, (verb, result.stderr)


def test_no_cell_of_the_predictions_is_a_formula_and_ids_come_back(place: Place) -> None:
    out = place.folder / "predictions.csv"
    assert invoke("predict", place.run, "--out", str(out)).exit_code == 0
    with out.open(newline="", encoding="utf-8") as file:
        head, *rows = list(csv.reader(file))
    assert rows and all(
        cell[:1] not in "=+-@\t\r\n" for row in (head, *rows) for cell in row if cell
    )
    paper = place.graph.schema.node_types[0]
    ids = [original(row[head.index("node")]) for row in rows]
    # The module csv reads a NUL as it is from Python 3.11 on.
    assert ids == place.graph.ids[paper].tolist()
    assert {identity[0] for identity in ids} == {formula[0] for formula in FORMULAS}
    exact = place.folder / "predictions.parquet"
    assert invoke("predict", place.run, "--out", str(exact)).exit_code == 0
    assert pd.read_parquet(exact)["node"].tolist() == ids


def test_the_report_shows_names_as_text_in_a_browser(place: Place, browser: Any) -> None:
    out = place.folder / "browser.html"
    assert invoke("report", place.run, "--no-verdict", "--out", str(out)).exit_code == 0
    text = out.read_text(encoding="utf-8")
    assert not UNSAFE & set(text.replace("\t", ""))
    with opened(browser, out, width=1280) as found:
        assert found.errors == [] and len(found.requests) == 1
        assert found.page.locator("script").count() == 1, "our own"
        assert found.page.locator("img").count() == 0
        body = found.page.locator("body").inner_text()
    for part in (SEEN, "<script>alert(1)</script>", "onerror=alert(2)", r"\u202e", r"\x9b"):
        assert part in body


def test_a_drawing_has_no_control_character(place: Place) -> None:
    out = place.folder / "drawing.svg"
    assert (
        invoke("instances", place.path, place.motif, place.node, "--out", str(out)).exit_code == 0
    )
    assert not UNSAFE & set(out.read_text(encoding="utf-8"))


def test_a_lone_surrogate_in_an_argument_is_text() -> None:
    name = os.fsdecode(b"/nowhere/\x9b\xff")
    result = invoke("count", name, "(t:a)--(c:b)")
    assert result.exit_code == 2
    assert r"\udc9b\udcff" in result.stderr

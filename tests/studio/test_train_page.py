"""Training on the page in a real browser: by keyboard alone, over a reload, in two browsers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.browser import browser
from tests.studio_page import broken_rules, page_of, picture, press, reach, studio, turn_to
from typer.testing import CliRunner

import motifcnn as mc
from motifcnn.cli.app import app
from motifcnn.graph import Graph, Labels, Relation, Schema, write_graph
from studio.conftest import MOTIFS, ORDERS

__all__ = ["browser"]

SAVE = """pattern => fetch("/api/collection", {method: "POST", body: JSON.stringify({pattern}),
  headers: {"Content-Type": "application/json"}})"""
PATIENCE = 180_000  # ms


@contextmanager
def opened(browser: Any, url: str, width: int = 1280) -> Iterator[Any]:
    """A page that must not complain; it has time for processes that start with torch."""
    with page_of(browser, url, width) as page:
        page.set_default_timeout(PATIENCE)
        page.get_by_role("heading", name="Node types").wait_for()
        yield page


@pytest.fixture(scope="module")
def folder(stored: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a studio, with two runs on one split."""
    found = tmp_path_factory.mktemp("studio")
    shutil.copytree(stored, found / "motifcnn-runs")
    return found


@pytest.fixture(scope="module")
def url(browser: Any, folder: Path) -> Iterator[str]:
    """Of a studio with two motifs in its collection."""
    with studio("debian", folder, inside=True) as found:
        with opened(browser, found) as page:
            for motif in MOTIFS:
                page.evaluate(SAVE, motif)
        yield found


def enter(page: Any, name: str, text: str, role: str = "textbox") -> None:
    """Types into a field instead of what stands there."""
    reach(page, role, name)
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def choose(page: Any, name: str, text: str) -> None:
    """Turns a choice by typing what it begins with."""
    choice = reach(page, "combobox", name)
    page.keyboard.type(text)
    assert choice.evaluate("element => element.selectedOptions[0].text") == text


def begin(page: Any, url: str, *, epochs: int, **fields: str) -> None:
    """Fills in the form and starts a training, by keyboard."""
    turn_to(page, url, "train")
    choose(page, "Preset", "inductive")
    choose(page, "Class weights", "balanced")
    for name, text in fields.items():
        enter(page, name.replace("_", " "), text)
    enter(page, "epochs", str(epochs))
    enter(page, "filters", "8")
    enter(page, "window", str(epochs))
    press(page, "button", "Start training")
    page.locator(".training h2").wait_for()


def test_a_training_goes_on_over_a_reload_and_is_kept(
    browser: Any, url: str, folder: Path, tmp_path: Path
) -> None:
    with opened(browser, url) as page:
        begin(page, url, epochs=600, Seed="5", Name_of_the_run="by keyboard")
        page.locator(".chart .scatterlayer path.js-line").first.wait_for()
        assert "is training" in page.locator(".training h2").inner_text()
        picture(page, "train")
        page.reload()
        page.locator(".chart .scatterlayer path.js-line").first.wait_for()
        press(page, "link", "See the run")
        page.locator(".heats tbody tr").nth(1).wait_for()

        run_folder = folder / "motifcnn-runs" / "by keyboard"
        run = mc.load_run(run_folder)
        assert (run.seed, len(run.history)) == (5, 600)
        order = json.loads((run_folder / "order.json").read_text(encoding="utf-8"))
        assert (order["class_weights"], order["batch_size"]) == ("balanced", None)
        assert [str(motif) for motif in run.motifs] == MOTIFS
        shown = page.locator(".runs tr", has_text="by keyboard").locator("b").first.inner_text()
        assert shown == f"{100 * run.test.micro_f1:.1f}"
        enter(page, "Name or id (package)", "gimp", "combobox")
        page.keyboard.press("Enter")
        page.locator(".why tbody tr").nth(1).wait_for()
        picture(page, "runs")
        page.set_viewport_size({"width": 1920, "height": 1080})
        picture(page, "runs")

        with page.expect_download() as report:
            press(page, "link", "Save report.html")
        assert report.value.suggested_filename == "by keyboard-report.html"
        assert "Attention per motif" in Path(report.value.path()).read_text(encoding="utf-8")
        with page.expect_download() as toml:
            press(page, "link", "Save TOML to train it again")
        toml.value.save_as(tmp_path / "again.toml")
        instances = page.locator(".why tbody a").first.inner_text()
        press(page, "link", instances)
        page.get_by_text(f"{instances} instances of").wait_for()

    command = ["train", "--config", str(tmp_path / "again.toml"), "--json"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    again = json.loads(result.stdout)["test"]
    assert (again["micro_f1"], again["macro_f1"]) == (run.test.micro_f1, run.test.macro_f1)


def test_two_runs_stand_side_by_side_with_their_difference(
    browser: Any, url: str, folder: Path
) -> None:
    ours, other = (mc.load_run(folder / "motifcnn-runs" / name) for name in ORDERS)
    expected = 100 * (ours.test.micro_f1 - other.test.micro_f1)
    with opened(browser, url) as page:
        page.goto(f"{url.split('?')[0]}#/runs?run=1-motif-cnn&beside=2-gcn")
        page.locator(".comparison dd").first.wait_for()
        shown = page.locator(".comparison dd").first.inner_text().replace("\u2212", "-")
        assert shown.startswith(f"{expected:+.1f} points (")
        assert page.locator(".runs", has_text="2-gcn").locator("tbody tr").count() >= 2
        picture(page, "difference")
        reach(page, "combobox", "less")
        page.keyboard.type("1")
        page.wait_for_url("**beside=1-motif-cnn**")
        page.get_by_text("its interval holds 0").wait_for()


def test_a_training_is_seen_in_two_browsers_and_cancelled(
    browser: Any, url: str, folder: Path
) -> None:
    with opened(browser, url) as page, opened(browser, url) as other:
        begin(page, url, epochs=100_000, Name_of_the_run="endless")
        begin(page, url, epochs=100_000, Name_of_the_run="behind it")
        page.get_by_role("heading", name="behind it waits").wait_for()
        turn_to(other, url, "train")
        other.get_by_role("heading", name="endless is training").wait_for()
        other.locator(".chart .scatterlayer path.js-line").first.wait_for()
        states = other.locator("tbody tr td:nth-child(4)")
        assert states.all_inner_texts()[:2] == ["waiting", "running"]
        press(page, "button", "Cancel training")
        page.get_by_role("heading", name="behind it was cancelled").wait_for()
        press(other, "button", "Cancel training")
        other.get_by_role("heading", name="endless was cancelled").wait_for()
        press(page, "link", "endless")
        page.get_by_role("heading", name="endless was cancelled").wait_for()
        page.get_by_text("nothing of it was kept").wait_for()
    for name in ("endless", "behind it"):
        assert not (folder / "motifcnn-runs" / name).exists()


def test_a_wrong_setting_is_told_beside_its_field(browser: Any, url: str) -> None:
    # Not `page_of`: the browser notes a refused request in its console.
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.goto(url)
    page.get_by_role("heading", name="Node types").wait_for()
    turn_to(page, url, "train")
    enter(page, "dropout", "1.5")
    press(page, "button", "Start training")
    field = page.get_by_role("textbox", name="dropout", exact=True)
    page.get_by_text("input should be less than 1; got 1.5").wait_for()
    assert field.get_attribute("aria-invalid") == "true"
    assert field.evaluate("element => element === document.activeElement")
    described = field.get_attribute("aria-describedby")
    assert "less than 1" in page.locator(f"#{described}").inner_text()
    picture(page, "wrong-setting")
    enter(page, "dropout", "0.5")
    enter(page, "Seed", "x")
    press(page, "button", "Start training")
    page.get_by_text("The seed is a whole number").wait_for()
    assert page.get_by_text("input should be less than 1").count() == 0
    enter(page, "Seed", "0")
    enter(page, "Batch size", "0")
    press(page, "button", "Start training")
    page.get_by_text("batch_size must be").wait_for()
    choose(page, "Method", "auto")
    page.get_by_text("The best of motif-cnn, wide-motif, gcn, boosting").wait_for()
    assert page.get_by_label("Batch size").is_disabled()
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 1920])
def test_no_rule_of_axe_is_broken(browser: Any, url: str, scheme: str, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with opened(browser, url, width) as page:
        page.emulate_media(color_scheme=scheme)
        begin(page, url, epochs=3)
        page.locator(".chart .scatterlayer").first.wait_for()
        page.get_by_text("All settings").click()
        assert broken_rules(axe, page) == []
        page.get_by_text("All settings").click()
        page.evaluate("scrollTo(0, 0)")
        picture(page, f"train-{scheme}")
        page.goto(f"{url.split('?')[0]}#/runs?run=1-motif-cnn&node=gimp")
        page.locator(".why tbody tr").first.wait_for()
        page.locator(".heats").wait_for()
        page.locator(".comparison dd").first.wait_for()
        assert broken_rules(axe, page) == []
        picture(page, f"runs-{scheme}")


def test_hostile_names_are_shown_as_text(browser: Any, tmp_path: Path) -> None:
    evil = "<img src=x onerror=alert(1)>\x1b[31m\u202e`\"'"
    relation = Relation("a", "has", "b")
    graph = Graph(
        Schema(("a", "b"), (relation,)),
        {relation.key: np.ones((12, 2))},
        {"a": 12, "b": 2},
        features={"a": np.eye(12), "b": np.eye(2)},
        names={"a": np.array([f"{evil}{i}" for i in range(12)], dtype=object)},
        labels={"a": Labels(np.arange(12), np.arange(12) % 2, (f"{evil}0", f"{evil}1"))},
        name=evil,
    )
    write_graph(graph, tmp_path / "graph")
    run = mc.fit(graph, ["(t:a)--(c:b)"], preset="inductive", epochs=2, split=[0.4, 0.3, 0.3])
    run.save(tmp_path / "motifcnn-runs" / evil, source=tmp_path / "graph")
    with studio(str(tmp_path / "graph"), tmp_path) as address, opened(browser, address) as page:
        turn_to(page, address, "runs")
        page.locator(".heats tbody tr").first.wait_for()
        enter(page, "Name or id (a)", str(graph.ids["a"][0]), "combobox")
        page.keyboard.press("Enter")
        page.locator(".why tbody tr").first.wait_for()
        text = page.locator("body").inner_text()
        assert text.count("<img src=x onerror=alert(1)>\\x1b[31m\\u202e") >= 5
        begin(page, address, epochs=3)
        page.locator(".chart .scatterlayer").first.wait_for()
        text += page.locator("body").inner_text()
        assert page.locator("img").count() == 0 and page.locator("main script").count() == 0
        assert "\x1b" not in text and "\u202e" not in text

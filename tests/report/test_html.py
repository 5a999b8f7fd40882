from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.explain.usefulness import Usefulness
from motifcnn.graph import Graph, Split
from motifcnn.graph.fingerprint import graph_fingerprint
from motifcnn.report import render_report, write_report
from motifcnn.train import Run, Scores, fit
from small_graphs import MOTIFS, bibliography

EVIL = "<script>alert(1)</script>"
VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    """Tags, attributes and text; fails on a tag that is closed out of order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def sections(page: Page) -> list[str | None]:
    return [attributes.get("id") for tag, attributes in page.tags if tag == "section"]


def test_every_section_is_there_and_the_tags_are_balanced(run: Run) -> None:
    page = Page(render_report(run, baselines={"gcn": Scores(0.5, 0.4, 0.5, 40)}))
    expected = [
        "result",
        "comparison",
        "classes",
        "calibration",
        "motifs",
        "attention",
        "examples",
        "least-sure",
        "predictions",
        "graph",
        "training",
        "settings",
    ]
    assert sections(page) == expected
    assert [tag for tag, _ in page.tags].count("polyline") == 5
    text = " ".join(page.text)
    for part in (
        "gcn",
        "50.0",
        "seed",
        "learning_rate",
        "torch",
        *map(str, run.motifs),
        *run.classes,
    ):
        assert part in text


def test_the_file_needs_nothing_but_itself(run: Run) -> None:
    text = render_report(run)
    page = Page(text)
    tags = [tag for tag, _ in page.tags]
    assert not {"link", "img", "iframe", "object", "embed"} & set(tags)
    for _, attributes in page.tags:
        assert not {"src", "xlink:href", "srcset"} & attributes.keys()
        assert str(attributes.get("href", "#")).startswith("#"), "links stay on the page"
    assert "@import" not in text
    assert "url(" not in text
    addresses = set(re.findall(r"https?://[^\"' <)]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}, (
        "the name of SVG is no address that anyone opens"
    )


def test_one_script_is_allowed_by_its_hash_and_no_other(run: Run) -> None:
    text = render_report(run)
    (script,) = re.findall(r"<script>(.*?)</script>", text, flags=re.S)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r'Content-Security-Policy"\s+content="([^"]*)"', text)
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")


def test_names_from_the_data_are_text_and_never_markup(hostile: Run) -> None:
    text = render_report(hostile, command=EVIL)
    page = Page(text)
    assert text.count("<script") == 1, "our own"
    assert "img" not in {tag for tag, _ in page.tags}
    assert any("<script>alert(1)</script>" in part for part in page.text), "it is shown, as text"


def test_a_baseline_run_and_a_multi_label_run_have_reports_too(
    baseline: Run, multi_label_run: Run
) -> None:
    assert "attention" not in sections(Page(render_report(baseline)))
    text = render_report(multi_label_run)
    Page(text)
    assert "wrongly given" in text
    assert "chosen on validation nodes" in text


def test_contributions_are_never_called_attention(wide_run: Run) -> None:
    text = render_report(wide_run)
    page = Page(text)
    assert "contributions" in sections(page) and "attention" not in sections(page)
    assert "attention" not in " ".join(page.text).lower()
    assert "mean share of the contributions" in text


def test_a_run_without_test_nodes_has_a_report_without_their_scores(graph: Graph) -> None:
    split = Split("paper", np.arange(40), np.arange(40, 80), np.arange(0))
    page = Page(render_report(fit(graph, MOTIFS[:1], split=split, epochs=1)))
    expected = ["result", "motifs", "attention", "graph", "training", "tried", "settings"]
    assert sections(page) == expected


def test_the_file_is_small(run: Run, tmp_path: Path) -> None:
    path = write_report(run, tmp_path / "new" / "report.html")
    assert 5_000 < path.stat().st_size < 200_000


def test_without_its_graph_or_with_another_there_is_no_report(
    run: Run, multi_label_run: Run
) -> None:
    with pytest.raises(GraphError, match="give it"):
        render_report(replace(run, graph=None))
    with pytest.raises(GraphError, match="80 nodes of type paper, this graph has others"):
        render_report(run, bibliography(papers=30))


def test_the_settings_have_the_split_and_the_seed(run: Run) -> None:
    text = render_report(run)
    assert (
        '<tr><th scope="row">split</th><td>24 training, 16 validation, 40 test nodes</td></tr>'
        in text
    )
    assert '<tr><th scope="row">seed</th><td>0</td></tr>' in text
    named = replace(run.graph, splits={"mine": run.split})
    assert "<td>mine: 24 training, 16 validation, 40 test nodes</td>" in render_report(run, named)


def test_the_page_shows_what_was_tried_and_what_was_kept() -> None:
    run = fit(bibliography(), MOTIFS, split=(0.4, 0.3, 0.3), epochs=2)
    text = render_report(run)
    Page(text)
    kept = next(one.name for one in run.tried if one.kept)
    assert f"<b>{kept}</b>" in text
    assert all(one.name in text for one in run.tried)
    assert "What was tried" not in render_report(replace(run, tried=()))


def test_the_verdict_and_its_warnings_stand_first(run: Run) -> None:
    row = SimpleNamespace(
        name="boosting", micro_f1=0.5, macro_f1=0.4, low=0.45, high=0.55, own=False
    )
    verdict = SimpleNamespace(sentence="Better by 4.1 <points>.", rows=(row,), warnings=("2 < 3",))
    text = render_report(run, verdict=verdict)
    page = Page(text)
    assert sections(page)[:2] == ["verdict", "result"]
    words = " ".join(page.text)
    for part in ("Better by 4.1 <points>.", "2 < 3", "boosting", "45.0 to 55.0"):
        assert part in words
    assert words.index("Better by") < words.index("2 < 3") < words.index("boosting")


def test_the_head_says_when_and_how_the_report_was_made_and_of_what_data(run: Run) -> None:
    when = datetime(2026, 2, 3, 4, 5)
    text = render_report(run, command="motifcnn report 'my run'", written=when)
    assert "3 February 2026, 04:05" in text
    assert "motifcnn report &#39;my run&#39;" in text
    assert text.count(graph_fingerprint(run.graph)) == 2
    assert render_report(run, written=when) == render_report(run, written=when)


def test_a_written_report_shows_the_call(run: Run, tmp_path: Path) -> None:
    text = write_report(run, tmp_path / "a.html").read_text(encoding="utf-8")
    assert "motifcnn.write_report(run, " in text


def test_usefulness_is_shown_with_the_sign_of_the_loss(run: Run) -> None:
    scores = [Scores(0.8, 0.7, 0.8, 40), Scores(0.75, 0.72, 0.75, 40)]
    text = render_report(run, usefulness=[Usefulness(run.motifs[0], *scores)])
    assert "usefulness" in sections(Page(text))
    assert '<td class="number">+5.0</td>' in text
    assert '<td class="number">-2.0</td>' in text

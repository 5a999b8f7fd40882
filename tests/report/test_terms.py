from __future__ import annotations

import re

import pytest

from motifcnn.report import render_report
from motifcnn.report.terms import TERMS, Terms
from motifcnn.train import Run

# Terms that are words of every day as well; their place is not checked.
PLAIN = {"role", "context", "target", "layer", "split", "features"}


def sections(html: str) -> list[str]:
    """The text of each section, tags left out."""
    html = re.sub(r"<(script|style|svg|nav).*?</\1>", "", html, flags=re.S)
    parts = re.split(r"<section|<header", html)[1:]
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", part)) for part in parts]


@pytest.mark.parametrize("kind", ["run", "deep_run", "wide_run", "multi_label_run", "baseline"])
def test_every_term_is_explained_in_the_section_where_it_first_stands(
    kind: str, request: pytest.FixtureRequest
) -> None:
    run: Run = request.getfixturevalue(kind)
    texts = sections(render_report(run))
    checked = 0
    for name, meaning in TERMS.items():
        explained = [at for at, text in enumerate(texts) if f"{name} {meaning}" in text]
        used = [
            at
            for at, text in enumerate(texts)
            if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)
        ]
        assert len(explained) <= 1
        if used and name not in PLAIN:
            assert explained == used[:1], name
            checked += 1
    assert checked >= 8


def test_a_term_is_explained_once_and_none_is_no_term() -> None:
    terms = Terms()
    assert [name for name, _ in terms("seed", None, "loss")] == ["seed", "loss"]
    assert terms("loss", "seed") == []

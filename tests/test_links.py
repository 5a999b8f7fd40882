from __future__ import annotations

from pathlib import Path

import pytest

from links import dead_links


@pytest.mark.parametrize(
    ("link", "dead"),
    [
        ("b.html", False),
        ("b.html#here", False),
        ("#top", False),
        ("https://example.org/none", False),
        ("c.html", True),
        ("b.html#there", True),
        ("#bottom", True),
        ("../up.html", True),
    ],
)
def test_a_link_to_what_is_not_there_is_dead(tmp_path: Path, link: str, dead: bool) -> None:
    (tmp_path / "a.html").write_text(f'<p id="top"><a href="{link}">b</a></p>')
    (tmp_path / "b.html").write_text('<h1 id="here">b</h1>')
    assert bool(dead_links(tmp_path)) == dead

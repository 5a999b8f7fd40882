"""The picture of the README is what its script draws."""

from __future__ import annotations

import runpy
from pathlib import Path
from xml.etree import ElementTree

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def test_the_overview_is_what_its_script_draws() -> None:
    drawn = runpy.run_path(str(PICTURES / "overview.py"))["overview"]()
    kept = (PICTURES / "overview.svg").read_text(encoding="utf-8")
    assert drawn == kept, "run: python docs/pictures/overview.py"


def test_the_overview_names_real_instances_and_loads_nothing() -> None:
    text = (PICTURES / "overview.svg").read_text(encoding="utf-8")
    words = {"".join(part.itertext()) for part in ElementTree.fromstring(text).iter()}
    assert {"gimp", "krita", "libwebp7", "graphics"} <= words
    assert "href" not in text and "url(" not in text

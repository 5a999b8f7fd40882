"""Equations as MathML, written when the site is built: browsers draw it without a script."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from latex2mathml.converter import convert

# What the Markdown extension arithmatex makes of $...$ and $$...$$.
INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)
BLOCK = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.DOTALL)


def mathml(text: str, display: str) -> str:
    """The MathML of a formula in LaTeX."""
    return convert(unescape(text).strip(), display=display)


def on_page_content(html: str, /, **_: Any) -> str:
    """Replaces the formulas of a page."""
    html = BLOCK.sub(lambda found: f'<div class="equation">{mathml(found[1], "block")}</div>', html)
    return INLINE.sub(lambda found: mathml(found[1], "inline"), html)

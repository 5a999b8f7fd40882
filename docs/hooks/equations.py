"""Equations as MathML, written when the site is built: browsers draw it without a script.

Not every system has a font for mathematics, so the site brings one: STIX Two Math, as the package
ziamath has it.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import ziamath
from latex2mathml.converter import convert
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

# What the Markdown extension arithmatex makes of $...$ and $$...$$.
INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)
BLOCK = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.DOTALL)
FONT = Path(ziamath.__file__).parent / "fonts" / "STIXTwoMath-Regular.ttf"


def on_files(files: Files, /, *, config: MkDocsConfig) -> Files:
    """Adds the font."""
    files.append(File.generated(config, "assets/math.ttf", abs_src_path=str(FONT)))
    return files


def mathml(text: str, display: str) -> str:
    """The MathML of a formula in LaTeX."""
    return convert(unescape(text).strip(), display=display)


def on_page_content(html: str, /, **_: Any) -> str:
    """Replaces the formulas of a page."""
    html = BLOCK.sub(lambda found: f'<div class="equation">{mathml(found[1], "block")}</div>', html)
    return INLINE.sub(lambda found: mathml(found[1], "inline"), html)

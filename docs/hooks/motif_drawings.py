"""Drawings of motifs: each line of a block of the language `motif` is a pattern to draw."""

from __future__ import annotations

import re
from typing import Any

BLOCK = re.compile(r"^```motif\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def on_page_markdown(markdown: str, /, **_: Any) -> str:
    """Replaces the blocks of a page by figures."""
    return BLOCK.sub(lambda found: figure(found[1].splitlines()), markdown)


def figure(patterns: list[str]) -> str:
    """The drawings side by side, each with its pattern below."""
    from motifcnn import Motif

    drawn = [
        f"<div>{Motif.parse(pattern).to_svg()}<br><code>{pattern}</code></div>"
        for pattern in patterns
    ]
    return '<figure class="motifs">' + "".join(drawn) + "</figure>"

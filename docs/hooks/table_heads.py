"""Pages of results begin with their tables: settings and inputs are folded above them."""

from __future__ import annotations

import re
from typing import Any

from mkdocs.structure.pages import Page

SETTINGS = re.compile(r"^Splits: (\d+)\. (.*?)\n\n", re.MULTILINE | re.DOTALL)
FOLDED = """<details markdown="1">
<summary>{splits}: settings and inputs</summary>

{text}

</details>

"""


def on_page_markdown(markdown: str, /, *, page: Page, **_: Any) -> str:
    """Folds the paragraph that says how a table was run."""
    return SETTINGS.sub(folded, markdown) if page.file.src_uri.startswith("results/") else markdown


def folded(found: re.Match[str]) -> str:
    """The paragraph behind a line that opens it."""
    splits = "1 split" if found[1] == "1" else f"{found[1]} splits"
    return FOLDED.format(splits=splits, text=found[2])

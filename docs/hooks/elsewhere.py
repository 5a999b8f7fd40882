"""Pages of the site that lie elsewhere in the repository, and links to them.

A link such as `../results/arena.md` leads to the file where the pages are read in the repository,
and to its page where they are read as a site.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PAGE_OF = {
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "benchmarks/README.md": "benchmarking.md",
    **{
        path.relative_to(ROOT).as_posix(): f"results/{path.name}"
        for path in sorted((ROOT / "results").glob("*.md"))
    },
}
NOTEBOOKS = {
    f"docs/notebooks/{path.name}": f"notebooks/{path.stem}.md"
    for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
}
SOURCE_OF = {page: source for source, page in PAGE_OF.items()}
LINK = re.compile(r"(?<=\]\()([^)\s#:]+\.(?:md|ipynb))(?=[)#])")


def on_files(files: Files, /, *, config: MkDocsConfig) -> Files:
    """Adds the pages."""
    for source, page in PAGE_OF.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, /, *, page: Page, **_: Any) -> str:
    """Links by their place in the repository become links by their place in the site."""
    here = page.file.src_uri
    source = SOURCE_OF.get(here, f"docs/{here}")

    def moved(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link[1]))
        place = {**PAGE_OF, **NOTEBOOKS}.get(target, target.removeprefix("docs/"))
        return posixpath.relpath(place, posixpath.dirname(here) or ".")

    return LINK.sub(moved, markdown)

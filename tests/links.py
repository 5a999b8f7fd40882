"""Links of a folder of HTML pages that lead nowhere: files, and places within them."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Links(HTMLParser):
    """Where a page leads to, and the places in it that others can lead to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.places: set[str] = {"", "__search"}
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name in ("href", "src"):
                self.targets.append(value)
            elif name == "id" or (tag == "a" and name == "name"):
                self.places.add(value)


def outward(target: str) -> bool:
    """Whether a link leaves the site."""
    parts = urlsplit(target)
    return bool(parts.scheme or parts.netloc)


def dead_links(folder: Path) -> list[str]:
    """Each link to a file or a place that does not exist, with its page; outward ones are left."""
    pages = {page: Links(page) for page in sorted(folder.rglob("*.html"))}
    found = []
    for page, links in pages.items():
        for target in links.targets:
            parts = urlsplit(target)
            if outward(target):
                continue
            base = folder if parts.path.startswith("/") else page.parent
            file = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else page
            if file.is_dir():
                file = file / "index.html"
            known = pages.get(file)
            if not file.is_file() or (known and unquote(parts.fragment) not in known.places):
                found.append(f"{page.relative_to(folder)}: {target}")
    return found

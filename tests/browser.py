"""Chromium for tests of pages: one browser per module, and what a page must not do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Debian's Chromium by its path: nothing is downloaded, and nothing is asked of the network.
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PAPER = 718  # px between the margins of A4


# Not of a session: every module that imports the fixture has its own, and playwright allows one at
# a time.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; skips where it is not installed."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no chromium on PATH; `make test` installs Debian's as root")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@dataclass
class Opened:
    """A page with all that it said and asked for."""

    page: Page
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@contextmanager
def opened(
    browser: Browser, file: Path, *, width: int, paper: bool = False, dark: bool = False
) -> Iterator[Opened]:
    """Opens a file at a width in px, or as it is printed; records errors and requests."""
    page = browser.new_page(
        viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light"
    )
    found = Opened(page)
    page.on("console", lambda message: found.errors.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: found.errors.append(str(error)))
    page.on("request", lambda request: found.requests.append(request.url))
    if paper:
        page.emulate_media(media="print")
    page.goto(file.as_uri())
    if pictures := os.environ.get("MOTIFCNN_PICTURES"):  # a folder, to look at what was tested
        kind = "paper" if paper else f"{width}-dark" if dark else width
        name = f"{file.parent.name}-{file.stem}-{kind}.png"
        page.screenshot(path=Path(pictures) / name, full_page=True)
    try:
        yield found
    finally:
        page.close()


CLIPPED = """() => {
  const found = [];
  // Text that ends outside of an ancestor that cuts it off, unless the reader can scroll there.
  const root = document.querySelector("WITHIN");
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest("script, style, title, svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (!box.width) continue;
      for (let at = parent; at; at = at.parentElement) {
        const scrolls = ["auto", "scroll"].includes(getComputedStyle(at).overflowX);
        if (scrolls && !PRINTED) break;
        const own = at.getBoundingClientRect();
        const cuts = at.matches("td, th, section, article, figure, body, main") ||
          getComputedStyle(at).overflowX !== "visible";
        if (cuts && (box.right > own.right + 1.5 || box.left < own.left - 1.5)) {
          found.push(at.tagName + ": " + node.data.trim().slice(0, 40));
          break;
        }
      }
    }
  }
  for (const text of root.querySelectorAll("svg text")) {
    const svg = text.ownerSVGElement;
    if (!svg.getClientRects().length) continue;
    const box = text.getBoundingClientRect(), own = svg.getBoundingClientRect();
    if (box.left < own.left - 1 || box.right > own.right + 1 ||
        box.top < own.top - 1 || box.bottom > own.bottom + 1)
      found.push("svg: " + text.textContent);
  }
  return found;
}"""


def clipped(page: Page, *, paper: bool = False, within: str = "body") -> list[str]:
    """Texts inside an element that the reader cannot see whole, each with what cuts it off."""
    script = CLIPPED.replace("PRINTED", "true" if paper else "false").replace("WITHIN", within)
    found: list[str] = page.evaluate(script)
    return found


def overflow(page: Page) -> int:
    """How many px the page is wider than its window."""
    wider: int = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return wider

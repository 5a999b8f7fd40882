"""The studio in a browser: starts it, opens a page that must not complain, takes pictures.

``MOTIFCNN_SCREENSHOTS=docs/pictures/studio pytest tests/studio`` writes the pictures of the
documentation.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.browser import clipped, overflow

MOST_STEPS = 150  # of the key Tab
SCREENSHOTS = os.environ.get("MOTIFCNN_SCREENSHOTS")
_SHARED = "(t:package)--(m:maintainer)--(c:package)"
_CLOSED = "(t:package)--(l:library)--(c:library), (t)--(c)"
VIEWS = {
    "schema": "",
    "catalogue": "order=agreement&descending=true",
    "design": f"pattern={_CLOSED}",
    "instances": f"pattern={_SHARED}&node=gimp",
    "example": "node_type=package&node=gimp&node_type=package&node=gimp-data",
    "collection": "",
}
"""Every view, with the parameters of an address at which there is something to see."""


@contextmanager
def studio(graph: str, folder: Path, *, inside: bool = False) -> Iterator[str]:
    """The verb in a process of its own, in the folder if `inside`; gives its address."""
    command = [sys.executable, "-m", "motifcnn", "studio", graph, "--no-browser", "--json"]
    command += ["--out", "motifs.toml" if inside else str(folder / "motifs.toml")]
    cwd = folder if inside else None
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=cwd) as process:
        assert process.stdout is not None
        text = ""
        while not text.endswith("}\n"):
            text += process.stdout.readline()
        try:
            yield json.loads(text)["url"]
        finally:
            workers = psutil.Process(process.pid).children(recursive=True)
            process.terminate()
            process.wait(20)
            assert not psutil.wait_procs(workers, timeout=20)[1], "a worker outlives its studio"


@contextmanager
def page_of(browser: Any, url: str, width: int = 1280) -> Iterator[Any]:
    """A page that must not complain."""
    errors: list[str] = []
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.set_default_timeout(30_000)
    page.on("console", lambda message: errors.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(url)
    try:
        yield page
        assert errors == []
    finally:
        page.close()


def fits(page: Any, name: str) -> None:
    """Nothing sticks out or is cut off."""
    assert overflow(page) <= 0, name
    assert clipped(page, within="main") == [], name


def picture(page: Any, name: str) -> None:
    """The page fits its window, and is kept as a picture where one is asked for."""
    fits(page, name)
    if SCREENSHOTS:
        image = pytest.importorskip("PIL.Image")
        page.mouse.move(0, 0)
        place = Path(SCREENSHOTS) / f"{name}-{page.viewport_size['width']}.webp"
        place.parent.mkdir(parents=True, exist_ok=True)
        image.open(io.BytesIO(page.screenshot())).save(place, lossless=True)


def turn_to(page: Any, url: str, view: str, parameters: str = "") -> None:
    """Opens a view by its address and waits until it is there."""
    page.goto(f"{url.split('?')[0]}#/{view}?{parameters}")
    page.locator(f".top [aria-current][href^='#/{view}?']").wait_for()
    page.locator(f".view[data-view={view}]").wait_for()


def reach(page: Any, role: str, name: str) -> Any:
    """Moves the focus with the key Tab until it is on an element."""
    wanted = page.get_by_role(role, name=name, exact=True)
    wanted.wait_for()
    for _ in range(MOST_STEPS):
        if wanted.evaluate("element => element === document.activeElement"):
            return wanted
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {role} {name!r}")


def press(page: Any, role: str, name: str) -> None:
    """Moves the focus to an element and presses Enter."""
    reach(page, role, name)
    page.keyboard.press("Enter")


def broken_rules(axe: Any, page: Any) -> list[tuple[str, str, list[str]]]:
    """Rules of axe that the page breaks, with their impact and the elements."""
    return [
        (rule["id"], rule["impact"], [node["html"][:200] for node in rule["nodes"][:3]])
        for rule in axe.run(page).response["violations"]
    ]


def is_measured(page: Any) -> None:
    """Waits until every card that is shown has its numbers; on pictures also its expression."""
    late = ("being compared", "comparing …") if SCREENSHOTS else ()
    for words in ("Looking at", "being measured", "counting …", *late):
        page.get_by_text(words).first.wait_for(state="detached", timeout=120_000)


def shown_count(page: Any) -> int:
    """The number of instances that the designer shows, once it is counted."""
    page.locator(".about .facts:not(.waiting)").wait_for()
    return number(page.locator(".about .facts dd").first.inner_text())


def drawn_nodes(page: Any, count: int) -> None:
    """Waits until the designer has drawn so many nodes."""
    page.locator(".large .node").nth(count - 1).wait_for()
    page.locator(".large .node").nth(count).wait_for(state="detached")


def number(text: str) -> int:
    return int(text.replace(",", ""))

"""Draws `overview.svg`: a motif, its instances around a package, what the network makes of them.

`python docs/pictures/overview.py` writes it beside this file. Nodes and links are those of the
embedded graph, so the picture shows instances that exist.
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

import motifcnn as mc

MOTIF = "(t:package)--(l:library)--(c:package)"
TARGET = "gimp"
LIBRARIES = ("libopenexr-3-1-30", "libwebp7", "libpoppler-glib8")
PACKAGES = ("krita", "blender", "darktable", "inkscape")
WIDTH, HEIGHT = 880, 560

# Colours of the nodes are those of the drawings of motifs; the page is light or dark.
STYLE = """
.page{fill:#fbfaf8}.rule{stroke:#dcd8d0}.ink{fill:#22262b}.soft{fill:#5d666f}
.link{stroke:#97a1ac;fill:none;stroke-width:1.7}.arrow{stroke:#7a838d;fill:none;stroke-width:1.7}
.head{fill:#7a838d}.target{fill:#a61e35;stroke:#7d1226}.context{fill:#ffbf47;stroke:#b97d00}
.auxiliary{fill:#e3e8ee;stroke:#8a97a6}.unit{fill:#5b7fa6;stroke:#3f5f83}
.other{fill:#c9d3de;stroke:#9fadbb}.on-dark{fill:#fff}.on-light{fill:#22262b}
@media (prefers-color-scheme:dark){.page{fill:#1d2026}.rule{stroke:#363b44}.ink{fill:#eceef1}
.soft{fill:#a9b2bd}.link{stroke:#6d7783}.arrow{stroke:#98a2ad}.head{fill:#98a2ad}
.auxiliary{fill:#c5ced8}.other{fill:#56616e;stroke:#6f7b88}.target{stroke:#d8667a}}
"""


def text(x: float, y: float, words: str, css: str = "ink", size: int = 15, anchor: str = "middle",
         weight: int = 400) -> str:  # fmt: skip
    """Words at a place."""
    return (
        f'<text x="{x:g}" y="{y:g}" class="{css}" font-size="{size}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )


def node(x: float, y: float, words: str, part: str, width: float) -> str:
    """A node with a name in it."""
    ink = "on-dark" if part == "target" else "on-light"
    return (
        f'<rect x="{x - width / 2:g}" y="{y - 15:g}" width="{width:g}" height="30" rx="15" '
        f'class="{part}" stroke-width="1.5"/>' + text(x, y + 5, words, ink, 14)
    )


def link(x: float, y: float, to_x: float, to_y: float) -> str:
    """A link that leaves and arrives level."""
    middle = (x + to_x) / 2
    curve = f"M{x:g},{y:g} C{middle:g},{y:g} {middle:g},{to_y:g} {to_x:g},{to_y:g}"
    return f'<path class="link" d="{curve}"/>'


def arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    """A curve with a head: one step of the network."""
    middle = (x + to_x) / 2
    return (
        f'<path class="arrow" d="M{x:g},{y:g} C{middle:g},{y:g} {middle:g},{to_y:g} '
        f'{to_x - 6:g},{to_y:g}"/><path class="head" d="M{to_x:g},{to_y:g} l-9,-4.5 v9 z"/>'
    )


def vector(x: float, y: float, css: str, shades: tuple[float, ...]) -> str:
    """A row of numbers as cells, darker where a number is larger."""
    return "".join(
        f'<rect x="{x + 17 * i:g}" y="{y - 9:g}" width="17" height="18" class="{css}" '
        f'fill-opacity="{shade:g}" stroke-width="1"/>'
        for i, shade in enumerate(shades)
    )


def heading(x: float, y: float, number: int, words: str, below: str) -> str:
    """The title of one of the three parts."""
    return (
        text(x, y, f"{number}  {words}", "ink", 17, "start", 600)
        + text(x, y + 21, below, "soft", 14, "start")
    )  # fmt: skip


def draw_motif() -> str:
    """The motif, from the target down."""
    x = 118
    parts = [link(x, y, x, y + 62) for y in (115, 177)]
    parts += [
        node(x, 115, "t: package", "target", 104),
        node(x, 177, "l: library", "auxiliary", 104),
        node(x, 239, "c: package", "context", 104),
        text(x + 62, 120, "target", "soft", 13, "start"),
        text(x + 62, 182, "role l", "soft", 13, "start"),
        text(x + 62, 244, "role c", "soft", 13, "start"),
    ]
    return "".join(parts)


def draw_instances() -> str:
    """The target, libraries and packages that fill the motif, and the links between them."""
    graph = mc.load_dataset("debian")
    found = mc.instances(graph, mc.Motif.parse(MOTIF), TARGET, limit=10_000)
    pairs = {(one["l"].label, one["c"].label) for one in found}
    library_y = dict(zip(LIBRARIES, (115, 177, 239), strict=True))
    package_y = dict(zip(PACKAGES, (95, 148, 201, 254), strict=True))
    shown = [(a, b) for a in LIBRARIES for b in PACKAGES if (a, b) in pairs]
    parts = [link(352, 177, 560, library_y[name]) for name in LIBRARIES]
    parts += [link(560, library_y[a], 790, package_y[b]) for a, b in shown]
    parts.append(node(352, 177, TARGET, "target", 70))
    parts += [node(560, y, name, "auxiliary", 152) for name, y in library_y.items()]
    parts += [node(790, y, name, "context", 96) for name, y in package_y.items()]
    return "".join(parts)


def filter_of(x: float, y: float, role: str) -> str:
    """The filter W of a role."""
    return (
        f'<rect x="{x - 25:g}" y="{y - 15:g}" width="50" height="30" rx="6" class="other" '
        f'stroke-width="1.5"/><text x="{x:g}" y="{y + 5:g}" class="ink" font-size="15" '
        f'text-anchor="middle" font-style="italic">W'
        f'<tspan dy="4" font-size="11">{role}</tspan></text>'
    )


def draw_network() -> str:
    """Filters by role, a unit per motif, attention, a class."""
    rows = (
        ("gimp itself", "target", 386, "0", (0.9, 0.35, 0.6, 0.2)),
        ("mean of role l", "auxiliary", 434, "l", (0.3, 0.9, 0.5, 0.75)),
        ("mean of role c", "context", 482, "c", (0.55, 0.25, 0.95, 0.4)),
    )
    parts = []
    for words, css, y, role, shades in rows:
        parts += [
            text(142, y + 5, words, "soft", 14, "end"),
            vector(154, y, css, shades),
            arrow(228, y, 262, y),
            filter_of(290, y, role),
            arrow(318, y, 412, 434),
        ]
    parts += [
        vector(418, 434, "unit", (0.5, 0.9, 0.35, 0.75)),
        text(452, 414, "unit of the motif", "soft", 14),
        vector(418, 482, "other", (0.7, 0.3, 0.9, 0.5)),
        vector(418, 508, "other", (0.4, 0.8, 0.3, 0.6)),
        text(452, 536, "units of other motifs", "soft", 14),
        arrow(492, 434, 612, 452),
        arrow(492, 482, 612, 458),
        arrow(492, 508, 612, 464),
        text(562, 422, "attention", "soft", 14),
        vector(618, 458, "unit", (0.55, 0.7, 0.5, 0.65)),
        text(652, 438, "gimp", "soft", 14),
        arrow(692, 458, 732, 458),
        node(792, 458, "graphics", "target", 112),
        text(792, 434, "class", "soft", 14),
    ]
    return "".join(parts)


def overview() -> str:
    """The whole picture."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img" '
        'font-family="system-ui, Helvetica, Arial, sans-serif">'
        "<title>A motif, its instances around gimp, and the network that reads them</title>"
        f"<style>{''.join(STYLE.splitlines())}</style>"
        f'<rect class="page" width="{WIDTH}" height="{HEIGHT}" rx="14"/>'
        '<path class="rule" d="M264,28 V270 M28,290 H852"/>'
        + heading(32, 42, 1, "A motif", "two packages, one library")
        + draw_motif()
        + heading(
            296, 42, 2, "Its instances around a node", "some of those around gimp in Debian 12"
        )
        + draw_instances()
        + heading(
            32,
            322,
            3,
            "What the network makes of them",
            "a filter for each role, a unit for each motif, attention over the motifs of the node",
        )
        + draw_network()
        + "</svg>\n"
    )


if __name__ == "__main__":
    Path(__file__).with_suffix(".svg").write_text(overview(), encoding="utf-8")

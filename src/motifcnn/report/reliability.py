"""Reliability curve as inline SVG: share that is right by stated probability, with counts."""

from __future__ import annotations

from markupsafe import Markup

from motifcnn.evaluate.calibration import BINS, Calibration

WIDTH, HEIGHT = 340, 330
LEFT, RIGHT, TOP = 46, 14, 14
BASE, FOOT = 240, 290  # of the curve and of the counts under it
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def draw_reliability(found: Calibration) -> Markup:
    """An SVG chart: dots near the diagonal are well calibrated; bars under it are the counts.

    Examples
    --------
    >>> draw_reliability(Calibration((0.75,), (0.8,), (4,), 0.05)).count("<circle")
    1
    """

    def x(share: float) -> float:
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(share: float) -> float:
        return BASE - share * (BASE - TOP)

    parts = [Markup('<title>Reliability curve</title><g class="grid">')]
    for tick in _TICKS:
        at, label = f"{y(tick):.1f}", f"{100 * tick:.0f}"
        parts.append(Markup(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at}" y2="{at}"/>'))
        parts.append(_text(LEFT - 7, y(tick) + 4, "end", label))
        parts.append(_text(x(tick), FOOT + 16, "middle", label))
    parts.append(_text(x(0.5), HEIGHT - 6, "middle", "stated probability, %"))
    middle = f"{(TOP + BASE) / 2:.0f}"
    parts.append(
        Markup(
            f'<text x="12" y="{middle}" text-anchor="middle" '
            f'transform="rotate(-90 12 {middle})">right, %</text></g>'
        )
    )
    ends = f'x1="{x(0):.1f}" y1="{y(0):.1f}" x2="{x(1):.1f}" y2="{y(1):.1f}"'
    parts.append(Markup(f'<line class="kept" {ends}/>'))
    most, width = max(found.count, default=1), (x(1) - x(0)) / BINS - 3
    points = []
    for stated, share, count in zip(found.probability, found.share, found.count, strict=True):
        left = x(min(int(stated * BINS), BINS - 1) / BINS) + 1.5
        height = max((FOOT - BASE - 12) * count / most, 1.0)
        bar = f'x="{left:.1f}" y="{FOOT - height:.1f}" width="{width:.1f}" height="{height:.1f}"'
        tip = f"{count:,} at {100 * stated:.0f} %: {100 * share:.0f} % right"
        parts.append(Markup(f'<rect class="count" {bar}><title>{tip}</title></rect>'))
        points.append((f"{x(stated):.1f}", f"{y(share):.1f}", tip))
    places = " ".join(f"{cx},{cy}" for cx, cy, _ in points)
    parts.append(Markup(f'<polyline class="curve series-1" points="{places}"/>'))
    parts += [
        Markup(
            f'<circle class="dot series-1" cx="{cx}" cy="{cy}" r="4"><title>{tip}</title></circle>'
        )
        for cx, cy, tip in points
    ]
    head = (
        f'<svg class="chart reliability" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Reliability curve">'
    )
    return Markup(head) + Markup("").join(parts) + Markup("</svg>")


def _text(x: float, y: float, anchor: str, text: str) -> Markup:
    return Markup(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>')

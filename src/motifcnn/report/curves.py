"""Line charts over epochs as inline SVG; the style sheet of the page has the colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

WIDTH, HEIGHT = 460, 240
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 24, 34


@dataclass(frozen=True)
class Series:
    """One value per epoch, from epoch 1; values that are not finite are left out."""

    name: str
    values: Sequence[float]


def draw_curves(lines: Sequence[Series], *, title: str, kept: int, percent: bool = False) -> Markup:
    """An SVG line chart with a mark at the epoch that was kept.

    Parameters
    ----------
    lines : sequence of Series
        At most two: the style sheet has the colours `series-1` and `series-2`.
    title : str
    kept : int
        Number of the kept epoch, from 1.
    percent : bool
        Values are shares; the axis is in per cent.

    Examples
    --------
    >>> draw_curves([Series("training", [1.0, 0.5])], title="loss", kept=2)[:4]
    Markup('<svg')
    """
    finite = [value for line in lines for value in line.values if math.isfinite(value)]
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    ticks = round_ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    epochs = max((len(line.values) for line in lines), default=1)

    def x(epoch: float) -> float:
        return LEFT + (epoch - 1) / max(epochs - 1, 1) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - low) / ((high - low) or 1.0) * (HEIGHT - TOP - BOTTOM)

    parts = [Markup('<title>{}</title><g class="grid">').format(title)]
    for tick in ticks:
        at, label = f"{y(tick):.1f}", f"{100 * tick:.0f} %" if percent else f"{tick:g}"
        parts.append(Markup(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at}" y2="{at}"/>'))
        parts.append(_text(LEFT - 7, y(tick) + 4, "end", label))
    between = {round(tick) for tick in round_ticks(1, epochs) if 1 < tick < 0.93 * epochs}
    for epoch in sorted({1, epochs} | between):
        anchor = "end" if epoch == epochs > 1 else "middle"
        parts.append(_text(x(epoch), HEIGHT - BOTTOM + 17, anchor, str(epoch)))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 3, "middle", "epoch"))
    at = f"{x(kept):.1f}"
    ends = f'y1="{TOP}" y2="{HEIGHT - BOTTOM}"'
    parts.append(Markup(f'</g><line class="kept" x1="{at}" x2="{at}" {ends}/>'))
    side = "start" if x(kept) < LEFT + 30 else "end" if x(kept) > WIDTH - 60 else "middle"
    parts.append(_text(x(kept), TOP - 5, side, f"kept: {kept}"))
    for number, line in enumerate(lines, start=1):
        points = [
            (f"{x(epoch):.1f}", f"{y(value):.1f}")
            for epoch, value in enumerate(line.values, start=1)
            if math.isfinite(value)
        ]
        if len(points) == 1:
            ((cx, cy),) = points
            parts.append(Markup(f'<circle class="dot series-{number}" cx="{cx}" cy="{cy}" r="4"/>'))
        elif points:
            places = " ".join(map(",".join, points))
            parts.append(Markup(f'<polyline class="curve series-{number}" points="{places}"/>'))
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    head = f'<svg class="chart" {box} role="img" aria-label="{escape(title)}">'
    return Markup(head) + Markup("").join(parts) + Markup("</svg>")


def round_ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round values between `low` and `high`, at steps of 1, 2 or 5 times a power of ten.

    Examples
    --------
    >>> round_ticks(0.13, 0.87)
    [0.2, 0.4, 0.6, 0.8]
    """
    if not high > low:
        return [low]
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(s * power for s in (1, 2, 5, 10) if s * power >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [round(k * step, 12) for k in range(first, math.floor(high / step + 1e-9) + 1)] or [low]


def _text(x: float, y: float, anchor: str, text: str) -> Markup:
    return Markup(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>')

"""Curves over epochs as inline SVG; colours come from the page's style sheet, so that they suit light and dark."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

WIDTH, HEIGHT = 460, 240
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 24, 34


@dataclass(frozen=True)
class Curve:
    """One value per epoch, from epoch 1; values that are not finite are left out."""

    name: str
    values: Sequence[float]


def draw_curves(curves: Sequence[Curve], *, title: str, kept: int, percent: bool = False) -> Markup:
    """An SVG line chart with a mark at the epoch that was kept.

    Parameters
    ----------
    curves : sequence of Curve
        At most four: the style sheet has four line colours, `series-1` to `series-4`.
    kept : int
        Number of the kept epoch, from 1.
    percent : bool
        Values are shares, to be written in per cent.

    Examples
    --------
    >>> draw_curves([Curve("training", [1.0, 0.5])], title="loss", kept=2)[:4]
    Markup('<svg')
    """
    finite = [value for curve in curves for value in curve.values if math.isfinite(value)]
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    ticks = round_ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    epochs = max((len(curve.values) for curve in curves), default=1)

    def x(epoch: float) -> float:
        return LEFT + (epoch - 1) / max(epochs - 1, 1) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - low) / ((high - low) or 1.0) * (HEIGHT - TOP - BOTTOM)

    parts = [Markup('<title>{}</title><g class="grid">').format(title)]
    for tick in ticks:
        text = f"{100 * tick:.0f} %" if percent else f"{tick:g}"
        parts.append(
            Markup(
                f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>'
            )
            + Markup(f'<text x="{LEFT - 7}" y="{y(tick) + 4:.1f}" text-anchor="end">{text}</text>')
        )
    for epoch in sorted(
        {1, epochs, *(round(t) for t in round_ticks(1, epochs) if 1 < t < 0.93 * epochs)}
    ):
        anchor = "end" if epoch == epochs > 1 else "middle"
        parts.append(
            Markup(
                f'<text x="{x(epoch):.1f}" y="{HEIGHT - BOTTOM + 17}" text-anchor="{anchor}">{epoch}</text>'
            )
        )
    parts.append(
        Markup(
            f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 3}" text-anchor="middle">epoch</text></g>'
        )
    )
    parts.append(
        Markup(
            f'<line class="kept" x1="{x(kept):.1f}" x2="{x(kept):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
        )
        + Markup(
            f'<text class="kept-label" x="{x(kept):.1f}" y="{TOP - 5}" text-anchor="{_side(x(kept))}">kept: {kept}</text>'
        )
    )
    for number, curve in enumerate(curves, start=1):
        points = [
            (x(epoch), y(value))
            for epoch, value in enumerate(curve.values, start=1)
            if math.isfinite(value)
        ]
        if len(points) == 1:
            parts.append(
                Markup(
                    f'<circle class="dot series-{number}" cx="{points[0][0]:.1f}" cy="{points[0][1]:.1f}" r="4"/>'
                )
            )
        elif points:
            line = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
            parts.append(Markup(f'<polyline class="curve series-{number}" points="{line}"/>'))
    head = f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
    return Markup(head) + Markup("").join(parts) + Markup("</svg>")


def round_ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round values that span `low` to `high`: steps of 1, 2 or 5 times a power of ten.

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


def _side(x: float) -> str:
    return "start" if x < LEFT + 30 else "end" if x > WIDTH - 60 else "middle"

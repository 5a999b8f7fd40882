// A score with its interval: the number, its ends, and both on a scale from 0 to 1.
import { el, svg } from "./dom.js";

const WIDTH = 120;

export const percent = (value) => (100 * value).toFixed(1);

export function interval(score) {
  if (!score) return el("span", { class: "soft" }, "no test nodes");
  const { value, low, high } = score;
  const text = `${percent(value)} (${percent(low)} to ${percent(high)})`;
  return el("span", { class: "interval" },
    el("span", {}, el("b", {}, percent(value)), el("small", { class: "soft" }, ` ${percent(low)} to ${percent(high)}`)),
    svg("svg", { width: WIDTH, height: 12, viewBox: `0 0 ${WIDTH} 12`, role: "img", "aria-label": text },
      svg("line", { class: "scale", x1: 0, x2: WIDTH, y1: 6, y2: 6 }),
      svg("rect", { x: WIDTH * low, y: 3, width: Math.max(2, WIDTH * (high - low)), height: 6, rx: 3 }),
      svg("circle", { cx: WIDTH * value, cy: 6, r: 3.5 })));
}

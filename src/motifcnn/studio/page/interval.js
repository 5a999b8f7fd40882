// A score with its interval: the number, its ends, and both on a scale that a table shares.
import { el, svg } from "./dom.js";

const WIDTH = 160;

export const percent = (value) => (100 * value).toFixed(1);

/** Tenths between which all intervals lie, so that close scores can be told apart. */
export function scale(scores) {
  const low = Math.floor(10 * Math.min(...scores.map((each) => each.low)));
  const high = Math.ceil(10 * Math.max(...scores.map((each) => each.high)));
  return [low / 10, Math.max(high, low + 1) / 10];
}

export function interval(score, [from, to]) {
  if (!score) return el("span", { class: "soft" }, "no test nodes");
  const { value, low, high } = score;
  const at = (each) => (WIDTH * (each - from)) / (to - from);
  const text = `${percent(value)} (${percent(low)} to ${percent(high)})`;
  return el("span", { class: "interval" },
    el("span", {}, el("b", {}, percent(value)),
      el("small", { class: "soft" }, ` ${percent(low)} to ${percent(high)}`)),
    svg("svg", {
      width: WIDTH, height: 14, viewBox: `0 0 ${WIDTH} 14`, role: "img", "aria-label": text,
    },
      svg("title", {}, `${text} on a scale from ${percent(from)} to ${percent(to)}`),
      svg("line", { class: "scale", x1: 0, x2: WIDTH, y1: 7, y2: 7 }),
      svg("rect", { x: at(low), y: 3, width: Math.max(2, at(high) - at(low)), height: 8, rx: 2 }),
      svg("line", { class: "value", x1: at(value), x2: at(value), y1: 0, y2: 14 })));
}

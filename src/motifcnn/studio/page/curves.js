// The curves of a training: loss and validation scores by epoch.
import { el } from "./dom.js";
import { forget, lines } from "./plotly.js";

const CHARTS = [
  ["Loss", {}, [
    ["training", "loss", "--accent", "solid"], ["validation", "val_loss", "--second", "dash"]]],
  ["Validation score", { range: [0, 1] }, [
    ["Micro-F1", "val_micro_f1", "--accent", "solid"],
    ["Macro-F1", "val_macro_f1", "--second", "dash"]]],
];

/** Two charts; `draw` takes the curves of a training, the last of which is the fit that runs. */
export function curves() {
  const places = CHARTS.map(([title]) => el("div", {
    class: "chart", role: "img", "aria-label": title,
  }));
  const element = el("div", { class: "charts" }, ...places);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let shown = [];

  async function draw(found) {
    shown = found;
    const last = found.at(-1);
    await Promise.all(CHARTS.map(([title, range, names], i) => {
      const drawn = found.flatMap((fit) => names.map(([name, field, tint, dash]) => ({
        name, tint, dash, soft: fit !== last, hidden: fit !== last,
        x: fit.points.map((point) => point.number), y: fit.points.map((point) => point[field]),
      })));
      const now = last?.points.at(-1);
      places[i].setAttribute("aria-label", now ? `${title} at epoch ${now.number}: ${names.map(
        ([name, field]) => `${name} ${now[field]?.toFixed(3)}`).join(", ")}` : title);
      return lines(places[i], title, drawn, range);
    }));
  }

  const again = () => { if (shown.length) draw(shown); };
  dark.addEventListener("change", again);
  return {
    element, draw,
    leave: () => { dark.removeEventListener("change", again); places.forEach(forget); },
  };
}

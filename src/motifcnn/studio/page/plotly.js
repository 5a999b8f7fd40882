// Charts by plotly.js, which the server has from the installed package; loaded for the first chart.
import { el, shown } from "./dom.js";

let loading;

/**
 * Loads plotly. The policy of the page allows no inline style: while the script starts, the style
 * sheets that it makes are elements without effect, and `style.css` has the rules that charts need.
 */
function load() {
  loading ??= new Promise((done, failed) => {
    document.head.append(
      el("template", { id: "plotly.js-style-global", class: "no-inline-styles" }));
    document.createElement = (tag, ...more) =>
      Document.prototype.createElement.call(document, tag === "style" ? "template" : tag, ...more);
    const over = (next) => () => { delete document.createElement; next(); };
    document.head.append(el("script", {
      src: "plotly.min.js",
      load: over(() => done(globalThis.Plotly)),
      error: over(() => failed(new Error("plotly.min.js cannot be loaded; is plotly installed?"))),
    }));
  });
  return loading;
}

/** A text as plotly shows it: it reads some HTML in names. */
function plain(text) {
  return shown(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function layout(title, range) {
  const grid = { gridcolor: colour("--line"), zeroline: false, linecolor: colour("--edge") };
  return {
    title: { text: plain(title), font: { size: 14 }, x: 0.02, xanchor: "left", y: 0.97 },
    height: 280, margin: { l: 48, r: 12, t: 34, b: 66 },
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: getComputedStyle(document.body).fontFamily, size: 12, color: colour("--ink") },
    xaxis: { ...grid, title: { text: "epoch", standoff: 6 }, rangemode: "tozero" },
    yaxis: { ...grid, rangemode: "tozero", hoverformat: ".3f", ...range },
    legend: { orientation: "h", x: 0, y: -0.22, yanchor: "top" },
    dragmode: false, hovermode: "x unified", hoverdistance: -1,
    hoverlabel: { bgcolor: colour("--card"), font: { color: colour("--ink") } },
  };
}

/**
 * Draws lines into `place`, or draws them anew. A line has name, x, y, the name of a
 * colour of `style.css`, and `soft` for one that is over.
 */
export async function lines(place, title, drawn, range = {}) {
  const plotly = await load();
  const traces = drawn.map(({ name, x, y, tint, dash, soft, hidden }) => ({
    type: "scatter", mode: y.length > 1 ? "lines" : "markers", name: plain(name),
    x, y, showlegend: !hidden, opacity: soft ? 0.35 : 1,
    line: { color: colour(tint), width: 2, dash }, marker: { color: colour(tint) },
  }));
  const options = { displayModeBar: false, responsive: true };
  await plotly.react(place, traces, layout(title, range), options);
}

/** Frees what plotly holds for a chart that goes away. */
export async function forget(place) {
  if (loading) (await loading).purge(place);
}

// One training: its state, its curves, and how to stop it.
import { address } from "./address.js";
import { send } from "./api.js";
import { curves } from "./curves.js";
import { el, fill, refusal } from "./dom.js";
import { seconds, whole } from "./numbers.js";

const STATES = { waiting: "waits", running: "is training", done: "is done", failed: "failed",
  cancelled: "was cancelled" };

function progress(found) {
  const fit = found.curves.at(-1);
  if (found.state !== "running") return "";
  if (!fit) return "Counting motifs and preparing inputs …";
  const many = found.fits > 1 ? `fit ${found.curves.length} of ${found.fits}, ` : "";
  const now = fit.points.at(-1);
  const scores = now ? `; validation Micro-F1 ${now.val_micro_f1?.toFixed(3)}` : "";
  return `${many}epoch ${whole(now?.number ?? 0)} of at most ${whole(fit.epochs)}${scores}`;
}

/** The section of a training; `show` takes what the API says about it. */
export function training(target) {
  const title = el("h2", { tabindex: "-1" }), status = el("p", { role: "status" });
  const actions = el("div", { class: "actions" });
  const bar = el("progress", { max: 1, "aria-label": "Epochs" });
  const chart = curves();
  const element = el("section", { class: "training", hidden: true },
    title, status, bar, chart.element, actions);
  const own = { element, again: () => {}, leave: chart.leave, show };
  let state;

  async function stop(number) {
    await send("DELETE", `/api/trainings/${number}`);
    await own.again();
    title.focus();
  }

  function act(found) {
    const { number, run } = found;
    if (found.state === "running" || found.state === "waiting") {
      return el("button", { type: "button", click: () => stop(number) }, "Cancel training");
    }
    if (found.state !== "done") return "";
    return el("a", { class: "button", href: address("runs", { target, run }) }, "See the run");
  }

  async function show(found) {
    element.hidden = false;
    fill(title, found.run, " ", STATES[found.state]);
    const after = found.seconds >= 1 ? (found.state === "running"
      ? `${seconds(found.seconds)} so far` : `after ${seconds(found.seconds)}`) : "";
    fill(status, [progress(found), after].filter(Boolean).join(", "),
      found.state === "cancelled" && "; nothing of it was kept");
    const fit = found.curves.at(-1);
    bar.hidden = found.state !== "running";
    if (fit) {
      const done = found.curves.length - 1 + (fit.points.at(-1)?.number ?? 0) / fit.epochs;
      bar.value = done / Math.max(found.fits, 1);
    } else bar.removeAttribute("value");
    if (state !== found.state) {
      fill(actions, act(found));
      if (found.state === "failed") {
        actions.append(refusal({ message: found.error }));
      }
      state = found.state;
    }
    chart.element.hidden = !found.curves.some((each) => each.points.length);
    if (!chart.element.hidden) await chart.draw(found.curves);
  }

  return own;
}

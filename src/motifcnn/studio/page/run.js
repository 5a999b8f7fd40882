// One run: what to keep of it, its motifs by class, and why a node got its class.
import { query } from "./api.js";
import { attention } from "./attention.js";
import { el } from "./dom.js";
import { why } from "./why.js";

function keep(found, beside) {
  const report = `/api/runs/report.html?${query({ run: found.name, beside })}`;
  const rerun = `/api/runs/rerun.toml?${query({ run: found.name })}`;
  return el("div", { class: "actions" },
    el("a", { class: "button", href: report, download: true }, "Save report.html"),
    found.reruns && el("a", { class: "button", href: rerun, download: true },
      "Save TOML to train it again"));
}

export function run(found, { target, beside, node }) {
  const epochs = found.epochs > 1 ? `; epoch ${found.best} of ${found.epochs} was kept` : "";
  return el("section", { class: "run" },
    el("h2", {}, found.name),
    el("p", { class: "soft" }, `${found.model} with seed ${found.seed}${epochs}. `,
      "The report takes some seconds to write",
      beside && `; it has ${beside} beside this run`, "."),
    keep(found, beside),
    attention(found.name, target),
    why(found.name, { target, beside, node }));
}

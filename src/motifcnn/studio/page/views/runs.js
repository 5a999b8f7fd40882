// Runs side by side: scores on one split with intervals, the difference of two, one run in full.
import { address, go } from "../address.js";
import { ask } from "../api.js";
import { el, labelled, refusal, select } from "../dom.js";
import { counted, seconds, whole } from "../numbers.js";
import { interval, percent, scale } from "../interval.js";
import { run as oneRun } from "../run.js";

const HEADS = ["run", "method", "motifs", "seed", "Micro-F1", "Macro-F1"];

function row(each, target, chosen, scales) {
  const link = el("a", {
    href: address("runs", { target, run: each.name }),
    "aria-current": each.name === chosen ? "true" : null,
  }, each.name);
  if (each.problem) {
    return el("tr", {}, el("th", { scope: "row" }, each.name),
      el("td", { class: "soft", colspan: HEADS.length }, each.problem));
  }
  const preset = each.preset ? ` (${each.preset})` : "";
  return el("tr", { class: each.name === chosen ? "own" : null },
    el("th", { scope: "row" }, link), el("td", {}, each.model, preset),
    el("td", {}, each.motifs.length ? String(each.motifs.length) : "–"),
    el("td", {}, String(each.seed)),
    el("td", {}, interval(each.micro_f1, scales[0])),
    el("td", {}, interval(each.macro_f1, scales[1])),
    el("td", { class: "number" }, seconds(each.seconds)));
}

function table(runs, target, chosen, caption) {
  const scales = ["micro_f1", "macro_f1"].map(
    (name) => scale(runs.map((each) => each[name]).filter(Boolean)));
  return el("div", { class: "scroll" }, el("table", { class: "wide runs" },
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, ...HEADS.map((name) => el("th", { scope: "col" }, name)),
      el("th", { scope: "col", class: "number" }, "time"))),
    el("tbody", {}, ...runs.map((each) => row(each, target, chosen, scales)))));
}

function nodes([train, val, test]) {
  return `${whole(train)} training, ${whole(val)} validation and ${whole(test)} test nodes`;
}

/** Runs that compare, in the order of their newest. */
function groups(runs) {
  const found = new Map();
  for (const each of runs) {
    const key = each.problem ? "" : `${each.target} ${each.split || each.name}`;
    found.set(key, [...(found.get(key) ?? []), each]);
  }
  return [...found];
}

function points(score) {
  const sign = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${percent(Math.abs(value))}`;
  return `${sign(score.value)} points (${sign(score.low)} to ${sign(score.high)})`;
}

/** Two choices and what the runs differ by. */
function comparison(runs, target, chosen, beside) {
  const names = runs.map((each) => [each.name, each.name]);
  const result = el("div", { role: "status" });
  const turn = () => go("runs", { target, run: one.value, beside: other.value });
  const one = select(names, chosen, turn), other = select(names, beside, turn);
  async function show() {
    try {
      const found = await ask("/api/runs/difference", { one: chosen, other: beside });
      result.replaceChildren(
        el("dl", { class: "facts" },
          el("div", {}, el("dt", {}, "Micro-F1"), el("dd", {}, points(found.micro_f1))),
          el("div", {}, el("dt", {}, "Macro-F1"), el("dd", {}, points(found.macro_f1)))),
        el("p", {}, found.sentence));
    } catch (error) {
      result.replaceChildren(refusal(error));
    }
  }
  show();
  return el("section", { class: "comparison" }, el("h2", {}, "Difference of two runs"),
    el("div", { class: "controls" }, labelled("Run", one), labelled("less", other)), result,
    el("p", { class: "soft" },
      "With 95 % intervals: both runs are scored on the same 1,000 draws of test nodes."));
}

export async function runs(place, parameters, schema) {
  const { target } = schema;
  const waiting = el("p", { class: "soft", role: "status" }, "Reading the runs …");
  place.append(waiting);
  const found = await ask("/api/runs");
  waiting.remove();
  if (!found.runs.length) {
    place.append(el("p", {}, "There is no run in ", el("code", {}, found.folder), " yet. ",
      el("a", { href: address("train", { target }) }, "Train a model"), " to see it here."));
    return;
  }
  const fine = found.runs.filter((each) => !each.problem);
  const chosen = parameters.get("run") ?? fine[0]?.name;
  const own = fine.find((each) => each.name === chosen);
  place.append(
    el("p", {}, counted(found.runs.length, "run"), " in ", el("code", {}, found.folder),
      ". Runs in one table have the same training, validation and test nodes, so their scores ",
      "compare. Bars are 95 % intervals over draws of test nodes."),
    el("section", {}, ...groups(found.runs).map(([key, some]) => table(some, target, chosen,
      key ? `${some[0].target}: ${nodes(some[0].nodes)}` : "Cannot be shown"))));
  if (parameters.get("run") && !own) {
    place.append(refusal(new Error(`There is no run ${chosen} here.`)));
  }
  if (!own) return;
  const peers = fine.filter((each) => each.split && each.split === own.split);
  const beside = parameters.get("beside") ?? peers.find((each) => each.name !== chosen)?.name;
  if (peers.length > 1) place.append(comparison(peers, target, chosen, beside));
  place.append(oneRun(own, { target: own.target, beside: peers.length > 1 ? beside : "",
    node: parameters.get("node") ?? "" }));
}

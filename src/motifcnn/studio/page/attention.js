// How much each motif counts, class by class: a table whose cells are darker for larger weights.
import { address } from "./address.js";
import { ask } from "./api.js";
import { el, refusal } from "./dom.js";
import { sentence } from "./card.js";

const KINDS = {
  attention: "Mean attention in the last layer, in per cent; a column adds up to 100.",
  contributions: "Mean share in the prediction, in per cent; a column adds up to 100.",
};
const STEPS = 8; // shades

function cell(value, most) {
  if (value === null) return el("td", { class: "number soft" }, "–");
  const shade = most > 0 ? Math.min(STEPS - 1, Math.floor((STEPS * value) / most)) : 0;
  return el("td", { class: `number heat h${shade}` }, (100 * value).toFixed(1));
}

function table(found, target) {
  const every = found.sources.flatMap((each) => [each.mean, ...each.by_class]);
  const most = Math.max(...every.filter((each) => each !== null));
  return el("div", { class: "scroll" }, el("table", { class: "heats" },
    el("caption", {}, KINDS[found.kind]),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "motif"),
      el("th", { scope: "col", class: "number" }, "all nodes"),
      ...found.classes.map((name) => el("th", { scope: "col", class: "number" }, name)))),
    el("tbody", {}, ...found.sources.map((each) => el("tr", {},
      el("th", { scope: "row" }, each.words
        ? el("a", {
          href: address("design", { target, pattern: each.name }), title: each.name,
        }, sentence(each.words))
        : each.name),
      cell(each.mean, most), ...each.by_class.map((value) => cell(value, most)))))));
}

export function attention(run, target) {
  const place = el("div", {}, el("p", { class: "soft", role: "status" }, "Counting motifs …"));
  ask("/api/runs/attention", { run }).then((found) => {
    place.replaceChildren(found.kind === "none"
      ? el("p", { class: "soft" }, "This method does not say how much motifs count.")
      : table(found, target));
  }, (error) => place.replaceChildren(refusal(error)));
  return el("div", { class: "part" }, el("h3", {}, "Attention by motif and class"), place);
}

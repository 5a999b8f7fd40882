// Why a node got its class, with links to the instances of each motif.
import { address, go } from "./address.js";
import { ask } from "./api.js";
import { sentence } from "./card.js";
import { el, refusal } from "./dom.js";
import { nodeField } from "./node_field.js";
import { share, whole } from "./numbers.js";

const MOST_CLASSES = 4;

function motifs(found, target) {
  if (!found.motifs.length) {
    return el("p", { class: "soft" }, "This method does not say how much motifs count.");
  }
  const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
  return el("div", { class: "scroll" }, el("table", { class: "wide" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "motif"),
      ...["weight", "adds", "instances"].map(
        (name) => el("th", { scope: "col", class: "number" }, name)),
      el("th", { scope: "col" }, "predicted without it"))),
    el("tbody", {}, ...found.motifs.map((each) => el("tr", {},
      el("th", { scope: "row" }, sentence(each.words)),
      el("td", { class: "number" }, each.weight === null ? "" : share(each.weight)),
      el("td", { class: "number" }, each.contribution === null ? "" : signed(each.contribution)),
      el("td", { class: "number" }, each.instances ? el("a", {
        href: address("instances", { target, pattern: each.motif, node: found.name || found.node }),
      }, whole(each.instances)) : "0"),
      el("td", {}, each.without))))));
}

function explained(found, target) {
  const chances = found.probabilities.slice(0, MOST_CLASSES)
    .map((each) => `${each.name} ${share(each.probability)}`).join(", ");
  return [
    el("p", { class: "sentence" }, found.name || found.node, ": ",
      el("b", {}, found.predicted.join(", ") || "no class"),
      found.true && el("span", { class: "soft" },
        `; true class: ${found.true.join(", ") || "none"}`, found.part && ` (${found.part} node)`)),
    el("p", { class: "soft" }, chances, found.probabilities.length > MOST_CLASSES && ", …"),
    motifs(found, target),
    el("ul", {}, ...found.sentences.map((each) => el("li", {}, each))),
  ];
}

export function why(run, { target, beside, node }) {
  const result = el("div", {});
  const name = nodeField(`Name or id (${target})`, () => target, node);
  if (node) {
    result.append(el("p", { class: "soft", role: "status" }, "Counting motifs …"));
    ask("/api/runs/why", { run, node }).then(
      (found) => result.replaceChildren(...explained(found, target)),
      (error) => result.replaceChildren(refusal(error)));
  }
  return el("div", { class: "part why" }, el("h3", {}, "Why this node"),
    el("form", {
      class: "controls", submit: (event) => {
        event.preventDefault();
        go("runs", { target, run, beside, node: name.input.value.trim() });
      },
    }, name.element, el("button", { class: "main" }, "Explain")),
    result);
}

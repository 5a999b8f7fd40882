// Instances of a motif at one node, drawn and named, page by page.
import { go } from "../address.js";
import { ask } from "../api.js";
import { pager, roles } from "../card.js";
import { el, labelled, refusal } from "../dom.js";
import { draw } from "../drawing.js";
import { nodeField } from "../node_field.js";
import { counted } from "../numbers.js";

const LIMIT = 6;

function instance(drawing, number) {
  const names = drawing.nodes.map((node) => `${node.name}: ${node.title}`).join(", ");
  return el("figure", { class: "card instance" },
    el("div", { class: "drawn" }, draw(drawing, names)),
    el("figcaption", {}, el("b", {}, `${number}. `), names));
}

export async function instances(place, parameters, schema) {
  const pattern = parameters.get("pattern") ?? "";
  const node = parameters.get("node") ?? "";
  const offset = Number(parameters.get("offset") ?? 0);
  const read = pattern && await ask("/api/design", { target: schema.target, pattern });
  const target = read?.card?.target ?? schema.target;
  const turn = (change) =>
    go("instances", { target, pattern: motif.value, node: name.input.value, ...change });
  const motif = el("input", { type: "text", class: "wide", value: pattern, spellcheck: "false" });
  const name = nodeField(`Name or id (${target})`, () => target, node);
  place.append(el("form", {
    class: "controls", submit: (event) => { event.preventDefault(); turn({ offset: "" }); },
  }, labelled("Pattern", motif), name.element, el("button", { class: "main" }, "Show instances")));
  if (read?.problem) {
    place.append(refusal(read.problem));
    return;
  }
  if (!pattern || !node) {
    place.append(el("p", { class: "soft" }, "Name a motif and a node; the designer links here."));
    return;
  }
  try {
    const found = await ask("/api/instances", { pattern, node, offset, limit: LIMIT });
    place.append(
      el("p", { role: "status" }, el("b", {}, found.node.label), ": ",
        counted(found.total, "instance"), " of ", found.card.words),
      roles(found.card),
      el("div", { class: "cards" },
        ...found.drawings.map((each, i) => instance(each, offset + i + 1))),
      pager({ offset, limit: LIMIT, total: found.total, noun: "instance",
        turn: (to) => turn({ offset: to || "" }) }) ?? "");
  } catch (error) {
    place.append(refusal(error));
  }
}

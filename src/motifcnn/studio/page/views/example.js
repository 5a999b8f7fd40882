// By example: two or three nodes, and the motifs in which they appear together, rarest first.
import { go } from "../address.js";
import { ask } from "../api.js";
import { card, showCards } from "../card.js";
import { askAgain, countingButtons } from "../counting.js";
import { el, fill, labelled, refusal, select } from "../dom.js";
import { isIncomplete } from "../measured.js";
import { nodeField } from "../node_field.js";
import { counted, whole } from "../numbers.js";

const TITLES = ["First node, the target", "Second node", "Third node, if you like"];
const MOST = 1000; // instances that the server tells apart

const number = (together) =>
  together >= MOST ? `${whole(MOST)} or more instances` : counted(together, "instance");

export async function example(place, parameters, schema) {
  const types = schema.types.map((type) => [type.name, type.name]);
  const given = parameters.getAll("node"), kinds = parameters.getAll("node_type");
  const rows = TITLES.map((title, i) => {
    const kind = select(types, kinds[i] ?? schema.target, () => {});
    const name = nodeField("Name or id", () => kind.value, given[i]);
    return { kind, name, element: el("fieldset", {}, el("legend", {}, title),
      labelled("Type", kind), name.element) };
  });
  const result = el("div", {});
  place.append(
    el("p", {}, "Name nodes that belong together. The page lists the motifs that hold them all, ",
      "those with the fewest instances in the graph first."),
    el("form", {
      class: "controls", submit: (event) => {
        event.preventDefault();
        const named = rows.filter((row) => row.name.input.value.trim());
        go("example", { target: named[0]?.kind.value ?? schema.target,
          node_type: named.map((row) => row.kind.value),
          node: named.map((row) => row.name.input.value.trim()) });
      },
    }, ...rows.map((row) => row.element), el("button", { class: "main" }, "Find motifs")),
    result);
  if (!given.length) return undefined;

  const status = el("p", { role: "status", class: "soft" }, "Looking at every motif …");
  const buttons = countingButtons(refresh);
  const cards = el("div", { class: "cards", turned: refresh });
  result.append(status, buttons.element, cards);
  let timer, gone = false;
  async function refresh() {
    clearTimeout(timer);
    try {
      const found = await ask("/api/by-example", { node_type: kinds, node: given });
      if (gone) return;
      fill(status, found.motifs.length
        ? `${counted(found.motifs.length, "motif")} with ${found.examples.join(", ")}`
        : "No motif of this size holds them all; try nodes that are closer to each other.",
        found.waiting ? `; ${whole(found.waiting)} being measured …` : "",
        found.cancelled ? `; ${whole(found.cancelled)} cancelled` : "");
      const together = new Map(found.motifs.map((each) => [each.card.pattern, each.together]));
      const shown = found.motifs.map((each) => each.card);
      showCards(cards, shown, (each) => card(each, { target: each.target },
        el("p", { class: "together" }, "Together in ",
          el("b", {}, number(together.get(each.pattern))))));
      const state = { counting: shown.some(isIncomplete), cancelled: found.cancelled };
      buttons.show(state);
      timer = askAgain(refresh, state);
    } catch (error) {
      result.replaceChildren(refusal(error));
    }
  }
  refresh();
  return () => { gone = true; clearTimeout(timer); };
}

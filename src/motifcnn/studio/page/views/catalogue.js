// Catalogue: every motif that the schema allows, searched by words, sorted, measured as one looks.
import { note } from "../address.js";
import { ask } from "../api.js";
import { card, pager, showCards } from "../card.js";
import { askAgain, countingButtons } from "../counting.js";
import { el, fill, labelled, refusal, select } from "../dom.js";
import { counted, whole } from "../numbers.js";

const LIMIT = 24;
const ORDERS = [["size", "size"], ["instances", "instances"], ["coverage", "coverage"],
  ["agreement", "label agreement"], ["expression", "expression (z)"], ["cost", "cost of a count"]];

export async function catalogue(place, parameters, schema) {
  const target = schema.target;
  const asked = {
    target,
    max_nodes: parameters.get("max_nodes") ?? "3",
    relations: parameters.get("relations") ?? "named",
    search: parameters.get("search") ?? "",
    order: parameters.get("order") ?? "size",
    descending: parameters.get("descending") ?? "",
    offset: Number(parameters.get("offset") ?? 0),
  };
  const status = el("p", { role: "status", class: "soft" });
  const buttons = countingButtons(refresh);
  const cards = el("div", { class: "cards", turned: refresh });
  const pages = el("div", {});
  let timer, latest = 0, gone = false;

  async function refresh() {
    clearTimeout(timer);
    const own = (latest += 1);
    try {
      const found = await ask("/api/catalogue", { ...asked, limit: LIMIT });
      if (gone || own !== latest) return;
      fill(status, `${counted(found.found, "motif")} of ${whole(found.total)}`,
        found.waiting ? `; ${whole(found.waiting)} being measured …` : "",
        found.comparing ? `; ${whole(found.comparing)} being compared with random graphs …` : "",
        found.cancelled ? `; ${whole(found.cancelled)} cancelled` : "");
      const state = { counting: found.waiting + found.comparing, cancelled: found.cancelled };
      buttons.show(state);
      if (showCards(cards, found.cards, (each) => card(each, { target }))) {
        fill(pages, pager({ offset: asked.offset, limit: LIMIT, total: found.found,
          noun: "motif", turn: (offset) => { change({ offset }); scrollTo(0, 0); } }));
      }
      if (!found.found) status.append(". Try fewer words, or more nodes.");
      timer = askAgain(refresh, state);
    } catch (error) {
      cards.replaceChildren(refusal(error));
    }
  }

  function change(values) {
    Object.assign(asked, { offset: 0 }, values);
    note("catalogue", { ...asked, offset: asked.offset || "" });
    return refresh();
  }

  let typing;
  const search = el("input", {
    type: "search", value: asked.search, placeholder: "two papers venue", spellcheck: "false",
    input: () => {
      clearTimeout(typing);
      typing = setTimeout(() => change({ search: search.value }), 200);
    },
  });
  const descending = el("input", { type: "checkbox",
    change: () => change({ descending: descending.checked ? "true" : "" }) });
  descending.checked = asked.descending === "true";
  place.append(
    el("p", {}, "Every motif that the schema allows with the target type ", el("b", {}, target),
      ". Open one to change it."),
    el("div", { class: "controls", role: "search" },
      labelled("Search by words", search),
      labelled("Nodes", select([["2", "2"], ["3", "up to 3"], ["4", "up to 4"]], asked.max_nodes,
        (max_nodes) => change({ max_nodes }))),
      labelled("Relations", select([["named", "by name"], ["any", "linked or not"]],
        asked.relations, (relations) => change({ relations }))),
      labelled("Sort by", select(ORDERS, asked.order, (order) => change({ order }))),
      el("label", { class: "check" }, descending, "largest first")),
    status, buttons.element, cards, pages);
  await refresh();
  return () => { gone = true; clearTimeout(timer); clearTimeout(typing); };
}

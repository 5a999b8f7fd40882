// A motif on a card: drawing, sentence, roles, what was measured, and what to do with it.
import { address } from "./address.js";
import { el } from "./dom.js";
import { draw } from "./drawing.js";
import { counted, seconds, share, size, whole } from "./numbers.js";

export function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function roles(card) {
  return el("ul", { class: "roles", "aria-label": "Roles" },
    el("li", { class: "c0" }, el("b", {}, "target"), card.target),
    ...card.roles.map((role) => el("li", { class: `c${role.colour}` },
      el("b", {}, role.label), role.node_type,
      role.members > 1 && el("small", {}, `${role.members} nodes`))));
}

function fact(name, value, explanation) {
  return el("div", { title: explanation }, el("dt", {}, name), el("dd", {}, value));
}

/** Whether the worker will find out more about a motif that is shown. */
export const isIncomplete = (card) => !card.measured?.expression;

/** Instances, coverage, agreement, cost and expression; dots as long as the worker counts. */
export function facts(measured) {
  if (!measured) {
    return el("dl", { class: "facts waiting" }, fact("instances", "counting …"));
  }
  const { instances, coverage, agreement, expression } = measured;
  return el("dl", { class: "facts" },
    fact("instances", instances === null ? `at most ${whole(Math.round(measured.at_most))}`
      : whole(instances), "Subgraphs of this shape, over all targets"),
    coverage !== null && fact("coverage", share(coverage),
      "Share of the nodes of the target type that have an instance"),
    agreement !== null && fact("agreement", agreement.toFixed(2),
      "How well classes seen through the motif predict a training node's own: 1 perfect, 0 chance"),
    fact("cost", seconds(measured.seconds),
      `An exact count: ${measured.engine}, at most ${size(measured.bytes)}`),
    fact("expression", expression?.words ?? "comparing …", expression?.samples
      ? `Beside ${expression.samples} random graphs in which every node keeps its degrees: `
        + `${whole(Math.round(expression.mean))} ± ${whole(Math.round(expression.deviation))} instances`
      : "Instances beside those in random graphs with the same degrees"),
    measured.reason && el("p", { class: "soft" }, measured.reason));
}

export function card(found, parameters, ...more) {
  const words = sentence(found.words);
  return el("article", { class: "card", "data-pattern": found.pattern },
    el("h2", {}, el("a", {
      href: address("design", { ...parameters, pattern: found.pattern }),
      keydown: (event) => { // as on a button; a link alone takes Enter
        if (event.key !== " ") return;
        event.preventDefault();
        event.currentTarget.click();
      },
    }, words)),
    el("div", { class: "drawn" }, draw(found.drawing, words)),
    roles(found),
    facts(found.measured),
    el("code", {}, found.pattern),
    ...more);
}

/**
 * Shows cards in a place; `make` draws one. Those that are there already, in the same order, get
 * their new measurements alone. Whoever is on a card by keyboard stays on it. Gives whether cards
 * were drawn anew.
 */
export function showCards(place, found, make) {
  const patterns = found.map((each) => each.pattern);
  const before = [...place.children].map((each) => each.dataset.pattern);
  if (before.length === patterns.length && before.every((each, i) => each === patterns[i])) {
    found.forEach((each, i) => {
      place.children[i].querySelector(".facts").replaceWith(facts(each.measured));
    });
    return false;
  }
  const held = place.contains(document.activeElement)
    && document.activeElement.closest(".card").dataset.pattern;
  place.replaceChildren(...found.map(make));
  if (held) place.children[patterns.indexOf(held)]?.querySelector("a").focus({ preventScroll: true });
  return true;
}

export function pager({ offset, limit, total, noun, turn }) {
  if (total <= limit) return null;
  const last = Math.min(offset + limit, total);
  const step = (text, to, able) => el("button", {
    type: "button", disabled: !able, click: () => turn(to),
  }, text);
  return el("nav", { class: "pager", "aria-label": "Pages" },
    step("Previous", Math.max(0, offset - limit), offset > 0),
    el("span", {}, `${whole(offset + 1)} to ${whole(last)} of ${counted(total, noun)}`),
    step("Next", offset + limit, last < total));
}

// A motif on a card: drawing, sentence, roles, what was measured, and what to do with it.
import { address } from "./address.js";
import { el } from "./dom.js";
import { draw } from "./drawing.js";
import { measured, renew } from "./measured.js";
import { counted, whole } from "./numbers.js";

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
    measured(found),
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
    found.forEach((each, i) => renew(place.children[i].querySelector(".measured"), each));
    return false;
  }
  const held = place.contains(document.activeElement)
    && document.activeElement.closest(".card").dataset.pattern;
  place.replaceChildren(...found.map(make));
  if (held) {
    place.children[patterns.indexOf(held)]?.querySelector("a").focus({ preventScroll: true });
  }
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

// Collection: the saved motifs, and how to train on them.
import { address } from "../address.js";
import { ask, remove } from "../api.js";
import { card, showCards } from "../card.js";
import { askAgain, countingButtons } from "../counting.js";
import { el, fill, refusal } from "../dom.js";
import { isIncomplete } from "../measured.js";
import { counted } from "../numbers.js";

export async function collection(place, parameters, schema) {
  const { target } = schema;
  const status = el("p", { role: "status" });
  const refresh = () => ask("/api/collection").then(
    show, (error) => cards.replaceChildren(refusal(error)));
  const buttons = countingButtons(refresh);
  const cards = el("div", { class: "cards", turned: refresh });
  let timer, gone = false;

  function show(found) {
    if (gone) return;
    fill(status, found.cards.length
      ? `${counted(found.cards.length, "motif")} in ${found.file}`
      : "Nothing is saved yet.");
    showCards(cards, found.cards, (each) => card(each, { target: each.target },
      el("button", { type: "button", click: async () => {
        show(await remove(each.pattern));
        place.querySelector("h1").focus();
      } }, "Remove")));
    clearTimeout(timer);
    const state = { counting: found.cards.some(isIncomplete),
      cancelled: found.cards.some((each) => each.cancelled) };
    buttons.show(state);
    timer = askAgain(refresh, state);
  }

  const found = await ask("/api/collection");
  place.append(
    el("p", {}, "Motifs that you save in the ",
      el("a", { href: address("design", { target }) }, "designer"),
      " stand here and in a file. ",
      el("a", { href: address("train", { target }) }, "Train on them"), " here, or with:"),
    el("p", {}, el("code", { class: "command" }, found.command)), status,
    buttons.element, cards);
  show(found);
  return () => { gone = true; clearTimeout(timer); };
}

// Designer: a motif by clicks or by typing, both in step.
import { address, note } from "../address.js";
import { ask, remove, save } from "../api.js";
import { roles, sentence } from "../card.js";
import { askAgain } from "../counting.js";
import { el, fill, labelled, lines, refusal } from "../dom.js";
import { draw } from "../drawing.js";
import { isIncomplete, measured, renew } from "../measured.js";

const ARROWS = { "": "", out: " →", in: " ←" };
const GROUPS = [["Add a node", ["node"]], ["Add a link", ["link"]], ["Or", ["context", "remove"]]];
const AGAIN = 500; // ms until the page asks what was counted meanwhile
const STOPPABLE = { stoppable: true };
const by = ({ relation, direction }) =>
  relation ? ` by ${relation}${ARROWS[direction]}` : ARROWS[direction];

export async function design(place, parameters, schema) {
  const target = parameters.get("target") ?? schema.target;
  const undone = [], done = [];
  let pattern = parameters.get("pattern") ?? "";
  let selected = null, good = "", timer, poll, latest = 0, gone = false;

  const input = el("textarea", {
    id: "pattern", rows: "2", spellcheck: "false", autocomplete: "off", value: pattern,
    "aria-describedby": "problem",
    input: () => { clearTimeout(timer); timer = setTimeout(() => turnTo(input.value), 250); },
  });
  const problem = el("div", { id: "problem", "aria-live": "polite" });
  const picture = el("div", { class: "drawn large" });
  const about = el("div", { class: "about", turned: () => refresh() });
  const growing = el("div", {});
  const undo = el("button",
    { type: "button", click: () => step(done, undone), title: "Ctrl-Z" }, "Undo");
  const redo = el("button",
    { type: "button", click: () => step(undone, done), title: "Ctrl-Y" }, "Redo");
  const keep = el("button", { type: "button", class: "main" }, "Save to collection");
  const see = el("a", { class: "button" }, "See instances");

  function step(from, to) {
    if (!from.length) return;
    to.push(pattern);
    show(from.pop());
  }

  function turnTo(next) {
    if (next === pattern) return undefined;
    done.push(pattern);
    undone.length = 0;
    return show(next);
  }

  function show(next) {
    pattern = next;
    if (input.value !== next) input.value = next;
    note("design", { target, pattern });
    return refresh();
  }

  function offer(found) {
    const text = {
      start: `${found.to}${by(found)}`,
      node: `+ ${found.to}${by(found)}`,
      link: `to ${found.to}${by(found)}`,
      context: `make ${found.at} the context`,
      remove: `remove ${found.at}`,
    }[found.kind];
    return el("button", {
      type: "button", class: `offer ${found.kind}`, "data-pattern": found.pattern,
      click: async () => {
        await turnTo(found.pattern);
        growing.querySelector("h2")?.focus();
      },
    }, text);
  }

  function offers(found) {
    if (!found.card) {
      if (!found.offers.length) return growing.replaceChildren();
      return growing.replaceChildren(
        el("h2", { tabindex: "-1" }, `Start with the target ${target}, linked to`),
        el("div", { class: "offers" }, ...found.offers.map(offer)),
        el("p", { class: "soft" }, "Or open a motif of the ",
          el("a", { href: address("catalogue", { target }) }, "catalogue"), "."));
    }
    const nodes = found.card.drawing.nodes;
    if (!nodes.some((node) => node.name === selected)) {
      selected = (nodes.find((node) => node.part === "context") ?? nodes[0]).name;
    }
    const own = found.offers
      .filter((each) => each.at === selected || (each.kind === "link" && each.to === selected))
      .map((each) => (each.at === selected ? each : {
        ...each, to: each.at, direction: { "": "", out: "in", in: "out" }[each.direction] }));
    return growing.replaceChildren(
      el("h2", { tabindex: "-1" }, "Change it at"),
      el("div", { class: "choices", role: "group", "aria-label": "Node to change" },
        ...nodes.map((node) => el("button", {
          type: "button",
          class: `chip c${node.colour}`,
          "aria-pressed": String(node.name === selected),
          click: () => {
            pick(found, node.name);
            growing.querySelector(".chip[aria-pressed=true]").focus();
          },
        }, node.title))),
      ...GROUPS.flatMap(([title, kinds]) => {
        const some = own.filter((each) => kinds.includes(each.kind));
        return some.length
          ? [el("h3", {}, title), el("div", { class: "offers" }, ...some.map(offer))] : [];
      }));
  }

  function pick(found, name) {
    const held = picture.contains(document.activeElement);
    selected = name;
    drawn(found);
    offers(found);
    if (held) chosenNode()?.focus();
  }

  function chosenNode() {
    return picture.querySelector(".chosen");
  }

  function drawn({ card }) {
    picture.replaceChildren(card
      ? draw(card.drawing, sentence(card.words), { pick: (name) => pick(current, name), selected })
      : el("p", { class: "soft" },
        pattern.trim() ? "No motif yet" : "Click a link, or type a pattern"));
  }

  function described({ card }) {
    about.replaceChildren(...(card ? [el("p", { class: "sentence" }, sentence(card.words)),
      roles(card), measured(card, STOPPABLE)] : []));
  }

  function wrong(found) {
    if (!found) return problem.replaceChildren();
    const { message, suggestion } = found;
    return problem.replaceChildren(el("div", { class: "problem" }, lines(message),
      suggestion && el("p", {}, el("button", {
        type: "button", class: "main", click: () => { turnTo(suggestion); input.focus(); },
      }, "Use ", el("code", {}, suggestion)))));
  }

  let current;
  async function refresh() {
    clearTimeout(poll);
    const own = (latest += 1);
    try {
      const found = await ask("/api/design", { target, pattern });
      if (gone || own !== latest) return;
      const same = current && JSON.stringify(current.offers) === JSON.stringify(found.offers)
        && current.card?.pattern === found.card?.pattern;
      current = found;
      if (found.card) good = pattern;
      input.setAttribute("aria-invalid", String(Boolean(found.problem)));
      wrong(found.problem);
      if (!same) { offers(found); drawn(found); described(found); }
      else if (found.card) renew(about.querySelector(".measured"), found.card, STOPPABLE);
      keep.disabled = see.hidden = !found.card;
      fill(keep, found.saved ? "Remove from collection" : "Save to collection");
      keep.onclick = () => (found.saved ? remove : save)(found.card.pattern).then(refresh, failed);
      if (found.card) {
        const { target, pattern } = found.card;
        see.href = address("instances", { target, pattern });
      }
      undo.disabled = !done.length;
      redo.disabled = !undone.length;
      if (found.card) {
        const state = { counting: isIncomplete(found.card), cancelled: found.card.cancelled };
        poll = askAgain(refresh, state, AGAIN);
      }
    } catch (error) {
      failed(error);
    }
  }

  function failed(error) {
    problem.replaceChildren(refusal(error));
  }

  /** Drops what was typed since the last motif, and leaves the field for the drawing. */
  async function escape() {
    clearTimeout(timer);
    input.value = good;
    await turnTo(good);
    chosenNode()?.focus();
  }

  function keys(event) {
    if (event.key === "Escape" && document.activeElement === input) {
      escape();
      return;
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "z" || key === "y") {
      event.preventDefault();
      clearTimeout(timer);
      if (input.value !== pattern) turnTo(input.value);
      if (key === "y" || event.shiftKey) step(undone, done);
      else step(done, undone);
    }
  }

  addEventListener("keydown", keys);
  place.append(
    el("div", { class: "designer" },
      el("section", {}, picture, about),
      el("section", {},
        labelled("Pattern", input), problem,
        el("div", { class: "actions" }, undo, redo, keep, see), growing)));
  await refresh();
  return () => {
    gone = true;
    clearTimeout(timer);
    clearTimeout(poll);
    removeEventListener("keydown", keys);
  };
}

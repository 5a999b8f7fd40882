// What was measured about a motif, with a button that cancels its count or begins it after all.
import { cancelCounting, countAfterAll } from "./counting.js";
import { el, refusal } from "./dom.js";
import { seconds, share, size, whole } from "./numbers.js";

/** Whether the worker will find out more about a motif that is shown. */
export const isIncomplete = (card) => !card.cancelled && !card.measured?.expression;

function fact(name, value, explanation) {
  return el("div", { title: explanation }, el("dt", {}, name), el("dd", {}, value));
}

/** Instances, coverage, agreement, cost and expression; dots as long as the worker counts. */
function facts({ measured, cancelled }) {
  if (!measured) {
    return el("dl", { class: cancelled ? "facts" : "facts waiting" },
      fact("instances", cancelled ? "cancelled" : "counting …"));
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
    fact("expression", expression?.words ?? (cancelled ? "cancelled" : "comparing …"),
      expression?.samples
        ? `Beside ${expression.samples} random graphs in which every node keeps its degrees: `
          + `${whole(Math.round(expression.mean))} ± `
          + `${whole(Math.round(expression.deviation))} instances`
        : "Instances beside those in random graphs with the same degrees"));
}

/**
 * What is known about the motif of a card. Where its count was cancelled, a button begins it after
 * all; with `stoppable` there is one that cancels it. Either then sends the event `turned`.
 */
export function measured(card, { stoppable = false } = {}) {
  const button = (text, change) => el("button", {
    type: "button", "aria-label": `${text}: ${card.words}`,
    click: async (event) => {
      const pressed = event.currentTarget;
      try {
        await change(card.pattern);
        pressed.dispatchEvent(new Event("turned", { bubbles: true }));
      } catch (error) {
        pressed.after(refusal(error));
      }
    },
  }, text);
  return el("div", { class: "measured" }, facts(card),
    card.measured?.reason && el("p", { class: "soft" }, card.measured.reason),
    card.cancelled && button("Count after all", countAfterAll),
    stoppable && isIncomplete(card) && button("Cancel counting", cancelCounting));
}

/** Shows what is known by now instead of what an element shows; the focus stays on its button. */
export function renew(shown, card, options) {
  const now = measured(card, options);
  if (shown.isEqualNode(now)) return;
  const held = shown.contains(document.activeElement);
  shown.replaceWith(now);
  if (held) (now.querySelector("button") ?? now.closest(".card")?.querySelector("a"))?.focus();
}

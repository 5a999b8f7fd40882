// Counting behind cards: cancelled, counted after all, and asked about as it goes on.
import { query, send } from "./api.js";
import { el, refusal } from "./dom.js";

const AGAIN = 900; // ms

/** Cancels the counting of a motif, or of all. */
export const cancelCounting = (pattern = "") =>
  send("DELETE", `/api/counting?${query({ pattern })}`);

/** Counts a motif that was cancelled, or all of them. */
export const countAfterAll = (pattern = "") => send("POST", "/api/counting", { pattern });

/**
 * Asks again while something is being counted; less often where all was cancelled, which another
 * browser may begin again. Gives the timer.
 */
export function askAgain(refresh, { counting, cancelled }, every = AGAIN) {
  if (!counting && !cancelled) return undefined;
  return setTimeout(refresh, counting ? every : 3 * every);
}

/** Buttons that cancel all counting, and that count all that was cancelled. */
export function countingButtons(refresh) {
  const button = (text, change) => el("button", {
    type: "button",
    click: () => change().then(refresh, (error) => element.append(refusal(error))),
  }, text);
  const stop = button("Cancel counting", () => cancelCounting());
  const again = button("Count what was cancelled", () => countAfterAll());
  const element = el("div", { class: "actions", hidden: true }, stop, again);
  return {
    element,
    show({ counting, cancelled }) {
      const held = document.activeElement;
      stop.hidden = !counting;
      again.hidden = !cancelled;
      element.hidden = !counting && !cancelled;
      if (!element.contains(held) || !held.hidden) return;
      const next = element.querySelector("button:not([hidden])");
      (next ?? document.querySelector("main h1")).focus({ preventScroll: true });
    },
  };
}

// All trainings since the studio began.
import { address } from "./address.js";
import { el } from "./dom.js";
import { seconds } from "./numbers.js";

export function trainingList(target, chosen) {
  const body = el("tbody", {});
  const element = el("section", { hidden: true }, el("h2", {}, "Trainings"),
    el("div", { class: "scroll" }, el("table", { class: "wide" },
      el("thead", {}, el("tr", {}, ...["run", "method", "motifs", "state"].map(
        (name) => el("th", { scope: "col" }, name)),
        el("th", { scope: "col", class: "number" }, "time"))), body)));
  let before = "";

  function motifs(order) {
    return Array.isArray(order.motifs) ? String(order.motifs.length) : order.motifs;
  }

  return {
    element,
    show(all) {
      element.hidden = !all.length;
      const now = JSON.stringify(
        all.map((each) => [each.number, each.state, Math.round(each.seconds)]));
      if (now === before) return;
      before = now;
      const focused = document.activeElement?.closest("tr")?.dataset.number;
      body.replaceChildren(...all.map((each) => el("tr", { "data-number": each.number },
        el("th", { scope: "row" }, el("a", {
          href: address("train", { target, training: each.number }),
          "aria-current": String(each.number) === chosen ? "true" : null,
        }, each.run)),
        el("td", {}, each.order.model), el("td", {}, motifs(each.order)), el("td", {}, each.state),
        el("td", { class: "number" }, each.seconds ? seconds(each.seconds) : ""))));
      if (focused) body.querySelector(`[data-number="${focused}"] a`)?.focus();
    },
  };
}

// Train: a form for a new training, the one that is looked at as it goes, and all of them.
import { go } from "../address.js";
import { ask } from "../api.js";
import { el, refusal } from "../dom.js";
import { counted } from "../numbers.js";
import { training } from "../training.js";
import { trainingForm } from "../training_form.js";
import { trainingList } from "../training_list.js";

const AGAIN = 1000; // ms

export async function train(place, parameters, schema) {
  const { target } = schema;
  const waiting = el("p", { class: "soft", role: "status" },
    "Looking at the methods; the first time takes some seconds …");
  place.append(waiting);
  const [found, collection] = await Promise.all([
    ask("/api/methods", { target }), ask("/api/collection")]);
  waiting.remove();
  if (!found.labelled) {
    place.append(el("p", { class: "problem" }, "Nodes of the type ", el("b", {}, target),
      " have no labels, so there is nothing to learn. Choose another target in the schema."));
    return undefined;
  }
  const number = parameters.get("training");
  let looked = number; // at, also once it is over
  const own = training(target);
  const list = trainingList(target, number);
  let timer, gone = false;

  async function refresh() {
    clearTimeout(timer);
    try {
      const all = await ask("/api/trainings");
      if (gone) return;
      list.show(all);
      if (!number) looked = all.find((each) => each.state === "running")?.number ?? looked;
      if (looked) await own.show(await ask(`/api/trainings/${looked}`));
      if (gone) return;
      const active = all.filter((each) => ["running", "waiting"].includes(each.state));
      timer = setTimeout(refresh, active.length ? AGAIN : 3 * AGAIN);
    } catch (error) {
      own.element.hidden = false;
      own.element.replaceChildren(refusal(error));
    }
  }

  own.again = refresh;
  place.append(
    el("p", {}, "Trains a model that predicts the class of each ", el("b", {}, target),
      `. One training runs at a time, others wait; ${counted(found.methods.length, "method")} `,
      "to choose from."),
    own.element,
    el("section", {}, el("h2", {}, "New training"),
      trainingForm(found, collection.cards, target,
        (begun) => go("train", { target, training: begun.number }))),
    list.element);
  await refresh();
  return () => { gone = true; clearTimeout(timer); own.leave(); };
}

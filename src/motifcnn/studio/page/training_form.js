// The form for a new training: method, preset, split, seed, batches, weights, motifs and settings.
import { send } from "./api.js";
import { el, fill, labelled, select } from "./dom.js";
import { fieldProblems } from "./field_problems.js";
import { settingFields } from "./setting_fields.js";

const WEIGHTS = [["", "all the same"], ["balanced", "balanced"]];
const SPLITS = [["random", "random 10/10/80"], ["0.6,0.2,0.2", "random 60/20/20"]];

function motifChoice(saved, target, given) {
  const own = saved.filter((each) => each.target === target);
  const boxes = own.map((each) => {
    const box = el("input", { type: "checkbox", value: each.pattern });
    box.checked = given.patterns?.includes(each.pattern) ?? true;
    return box;
  });
  const kinds = [["collection", `from the collection (${own.length})`],
    ["default", "chosen by the method"], ["auto", "chosen by the training nodes (auto)"],
    ["paper", "the paper's"]];
  const list = el("div", {
    class: "boxes", role: "group", "aria-label": "Motifs of the collection",
  },
    ...own.map((each, i) => el("label", {}, boxes[i],
      el("span", {}, each.words, " ", el("code", {}, each.pattern)))),
    !own.length && el("p", { class: "soft" }, "The collection has no motif with this target."));
  const kind = select(kinds, given.kind ?? (own.length ? "collection" : "default"), () => show());
  function show() {
    list.hidden = kind.value !== "collection";
  }
  show();
  return {
    kind, list,
    value: () => (kind.value === "collection"
      ? boxes.filter((box) => box.checked).map((box) => box.value) : kind.value),
  };
}

/**
 * The form. `found` has the methods, `saved` the cards of the collection; `begun` is called with
 * the training that it began.
 */
export function trainingForm(found, saved, target, begun) {
  const problems = fieldProblems();
  const rest = el("div", {});
  const settings = el("div", {}), presets = el("div", {}), motifs = el("div", {});
  const given = {};
  let method = found.methods[0], preset, choice;

  const names = found.methods.map((each) => [each.name, each.name]);
  const model = select(names, method.name, (name) => {
    method = found.methods.find((each) => each.name === name);
    for (const key of Object.keys(given)) delete given[key];
    turned();
  });
  const about = el("p", { class: "soft" });
  const split = select([...found.splits.map((name) => [`=${name}`, name]), ...SPLITS],
    found.splits.length === 1 ? `=${found.splits[0]}` : "random", () => {});
  const seed = el("input", { type: "text", value: "0", inputmode: "numeric", class: "short" });
  const batch = el("input", { type: "text", placeholder: "all training nodes",
    inputmode: "numeric" });
  const weights = select(WEIGHTS, "", () => {});
  const name = el("input", { type: "text", placeholder: "found for you", maxlength: "60" });

  function turned() {
    fill(about, method.words);
    batch.disabled = !method.batches;
    preset = select(method.presets.map((each) => [each.name, each.name || "default"]), "", () => {
      for (const key of Object.keys(given)) delete given[key];
      recipe();
    });
    presets.replaceChildren(labelled("Preset", preset), problems.place("preset", preset));
    const before = choice && { kind: choice.kind.value,
      patterns: choice.kind.value === "collection" ? choice.value() : undefined };
    choice = motifChoice(saved, target, before ?? {});
    fill(motifs, method.uses_motifs
      ? [labelled("Motifs", choice.kind), problems.place("motifs", choice.kind), choice.list]
      : el("p", { class: "soft" }, "There are no motifs to choose for this method."));
    recipe();
  }

  function recipe() {
    settings.replaceChildren(settingFields(method, preset.value, given, problems));
  }

  async function begin(event) {
    event.preventDefault();
    problems.clear();
    rest.replaceChildren();
    const shares = split.value.includes(",") && split.value.split(",").map(Number);
    const isWhole = (field) => /^\d+$/.test(field.value.trim());
    if (!isWhole(seed)) {
      problems.show("The seed is a whole number from 0.", "seed", rest);
      return;
    }
    const whole = batch.disabled || batch.value.trim() === "";
    if (!whole && !isWhole(batch)) {
      problems.show("The batch size is a whole number from 1, or empty.", "batch_size", rest);
      return;
    }
    try {
      begun(await send("POST", "/api/trainings", {
        name: name.value.trim(), model: method.name, preset: preset.value, target,
        motifs: method.uses_motifs ? choice.value() : "default",
        split: shares || split.value.replace(/^=/, ""), seed: Number(seed.value), settings: given,
        batch_size: whole ? null : Number(batch.value), class_weights: weights.value || null,
      }));
    } catch (error) {
      problems.show(error.message, error.field, rest);
    }
  }

  const element = el("form", { submit: begin, novalidate: true },
    el("div", { class: "form" },
      el("div", {}, labelled("Method", model), problems.place("model", model)),
      presets,
      el("div", {}, labelled("Split", split), problems.place("split", split)),
      el("div", {}, labelled("Seed", seed), problems.place("seed", seed)),
      el("div", {}, labelled("Batch size", batch), problems.place("batch_size", batch)),
      el("div", {}, labelled("Class weights", weights), problems.place("class_weights", weights)),
      el("div", {}, labelled("Name of the run", name), problems.place("name", name))),
    about, motifs,
    el("h3", {}, "Settings"), settings, problems.place("settings"), rest,
    el("p", {}, el("button", { class: "main" }, "Start training")));
  turned();
  return element;
}

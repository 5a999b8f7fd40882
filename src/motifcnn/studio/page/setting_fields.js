// Fields for the settings of a method, as its own schema has them.
import { el, labelled, select } from "./dom.js";

/** A value as people write it. */
function written(value) {
  if (value === null) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** What was typed, as the method takes it; what is no number stays a text, and `fit` says so. */
function typed(kind, text) {
  const number = (each) => {
    const found = Number(each);
    return each.trim() !== "" && Number.isFinite(found) ? found : each.trim();
  };
  if (kind === "boolean") return text === "true";
  if (kind === "whole" || kind === "number") return number(text);
  if (kind === "numbers") return text.split(",").map(number);
  return text === "" ? null : text;
}

function input(setting, value, changed) {
  const { kind, choices } = setting;
  if (kind === "boolean") return select([["true", "yes"], ["false", "no"]], String(value), changed);
  if (kind === "choice") {
    const named = choices.map((each) => [each, each || "as the others"]);
    return select(named, written(value), changed);
  }
  const field = el("input", { type: "text", value: written(value), spellcheck: "false",
    autocomplete: "off", input: () => changed(field.value) });
  return field;
}

/**
 * Fields of a method's settings that begin with the values of a preset. `given` has the values
 * that differ from it, by name, and is changed in place.
 */
export function settingFields(method, preset, given, problems) {
  const { values } = method.presets.find((each) => each.name === preset) ?? method.presets[0];
  const field = (setting) => {
    const { name, kind, words } = setting;
    const value = name in given ? given[name] : values[name];
    const control = input(setting, value, (text) => {
      const now = typed(kind, text);
      if (JSON.stringify(now) === JSON.stringify(values[name])) delete given[name];
      else given[name] = now;
    });
    control.title = words;
    return el("div", {}, labelled(name.replaceAll("_", " "), control),
      problems.place(`settings.${name}`, control));
  };
  const others = method.settings.filter((each) => !each.first);
  return el("div", {},
    el("div", { class: "form" }, ...method.settings.filter((each) => each.first).map(field)),
    others.length > 0 && el("details", { open: others.some((each) => each.name in given) || null },
      el("summary", {}, "All settings"), el("div", { class: "form" }, ...others.map(field))));
}

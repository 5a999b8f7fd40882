// What is wrong with a form, each message beside its field.
import { el, refusal } from "./dom.js";

let forms = 0;

export function fieldProblems() {
  const form = (forms += 1);
  const places = new Map();

  function clear() {
    for (const { place, control } of places.values()) {
      place.replaceChildren();
      control?.removeAttribute("aria-invalid");
    }
  }

  return {
    clear,
    /** Where the message about a field appears; the control points to it. */
    place(field, control) {
      const id = `problem-${form}-${places.size}`;
      const place = el("div", { id, class: "wrong" });
      control?.setAttribute("aria-describedby", id);
      places.set(field, { place, control });
      return place;
    },
    /** Shows a message beside a field, or beside `rest` where there is no such field. */
    show(message, field, rest) {
      clear();
      const { place, control } = places.get(field) ?? { place: rest };
      place.replaceChildren(refusal({ message }));
      control?.setAttribute("aria-invalid", "true");
      place.closest("details")?.setAttribute("open", "");
      (control ?? place).scrollIntoView({ block: "nearest" });
      control?.focus();
    },
  };
}

// Elements of the page. Every text goes through `shown`, and none is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A text with control and format characters as visible escapes. */
export function shown(text) {
  return String(text).replace(UNSAFE, (letter) => {
    const code = letter.codePointAt(0);
    return code < 256
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : shown(child));
  }
  return element;
}

/** An HTML element; an attribute that is a function listens to the event of its name. */
export function el(tag, attributes = {}, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

/** Puts new children into an element, texts through `shown`. */
export function fill(element, ...children) {
  element.replaceChildren();
  return build(element, {}, children);
}

/** A text of several lines, such as an error with a caret under its place. */
export function lines(text) {
  return el("pre", { class: "lines" }, ...text.split("\n").map((line) => el("span", {}, line)));
}

/** What went wrong, for all to notice. */
export function refusal(error) {
  return el("div", { class: "problem", role: "alert" }, lines(error.message));
}

/** A label above a field. */
export function labelled(text, field) {
  return el("label", { class: "field" }, el("span", {}, text), field);
}

/** A choice of [value, text] pairs. */
export function select(options, value, change) {
  const field = el("select", { change: () => change(field.value) },
    ...options.map(([key, text]) => el("option", { value: key }, text)));
  field.value = value;
  return field;
}

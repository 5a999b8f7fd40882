// Every view has an address: #/view?parameters.
import { query } from "./api.js";

export function address(view, parameters = {}) {
  const text = query(parameters);
  return `#/${view}${text ? `?${text}` : ""}`;
}

export function go(view, parameters) {
  location.hash = address(view, parameters);
}

/** Changes the address without a step in the history and without drawing the view anew. */
export function note(view, parameters) {
  history.replaceState(null, "", address(view, parameters));
}

export function here() {
  const [path, text = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { view: path || "schema", parameters: new URLSearchParams(text) };
}

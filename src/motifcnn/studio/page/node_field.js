// A field for a node by its name, which offers names that the graph has.
import { ask } from "./api.js";
import { el, labelled } from "./dom.js";

let fields = 0;

export function nodeField(label, nodeType, value = "") {
  const id = `names-${fields += 1}`;
  const names = el("datalist", { id });
  let timer;
  async function offer() {
    const found = await ask("/api/nodes", { node_type: nodeType(), search: input.value });
    names.replaceChildren(...found.map((each) => {
      const option = el("option", {}, each.label);
      option.value = each.label;
      return option;
    }));
  }
  const input = el("input", {
    type: "text", list: id, value, autocomplete: "off", spellcheck: "false",
    focus: () => offer(),
    input: () => { clearTimeout(timer); timer = setTimeout(offer, 150); },
  });
  return { input, element: el("span", {}, labelled(label, input), names) };
}

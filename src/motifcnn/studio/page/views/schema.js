// Schema: node types with columns and examples, relations with degrees; a click makes the target.
import { address, go } from "../address.js";
import { el, shown, svg } from "../dom.js";
import { counted, whole } from "../numbers.js";

function drawing(found) {
  if (!found.drawing) return null;
  // The server escapes every name in it; nothing in a parsed document runs.
  const parsed = new DOMParser().parseFromString(found.drawing, "text/html").querySelector("svg");
  const drawn = document.importNode(parsed, true);
  drawn.setAttribute("aria-label", "Node types and the relations between them");
  const names = [...drawn.querySelectorAll(".node title")].map((each) => each.textContent);
  for (const text of drawn.querySelectorAll("text, title")) {
    text.textContent = shown(text.textContent);
  }
  for (const [i, node] of drawn.querySelectorAll(".node").entries()) {
    node.addEventListener("click", () => go("schema", { target: names[i] }));
  }
  return el("div", { class: "scroll middle" }, drawn);
}

function nodeType(type, target) {
  const own = type.name === target;
  return el("article", { class: `card type${own ? " own" : ""}` },
    el("h3", {}, type.name),
    el("p", { class: "figure" }, whole(type.nodes),
      el("small", {}, type.nodes === 1 ? " node" : " nodes")),
    type.labelled > 0 && el("p", {}, `${whole(type.labelled)} labelled: `,
      type.classes.slice(0, 12).join(", "), type.classes.length > 12 && ", …"),
    el("p", { class: "soft" }, "such as ", type.examples.join(", ")),
    type.features > 0 && el("p", { class: "soft" }, counted(type.features, "feature")),
    type.columns.length > 0 && el("table", {}, el("caption", {}, "Columns"), el("tbody", {},
      ...type.columns.map((column) => el("tr", {}, el("th", { scope: "row" }, column.name),
        el("td", {}, column.kind), el("td", { class: "soft" }, column.examples.join(", ")))))),
    el("button", {
      type: "button", "aria-pressed": String(own), click: () => go("schema", { target: type.name }),
    }, own ? "Target" : `Make ${type.name} the target`));
}

function degrees(found) {
  const most = Math.max(...found.bins.map((bin) => bin.nodes), 1);
  const words = found.bins.map((bin) =>
    `${bin.least === bin.most ? bin.least : `${bin.least} to ${bin.most}`}: ${whole(bin.nodes)}`);
  const label = `Nodes of ${found.node_type} by number of links: ${words.join("; ")}`;
  return el("figure", { class: "degrees" },
    svg("svg", { role: "img", "aria-label": label, width: found.bins.length * 14, height: 44,
      viewBox: `0 0 ${found.bins.length * 14} 44` },
      svg("title", {}, label),
      ...found.bins.map((bin, i) => {
        const height = bin.nodes ? 2 + (40 * bin.nodes) / most : 0;
        return svg("rect", { x: 14 * i + 1, y: 43 - height, width: 12, height, rx: 2 });
      }),
      svg("line", { x1: 0, x2: found.bins.length * 14, y1: 43.5, y2: 43.5 })),
    el("figcaption", {},
      `${found.node_type}: mean ${found.mean.toFixed(1)}, most ${whole(found.most)}`));
}

function relations(found) {
  return el("div", { class: "scroll" }, el("table", { class: "wide" },
    el("thead", {}, el("tr", {},
      ...["relation", "from", "to"].map((name) => el("th", { scope: "col" }, name)),
      el("th", { scope: "col", class: "number" }, "links"),
      el("th", { scope: "col" }, "links per node: 0, 1, 2, 3–4, 5–8, …"))),
    el("tbody", {}, ...found.map((each) => el("tr", {},
      el("th", { scope: "row" }, each.name),
      el("td", {}, each.source), el("td", {}, each.directed ? "" : "— ", each.target),
      el("td", { class: "number" }, whole(each.links)),
      el("td", {}, el("div", { class: "ends" }, ...each.degrees.map(degrees))))))));
}

export function schema(place, parameters, found) {
  place.append(
    el("p", {}, "Motifs are patterns around a ", el("b", {}, "target"),
      ". Choose its type here; the ",
      el("a", { href: address("catalogue", { target: found.target }) },
        `catalogue of ${found.target}`), " lists what the schema allows around it."),
    el("section", {}, drawing(found)),
    el("section", {}, el("h2", {}, "Node types"),
      el("div", { class: "cards small" },
          ...found.types.map((type) => nodeType(type, found.target)))),
    el("section", {}, el("h2", {}, "Relations"), relations(found.relations)));
}

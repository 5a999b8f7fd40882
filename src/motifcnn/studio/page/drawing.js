// Draws a motif or an instance as the server has placed it; colours are by role.
import { svg } from "./dom.js";

function arrow([cx, cy], [bx, by]) {
  const length = Math.hypot(bx - cx, by - cy) || 1;
  const [ux, uy] = [(bx - cx) / length, (by - cy) / length];
  const points = [
    [bx, by],
    [bx - 10 * ux - 5 * uy, by - 10 * uy + 5 * ux],
    [bx - 10 * ux + 5 * uy, by - 10 * uy - 5 * ux],
  ];
  return svg("polygon", { points: points.map((point) => point.join(",")).join(" ") });
}

function link({ curve: [a, c, b], directed }) {
  return svg("g", { class: "link" },
    svg("path", { d: `M${a.join(",")} Q${c.join(",")} ${b.join(",")}` }),
    directed && arrow(c, b));
}

function label({ relation, place: [x, y] }) {
  const width = 6.6 * relation.length + 8;
  return svg("g", { class: "relation" },
    svg("rect", { x: x - width / 2, y: y - 8, width, height: 16, rx: 3 }),
    svg("text", { x, y: y + 4 }, relation));
}

function node(found, pick, selected) {
  const chosen = found.name === selected;
  const group = svg("g", {
    class: `node c${found.colour}${chosen ? " chosen" : ""}`,
    "data-node": found.name,
  },
    svg("title", {}, found.title),
    svg("rect", {
      x: found.x - found.width / 2, y: found.y - found.height / 2,
      width: found.width, height: found.height, rx: 14,
    }),
    svg("text", { class: "name", x: found.x, y: found.y + (found.caption ? -2 : 5) }, found.label),
    svg("text", { class: "caption", x: found.x, y: found.y + 13 }, found.caption));
  if (pick) {
    group.classList.add("pickable");
    for (const [name, value] of [["role", "button"], ["tabindex", "0"],
      ["aria-pressed", String(chosen)]]) group.setAttribute(name, value);
    group.addEventListener("click", () => pick(found.name));
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick(found.name);
    });
  }
  return group;
}

/**
 * The drawing as SVG; `words` is its text for people who do not see it. With `pick` its nodes are
 * buttons; it is called with the name of one that is clicked or chosen by Enter or Space.
 */
export function draw(drawing, words, { pick, selected } = {}) {
  const { left, top, width, height } = drawing;
  return svg("svg", {
    class: "motif", role: pick ? "group" : "img", "aria-label": words,
    viewBox: `${left} ${top} ${width} ${height}`, width, height,
  },
    ...drawing.links.map(link),
    ...drawing.links.filter((each) => each.relation).map(label),
    ...drawing.nodes.map((each) => node(each, pick, selected)));
}

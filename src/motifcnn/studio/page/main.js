// Shows the view of the address.
import { address, here } from "./address.js";
import { ask } from "./api.js";
import { el, fill, refusal, shown } from "./dom.js";
import { catalogue } from "./views/catalogue.js";
import { collection } from "./views/collection.js";
import { design } from "./views/design.js";
import { example } from "./views/example.js";
import { instances } from "./views/instances.js";
import { runs } from "./views/runs.js";
import { schema } from "./views/schema.js";
import { train } from "./views/train.js";

const VIEWS = {
  schema: ["Schema", schema],
  catalogue: ["Catalogue", catalogue],
  design: ["Designer", design],
  instances: ["Instances", instances],
  example: ["By example", example],
  collection: ["Collection", collection],
  train: ["Train", train],
  runs: ["Runs", runs],
};
const main = document.getElementById("main");
let leave = () => {};
let visit = 0;

function navigation(view, target) {
  document.getElementById("views").replaceChildren(
    el("ul", {}, ...Object.entries(VIEWS).map(([name, [title]]) => el("li", {}, el("a", {
      href: address(name, { target }), "aria-current": name === view ? "page" : null,
    }, title)))),
    el("a", { class: "soft", href: "api.html" }, "API"));
}

/** Draws the view into `main`; what a view returns is called when it is left. */
async function show() {
  const { view, parameters } = here();
  const own = (visit += 1);
  leave();
  leave = () => {};
  const [title, draw] = VIEWS[view] ?? VIEWS.schema;
  const place = el("div", { class: "view" }, el("h1", { tabindex: "-1" }, title));
  try {
    const found = await ask("/api/schema", { target: parameters.get("target") });
    if (own !== visit) return;
    document.title = shown(`${title} · ${found.graph} · motifcnn studio`);
    fill(document.getElementById("graph"), found.graph);
    navigation(view, found.target);
    main.replaceChildren(place);
    const left = await draw(place, parameters, found);
    if (own !== visit) {
      left?.();
      return;
    }
    leave = left ?? leave;
    place.dataset.view = view; // all of it is there
  } catch (error) {
    main.replaceChildren(place);
    place.append(refusal(error));
  }
  if (own > 1) place.querySelector("h1").focus({ preventScroll: true });
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", () => { scrollTo(0, 0); show(); });
show();

// The API as its OpenAPI description has it.
import { ask } from "./api.js";
import { el } from "./dom.js";

function kind(schema) {
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.anyOf) return schema.anyOf.map(kind).join(" or ");
  if (schema.enum) return schema.enum.join(" | ");
  if (schema.type === "array") return `list of ${kind(schema.items ?? {})}`;
  return schema.type ?? "any";
}

function parameters(found) {
  if (!found.length) return null;
  return el("div", { class: "scroll" }, el("table", {},
    el("thead", {}, el("tr", {}, ...["parameter", "type", "default"].map(
      (name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...found.map((each) => el("tr", {},
      el("th", { scope: "row" }, el("code", {}, each.name)),
      el("td", {}, kind(each.schema)),
      el("td", {}, each.required ? "required" : JSON.stringify(each.schema.default ?? null)))))));
}

function operation(path, method, found) {
  const answer = found.responses?.["200"]?.content?.["application/json"]?.schema;
  return el("section", {},
    el("h2", {}, el("code", {}, `${method.toUpperCase()} ${path}`)),
    el("p", {}, found.description ?? found.summary),
    parameters(found.parameters ?? []),
    answer && el("p", { class: "soft" }, `answers ${kind(answer)}`));
}

function model(name, found) {
  return el("details", {}, el("summary", {}, name),
    el("p", { class: "soft" }, found.description ?? ""),
    el("ul", {}, ...Object.entries(found.properties ?? {}).map(
      ([field, schema]) => el("li", {}, el("code", {}, field), `: ${kind(schema)}`))));
}

const document_ = await ask("/openapi.json");
document.getElementById("main").append(
  el("h1", {}, `${document_.info.title} ${document_.info.version}`),
  el("p", { class: "soft" }, "The same as JSON: ",
    el("a", { href: "/openapi.json" }, "openapi.json")),
  ...Object.entries(document_.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => operation(path, method, found))),
  el("section", {}, el("h2", {}, "Documents"),
    ...Object.entries(document_.components.schemas).map(([name, found]) => model(name, found))),
);

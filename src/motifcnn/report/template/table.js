"use strict";
// Tables of class "sortable" get a search field and headings that sort; without this script they
// are plain tables. A heading with data-kind="number" sorts by the data-value of its cells.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const headings = Array.from(table.tHead.rows[0].cells);

  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "Search " + rows.length + " rows";
  field.setAttribute("aria-label", "Search the table");
  const found = document.createElement("output");
  const bar = document.createElement("div");
  bar.className = "search";
  bar.append(field, found);
  table.closest(".scroll").before(bar);
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, at) => {
      row.hidden = !words.every((word) => texts[at].includes(word));
      shown += row.hidden ? 0 : 1;
    });
    found.textContent = words.length ? shown + " of " + rows.length + " rows" : "";
  });

  headings.forEach((heading, column) => {
    const isNumber = heading.dataset.kind === "number";
    const key = (row) => {
      const cell = row.cells[column];
      return isNumber ? Number(cell.dataset.value) : cell.textContent.trim();
    };
    const order = (a, b) =>
      isNumber ? key(a) - key(b) : key(a).localeCompare(key(b), undefined, { numeric: true });
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      body.append(...rows.slice().sort((a, b) => (down ? order(b, a) : order(a, b))));
    });
  });
}

// Search by name, op, type, line of source: all words have to occur.

const MOST_FOUND = 60;

class Search {
  constructor(view, report) {
    this.view = view;
    this.report = report;
    this.field = element("input", {
      type: "search", placeholder: "Search: name, op, type, line", "aria-label": "Search the graph", id: "search", autocomplete: "off",
      role: "combobox", "aria-expanded": "false", "aria-controls": "found",
      oninput: () => this.run(), onkeydown: (event) => this.key(event),
    });
    this.list = element("ul", {id: "found", role: "listbox", hidden: true});
    this.element = element("div", {class: "search"}, this.field, this.list);
  }

  // Texts are joined once for each model, at the first search.
  texts() {
    const {model} = this.view;
    if (model.texts) return model.texts;
    const {rows, sources} = this.report.lines;
    const lines = rows.map(([file, line, where]) => `${file.split("/").at(-1)}:${line} ${where} ${(sources[file] || {})[line] || ""}`);
    model.texts = model.items.map((item) => [item.full || item.name, item.label || "", item.type || item.kind, ...(item.outputs || []), lines[item.line] || ""].join(" ").toLowerCase());
    return model.texts;
  }

  run() {
    const words = this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    if (words.length) this.texts().forEach((text, number) => { if (number && words.every((word) => text.includes(word))) found.push(number); });
    const rank = found.map((number) => [this.rank(number, words), number]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    found.splice(0, found.length, ...rank.map(([, number]) => number));
    this.view.found = found.length ? new Set(found.map((number) => this.view.model.visible(number))) : null;
    this.view.request();
    this.list.replaceChildren(...found.slice(0, MOST_FOUND).map((number) => this.row(number)));
    if (found.length > MOST_FOUND) this.list.append(element("li", {class: "dim"}, `and ${found.length - MOST_FOUND} more`));
    if (words.length && !found.length) this.list.append(element("li", {class: "dim"}, "nothing"));
    this.list.hidden = !words.length;
    this.field.setAttribute("aria-expanded", String(!this.list.hidden));
    if (words.length) announce(`${counted(found.length, "item")} found`);
  }

  // An op of that name comes first, then names, then lines of source.
  rank(number, words) {
    const item = this.view.model.items[number];
    const type = (item.type || item.kind).toLowerCase(), name = `${item.full || item.name} ${item.label || ""} ${type}`.toLowerCase();
    return words.includes(type) ? 0 : words.every((word) => name.includes(word)) ? 1 : 2;
  }

  row(number) {
    const item = this.view.model.items[number];
    return element("li", {role: "option", tabindex: "-1", "data-number": number, onclick: () => this.take(number),
      onkeydown: (event) => this.key(event)},
    element("span", {}, item.label || item.full || item.name), element("span", {class: "dim"}, item.type || KINDS[item.kind] || ""));
  }

  take(number) {
    this.list.hidden = true;
    this.view.go(number);
    this.view.canvas.focus({preventScroll: true});
  }

  key(event) {
    const rows = [...this.list.querySelectorAll("[role=option]")];
    const at = rows.indexOf(document.activeElement);
    if (event.key === "ArrowDown" && rows.length) (rows[at + 1] || rows[0]).focus();
    else if (event.key === "ArrowUp") (rows[at - 1] || this.field).focus();
    else if (event.key === "Enter" && rows.length) this.take(Number((rows[at] || rows[0]).dataset.number));
    else if (event.key === "Escape") {
      this.field.value = "";
      this.run();
      this.field.focus();
    } else return;
    event.preventDefault();
  }
}

// The tree of groups as a list, for reading and for keyboards: what is open in the graph is open here.

const MOST_ROWS = 1500;

class Outline {
  constructor(list, view) {
    this.list = list;
    this.view = view;
    list.addEventListener("keydown", (event) => this.key(event));
  }

  show() {
    const {model} = this.view;
    const rows = [];
    this.rows = rows;
    const add = (number, depth) => {
      for (const child of model.children[number]) {
        if (rows.length >= MOST_ROWS) return;
        if (model.items[child].kind === "constant") continue;
        rows.push({number: child, depth});
        if (model.open.has(child)) add(child, depth + 1);
      }
    };
    add(0, 0);
    this.list.replaceChildren(...rows.map((row) => this.row(row)));
    if (rows.length >= MOST_ROWS) this.list.append(element("li", {class: "dim", role: "none"}, "more is in the graph"));
    this.mark();
  }

  row({number, depth}) {
    const {model} = this.view;
    const group = model.isGroup(number);
    const open = model.open.has(number);
    const item = model.items[number];
    return element("li", {
      role: "treeitem", tabindex: "-1", "aria-level": depth + 1, "aria-expanded": group ? String(open) : null,
      "data-number": number,
      onclick: (event) => {
        if (event.target.className === "sign") this.toggle(number);
        else this.view.go(number);
      },
    },
    indent(depth),
    element("span", {class: "sign", "aria-hidden": "true"}, group ? (open ? "\u2212" : "+") : ""),
    element("span", {class: "name"}, item.label || item.name),
    element("span", {class: "dim"}, group ? String(model.total[number]) : item.type === "Placeholder" ? "" : item.type || ""));
  }

  toggle(number) {
    this.view.toggle(number);
    this.focus(number);
  }

  // Mark what is chosen; it is what the Tab key comes to.
  mark() {
    const chosen = this.list.querySelector(`[data-number="${this.view.selected}"]`) || this.list.firstElementChild;
    for (const row of this.list.querySelectorAll("[tabindex='0'], [aria-selected]")) {
      row.tabIndex = -1;
      row.removeAttribute("aria-selected");
    }
    if (!chosen) return;
    chosen.tabIndex = 0;
    if (this.view.selected !== null) {
      chosen.setAttribute("aria-selected", "true");
      if (this.list.clientHeight) chosen.scrollIntoView({block: "nearest"});
    }
  }

  focus(number) {
    const row = this.list.querySelector(`[data-number="${number}"]`);
    if (row) row.focus();
  }

  key(event) {
    const number = Number(event.target.dataset.number);
    const {model} = this.view;
    const at = this.rows.findIndex((row) => row.number === number);
    if (at < 0) return;
    const to = (index) => this.rows[index] && this.focus(this.rows[index].number);
    const open = model.open.has(number);
    const keys = {
      ArrowDown: () => to(at + 1), ArrowUp: () => to(at - 1), Home: () => to(0), End: () => to(this.rows.length - 1),
      ArrowRight: () => (model.isGroup(number) && !open ? this.toggle(number) : to(at + 1)),
      ArrowLeft: () => (model.isGroup(number) && open ? this.toggle(number) : this.focus(model.items[number].parent)),
      Enter: () => { this.view.go(number); this.focus(number); },
    };
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  }
}

function indent(depth) {
  const made = element("span", {class: "indent"});
  made.style.width = `${Math.min(depth, 14) * 12}px`;
  return made;
}

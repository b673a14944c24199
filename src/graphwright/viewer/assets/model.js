// The items of a stage as a tree: what contains what, what is open, what uses what.

const FIRST = 60; // items that are shown at first

class Model {
  constructor(stage, report, trace) {
    this.stage = stage;
    this.report = report;
    this.trace = trace;
    this.items = stage.items;
    this.children = this.items.map(() => []);
    this.users = this.items.map(() => null);
    this.open = new Set([0]);
    this.places = new Map(); // of open groups, by their number
    this.total = new Int32Array(this.items.length); // operations inside
    this.items.forEach((item, number) => {
      if (item.parent >= 0) this.children[item.parent].push(number);
      for (const [source] of item.inputs || []) (this.users[source] ||= []).push(number);
    });
    for (let number = this.items.length - 1; number > 0; number--) {
      const item = this.items[number];
      if (item.type) this.total[number] += 1;
      this.total[item.parent] += this.total[number];
    }
    this.openFirst();
  }

  // The outer groups, as long as there is room for what they contain.
  openFirst() {
    const pending = [...this.children[0]];
    let shown = pending.length;
    for (const number of pending) {
      const inside = this.children[number];
      if (!inside.length || (shown + inside.length > FIRST && pending.length > 1)) continue;
      this.open.add(number);
      shown += inside.length;
      pending.push(...inside);
    }
  }

  isGroup(number) {
    return this.children[number].length > 0;
  }

  toggle(number, wanted) {
    const open = wanted === undefined ? !this.open.has(number) : wanted;
    if (open) this.open.add(number);
    else this.open.delete(number);
    this.changed(number);
  }

  // Sizes around an item have to be found again.
  changed(number) {
    for (let at = number; at >= 0; at = this.items[at].parent) this.places.delete(at);
  }

  // The item itself, or the closed group that it is hidden in; a constant stands with what uses it.
  visible(number) {
    let shown = number;
    for (let at = this.items[number].parent; at >= 0; at = this.items[at].parent) {
      if (!this.open.has(at)) shown = at;
    }
    return shown;
  }

  reveal(number) {
    for (let at = this.items[number].parent; at >= 0; at = this.items[at].parent) this.open.add(at);
    this.places.clear();
  }

  // A constant that is not drawn is shown by an operation that uses it.
  drawn(number) {
    if (this.items[number].kind !== "constant") return number;
    const rows = this.stage.layers[this.items[number].parent].rows;
    if (rows.some((row) => row.includes(number))) return number;
    return (this.users[number] || [this.items[number].parent])[0];
  }

  openAll() {
    this.items.forEach((_, number) => { if (this.isGroup(number)) this.open.add(number); });
    this.places.clear();
  }

  closeAll() {
    this.open = new Set([0]);
    this.places.clear();
  }

  label(number) {
    const item = this.items[number];
    if (item.kind === "scope" || item.kind === "range" || item.kind === "body" || item.kind === "graph") return item.name;
    return item.type === "Placeholder" ? item.label || item.name : item.type;
  }

  title(number) {
    const item = this.items[number];
    if (!item.type) return item.name;
    const kind = KINDS[item.kind];
    return kind ? `${kind} ${item.name}` : `${item.type} ${item.full}`;
  }

  byName(name) {
    if (!this.names) {
      this.names = new Map();
      this.items.forEach((item, number) => { if (item.type && !this.names.has(item.full)) this.names.set(item.full, number); });
    }
    return this.names.get(name);
  }

  // The numbers of all items inside of a group.
  *inside(number) {
    for (const child of this.children[number]) {
      yield child;
      yield* this.inside(child);
    }
  }
}

const KINDS = {
  graph: "graph", body: "", scope: "scope", range: "part", loop: "loop", branch: "branch", call: "call", input: "input",
  constant: "constant",
};

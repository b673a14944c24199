// What is known of the chosen item.

class Details {
  constructor(panel, page) {
    this.panel = panel;
    this.page = page;
  }

  show(number) {
    const {view, report} = this.page;
    this.panel.hidden = number === null;
    if (number === null) return;
    const {model} = view;
    const item = model.items[number];
    this.panel.replaceChildren(...[
      element("div", {class: "heading"},
        element("h2", {}, item.type && item.type !== "Placeholder" ? item.type : item.label || item.name),
        button("\u00d7", () => { view.choose(null); view.canvas.focus({preventScroll: true}); }, {class: "icon", "aria-label": "Close"})),
      element("p", {class: "dim full"}, item.full || item.function || ""),
      this.actions(number, item),
      this.part("Source", item.line === undefined ? [] : sourceOf(report.lines, item.line, 2)),
      this.part(item.kind === "input" ? "Input" : "Outputs", this.outputs(number, item)),
      this.part("Inputs", (item.inputs || []).map(([source, output]) => this.link(source, output))),
      this.part("Runs after", (item.controls || []).map((source) => this.link(source))),
      this.part("Attributes", (item.attrs || []).map(([name, text]) => this.pair(name, text))),
      this.part("Gradient", this.gradient(number, item)),
      this.part("Runs as", this.runs(number, item)),
      this.part("Passes", this.passes(item)),
      this.part("Results", (item.results || []).map(([source, output]) => this.link(source, output))),
      this.part("Contains", this.contents(number)),
    ].filter(Boolean));
    this.panel.scrollTop = 0;
  }

  part(title, children) {
    const shown = children.filter(Boolean);
    return shown.length ? element("section", {}, element("h3", {}, title), shown) : null;
  }

  pair(name, text) {
    return element("div", {class: "pair"}, element("span", {class: "dim"}, name), element("span", {class: "value"}, text));
  }

  // An item to go to; of a constant the value.
  link(number, output) {
    const {model} = this.page.view;
    const item = model.items[number];
    const types = item.outputs || [];
    const type = output === undefined ? "" : types[output];
    if (item.kind === "constant") {
      const value = (item.attrs || []).find(([name]) => name === "value");
      return this.pair(type, value ? value[1] : item.full);
    }
    const name = (item.label || item.full || item.name) + (types.length > 1 && output !== undefined ? `:${output}` : "");
    return element("div", {class: "pair"}, element("span", {class: "dim"}, type), button(name, () => this.page.go(number), {class: "link"}));
  }

  actions(number, item) {
    const {view} = this.page;
    const made = [];
    if (view.model.isGroup(number)) {
      const open = view.model.open.has(number);
      made.push(button(open ? "Close the group" : "Open the group", () => { view.toggle(number); this.show(number); }));
    }
    if (item.region !== undefined) made.push(button("Its code", () => this.page.showCode(item.region)));
    return made.length ? element("div", {class: "actions"}, made) : null;
  }

  outputs(number, item) {
    const {model} = this.page.view;
    const users = model.users[number] || [];
    return [
      ...(item.outputs || []).map((type, i) => this.pair(item.outputs.length > 1 ? `:${i}` : "type", type)),
      ...[...new Set(users)].slice(0, 12).map((user) => element("div", {class: "pair"}, element("span", {class: "dim"}, "used by"),
        button(model.items[user].full, () => this.page.go(user), {class: "link"}))),
      users.length > 12 ? element("p", {class: "dim"}, `and ${users.length - 12} more uses`) : null,
    ];
  }

  gradient(number, item) {
    const {model} = this.page.view;
    model.gradients ||= model.items.reduce((found, one, at) => {
      if (one.partner !== undefined) found.set(one.partner, [...(found.get(one.partner) || []), at]);
      return found;
    }, new Map());
    const facts = this.page.report.ops[item.type];
    const computed = model.gradients.get(number) || [];
    return [
      item.partner !== undefined ? element("div", {class: "pair"}, element("span", {class: "dim"}, "of"), this.link(item.partner)) : null,
      ...computed.slice(0, 8).map((one) => element("div", {class: "pair"}, element("span", {class: "dim"}, "by"), this.link(one))),
      facts && !computed.length && item.partner === undefined ? this.pair("rule", facts.gradient ? "the op has one" : "the op has none") : null,
    ];
  }

  runs(number, item) {
    const facts = this.page.report.ops[item.type];
    if (!facts || item.kind === "constant" || item.kind === "input") return [];
    const {trace, view} = this.page;
    const region = trace.regions[item.region];
    const host = trace.host_calls.find((call) => call.name === item.full);
    const share = timedRegions(view.model).find((one) => (one.ops || []).includes(item.full));
    return [
      this.pair("native rule", facts.rule || "none: its NumPy kernel is called"),
      region ? this.pair("region", `${item.region}, ${region.kind}, ${counted(region.ops.length, "operation")}`) : null,
      host ? this.pair("left to Python", host.reason) : null,
      facts.effect !== "none" ? this.pair("effect", facts.effect) : null,
      share ? this.pair("profile", `${seconds(share.seconds)} in ${counted(share.calls || 0, "call")} of its region`) : null,
    ];
  }

  passes(item) {
    if (!item.full) return [];
    return this.page.trace.passes.flatMap((run) => run.changes.filter((change) => change.op === item.full)
      .map((change) => this.pair(run.pass, `${change.what}${change.into.length ? `: ${change.into.join(", ")}` : ""}`))).slice(0, 8);
  }

  contents(number) {
    const {model} = this.page.view;
    if (!model.isGroup(number)) return [];
    const counts = new Map();
    for (const one of model.inside(number)) {
      const {type} = model.items[one];
      if (type && type !== "Placeholder") counts.set(type, (counts.get(type) || 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 12).map(([type, count]) => this.pair(`${count}\u00d7`, type));
  }
}

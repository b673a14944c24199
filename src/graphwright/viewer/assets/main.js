// The page: which function, trace and stage is shown, and in which view.

class Page {
  constructor(report) {
    this.report = report;
    this.models = new Map();
    this.panels = document.getElementById("panels");
    this.functionIndex = this.traceIndex = 0;
    document.getElementById("title").textContent = report.title;
    document.getElementById("theme").addEventListener("click", () => this.changeTheme());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolour());
    document.addEventListener("keydown", (event) => {
      if (event.key === "/" && !/INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) {
        event.preventDefault();
        this.choosePanel("graph");
        this.search.field.focus();
      }
    });
    this.buildGraph();
    this.buildTabs();
    const traces = report.functions.flatMap((one, f) => one.traces.map((trace, t) => [f, t, trace.seconds]));
    if (!traces.length) {
      this.panels.replaceChildren(element("p", {class: "note"}, "There are no traces: the function has not been called yet."));
      document.getElementById("tabs").hidden = true;
      return;
    }
    const longest = traces.reduce((best, one) => (report.functions.length > 1 && one[2] > best[2] ? one : best));
    this.chooseTrace(longest[0], longest[1]); // of several functions the one that took longest
    this.choosePanel("graph");
  }

  get chosen() { return this.report.functions[this.functionIndex]; }
  get trace() { return this.chosen.traces[this.traceIndex]; }

  buildGraph() {
    this.canvas = element("canvas", {id: "canvas", tabindex: "0", role: "application",
      "aria-label": "Graph. Arrow keys move between operations, Enter opens a group, Escape goes outwards, plus and minus zoom, 0 shows all, slash searches."});
    this.view = new GraphView(this.canvas, {
      chosen: (number) => { this.details.show(number); this.outline.mark(); },
      changed: () => this.outline.show(),
      free: () => this.free(),
    });
    this.outlineList = element("ul", {id: "outline", role: "tree", "aria-label": "Groups and operations"});
    this.outline = new Outline(this.outlineList, this.view);
    this.detailsPanel = element("aside", {id: "details", "aria-label": "Details", hidden: true});
    this.details = new Details(this.detailsPanel, this);
    this.search = new Search(this.view, this.report);
    this.stageChoice = element("span", {});
    this.mode = "region";
    this.modeChoice = element("span", {});
    this.bar = element("div", {class: "bar-top"}, this.search.element, this.stageChoice, this.modeChoice,
      element("span", {class: "buttons"},
        button("\u2212", () => this.view.zoom(0.8), {class: "icon", "aria-label": "Zoom out"}),
        button("+", () => this.view.zoom(1.25), {class: "icon", "aria-label": "Zoom in"}),
        button("Fit", () => this.view.fit(0.02)),
        button("Open all", () => this.openAll()),
        button("Close all", () => { this.view.model.closeAll(); this.outline.show(); this.view.choose(null); this.view.fit(); }),
        button("Outline", () => this.graph.classList.toggle("with-outline"), {class: "outline-button"})));
    this.legend = element("div", {id: "legend"});
    this.graph = element("div", {class: "graph"}, this.bar,
      element("div", {class: "work"}, this.outlineList, element("div", {class: "stage"}, this.canvas, this.legend), this.detailsPanel));
  }

  // The part of the canvas that the details do not cover: on a phone they lie over it.
  free() {
    const canvas = this.canvas.getBoundingClientRect(), details = this.detailsPanel.getBoundingClientRect();
    const covered = !this.detailsPanel.hidden && details.left < canvas.right && details.top < canvas.bottom;
    return {width: canvas.width, height: covered ? details.top - canvas.top : canvas.height};
  }

  openAll() {
    this.view.model.openAll();
    this.outline.show();
    this.view.fit(0.02);
  }

  buildTabs() {
    const tabs = [["graph", "Graph"], ["passes", "Passes"], ["traces", "Traces"], ["code", "Code"]];
    if (this.report.profile) tabs.push(["profile", "Profile"]);
    this.tabs = new Map(tabs.map(([name, text]) => [name, element("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-selected": "false", tabindex: "-1", "aria-controls": "panel",
      onclick: () => this.choosePanel(name),
      onkeydown: (event) => this.tabKey(event, name),
    }, text)]));
    document.getElementById("tabs").append(...this.tabs.values());
  }

  tabKey(event, name) {
    const names = [...this.tabs.keys()];
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step) return;
    event.preventDefault();
    const next = names[(names.indexOf(name) + step + names.length) % names.length];
    this.choosePanel(next);
    this.tabs.get(next).focus();
  }

  choosePanel(name) {
    this.panel = name;
    for (const [one, tab] of this.tabs) {
      tab.setAttribute("aria-selected", String(one === name));
      tab.tabIndex = one === name ? 0 : -1;
    }
    const built = {
      graph: () => this.graph, passes: () => passesPanel(this), traces: () => tracesPanel(this), code: () => codePanel(this),
      profile: () => profilePanel(this),
    }[name]();
    this.panels.replaceChildren(element("div", {id: "panel", role: "tabpanel", "aria-labelledby": `tab-${name}`, class: `panel ${name}`}, built));
    if (name === "graph") this.view.repaint();
  }

  chooseTrace(functionIndex, traceIndex) {
    this.functionIndex = functionIndex;
    this.traceIndex = traceIndex;
    this.choices();
    this.modes();
    this.showStage(this.trace.stages.length - 1);
  }

  choices() {
    const options = this.report.functions.flatMap((one, f) => one.traces.map((trace, t) => [`${f} ${t}`, this.report.functions.length > 1 || one.traces.length > 1 ? `${trace.signature}` : ""]));
    const holder = document.getElementById("choices");
    holder.replaceChildren();
    if (options.length > 1) holder.append(select("Function and trace", options, `${this.functionIndex} ${this.traceIndex}`, (value) => this.chooseTrace(...value.split(" ").map(Number))));
    else if (this.trace.signature !== this.report.title) holder.append(element("code", {class: "dim"}, this.trace.signature));
  }

  modes() {
    const regions = this.trace.regions.length > 0;
    const timed = (this.report.profile?.regions || []).some((region) => !region.trace || region.trace === this.trace.name);
    const options = [...(timed ? [["time", "Colour: share of time"]] : []), ...(regions ? [["region", "Colour: native region"]] : []), ["op", "Colour: op"]];
    this.mode = options.some(([name]) => name === this.mode) && !(timed && !this.modeChosen) ? this.mode : options[0][0];
    this.modeChoice.replaceChildren(select("Colour", options, this.mode, (value) => {
      this.mode = value;
      this.modeChosen = true;
      this.recolour();
    }));
  }

  showStage(index) {
    const {stages} = this.trace;
    this.stageIndex = index;
    const key = `${this.functionIndex} ${this.traceIndex} ${index}`;
    if (!this.models.has(key)) this.models.set(key, new Model(stages[index], this.report, this.trace));
    this.stageChoice.replaceChildren(select("Stage of the graph", stages.map((stage, i) => [String(i), `${stage.title} (${stage.operations})`]), String(index), (value) => this.showStage(Number(value))));
    this.view.show(this.models.get(key), this.mode);
    this.details.show(null);
    this.outline.show();
    this.search.run();
    this.showLegend();
    if (this.panel) this.choosePanel(this.panel === "passes" ? "graph" : this.panel);
  }

  showLegend() {
    const left = this.trace.stages[this.stageIndex].left_out;
    const meaning = {
      time: "stronger: a larger share of the time", region: "one colour: one native region", op: "one colour: one op",
    }[this.mode];
    this.legend.textContent = meaning + (left ? `; ${counted(left, "operation")} left out` : "");
  }

  showCode(region) {
    this.choosePanel("code");
    this.codeShown(region);
  }

  go(number) {
    this.view.go(number);
  }

  goByName(name) {
    this.choosePanel("graph");
    const number = this.view.model.byName(name);
    if (number === undefined) announce(`${name} is not in this stage of the graph`);
    else this.view.go(number);
  }

  changeTheme() {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    this.recolour();
  }

  recolour() {
    if (!this.view.model) return;
    this.view.show(this.view.model, this.mode);
    this.showLegend();
    if (this.panel !== "graph") this.choosePanel(this.panel);
  }
}

unpacked(document.getElementById("data").textContent).then((report) => {
  window.graphwright = new Page(report);
  requestAnimationFrame(() => {
    performance.mark("ready");
    document.documentElement.dataset.ready = "true";
  });
}, (error) => {
  document.getElementById("loading").textContent = `The data of this page cannot be read: ${error.message}`;
});

// The timeline of a profile: a row for each thread and depth, panned and zoomed in time.

const ROW = 20;

class Timeline {
  constructor(events) {
    this.events = events.filter((event) => event.ph === "X" && Number.isFinite(event.ts) && Number.isFinite(event.dur));
    this.from = Math.min(...this.events.map((event) => event.ts));
    this.until = Math.max(...this.events.map((event) => event.ts + event.dur));
    this.rows = this.arranged();
    this.canvas = element("canvas", {class: "timeline", tabindex: "0", role: "img",
      "aria-label": `Timeline of ${counted(this.events.length, "event")} in ${seconds((this.until - this.from) / 1e6)}`});
    this.canvas.style.height = `${this.rows.length * ROW + 26}px`;
    this.note = element("p", {class: "dim"}, "Choose an event to see what it is; wheel or +/\u2212 zooms, arrows pan.");
    this.left = this.from;
    this.span = this.until - this.from || 1;
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  // Events that overlap on a thread lie below each other.
  arranged() {
    const threads = new Map();
    for (const event of [...this.events].sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
      if (!threads.has(event.tid)) threads.set(event.tid, []);
      const rows = threads.get(event.tid);
      let row = rows.find((one) => one.end <= event.ts + 1e-6);
      if (!row) rows.push(row = {end: 0, events: []});
      row.events.push(event);
      row.end = event.ts + event.dur;
    }
    return [...threads].flatMap(([tid, rows], i) => rows.map((row, depth) => ({...row, name: depth ? "" : `thread ${i + 1}`})));
  }

  draw() {
    const {canvas} = this;
    const ratio = Math.min(2, devicePixelRatio || 1), width = canvas.clientWidth;
    if (!width) return;
    canvas.width = width * ratio;
    canvas.height = (this.rows.length * ROW + 26) * ratio;
    const c = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    c.scale(ratio, ratio);
    c.font = FONT;
    c.textBaseline = "middle";
    const x = (ts) => (ts - this.left) / this.span * width;
    c.fillStyle = style.getPropertyValue("--dim");
    for (let i = 0; i < 5; i++) {
      const at = i ? `+ ${seconds(this.span * i / 5e6)}` : seconds(Math.max(0, this.left - this.from) / 1e6);
      c.fillText(at, width * i / 5 + 4, 10); // from the left edge on: the digits that differ
    }
    this.rows.forEach((row, at) => {
      const y = 22 + at * ROW;
      for (const event of row.events) {
        const l = x(event.ts), w = Math.max(1, x(event.ts + event.dur) - l);
        if (l > width || l + w < 0) continue;
        const colour = hue(nameNumber(event.cat || event.name));
        c.fillStyle = event === this.chosen ? style.getPropertyValue("--accent") : colour.fill;
        c.fillRect(l, y, w, ROW - 3);
        c.strokeStyle = colour.line;
        if (w > 3) c.strokeRect(l + 0.5, y + 0.5, w - 1, ROW - 4);
        if (w < 34) continue;
        c.save();
        c.beginPath();
        c.rect(l, y, w - 3, ROW);
        c.clip();
        c.fillStyle = style.getPropertyValue("--ink");
        c.fillText(event.name, Math.max(l, 0) + 5, y + (ROW - 3) / 2);
        c.restore();
      }
    });
  }

  zoom(factor, at) {
    const span = Math.min(this.until - this.from || 1, Math.max(0.5, this.span * factor));
    this.move(this.left + (this.span - span) * at, span);
  }

  move(left, span) {
    this.span = span;
    this.left = Math.max(this.from, Math.min(left, this.until - span));
    this.draw();
  }

  choose(event) {
    this.chosen = event;
    const about = Object.entries(event.args || {}).map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`);
    this.note.textContent = [`${event.name}: ${seconds(event.dur / 1e6)}, begins at ${seconds(Math.max(0, event.ts - this.from) / 1e6)}`, ...about].join(", ");
    announce(this.note.textContent);
    this.draw();
  }

  listen() {
    const {canvas} = this;
    let held = null;
    canvas.addEventListener("pointerdown", (event) => { held = event.offsetX; this.dragged = false; canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener("pointermove", (event) => {
      if (held === null) return;
      if (Math.abs(event.offsetX - held) > 3) this.dragged = true;
      if (!this.dragged) return;
      this.move(this.left - (event.offsetX - held) / canvas.clientWidth * this.span, this.span);
      held = event.offsetX;
    });
    canvas.addEventListener("pointerup", (event) => {
      held = null;
      const row = this.rows[Math.floor((event.offsetY - 22) / ROW)];
      const ts = this.left + event.offsetX / canvas.clientWidth * this.span, near = this.span / canvas.clientWidth * 2;
      const hit = !this.dragged && row && row.events.find((one) => one.ts - near <= ts && ts <= one.ts + one.dur + near);
      if (hit) this.choose(hit);
    });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY * 0.0016), event.offsetX / canvas.clientWidth);
    }, {passive: false});
    canvas.addEventListener("keydown", (event) => {
      const keys = {
        "+": () => this.zoom(0.7, 0.5), "=": () => this.zoom(0.7, 0.5), "-": () => this.zoom(1.4, 0.5),
        ArrowLeft: () => this.move(this.left - this.span / 8, this.span), ArrowRight: () => this.move(this.left + this.span / 8, this.span),
      };
      if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      keys[event.key]();
    });
  }
}

function profilePanel(page) {
  const {profile} = page.report;
  const parts = [];
  const heading = (text) => parts.push(element("h2", {}, text));
  let span = [0, 1];
  if (profile.events.some((event) => event.ph === "X")) {
    const timeline = new Timeline(profile.events);
    page.timeline = timeline;
    span = [timeline.from, timeline.until];
    heading("Timeline");
    parts.push(timeline.canvas, timeline.note);
    if (profile.left_out) parts.push(element("p", {class: "dim"}, `${counted(profile.left_out, "event")} left out`));
  }
  const memory = memoryChart(profile, ...span);
  if (memory) { heading("Memory"); parts.push(memory); }
  const roof = roofline(profile);
  if (roof) { heading("Roofline"); parts.push(roof); }
  if (profile.regions.length) {
    heading("Regions");
    const sorted = [...profile.regions].sort((a, b) => (b.seconds || 0) - (a.seconds || 0));
    const whole = sorted.reduce((sum, one) => sum + (one.seconds || 0), 0) || 1;
    parts.push(plainTable(null, ["share", "time", "calls", "kind", "operations", "moved", "computed", "line"], sorted.slice(0, 200).map((one) => [
      `${(100 * (one.seconds || 0) / whole).toFixed(1)} %`, seconds(one.seconds || 0), String(one.calls ?? ""), one.kind,
      (one.ops || []).slice(0, 4).join(", "), one.bytes ? amount(one.bytes, "B") : "", one.flops ? amount(one.flops, "") : "", placeText(one.line)])));
  }
  if (profile.buffers.length) { heading("Largest buffers"); parts.push(plainTable(null, ["size", "what", "line"],
    profile.buffers.map((one) => [amount(Number(one.bytes) || 0, "B"), one.what, placeText(one.line)]))); }
  return parts.length ? parts : element("p", {class: "note"}, "The profile is empty.");
}

function placeText(line) {
  return Array.isArray(line) ? `${String(line[0]).split("/").at(-1)}:${line[1]}` : line ? String(line) : "";
}

function plainTable(caption, heads, rows) {
  return element("div", {class: "scroll"}, element("table", {},
    caption ? element("caption", {}, caption) : null,
    element("thead", {}, element("tr", {}, heads.map((text) => element("th", {}, text)))),
    element("tbody", {}, rows.map((row) => element("tr", {}, row.map((text) => element("td", {}, String(text ?? ""))))))));
}

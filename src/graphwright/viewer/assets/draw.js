// Draws the open part of a model on a canvas: only what is in sight, and text only where it can be read.

const FONT = "12px ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

class Painter {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.widths = new Map();
    this.cut = new Map();
    this.measure = (text) => {
      let width = this.widths.get(text);
      if (width === undefined) {
        this.context.font = FONT;
        this.widths.set(text, width = this.context.measureText(text).width);
      }
      return width;
    };
  }

  // Text that fits, with an ellipsis where some is left out.
  fitted(text, room) {
    if (this.measure(text) <= room) return text;
    const key = `${Math.round(room)} ${text}`;
    let found = this.cut.get(key);
    if (found === undefined) {
      let length = Math.max(1, Math.floor(text.length * room / this.measure(text)));
      while (length > 1 && this.measure(text.slice(0, length)) > room - 9) length--;
      this.cut.set(key, found = `${text.slice(0, length)}\u2026`);
    }
    return found;
  }

  draw(view) {
    const {context: c, canvas} = this;
    const scale = view.scale * view.ratio;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, canvas.width, canvas.height);
    this.scale = view.scale;
    this.sight = {l: -view.x / view.scale, t: -view.y / view.scale,
      r: (view.width - view.x) / view.scale, b: (view.height - view.y) / view.scale};
    c.setTransform(scale, 0, 0, scale, view.x * view.ratio, view.y * view.ratio);
    c.font = FONT;
    c.textBaseline = "middle";
    this.view = view;
    this.drawGroup(0, 0, 0, 0);
    if (view.selected !== null) this.drawLinks(view.selected);
  }

  drawGroup(number, left, top, depth) {
    const {context: c, view} = this;
    const place = placeOf(view.model, number, this.measure);
    c.translate(left, top);
    if (!place.path) place.path = edgePath(place.edges);
    c.lineWidth = 1.2;
    c.strokeStyle = view.colours.edge;
    c.stroke(place.path.lines);
    if (this.scale > 0.3) {
      c.fillStyle = view.colours.edge;
      c.fill(place.path.arrows);
    }
    c.translate(-left, -top);
    for (const [child, box] of place.boxes) {
      if (child < 0) continue;
      const l = left + box.x, t = top + box.y;
      const {sight} = this;
      if (l > sight.r || t > sight.b || l + box.w < sight.l || t + box.h < sight.t) continue;
      if (view.model.open.has(child) && view.model.isGroup(child)) this.drawOpen(child, l, t, box, depth);
      else this.drawClosed(child, l, t, box);
    }
  }

  box(l, t, w, h, radius, colour, selected) {
    const c = this.context;
    c.beginPath();
    if (this.scale > 0.25) c.roundRect(l, t, w, h, radius);
    else c.rect(l, t, w, h);
    c.fillStyle = colour.fill;
    c.fill();
    c.lineWidth = selected ? 2.5 : 1;
    c.strokeStyle = selected ? this.view.colours.accent : colour.line;
    c.stroke();
  }

  drawOpen(number, l, t, box, depth) {
    const {context: c, view} = this;
    const colour = {fill: view.colours.insides[depth % 2], line: view.colours.of(number).line};
    this.box(l, t, box.w, box.h, 9, colour, view.selected === number);
    if (this.scale > 0.3) {
      c.fillStyle = view.colours.dim;
      c.fillText("\u2212", l + 11, t + 15);
      c.fillStyle = view.colours.ink;
      c.fillText(this.fitted(view.model.title(number), box.w - 40), l + 27, t + 15);
    }
    const place = placeOf(view.model, number, this.measure);
    this.drawGroup(number, l + (box.w - place.w) / 2, t, depth + 1);
  }

  drawClosed(number, l, t, box) {
    const {context: c, view} = this;
    const {model} = view;
    const item = model.items[number];
    const group = model.isGroup(number);
    const radius = item.kind === "input" ? box.h / 2 : group ? 8 : 5;
    this.box(l, t, box.w, box.h, radius, view.colours.of(number), view.selected === number);
    if (view.found && view.found.has(number)) {
      c.strokeStyle = view.colours.accent;
      c.setLineDash([4, 3]);
      c.stroke();
      c.setLineDash([]);
    }
    if (group) this.drawStrip(number, l, t, box);
    if (this.scale < 0.32) return;
    c.fillStyle = view.colours.ink;
    if (!group) {
      const text = this.fitted(model.label(number), box.w - 14);
      c.fillText(text, l + (box.w - this.measure(text)) / 2, t + box.h / 2 + 0.5);
      return;
    }
    c.fillText(this.fitted(model.label(number), box.w - 60), l + 27, t + box.h / 2);
    c.fillStyle = view.colours.dim;
    c.fillText("+", l + 11, t + box.h / 2);
    const count = String(model.total[number]);
    c.fillText(count, l + box.w - 9 - this.measure(count), t + box.h / 2);
  }

  drawStrip(number, l, t, box) {
    const {context: c, view} = this;
    const strip = view.colours.strip(number);
    if (!strip.length) return;
    const width = (box.w - 16) / strip.length;
    strip.forEach((colour, i) => {
      c.fillStyle = colour;
      c.fillRect(l + 8 + i * width, t + box.h - 4, width, 2.5);
    });
  }

  // The values that an item takes, and who takes its own, across all groups.
  drawLinks(number) {
    const {context: c, view} = this;
    const here = view.boxOf(view.model.visible(number));
    if (!here) return;
    const item = view.model.items[number];
    c.strokeStyle = view.colours.accent;
    c.lineWidth = 1.8;
    const link = (other, into) => {
      const there = view.boxOf(view.model.visible(other));
      if (!there || there.number === here.number) return;
      const [a, b] = into ? [there, here] : [here, there];
      c.beginPath();
      curve(c, a.l + a.w / 2, a.t + a.h, b.l + b.w / 2, b.t);
      c.stroke();
    };
    for (const [source] of item.inputs || []) if (view.model.items[source].kind !== "constant") link(source, true);
    for (const user of (view.model.users[number] || []).slice(0, 200)) link(user, false);
    if (item.partner !== undefined) {
      c.setLineDash([5, 4]);
      link(item.partner, true);
      c.setLineDash([]);
    }
  }
}

function curve(path, x1, y1, x2, y2) {
  const bend = Math.max(10, Math.min(60, Math.abs(y2 - y1) / 2));
  path.moveTo(x1, y1);
  path.bezierCurveTo(x1, y1 + bend, x2, y2 - bend, x2, y2);
}

function edgePath(edges) {
  const lines = new Path2D(), arrows = new Path2D();
  for (const {points} of edges) {
    const down = points.at(-1).y >= points[0].y;
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1], points[i]];
      const bend = (b.y - a.y) / 2;
      lines.moveTo(a.x, a.y);
      lines.bezierCurveTo(a.x, a.y + bend, b.x, b.y - bend, b.x, b.y);
    }
    const {x, y} = points.at(-1);
    const back = down ? -6 : 6;
    arrows.moveTo(x, y);
    arrows.lineTo(x - 3.2, y + back);
    arrows.lineTo(x + 3.2, y + back);
    arrows.closePath();
  }
  return {lines, arrows};
}

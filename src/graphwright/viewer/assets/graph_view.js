// The graph on its canvas: panning, zooming, choosing and opening, by pointer, touch and keyboard.

class GraphView {
  constructor(canvas, events) {
    this.canvas = canvas;
    this.events = events; // chosen(number), changed(), free(): the size of what is not covered
    this.painter = new Painter(canvas);
    this.selected = null;
    this.found = null;
    this.pointers = new Map();
    this.frames = 0;
    this.listen();
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  show(model, mode) {
    const fresh = model !== this.model;
    this.model = model;
    this.mode = mode;
    this.colours = new Colours(model, mode);
    if (fresh) {
      this.selected = this.found = null;
      this.fit();
    }
    this.request();
  }

  repaint() {
    if (this.model) this.show(this.model, this.mode);
  }

  resize() {
    const had = this.width;
    this.ratio = Math.min(2, devicePixelRatio || 1);
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * this.ratio);
    this.canvas.height = Math.round(this.height * this.ratio);
    if (!had && this.model) this.fit();
    this.paint(); // at once: a canvas that has been resized is empty
  }

  request() {
    this.pending ||= requestAnimationFrame(() => this.paint());
  }

  paint() {
    if (this.pending) cancelAnimationFrame(this.pending);
    this.pending = 0;
    if (!this.model || !this.width) return;
    this.painter.draw(this);
    this.frames++;
  }

  // The whole graph, but not so small that nothing can be read.
  fit(least) {
    const place = placeOf(this.model, 0, this.painter.measure);
    if (!this.width) return;
    const fitting = Math.min((this.width - 24) / place.w, (this.height - 24) / place.h, 1.25);
    this.scale = Math.max(fitting, least === undefined ? 0.45 : least);
    this.x = (this.width - place.w * this.scale) / 2;
    this.y = Math.max(12, (this.height - place.h * this.scale) / 2);
    this.request();
  }

  zoom(factor, x, y) {
    const [px, py] = x === undefined ? [this.width / 2, this.height / 2] : [x, y];
    const scale = Math.min(4, Math.max(0.02, this.scale * factor));
    this.x = px - (px - this.x) * scale / this.scale;
    this.y = py - (py - this.y) * scale / this.scale;
    this.scale = scale;
    this.request();
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.request();
  }

  // Where an item is drawn, in the graph's coordinates.
  boxOf(number) {
    const path = [];
    for (let at = number; at > 0; at = this.model.items[at].parent) path.unshift(at);
    let l = 0, t = 0, box = null;
    for (const one of path) {
      const parent = this.model.items[one].parent;
      const place = placeOf(this.model, parent, this.painter.measure);
      if (box) l += (box.w - place.w) / 2;
      box = place.boxes.get(one);
      if (!box) return null;
      l += box.x;
      t += box.y;
    }
    return box && {l, t, w: box.w, h: box.h, number};
  }

  at(x, y) {
    const [gx, gy] = [(x - this.x) / this.scale, (y - this.y) / this.scale];
    let group = 0, l = 0, t = 0;
    for (;;) {
      const place = placeOf(this.model, group, this.painter.measure);
      const hit = [...place.boxes].find(([number, box]) => number >= 0 &&
        gx >= l + box.x && gx <= l + box.x + box.w && gy >= t + box.y && gy <= t + box.y + box.h);
      if (!hit) return {number: group, sign: false};
      const [number, box] = hit;
      const open = this.model.open.has(number) && this.model.isGroup(number);
      const sign = this.model.isGroup(number) && gx - l - box.x < 26 && gy - t - box.y < SIZE.group;
      if (!open || gy - t - box.y < SIZE.head) return {number, sign};
      l += box.x + (box.w - placeOf(this.model, number, this.painter.measure).w) / 2;
      t += box.y;
      group = number;
    }
  }

  choose(number, quietly) {
    this.selected = number;
    this.request();
    if (number !== null) announce(this.model.title(number));
    if (!quietly) this.events.chosen(number);
  }

  // Open or close a group; what was under the pointer stays there.
  toggle(number, wanted) {
    if (!this.model.isGroup(number) || number === 0) return;
    const before = this.boxOf(number);
    this.model.toggle(number, wanted);
    const after = this.boxOf(number);
    if (before && after) {
      this.x += (before.l + before.w / 2 - after.l - after.w / 2) * this.scale;
      this.y += (before.t - after.t) * this.scale;
    }
    announce(`${this.model.title(number)} ${this.model.open.has(number) ? "opened" : "closed"}`);
    this.events.changed();
    this.request();
  }

  // Bring an item into sight, with all that it is in opened.
  go(number) {
    const drawn = this.model.drawn(number);
    this.model.reveal(drawn);
    this.events.changed();
    this.choose(drawn); // what is told of it may take room from the canvas
    const box = this.boxOf(drawn);
    const {width, height} = this.events.free();
    if (!box || !width) return;
    this.scale = Math.max(this.scale, 0.8);
    this.x = width / 2 - (box.l + box.w / 2) * this.scale;
    this.y = height / 2 - (box.t + Math.min(box.h, height / this.scale) / 2) * this.scale;
  }

  listen() {
    const {canvas} = this;
    canvas.addEventListener("pointerdown", (event) => this.pressed(event));
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => this.released(event));
    canvas.addEventListener("dblclick", (event) => {
      const {number, sign} = this.at(event.offsetX, event.offsetY);
      if (!sign) this.toggle(number);
    });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), event.offsetX, event.offsetY);
    }, {passive: false});
    canvas.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && this.key(event)) event.preventDefault();
    });
  }

  pressed(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, {x: event.offsetX, y: event.offsetY});
    this.dragged = this.pointers.size > 1;
    this.start = {x: event.offsetX, y: event.offsetY};
  }

  moved(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) {
      this.canvas.style.cursor = this.at(event.offsetX, event.offsetY).number ? "pointer" : "grab";
      return;
    }
    if (Math.hypot(event.offsetX - this.start.x, event.offsetY - this.start.y) > 4) this.dragged = true;
    const others = [...this.pointers.values()].filter((other) => other !== pointer);
    if (others.length) {
      const [other] = others;
      const before = Math.hypot(pointer.x - other.x, pointer.y - other.y);
      const after = Math.hypot(event.offsetX - other.x, event.offsetY - other.y);
      this.zoom(after / Math.max(1, before), (other.x + event.offsetX) / 2, (other.y + event.offsetY) / 2);
    } else if (this.dragged) {
      this.pan(event.offsetX - pointer.x, event.offsetY - pointer.y);
    }
    pointer.x = event.offsetX;
    pointer.y = event.offsetY;
  }

  released(event) {
    if (!this.pointers.delete(event.pointerId) || this.dragged || event.type === "pointercancel") return;
    const {number, sign} = this.at(event.offsetX, event.offsetY);
    if (sign) this.toggle(number);
    this.choose(number || null);
  }

  key(event) {
    const step = 60;
    const keys = {
      "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8), "0": () => this.fit(),
      Enter: () => this.selected !== null && this.toggle(this.selected),
      " ": () => this.selected !== null && this.toggle(this.selected),
      Escape: () => this.outwards(),
      ArrowUp: () => this.follow(-1), ArrowDown: () => this.follow(1),
      ArrowLeft: () => this.aside(-1), ArrowRight: () => this.aside(1),
    };
    const moves = {ArrowUp: [0, step], ArrowDown: [0, -step], ArrowLeft: [step, 0], ArrowRight: [-step, 0]};
    if (event.shiftKey && moves[event.key]) this.pan(...moves[event.key]);
    else if (keys[event.key]) keys[event.key]();
    else return false;
    return true;
  }

  outwards() {
    if (this.selected === null) return;
    const parent = this.model.items[this.selected].parent;
    if (parent > 0) this.walk(parent);
    else this.choose(null);
  }

  // Along an edge: to what the chosen item uses, or to what uses it, in its group; into a group that is open.
  follow(direction) {
    if (this.selected === null) return this.first(0);
    const parent = this.model.items[this.selected].parent;
    const {edges} = placeOf(this.model, Math.max(0, parent), this.painter.measure);
    if (direction > 0 && this.model.open.has(this.selected) && this.model.isGroup(this.selected)) return this.first(this.selected);
    const edge = edges.find(({from, to}) => (direction > 0 ? from : to) === this.selected);
    if (edge) this.walk(direction > 0 ? edge.to : edge.from);
    else this.aside(direction);
  }

  first(group) {
    const place = placeOf(this.model, group, this.painter.measure);
    const number = [...place.boxes.keys()].find((one) => one >= 0);
    if (number !== undefined) this.walk(number);
  }

  aside(direction) {
    if (this.selected === null) return this.first(0);
    const place = placeOf(this.model, Math.max(0, this.model.items[this.selected].parent), this.painter.measure);
    const order = [...place.boxes.keys()].filter((number) => number >= 0);
    const next = order[order.indexOf(this.selected) + direction];
    if (next !== undefined) this.walk(next);
  }

  // Choose an item and pan as far as it takes to see it.
  walk(number) {
    this.choose(number);
    const box = this.boxOf(number);
    if (!box) return;
    const [l, t] = [box.l * this.scale + this.x, box.t * this.scale + this.y];
    const [w, h] = [Math.min(box.w * this.scale, this.width - 40), Math.min(box.h * this.scale, this.height - 40)];
    this.pan(Math.max(20 - l, 0) || Math.min(this.width - 20 - l - w, 0), Math.max(20 - t, 0) || Math.min(this.height - 20 - t - h, 0));
  }
}

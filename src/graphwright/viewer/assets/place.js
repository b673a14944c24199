// Places of items: rows and their order come with the data, coordinates follow from what is open.

const SIZE = {height: 28, group: 34, head: 30, gap: 14, between: 30, pad: 16, passing: 6, least: 46, most: 230};

// The place of an open group: its width and height, and that of everything in it, relative to its corner.
function placeOf(model, number, measure) {
  let place = model.places.get(number);
  if (place) return place;
  const layers = model.stage.layers[number];
  const boxes = new Map();
  for (const row of layers.rows) {
    for (const one of row) boxes.set(one, one < 0 ? {w: SIZE.passing, h: 0} : sizeOf(model, one, measure));
  }
  const {above, below} = neighboursOf(layers);
  for (const row of layers.rows) spread(row, boxes, null);
  for (let sweep = 0; sweep < 6; sweep++) {
    const near = sweep % 2 ? below : above;
    const rows = sweep % 2 ? [...layers.rows].reverse() : layers.rows;
    for (const row of rows) spread(row, boxes, near);
  }
  place = stacked(layers, boxes, number);
  place.edges = routed(layers, boxes);
  model.places.set(number, place);
  return place;
}

function sizeOf(model, number, measure) {
  if (model.open.has(number) && model.isGroup(number)) {
    const inner = placeOf(model, number, measure);
    return {w: Math.max(inner.w, measure(model.title(number)) + 60), h: inner.h};
  }
  const group = model.isGroup(number);
  const text = measure(model.label(number)) + (group ? 66 : 22);
  return {w: Math.min(SIZE.most, Math.max(SIZE.least, text)), h: group ? SIZE.group : SIZE.height};
}

function neighboursOf(layers) {
  const row = new Map();
  layers.rows.forEach((numbers, at) => numbers.forEach((number) => row.set(number, at)));
  const above = new Map(), below = new Map();
  const add = (map, key, value) => { if (map.has(key)) map.get(key).push(value); else map.set(key, [value]); };
  for (const path of layers.edges) {
    for (let i = 1; i < path.length; i++) {
      const down = row.get(path[i - 1]) <= row.get(path[i]);
      const [upper, lower] = down ? [path[i - 1], path[i]] : [path[i], path[i - 1]];
      add(above, lower, upper);
      add(below, upper, lower);
    }
  }
  return {above, below};
}

// Move the items of a row as near to the middle of their neighbours as the order and the gaps allow: a least-squares
// problem with an order, which pooling adjacent violators solves.
function spread(row, boxes, near) {
  const blocks = [];
  let offset = 0, before = null;
  row.forEach((number, i) => {
    const box = boxes.get(number);
    if (before) offset += (before.w + box.w) / 2 + SIZE.gap;
    before = box;
    const others = near && near.get(number);
    let wanted = box.x === undefined ? offset : box.x;
    if (others) wanted = others.reduce((sum, n) => sum + boxes.get(n).x, 0) / others.length;
    let weight = !near || others ? (number < 0 ? 3 : 1) : 0.05;
    let block = {from: i, sum: (wanted - offset) * weight, weight};
    while (blocks.length && blocks.at(-1).sum / blocks.at(-1).weight > block.sum / block.weight) {
      const last = blocks.pop();
      block = {from: last.from, sum: last.sum + block.sum, weight: last.weight + block.weight};
    }
    blocks.push(block);
    box.offset = offset;
  });
  const half = near ? 0 : offset / 2;
  blocks.forEach((block, b) => {
    const until = b + 1 < blocks.length ? blocks[b + 1].from : row.length;
    for (let i = block.from; i < until; i++) {
      const box = boxes.get(row[i]);
      box.x = block.sum / block.weight + box.offset - half;
    }
  });
}

function stacked(layers, boxes, number) {
  let left = Infinity, right = -Infinity, y = (number ? SIZE.head : 0) + SIZE.pad;
  for (const row of layers.rows) {
    const height = row.reduce((most, n) => Math.max(most, boxes.get(n).h), 0);
    for (const one of row) {
      const box = boxes.get(one);
      box.y = box.h > SIZE.group ? y : y + (height - box.h) / 2; // titles of open groups on one line
      left = Math.min(left, box.x - box.w / 2);
      right = Math.max(right, box.x + box.w / 2);
    }
    y += height + SIZE.between;
  }
  if (left > right) left = right = 0;
  for (const box of boxes.values()) box.x += SIZE.pad - left - box.w / 2; // from here on the left edge
  return {w: right - left + 2 * SIZE.pad, h: y - SIZE.between + SIZE.pad, boxes};
}

// The points of each edge; where several end at one item they are spread along its side.
function routed(layers, boxes) {
  const ends = new Map();
  const edges = layers.edges.map((path) => {
    const [from, to] = [path[0], path.at(-1)];
    const a = boxes.get(from), b = boxes.get(to);
    const down = a.y + a.h <= b.y + b.h / 2;
    const points = path.map((number) => {
      const box = boxes.get(number);
      return {x: box.x + box.w / 2, y: box.y + box.h / 2};
    });
    points[0].y = down ? a.y + a.h : a.y;
    points.at(-1).y = down ? b.y : b.y + b.h;
    const side = (key, point, other) => {
      if (!ends.has(key)) ends.set(key, []);
      ends.get(key).push({point, other});
    };
    side(`${from} ${down ? "b" : "t"}`, points[0], points[1]);
    side(`${to} ${down ? "t" : "b"}`, points.at(-1), points.at(-2));
    return {from, to, points};
  });
  for (const [key, list] of ends) {
    if (list.length < 2) continue;
    const box = boxes.get(Number(key.split(" ")[0]));
    list.sort((p, q) => p.other.x - q.other.x);
    const room = Math.min(box.w - 16, 18 * (list.length - 1));
    list.forEach((end, i) => { end.point.x = box.x + box.w / 2 + room * (i / (list.length - 1) - 0.5); });
  }
  return edges;
}

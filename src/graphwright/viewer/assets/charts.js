// Charts of a profile: the roofline of its regions and the memory over time, as SVG.

const SVG = "http://www.w3.org/2000/svg";

function drawn(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function powers(low, high) {
  const found = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) found.push(10 ** power);
  return found;
}

// Operations in a second against operations for each byte moved, both logarithmic.
function roofline(profile) {
  const dots = profile.regions.filter((one) => one.flops > 0 && one.bytes > 0 && one.seconds > 0)
    .map((one) => ({one, x: one.flops / one.bytes, y: one.flops / one.seconds}));
  if (!dots.length) return null;
  const peak = profile.peak;
  const [w, h, left, bottom] = [640, 320, 64, 40];
  const xs = powers(Math.min(0.1, ...dots.map((dot) => dot.x)), Math.max(100, ...dots.map((dot) => dot.x)));
  const ys = powers(Math.min(...dots.map((dot) => dot.y)), Math.max(...dots.map((dot) => dot.y), peak ? peak.flops : 1));
  const scale = (value, all, from, to) => from + (Math.log10(value) - Math.log10(all[0])) / (Math.log10(all.at(-1)) - Math.log10(all[0])) * (to - from);
  const x = (value) => scale(value, xs, left, w - 12), y = (value) => scale(value, ys, h - bottom, 26);
  const whole = dots.reduce((sum, dot) => sum + dot.one.seconds, 0);
  const chart = drawn("svg", {viewBox: `0 0 ${w} ${h}`, role: "img", class: "chart", "aria-label": "Roofline of the regions"});
  for (const value of xs) chart.append(drawn("line", {x1: x(value), x2: x(value), y1: 26, y2: h - bottom, class: "grid"}), label(x(value), h - bottom + 16, value < 1 ? String(value) : amount(value, "").trim(), "middle"));
  for (const value of ys) chart.append(drawn("line", {x1: left, x2: w - 12, y1: y(value), y2: y(value), class: "grid"}), label(left - 8, y(value) + 4, amount(value, ""), "end"));
  if (peak) {
    const ridge = Math.max(xs[0], Math.min(xs.at(-1), peak.flops / peak.bytes));
    const points = [[xs[0], Math.max(ys[0], xs[0] * peak.bytes)], [ridge, peak.flops], [xs.at(-1), peak.flops]];
    chart.append(drawn("polyline", {points: points.map(([a, b]) => `${x(a)},${y(b)}`).join(" "), class: "roof"}));
  }
  for (const dot of dots) {
    const colour = hue(dot.one.id || 0);
    const mark = drawn("circle", {cx: x(dot.x), cy: y(dot.y), r: 4 + 10 * Math.sqrt(dot.one.seconds / whole), class: "dot"});
    mark.style.fill = colour.line;
    mark.append(drawn("title", {}, `${dot.one.kind} ${(dot.one.ops || []).slice(0, 3).join(", ")}\n${seconds(dot.one.seconds)}, ${amount(dot.y, "op/s")}, ${Number(dot.x.toPrecision(3))} operations a byte`));
    chart.append(mark);
  }
  chart.append(label((w + left) / 2, h - 4, "operations for each byte moved", "middle"), label(left, 16, "operations in a second", "start"));
  return chart;
}

function label(x, y, text, anchor) {
  return drawn("text", {x, y, "text-anchor": anchor}, text);
}

function memoryChart(profile, from, until) {
  const points = profile.events.filter((event) => event.ph === "C")
    .map((event) => [event.ts, Math.max(0, ...Object.values(event.args || {}).filter(Number.isFinite))]);
  if (points.length < 2) return null;
  const [w, h, left, bottom] = [640, 160, 64, 24];
  const most = Math.max(...points.map((point) => point[1]), 1);
  const x = (ts) => left + (ts - from) / Math.max(1e-9, until - from) * (w - left - 12), y = (bytes) => h - bottom - bytes / most * (h - bottom - 16);
  const steps = points.flatMap(([ts, bytes], i) => (i ? [`${x(ts)},${y(points[i - 1][1])}`, `${x(ts)},${y(bytes)}`] : [`${x(ts)},${y(bytes)}`]));
  return drawn("svg", {viewBox: `0 0 ${w} ${h}`, role: "img", class: "chart", "aria-label": `Memory over time, at most ${amount(most, "B")}`},
    drawn("polygon", {points: [`${x(points[0][0])},${h - bottom}`, ...steps, `${x(points.at(-1)[0])},${h - bottom}`].join(" "), class: "area"}),
    drawn("line", {x1: left, x2: w - 12, y1: h - bottom, y2: h - bottom, class: "grid"}),
    label(left - 8, 20, amount(most, "B"), "end"), label(left - 8, h - bottom + 4, "0", "end"),
    label(left, h - 6, "0", "start"), label(w - 12, h - 6, seconds((until - from) / 1e6), "end"));
}

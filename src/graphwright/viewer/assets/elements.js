// Elements are built from text alone, never from markup: names come from files that others wrote.

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "text") made.textContent = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) made.append(child);
  }
  return made;
}

function button(text, action, attributes) {
  return element("button", {type: "button", onclick: action, ...attributes}, text);
}

function select(label, options, chosen, change) {
  const list = element("select", {"aria-label": label, onchange: () => change(list.value)},
    options.map(([value, text]) => element("option", {value, selected: value === chosen}, text)));
  return list;
}

function announce(text) {
  document.getElementById("live").textContent = text;
}

function seconds(value) {
  for (const [unit, size] of [["s", 1], ["ms", 1e-3], ["\u00b5s", 1e-6]]) {
    if (value >= size) return `${Number((value / size).toPrecision(3))} ${unit}`;
  }
  return `${Number((value * 1e9).toPrecision(3))} ns`;
}

function amount(value, unit) {
  for (const [prefix, size] of [["T", 1e12], ["G", 1e9], ["M", 1e6], ["k", 1e3]]) {
    if (value >= size) return `${Number((value / size).toPrecision(3))} ${prefix}${unit}`;
  }
  return `${Number(value.toPrecision(3))} ${unit}`;
}

function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

// The file, line and source of a row of the table of lines.
function sourceOf(lines, row, around) {
  const [file, line, where] = lines.rows[row];
  const texts = lines.sources[file] || {};
  const shown = element("div", {class: "source"});
  const numbers = Array.from({length: 2 * around + 1}, (_, i) => line - around + i).filter((number) => texts[number] !== undefined);
  const indents = numbers.map((number) => texts[number]).filter((text) => text.trim()).map((text) => text.search(/\S/));
  const margin = Math.min(...indents, 80); // what all of them have in front
  for (const number of numbers) {
    shown.append(element("div", {class: number === line ? "here" : null},
      element("span", {class: "number"}, String(number)), texts[number].slice(margin) || " "));
  }
  const name = file.split("/").slice(-2).join("/");
  return [element("div", {class: "file", title: file}, `${name}:${line}`, element("span", {class: "dim"}, ` in ${where}`)),
    shown.childElementCount ? shown : null];
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

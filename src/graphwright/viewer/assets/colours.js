// What the colours of items mean: the native region that runs them, their share of the time, or their op.

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function hue(number) {
  const at = (number * 137.508 + 205) % 360; // the golden angle: neighbours differ
  return isDark() ? {fill: `hsl(${at} 34% 25%)`, line: `hsl(${at} 38% 46%)`} : {fill: `hsl(${at} 62% 91%)`, line: `hsl(${at} 42% 62%)`};
}

function heat(share) {
  const strength = Math.min(1, Math.sqrt(share) * 1.3); // a tenth of the time has to be seen
  return isDark() ? {fill: `hsl(24 ${20 + 60 * strength}% ${20 + 22 * strength}%)`, line: `hsl(24 ${20 + 60 * strength}% ${36 + 22 * strength}%)`}
    : {fill: `hsl(28 ${30 + 65 * strength}% ${96 - 30 * strength}%)`, line: `hsl(24 ${20 + 50 * strength}% ${76 - 26 * strength}%)`};
}

class Colours {
  constructor(model, mode) {
    this.model = model;
    this.mode = mode;
    this.shares = new Map(); // of items that a profile knows, by number
    if (mode === "time") this.addShares();
    const style = getComputedStyle(document.documentElement);
    const read = (name) => style.getPropertyValue(`--${name}`).trim();
    this.ink = read("ink");
    this.dim = read("dim");
    this.accent = read("accent");
    this.edge = read("edge");
    this.plain = {fill: read("node"), line: read("line")};
    this.group = {fill: read("group"), line: read("line")};
    this.insides = [read("inside"), read("inside1")]; // in turn, from group to group
  }

  // The time of a region of the profile is shared by the operations that it runs.
  addShares() {
    const {model} = this;
    const timed = timedRegions(model);
    const whole = timed.reduce((sum, region) => sum + (region.seconds || 0), 0) || 1;
    for (const region of timed) {
      const numbers = (region.ops || []).map((name) => model.byName(name)).filter((n) => n !== undefined);
      for (const number of numbers) {
        const share = (region.seconds || 0) / whole / numbers.length;
        for (let at = number; at >= 0; at = model.items[at].parent) this.shares.set(at, (this.shares.get(at) || 0) + share);
      }
    }
  }

  of(number) {
    const item = this.model.items[number];
    if (this.mode === "time") {
      const share = this.shares.get(number);
      return share ? heat(share) : this.model.isGroup(number) ? this.group : this.plain;
    }
    if (this.model.isGroup(number)) return this.group;
    if (item.kind === "input") return this.plain;
    if (this.mode === "region") return item.region === undefined ? this.plain : hue(item.region);
    return hue(nameNumber(item.type));
  }

  // The colours inside of a closed group, each once.
  strip(number) {
    if (this.mode === "time") return [];
    this.strips ||= new Map();
    if (!this.strips.has(number)) {
      const found = new Map();
      for (const child of this.model.inside(number)) {
        const {region, type} = this.model.items[child];
        const key = this.mode === "region" ? region : type && type !== "Const" && type !== "Placeholder" ? nameNumber(type) : undefined;
        if (key !== undefined && !this.model.isGroup(child)) found.set(key, hue(key).line);
        if (found.size >= 16) break;
      }
      this.strips.set(number, [...found.values()]);
    }
    return this.strips.get(number);
  }
}

function timedRegions(model) {
  const profile = model.report.profile;
  return profile ? profile.regions.filter((region) => !region.trace || region.trace === model.trace.name) : [];
}

function nameNumber(name) {
  let found = 7;
  for (let i = 0; i < name.length; i++) found = (found * 31 + name.charCodeAt(i)) % 997;
  return found;
}

// The code of each native region, and the whole program as LLVM's text.

function codePanel(page) {
  const {trace} = page;
  if (!trace.regions.length && !trace.llvm) {
    return element("p", {class: "note"}, "There is no native code: each op is computed by its NumPy kernel.");
  }
  const shown = element("div", {class: "code"});
  const list = element("ul", {class: "regions", "aria-label": "Regions"});
  const rows = trace.regions.map((region, number) => element("li", {},
    button(null, () => show(number), {class: "region", "data-region": number})));
  rows.forEach((row, number) => {
    const region = trace.regions[number];
    const chip = element("i", {class: "chip"});
    chip.style.background = hue(number).fill;
    chip.style.borderColor = hue(number).line;
    row.firstChild.append(chip, element("span", {}, `${number} `, region.kind),
      element("span", {class: "dim"}, region.ops.slice(0, 3).join(", ") + (region.ops.length > 3 ? ` + ${region.ops.length - 3}` : "")));
  });
  if (trace.llvm) rows.push(element("li", {}, button("Whole program, LLVM", () => show(null), {class: "region", "data-region": "whole"})));
  list.append(...rows);
  const show = (number) => {
    for (const one of list.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    const chosen = list.querySelector(`[data-region="${number === null ? "whole" : number}"]`);
    if (chosen) {
      chosen.setAttribute("aria-current", "true");
      if (list.clientHeight) chosen.scrollIntoView({block: "nearest"});
    }
    if (number === null) shown.replaceChildren(element("pre", {tabindex: "0"}, trace.llvm));
    else shown.replaceChildren(...regionCode(page, number));
  };
  page.codeShown = show;
  show(trace.regions.length ? Math.max(0, trace.regions.findIndex((region) => region.code)) : null);
  return element("div", {class: "columns"}, list, shown);
}

function regionCode(page, number) {
  const region = page.trace.regions[number];
  const inner = page.trace.regions.map((one, at) => [one, at]).filter(([one]) => one.parent === number);
  return [
    element("h2", {}, `Region ${number}: ${region.kind}`),
    region.line === null ? null : element("div", {}, sourceOf(page.report.lines, region.line, 1)),
    element("p", {}, region.ops.map((name) => [button(name, () => page.goByName(name), {class: "link"}), " "])),
    region.code ? element("pre", {tabindex: "0"}, region.code)
      : element("p", {class: "dim"}, inner.length ? "It consists of other regions:" : "Its text is left out: there is too much of it."),
    inner.length ? element("p", {}, inner.map(([one, at]) => [button(`${at} ${one.kind}`, () => page.codeShown(at), {class: "link"}), " "])) : null,
  ].filter(Boolean);
}

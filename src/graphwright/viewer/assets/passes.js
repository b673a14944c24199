// What the passes did: before and after each, and each change.

function passesPanel(page) {
  const {trace, report} = page;
  if (!trace.passes.length) return element("p", {class: "note"}, "No pass changed anything.");
  const most = Math.max(...trace.passes.map((run) => Math.max(run.before, run.after)));
  const intro = element("p", {class: "note"},
    "Each pass that changed a function, in order, with the operations before and after. The passes are shown one by one here; " +
    "when a function is compiled they share a walk over its graph.");
  return [intro, element("div", {class: "runs"}, trace.passes.map((run) => passRun(page, run, most, report)))];
}

function passRun(page, run, most, report) {
  const {trace} = page;
  const main = run.function === trace.stages[0].items[0].name;
  const kinds = new Map();
  for (const change of run.changes) kinds.set(change.what, (kinds.get(change.what) || 0) + 1);
  const summary = [...kinds].map(([what, count]) => `${count} ${what}`).join(", ");
  const bar = (count, kind) => {
    const made = element("span", {class: `bar ${kind}`});
    made.style.width = `${100 * count / most}%`;
    return made;
  };
  const details = element("details", {},
    element("summary", {},
      element("strong", {}, run.pass), element("span", {class: "dim function"}, run.function),
      element("span", {class: "bars", "aria-hidden": "true"}, bar(run.before, "before"), bar(run.after, "after")),
      element("span", {class: "counts"}, `${run.before} \u2192 ${run.after}`),
      element("span", {class: "dim what"}, summary)));
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    const stage = main ? trace.stages.find((one) => one.run === trace.passes.indexOf(run)) : null;
    if (stage) details.append(button("Show the graph after it", () => page.showStage(trace.stages.indexOf(stage))));
    const rows = run.changes.map((change) => element("tr", {},
      element("td", {}, element("code", {}, change.type)), element("td", {}, change.op), element("td", {}, change.what),
      element("td", {}, change.into.slice(0, 6).join(", ") + (change.into.length > 6 ? ", \u2026" : "")),
      element("td", {class: "dim"}, change.line === null ? "" : `${report.lines.rows[change.line][0].split("/").at(-1)}:${report.lines.rows[change.line][1]}`)));
    details.append(element("div", {class: "scroll"}, element("table", {},
      element("thead", {}, element("tr", {}, ["op", "name", "what", "now", "line"].map((text) => element("th", {}, text)))),
      element("tbody", {}, rows))));
    if (run.count > run.changes.length) details.append(element("p", {class: "dim"}, `and ${run.count - run.changes.length} more`));
  });
  return details;
}

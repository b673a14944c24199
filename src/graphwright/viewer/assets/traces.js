// The traces of a function: why each was made, what differed, what it froze, what it took.

function tracesPanel(page) {
  const {traces, heading} = page.chosen;
  const longest = Math.max(...traces.map((trace) => trace.trace_seconds + trace.compile_seconds + trace.seconds), 1e-9);
  return [element("p", {class: "note"}, heading), ...traces.map((trace, i) => traceCard(page, trace, i, longest))];
}

function traceCard(page, trace, i, longest) {
  const times = [["tracing", trace.trace_seconds], ["compiling", trace.compile_seconds], ["calls", trace.seconds]];
  const bar = element("div", {class: "times", role: "img", "aria-label": times.map(([name, took]) => `${name} ${seconds(took)}`).join(", ")},
    times.map(([name, took], at) => {
      const part = element("span", {class: `time${at}`, title: `${name}: ${seconds(took)}`});
      part.style.width = `${100 * took / longest}%`;
      return part;
    }));
  const legend = element("div", {class: "legend"}, times.map(([name, took], at) => element("span", {},
    element("i", {class: `time${at}`}), `${name} ${seconds(took)}`)));
  return element("article", {class: "card"},
    element("h2", {}, element("span", {class: "dim"}, `${i + 1}. `), element("code", {}, trace.signature)),
    bar, legend,
    trace.differences.length ? differencesTable(trace) : null,
    element("dl", {}, trace.facts.filter(([name]) => !trace.differences.length || name !== "why").map(([name, text]) =>
      [element("dt", {}, name), element("dd", {}, name === "frozen" ? trace.frozen.map((one) => element("div", {}, one)) : text)])),
    page.chosen.traces.length > 1 ? button("Show this trace", () => page.chooseTrace(page.functionIndex, i)) : null);
}

function differencesTable(trace) {
  return element("div", {class: "scroll"}, element("table", {},
    element("caption", {}, "Why it was made: no earlier trace fits, because of"),
    element("thead", {}, element("tr", {}, ["argument", "was", "is", "for one trace"].map((text) => element("th", {}, text)))),
    element("tbody", {}, trace.differences.map((one) => element("tr", {},
      element("td", {}, element("code", {}, one.argument)), element("td", {}, one.old), element("td", {}, one.new), element("td", {}, one.advice))))));
}

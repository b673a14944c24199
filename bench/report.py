"""The run as a table: Markdown that reads well on a terminal too, and JSON with everything."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.contenders import CONTENDERS
from bench.goals import Verdict
from bench.measure import Summary, Times, ratio

BASE = "graphwright traced"
UNITS = [(1e-6, "ns", 1e9), (1e-3, "us", 1e6), (1.0, "ms", 1e3), (float("inf"), "s", 1.0)]


def seconds(value: float) -> str:
    """Three figures and a unit: 0.25 us, 1.20 ms."""
    unit, scale = next((unit, scale) for limit, unit, scale in UNITS if value < limit)
    return f"{figures(value * scale)} {unit}"


def figures(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}" if value >= 1 else f"{value:.2g}"


def table(header: list[str], rows: list[list[str]]) -> str:
    """A Markdown table with its columns aligned."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    lines = [header, ["-" * width for width in widths], *rows]
    padded = [[cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in padded)


def times_table(titles: dict[str, str], measured: dict[str, Times]) -> str:
    """A row for each workload, a column for each contender that was there."""
    columns = [c.name for c in CONTENDERS if any(c.name in times for times in measured.values())]
    rows = [[titles[name], *(_cell(times, column) for column in columns)] for name, times in measured.items()]
    return table(["work", *columns], rows)


def ratios_table(titles: dict[str, str], measured: dict[str, Times]) -> str:
    """How many times faster our traced function is than each of the others."""
    with_base = {name: times for name, times in measured.items() if BASE in times}
    others = [c.name for c in CONTENDERS if c.name != BASE and any(c.name in times for times in with_base.values())]
    rows = [
        [
            titles[name],
            *(figures(ratio(times, BASE, other).median) if other in times else "" for other in others),
        ]
        for name, times in with_base.items()
    ]
    return table([f"{BASE} is ... times faster than", *others], rows)


def earlier_table(titles: dict[str, str], measured: dict[str, Times]) -> str:
    """How long each program takes now, as a share of its time in the earlier checkout; slowest first."""
    pairs = [
        (ratio(times, f"earlier {mode}", f"graphwright {mode}"), titles[name], mode, times)
        for name, times in measured.items()
        for mode in ("eager", "traced")
        if f"earlier {mode}" in times and f"graphwright {mode}" in times
    ]
    rows = [
        [title, mode, *(_cell(times, f"{which} {mode}") for which in ("earlier", "graphwright")), _share(now)]
        for now, title, mode, times in sorted(pairs, key=lambda pair: -pair[0].median)
    ]
    return table(["work", "mode", "earlier", "now", "now / earlier (quartiles)"], rows)


def _share(now: Summary) -> str:
    return f"{now.median:.2f} ({now.low:.2f} to {now.high:.2f})"


def goals_table(titles: dict[str, str], verdicts: list[Verdict]) -> str:
    words = {True: "met", False: "MISSED", None: "not measured"}
    rows = [
        [
            titles[verdict.goal.workload],
            f"{verdict.goal.ours} against {verdict.goal.other}",
            f"{verdict.goal.at_least:g} x",
            f"{figures(verdict.reached.median)} x" if verdict.reached else "",
            words[verdict.met],
        ]
        for verdict in verdicts
    ]
    return table(["work", "goal", "at least", "measured", ""], rows)


def _cell(times: Times, column: str) -> str:
    if column not in times:
        return ""
    summary = Summary.of(times[column])
    return f"{seconds(summary.median)} ±{summary.spread:.0%}"


def as_markdown(
    run: dict[str, Any], titles: dict[str, str], measured: dict[str, Times], verdicts: list[Verdict]
) -> str:
    machine = run["machine"]
    versions = {name: number for found in run["versions"].values() for name, number in found.items()}
    measured_on = f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, {machine['date']}"
    parts = [
        "# Benchmark",
        f"`{run['command']}` on {measured_on}:\n" + ", ".join(f"{name} {number}" for name, number in versions.items()),
        "Median time of a call over the rounds, ± half the distance of the quartiles;\n"
        "all contenders take turns in every round. Each library has as many threads as it chooses.",
        times_table(titles, measured),
        "Ratios within each round, their median:",
        ratios_table(titles, measured),
        "Goals:",
        goals_table(titles, verdicts),
    ]
    if "earlier" in run["versions"]:
        parts += ["Against the earlier checkout, ratios within each round:", earlier_table(titles, measured)]
    return "\n\n".join(parts) + "\n"


def as_json(run: dict[str, Any], titles: dict[str, str], measured: dict[str, Times], verdicts: list[Verdict]) -> str:
    workloads = {
        name: {
            "title": titles[name],
            "rounds": len(next(iter(times.values()))),
            "seconds": {contender: asdict(Summary.of(values)) for contender, values in times.items()},
        }
        for name, times in measured.items()
    }
    goals = [
        {
            **asdict(verdict.goal),
            "measured": asdict(verdict.reached) if verdict.reached else None,
            "met": verdict.met,
        }
        for verdict in verdicts
    ]
    return json.dumps({**run, "workloads": workloads, "goals": goals}, indent=1) + "\n"


def write(folder: Path, markdown: str, data: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "latest.md").write_text(markdown)
    (folder / "latest.json").write_text(data)

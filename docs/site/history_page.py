"""The page of what was measured when: a plot for each row of the benchmark, from `bench/results/history.json`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from bench.history import Record, load
from bench.report import seconds

_WIDTH, _HEIGHT, _EDGE = 300, 80, 10
_FEWEST: Final = 2  # runs of a row that make a plot
_STYLE: Final = """<style>
path { fill: none; stroke: #3b76c4; stroke-width: 1.5 } circle { fill: #3b76c4 } .spread { stroke: #3b76c466 }
.release { fill: #d9480f } .zero { stroke: #9aa3ad }
</style>"""


def write(pages: Path) -> None:
    """Write the page and its plots below the folder of pages."""
    history = load()
    folder = pages / "project" / "history"
    folder.mkdir(parents=True, exist_ok=True)
    names = list(dict.fromkeys(name for record in history for name in record["rows"]))
    lines = [_HEAD.format(runs=len(history)), "| work | first | last | runs |", "|---|---|---|---|"]
    for name in names:
        points = [(record, record["rows"][name]) for record in history if name in record["rows"]]
        first, last = points[0][1], points[-1][1]
        plot = f"{len(points)}"
        if len(points) >= _FEWEST:
            (folder / f"{name}.svg").write_text(picture(points), encoding="utf-8")
            plot = f"![{seconds(first['median'])} to {seconds(last['median'])}](history/{name}.svg)"
        title = last["title"].replace("|", "\\|")
        lines.append(f"| {title} | {seconds(first['median'])} | {seconds(last['median'])} | {plot} |")
    lines += ["", "## Runs", "", "| date | commit | release | machine | rows |", "|---|---|---|---|---|"]
    lines += [
        f"| {r['date']} | `{r['commit']}` | {r['release'] or '-'} | {r['machine']} | {len(r['rows'])} |"
        for r in history
    ]
    (folder.parent / "history.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


_HEAD: Final = """# What was measured when

The {runs} whole runs of `make bench` that are in `bench/results/history.json`, of our traced functions: medians,
with quartiles as bars; the line at the bottom is zero, releases are orange. Runs were made on shared machines, which
differ from run to run: a step in all rows at once is the machine. `make bench` says at its end what got slower since
the last release, beyond noise, and `make bench ARGS="--against CHECKOUT"` measures an earlier state in turn.
"""


def picture(points: list[tuple[Record, dict[str, Any]]]) -> str:
    """A row over the runs, as SVG."""
    top = max(row["high"] for _, row in points)

    def y(value: float) -> float:
        return _HEIGHT - _EDGE - value / top * (_HEIGHT - 2 * _EDGE)

    step = (_WIDTH - 2 * _EDGE) / (len(points) - 1)
    places = [(_EDGE + number * step, record, row) for number, (record, row) in enumerate(points)]
    line = " L".join(f"{x:.1f} {y(row['median']):.1f}" for x, _, row in places)
    parts = [f'<path class="zero" d="M0 {y(0):.1f} H{_WIDTH}"/>', f'<path d="M{line}"/>']
    for x, record, row in places:
        mark = ' class="release"' if record["release"] else ""
        parts.append(f'<path class="spread" d="M{x:.1f} {y(row["low"]):.1f} V{y(row["high"]):.1f}"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y(row["median"]):.1f}" r="3"{mark}/>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}">'
    return "\n".join([head, _STYLE, *parts, "</svg>\n"])

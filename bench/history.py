"""What was measured when: `python -m bench.history add [--release VERSION]` adds the last whole run to the history.

The history is `bench/results/history.json`: of each run the date, the commit, the processor, and the quartiles of our
traced functions. `make bench` compares a run with the last release in it, and the site draws it.
"""

import argparse
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
FILE = RESULTS / "history.json"
BASE = "graphwright traced"
CLEARLY = 1.1  # smaller changes are not reported, whatever the quartiles say

Record = dict[str, Any]


@dataclass(frozen=True)
class Change:
    """How much longer a row takes than it did: 2.0 is twice as long."""

    title: str
    ratio: float


def record_of(run: dict[str, Any], commit: str, release: str = "") -> Record:
    """What the history has of a run, whose JSON `make bench` has written."""
    machine = run["machine"]
    rows = {
        name: {"title": row["title"], **row["seconds"][BASE]}
        for name, row in run["workloads"].items()
        if BASE in row["seconds"]
    }
    return {
        "date": machine["date"],
        "commit": commit,
        "release": release,
        "machine": f"{machine['processor']}, {machine['cores']} cores",
        "rows": rows,
    }


def load(file: Path = FILE) -> list[Record]:
    """The records, the oldest first."""
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


def compared_with(history: list[Record], now: Record) -> Record | None:
    """The last release on such a machine; the last record on such a machine if none is a release."""
    same = [record for record in history if record["machine"] == now["machine"]]
    return next((record for record in reversed(same) if record["release"]), same[-1] if same else None)


def slower(now: Record, then: Record) -> list[Change]:
    """The rows that take longer beyond noise, the worst first: by a tenth, and with quartiles that do not overlap."""
    both = [(row, then["rows"][name]) for name, row in now["rows"].items() if name in then["rows"]]
    changes = [
        Change(row["title"], row["median"] / old["median"])
        for row, old in both
        if row["low"] > old["high"] and row["median"] > CLEARLY * old["median"]
    ]
    return sorted(changes, key=lambda change: -change.ratio)


def verdict(now: Record, history: list[Record]) -> str:
    """What got slower, as text for the end of a run."""
    then = compared_with(history, now)
    if then is None:
        return f"Nothing was recorded on {now['machine']}: there is nothing to compare with."
    name = f"release {then['release']}" if then["release"] else f"the run of {then['date']}, as no release is recorded"
    found = slower(now, then)
    if not found:
        return f"Nothing is slower than in {name}, beyond noise."
    lines = [f"  {change.ratio:.2f} x as long: {change.title}" for change in found]
    return "\n".join([f"Slower than in {name}, beyond noise:", *lines])


def add(record: Record, file: Path = FILE) -> None:
    """Add a record at the end; one of the same commit is replaced."""
    kept = [old for old in load(file) if old["commit"] != record["commit"]]
    file.write_text(json.dumps([*kept, record], indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser("python -m bench.history", description=__doc__)
    parser.add_argument("command", choices=["add"])
    parser.add_argument("--release", default="", help="the version whose release the run is of")
    parser.add_argument("--commit", default="HEAD", help="the commit whose bench/results/latest.json is added")
    given = parser.parse_args()
    commit = _git("rev-parse", "--short=10", given.commit)
    run = json.loads(_git("show", f"{commit}:bench/results/latest.json"))
    add(record_of(run, commit, given.release))


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=RESULTS, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    main()

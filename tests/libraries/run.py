"""Runs a library's own tests on this package and, to compare, on TensorFlow: `python -m tests.libraries.run sonnet`.

--source names a checkout of the library (without it, git fetches the recorded commit), --python an interpreter that has
its requirements and this package's (without it, an environment is set up), --reference one that has them and
TensorFlow. Each test file runs in a process of its own. With --only, a pattern of test files, the other files keep
their recorded results, and the reference is run where a test fails here. Results go to
`tests/libraries/results/NAME.json`, and `docs/compatibility.md` is written from all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from tests.libraries import page
from tests.libraries.suites import SUITES, Suite

ROOT = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).parent / "results"
_ENVIRONMENT = {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}

Outcomes = dict[str, str]
"""Each test that was run, with the last line of its error; empty where it passed."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.libraries.run", description=__doc__)
    parser.add_argument("name", choices=sorted(SUITES))
    parser.add_argument("--source", type=Path)
    parser.add_argument("--python", type=Path)
    parser.add_argument("--reference", type=Path)
    parser.add_argument("--only", default="*")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=600, help="for one test file")
    options = parser.parse_args()
    suite = SUITES[options.name]
    known = RESULTS / f"{options.name}.json"
    recorded = json.loads(known.read_text()) if known.exists() else {}
    if options.only != "*" and recorded and "files" not in recorded:
        parser.error(f"{known.name} does not say which files it covers: run all of them once, without --only.")
    with tempfile.TemporaryDirectory() as folder:
        source = (options.source or _fetch(suite, Path(folder) / "source")).resolve()
        python = options.python or _environment(suite, Path(folder) / "venv")
        files = [file for file in suite.files(source) if fnmatch(file, options.only)]
        here = _run_all([str(python), "-m", "graphwright", "-m", "pytest"], suite, source, files, options)
        reference = None
        if options.reference:
            failing = {_file(name) for name in _failing(here)}
            again = [file for file in files if file in failing or options.only == "*"]
            reference = _run_all([str(options.reference), "-m", "pytest"], suite, source, again, options)
    failing_there = recorded.get("failing_with_tensorflow", []) if reference is None else _failing(reference)
    results = {"commit": suite.commit, **compared(here, [name for name in failing_there if _file(name) in files])}
    if options.only != "*" and recorded.get("commit") == suite.commit:
        results = merged(recorded, results)
    RESULTS.mkdir(exist_ok=True)
    known.write_text(json.dumps(results, indent=0) + "\n", encoding="utf-8")
    page.write()
    print(page.line(suite, results))


def _failing(outcomes: Outcomes) -> list[str]:
    return sorted(name for name, error in outcomes.items() if error)


def _file(name: str) -> str:
    return name.partition("::")[0]


def compared(here: Outcomes, failing_there: Sequence[str]) -> dict[str, Any]:
    """The number of tests that do not fail with TensorFlow, and those of them that fail here, with the error."""
    counted = sorted(set(here) - set(failing_there))
    return {
        "counted": len(counted),
        "files": dict(sorted(Counter(_file(name) for name in counted).items())),
        "failing": {name: here[name] for name in counted if here[name]},
        "failing_with_tensorflow": list(failing_there),
    }


def merged(recorded: dict[str, Any], fresh: dict[str, Any]) -> dict[str, Any]:
    """Recorded results with those of the files that were run again in their place."""
    again = fresh["files"].keys() | {_file(name) for name in fresh["failing_with_tensorflow"]}
    files = {file: count for file, count in recorded["files"].items() if file not in again} | fresh["files"]
    failing = {name: error for name, error in recorded["failing"].items() if _file(name) not in again}
    there = [name for name in recorded["failing_with_tensorflow"] if _file(name) not in again]
    return {
        "commit": fresh["commit"],
        "counted": sum(files.values()),
        "files": dict(sorted(files.items())),
        "failing": dict(sorted((failing | fresh["failing"]).items())),
        "failing_with_tensorflow": sorted({*there, *fresh["failing_with_tensorflow"]}),
    }


def _fetch(suite: Suite, folder: Path) -> Path:
    for command in (
        ["git", "init", "--quiet", str(folder)],
        ["git", "-C", str(folder), "fetch", "--quiet", "--depth", "1", suite.repository, suite.commit],
        ["git", "-C", str(folder), "checkout", "--quiet", "FETCH_HEAD"],
    ):
        subprocess.run(command, check=True)
    return folder


def _environment(suite: Suite, folder: Path) -> Path:
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(ROOT), *suite.requirements], check=True)
    return python


def _run_all(command: list[str], suite: Suite, source: Path, files: list[str], options: argparse.Namespace) -> Outcomes:
    found: Outcomes = {}
    with ThreadPoolExecutor(options.jobs) as pool:
        running = pool.map(lambda file: _run(command, suite, source, file, options.seconds), files)
        for file, found_in_file in zip(files, running, strict=True):
            print(f"{file}: {sum(not v for v in found_in_file.values())} of {len(found_in_file)}", file=sys.stderr)
            found.update(found_in_file)
    return found


def _run(command: list[str], suite: Suite, source: Path, file: str, seconds: int) -> Outcomes:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        path = os.pathsep.join([str(ROOT / "src"), str(source)])
        try:
            subprocess.run(
                [*command, "-q", "-p", "no:cacheprovider", *suite.options, f"--junitxml={report}", file],
                cwd=source,
                env={**os.environ, **_ENVIRONMENT, **dict(suite.environment), "PYTHONPATH": path},
                capture_output=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {file: f"it took more than {seconds} s"}
        if not report.exists():
            return {file: "the process ended"}
        return outcomes(file, ElementTree.parse(report).getroot())


def outcomes(file: str, report: ElementTree.Element) -> Outcomes:
    """The tests of a report in JUnit's form, by the file, their class or module, and their name."""
    found: Outcomes = {}
    for case in report.iter("testcase"):
        name = f"{file}::{(case.get('classname') or '').rpartition('.')[2]}::{case.get('name')}"
        if case.find("skipped") is not None:
            continue
        problem = case.find("failure")
        problem = case.find("error") if problem is None else problem
        error = "" if problem is None else _last_line(problem)
        found[name] = found.get(name) or error  # a test is reported again for each of its subtests
    return found


def _last_line(problem: ElementTree.Element) -> str:
    text = (problem.text or "").splitlines()
    lines = [line[1:].strip() for line in text if line.startswith("E ")]
    errors = [at for at, line in enumerate(lines) if "Error" in line or "Exception" in line]
    if not lines:
        return (problem.get("message") or "it failed")[:300]
    error = lines[errors[-1]] if errors else lines[-1]
    if error.rstrip(":").endswith("AssertionError"):  # its message is on the lines that follow, or the line that failed
        failed = [line[1:].strip() for line in text if line.startswith(">")]
        error = " ".join([error, *([line for line in lines[errors[-1] + 1 :] if line][:4] or failed[-1:])])
    return error[:300]


if __name__ == "__main__":
    main()

"""python -m bench [--peers] [--against CHECKOUT] [--quick] [--only WORKLOAD ...] [--out FOLDER]"""

import argparse
import json
import sys
import time
from pathlib import Path

from bench import history, machine, processes, report
from bench.contenders import (
    CONTENDERS,
    EARLIER,
    HOME_LIBRARIES,
    KERAS_CONTENDERS,
    PEER_LIBRARIES,
    ROOT,
    peer_python,
    use_earlier,
)
from bench.crew import Crew, WorkerError
from bench.goals import judge
from bench.measure import QUICK, THOROUGH, DifferentResults, Effort, Times, measure
from bench.workloads import WORKLOADS


def arguments() -> argparse.Namespace:
    names = [*WORKLOADS, *processes.ROWS]
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Measure Graphwright against other libraries, interleaved."
    )
    parser.add_argument("--peers", action="store_true", help="TensorFlow and jax too, from their own environments")
    parser.add_argument("--quick", action="store_true", help="few short rounds: check that everything runs")
    parser.add_argument("--only", nargs="+", metavar="WORKLOAD", choices=names, help=f"some of: {', '.join(names)}")
    parser.add_argument("--libraries", nargs="+", choices=HOME_LIBRARIES + PEER_LIBRARIES, help="some of the libraries")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="the Graphwright of another checkout too")
    parser.add_argument("--out", type=Path, help="folder of latest.md and latest.json (bench/results for a whole run)")
    return parser.parse_args()


def requested_libraries(options: argparse.Namespace) -> list[str]:
    libraries: list[str] = options.libraries or HOME_LIBRARIES + (PEER_LIBRARIES if options.peers else [])
    if options.against:
        use_earlier(options.against)
        libraries = [*libraries, EARLIER]
    missing = [name for name in libraries if name in PEER_LIBRARIES and not peer_python(name).exists()]
    if missing:
        sys.exit(f"no environment for {', '.join(missing)}: run `make bench PEERS=1`, which sets it up")
    return libraries


def requested_rows(asked: list[str] | None, known: list[str], libraries: list[str]) -> list[str]:
    """The rows asked for, or all that these libraries can fill."""
    without = [name for name in asked or known if needs_keras(name) and "keras" not in libraries]
    if asked and without:
        sys.exit(f"{', '.join(without)}: with --peers, or --libraries keras tensorflow")
    return asked or [name for name in known if name not in without]


def needs_keras(name: str) -> bool:
    return "keras" in processes.ROWS[name].fit if name in processes.ROWS else WORKLOADS[name].keras


def run_all(names: list[str], libraries: list[str], effort: Effort, crew: Crew) -> tuple[dict[str, Times], list[str]]:
    """Measure the workloads in order and print progress; return the times, and what failed."""
    measured: dict[str, Times] = {}
    failures: list[str] = []
    for number, name in enumerate(names, 1):
        print(f"[{number}/{len(names)}] {name} ...", end=" ", flush=True, file=sys.stderr)
        start = time.monotonic()
        try:
            if name in processes.ROWS:
                measured[name] = processes.measure_processes(name, libraries, effort)
            else:
                known = KERAS_CONTENDERS if WORKLOADS[name].keras else CONTENDERS
                contenders = [contender for contender in known if contender.library in libraries]
                measured[name] = measure(WORKLOADS[name], contenders, crew, effort)
        except (WorkerError, DifferentResults) as problem:
            failures.append(f"{name}: {problem}")
            print("FAILED", end=" ", file=sys.stderr)
        print(f"{time.monotonic() - start:.1f} s", flush=True, file=sys.stderr)
    return measured, failures


def main() -> None:
    options = arguments()
    libraries = requested_libraries(options)
    in_quick = [name for name, workload in WORKLOADS.items() if workload.in_quick or not options.quick]
    names = requested_rows(options.only, [*in_quick, *processes.ROWS], libraries)
    whole = not (options.quick or options.only or options.libraries or options.against)
    folder = options.out or (ROOT / "bench" / "results" if whole else ROOT / "build" / "bench")

    with Crew(libraries) as crew:
        versions = crew.versions()
        measured, failures = run_all(names, libraries, QUICK if options.quick else THOROUGH, crew)

    command = " ".join(["python -m bench", *sys.argv[1:]])
    run = {"command": command, "machine": machine.describe(), "versions": versions}
    titles = {name: row.title for name, row in [*WORKLOADS.items(), *processes.ROWS.items()]}
    verdicts = judge(measured)
    markdown = report.as_markdown(run, titles, measured, verdicts)
    as_json = report.as_json(run, titles, measured, verdicts)
    report.write(folder, markdown, as_json)
    print(f"\n{markdown}\nwritten to {folder}/latest.md and latest.json")
    if not options.quick:
        print(history.verdict(history.record_of(json.loads(as_json), "now"), history.load()))
    if failures:
        sys.exit("\n".join(["", *failures]))


if __name__ == "__main__":
    main()

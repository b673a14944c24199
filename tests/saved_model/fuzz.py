"""Mutated SavedModels: whatever is done to the files, loading them gives a model or an error that tells.

    python -m tests.saved_model.fuzz --cases 0:100000

goes through the cases in processes of its own, and on where it was stopped: what is done stands in a file, a line for
each chunk. A model that loads is also put through the passes, and every `CALLED`th one is called. A case fails that

- ends in another exception than those that loading documents,
- kills the process, or takes over 2 seconds of work (the calls apart: a model may be a program without end),
- opens a file outside of its folder, or starts, sends or unpickles anything,
- needs over ten times the memory of its files, and `BASE` for Python itself.
"""

from __future__ import annotations

import argparse
import collections
import faulthandler
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

CHUNK = 500
CALLED = 20
MOST_SECONDS = 2.0
HANGS = 90  # seconds by the clock after which a process is ended: the machine may be busy
BASE = 64 << 20  # bytes
ADDRESSES = 4 << 30  # bytes of address space beyond what Python has
ROOT = Path(__file__).parents[2]

_HARM = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork", "pickle.", "os.remove",
    "os.rename", "os.mkdir", "os.link", "os.symlink", "os.chmod", "urllib.", "ftplib.", "http.",
)  # fmt: skip
_LOOKS = ("open", "os.listdir", "os.scandir")
_CODE = (".py", ".pyc", ".so")
_PACKAGE = str(ROOT / "src" / "graphwright")


class Watch:
    """Notes what a process does beyond its folder, while it is on."""

    def __init__(self) -> None:
        self.folder = ""
        self.met: list[str] = []
        sys.addaudithook(self._hook)

    def _hook(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.folder:
            return
        if event in _LOOKS:
            path = os.fsdecode(args[0]) if isinstance(args[0], (str, bytes)) else ""
            # the import system lists the package's own folders when it looks for a module in them
            of_ours = path.endswith(_CODE) or not path or (event == "os.listdir" and path.startswith(_PACKAGE))
            if not of_ours and os.path.commonpath([self.folder, os.path.realpath(path)]) != self.folder:
                self.met.append(f"{event} {path}")
        elif event.startswith(_HARM):
            self.met.append(f"{event} {args!r}"[:200])


def _status(key: str) -> int:
    """Bytes of memory by the name of Linux; 0 elsewhere."""
    try:
        with open("/proc/self/status") as file:
            return next((int(line.split()[1]) << 10 for line in file if line.startswith(key)), 0)
    except OSError:
        return 0


def _forget_peak() -> None:
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pass


def concrete_functions(model: Any) -> Iterator[Any]:
    """The traces that can be reached from a loaded object at once."""
    for value in [*vars(model).values()] if hasattr(model, "__dict__") else []:
        yield from getattr(value, "concrete_functions", ())
        if hasattr(value, "graph") and hasattr(value, "function_spec"):
            yield value
    signatures = getattr(model, "signatures", None)
    if hasattr(signatures, "values"):
        yield from (s for s in signatures.values() if hasattr(s, "graph"))


def _may_run_without_end(graph: Any) -> bool:
    graphs = [graph, *graph.functions()]
    return any(op.record.calls_functions and "If" not in op.type for g in graphs for op in g.operations)


def call(function: Any) -> None:
    """Call a trace with zeros, where it is sure to end."""
    import graphwright as tf

    graph = function.graph
    if _may_run_without_end(graph):
        return
    provided = []
    for value in graph.arguments:
        dims = value.type.shape.as_list() if value.type.shape.rank is not None else []
        sizes = [2 if d is None else d for d in dims]
        if value.dtype.numpy.kind not in "biufO" or np.prod([1, *sizes], dtype=float) > 1e5:
            return
        provided.append(tf.zeros(sizes, value.dtype) if value.dtype is not tf.string else tf.fill(sizes, "x"))
    function.call_flat(provided) if hasattr(function, "call_flat") else function._call_flat(provided)


class Cases:
    """Runs cases in this process."""

    def __init__(self, folder: Path) -> None:
        from tests.saved_model.mutations import originals

        self._models = originals()
        self._folder = folder
        self._there: dict[str, dict[str, bytes]] = {}
        self._watch = Watch()
        for name in self._models:  # what is imported, and made once, belongs to no case
            self._look(-1, self._put(name, self._models[name]))

    def _put(self, name: str, content: dict[str, bytes]) -> Path:
        """Make the folder of a model hold these files; what is there already stays."""
        folder, there = self._folder / name, self._there.setdefault(name, {})
        for path in there.keys() - content.keys():
            (folder / path).unlink()
        for path, data in content.items():
            if there.get(path) != data:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(data)
        self._there[name] = dict(content)
        return folder

    def _look(self, case: int, folder: Path) -> tuple[str, str | None, Any]:
        """How loading and simplifying a model ends, what is wrong with that, and the functions."""
        import graphwright as tf
        from graphwright.passes import optimize

        end, functions = "loaded", []
        try:
            model = tf.saved_model.load(folder)
            functions = list(concrete_functions(model))
            end = "simplified"
            for function in functions:
                optimize(function.graph)
            return "read", None, functions
        except (tf.errors.OpError, ValueError, OSError) as error:
            reported = not isinstance(error, tf.errors.InternalError)
            return type(error).__name__, None if reported else f"{end}: {error!r}", []
        except Exception as error:
            return type(error).__name__, f"{end}: {error!r}", []

    def run(self, case: int) -> dict[str, Any]:
        """One case: how it ended, what is wrong with that, its seconds and memory."""
        import graphwright as tf
        from tests.saved_model.mutations import mutated

        name, content = mutated(case, self._models)
        folder = self._put(name, content)
        _forget_peak()
        before, start = _status("VmRSS"), time.process_time()
        self._watch.met, self._watch.folder = [], os.path.realpath(folder)
        end, wrong, functions = self._look(case, folder)
        self._watch.folder = ""
        seconds, memory = time.process_time() - start, max(0, _status("VmHWM") - before)
        if seconds > MOST_SECONDS:
            wrong = wrong or f"took {seconds:.1f} s"
        if memory > 10 * sum(map(len, content.values())) + BASE:
            wrong = wrong or f"needed {memory >> 20} MiB"
        if self._watch.met:
            wrong = wrong or "; ".join(sorted(set(self._watch.met)))
        for function in functions if case % CALLED == 0 else ():
            try:
                call(function)
            except (tf.errors.OpError, ValueError, TypeError) as error:
                if isinstance(error, tf.errors.InternalError):
                    wrong = wrong or f"called: {error!r}"
            except Exception as error:
                wrong = wrong or f"called: {error!r}"
        wrong = f"a '{name}': {wrong}"[:500] if wrong else None
        return {"case": case, "end": end, "wrong": wrong, "ms": round(seconds * 1000), "kib": memory >> 10}


def work(first: int, last: int) -> None:
    """The process that runs cases: a line for each on its standard output."""
    from graphwright.base.config import options

    sys.dont_write_bytecode = True  # of what a case is the first to import
    with tempfile.TemporaryDirectory(prefix="graphwright-fuzz-") as folder, options.overridden(verify=True):
        cases = Cases(Path(folder))
        _limit_addresses()
        for case in range(first, last):
            faulthandler.dump_traceback_later(HANGS, exit=True)
            print(json.dumps(cases.run(case)), flush=True)
            faulthandler.cancel_dump_traceback_later()


def _limit_addresses() -> None:
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_status("VmSize") + ADDRESSES, resource.RLIM_INFINITY))


def run_cases(first: int, last: int) -> dict[str, Any]:
    """Run cases in processes of their own; a process that dies is a finding, and the next one goes on behind it."""
    ends: collections.Counter[str] = collections.Counter()
    wrong: dict[int, str] = {}
    slowest = most = 0
    at = first
    while at < last:
        command = [sys.executable, "-X", "faulthandler", "-m", "tests.saved_model.fuzz", "--work", f"{at}:{last}"]
        # no machine code on disk, lest its files are taken for what a model opens
        settings = os.environ | {"GRAPHWRIGHT_CACHE": "0"}
        found = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
        for reported in map(json.loads, found.stdout.splitlines()):
            at = reported["case"] + 1
            ends[reported["end"]] += 1
            slowest, most = max(slowest, reported["ms"]), max(most, reported["kib"])
            if reported["wrong"]:
                wrong[reported["case"]] = reported["wrong"]
        if at < last:
            wrong[at] = f"the process ended ({found.returncode}): {found.stderr[-1500:]}"
            ends["death"] += 1
            at += 1
    return {
        "first": first, "cases": last - first, "ends": dict(ends), "slowest_ms": slowest, "most_kib": most,
        "wrong": wrong,
    }  # fmt: skip


def _bounds(text: str) -> tuple[int, int]:
    first, last = text.split(":")
    return int(first), int(last)


def main() -> None:
    """Run the cases that the command line names, but for those that are done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=_bounds, default=(0, 100_000), help="first and behind-last case")
    parser.add_argument("--state", type=Path, default=Path("build/fuzz_saved_model.jsonl"))
    parser.add_argument("--work", type=_bounds, help=argparse.SUPPRESS)
    provided = parser.parse_args()
    if provided.work:
        return work(*provided.work)
    provided.state.parent.mkdir(parents=True, exist_ok=True)
    done = [json.loads(line) for line in provided.state.read_text().splitlines()] if provided.state.exists() else []
    firsts = {chunk["first"] for chunk in done}
    first, last = provided.cases
    try:
        for start in range(first, last, CHUNK):
            if start in firsts:
                continue
            done.append(run_cases(start, min(start + CHUNK, last)))
            with provided.state.open("a") as file:
                file.write(json.dumps(done[-1]) + "\n")
    except KeyboardInterrupt:
        pass
    ends = sum((collections.Counter(chunk["ends"]) for chunk in done), collections.Counter())
    wrong = {case: text for chunk in done for case, text in chunk["wrong"].items()}
    print(f"{sum(chunk['cases'] for chunk in done)} cases, {len(wrong)} of them wrong; {dict(ends.most_common())}")
    if done:
        slowest, most = max(chunk["slowest_ms"] for chunk in done), max(chunk["most_kib"] for chunk in done)
        print(f"the slowest took {slowest} ms, the largest {most} KiB")
    for case, text in wrong.items():
        print(f"  {case}: {text}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()

"""Libraries for systems whose programs nothing runs here are compiled and linked: all samples of ops, and programs.

python -m tests.aot.linked [--targets ...]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import graphwright as tf
from graphwright import aot
from graphwright.aot.targets import TARGETS
from tests.aot.programs import PROGRAMS, Program
from tests.aot.target_samples import cases, libraries, together

#: The systems, and what a shared library for them begins with.
LINKED = {"x86_64-macos": b"\xcf\xfa\xed\xfe", "aarch64-macos": b"\xcf\xfa\xed\xfe", "x86_64-windows": b"MZ"}


def link(target: str, concrete: Any, folder: Path) -> None:
    """Compile a function to a library and link it; raises if either fails."""
    library = aot.compile(concrete, folder, name="e", target=target)
    shared = TARGETS[target].shared.format("e")
    assert (
        {shared, TARGETS[target].static.format("e")} <= set(library.files) == {path.name for path in folder.iterdir()}
    )
    assert (folder / shared).read_bytes().startswith(LINKED[target])


def concrete(program: Program) -> Any:
    """A program, traced."""
    return tf.function(program.function).get_concrete_function(**program.specs)


def _everything() -> Iterator[tuple[str, Callable[[], Any]]]:
    """All programs, and the samples of all ops by the hundred."""
    for name, program in PROGRAMS.items():
        yield name, lambda program=program: concrete(program)
    chosen = cases("aarch64-linux")
    for i, part in enumerate(libraries("aarch64-linux", chosen)):
        yield (
            f"samples {i}, of {len(chosen)} of {len({c.record.name for c in chosen})} ops",
            lambda part=part: together(part)[0],
        )


def main() -> None:
    """Link everything, for some systems or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.aot.linked", description=__doc__)
    parser.add_argument("--targets", nargs="+", choices=LINKED, default=list(LINKED))
    failed = 0
    for target in parser.parse_args().targets:
        for name, make in _everything():
            start, outcome = time.monotonic(), "linked"
            try:
                with tempfile.TemporaryDirectory() as folder:
                    link(target, make(), Path(folder))
            except Exception as error:
                outcome, failed = f"FAILED: {type(error).__name__}: {str(error)[:300]}", failed + 1
            print(f"{target}: {name}: {outcome}, {time.monotonic() - start:.0f} s", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()

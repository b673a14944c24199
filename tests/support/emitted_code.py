"""Records the LLVM text that tests compile, to show that a refactoring of the native compiler changes no instruction.

    EMITTED_CODE=before.txt python -m pytest -p tests.support.emitted_code tests/ops tests/runtime/native
    EMITTED_CODE=after.txt  python -m pytest -p tests.support.emitted_code tests/ops tests/runtime/native
    python -m tests.support.emitted_code before.txt after.txt

A recording has one line for each module that a test compiles: a hash of its text, and the test. Modules with the same
text appear once, under the first test that compiles them. Add `EMITTED_CODE_TEXTS=FOLDER` to keep the texts as well;
the comparison then prints a diff. Run in one process: with `-n`, each worker would write the file.
"""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

_recorded: dict[str, str] = {}
_test = [""]


def _record(text: str) -> None:
    digest = sha256(text.encode()).hexdigest()[:24]
    if digest in _recorded:
        return
    _recorded[digest] = _test[0]
    folder = os.environ.get("EMITTED_CODE_TEXTS")
    if folder:
        (Path(folder) / f"{digest}.ll").write_text(text)


def pytest_configure() -> None:
    """Record the text of every module that is compiled, or fetched from the disk, from here on."""
    from graphwright.runtime.native.jit import jit

    if folder := os.environ.get("EMITTED_CODE_TEXTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
    fetch: Any = jit._fetch_or_compile

    def fetch_and_record(text: str, opt: int, named: str = "") -> bytes:
        _record(text)
        result: bytes = fetch(text, opt, named)
        return result

    jit._fetch_or_compile = fetch_and_record


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    """Note which test compiles."""
    _test[0] = item.nodeid
    return (yield)


def pytest_sessionfinish() -> None:
    """Write the recording."""
    lines = sorted(f"{digest} {test}\n" for digest, test in _recorded.items())
    Path(os.environ["EMITTED_CODE"]).write_text("".join(lines))


def compare(before: str, after: str) -> bool:
    """Print the tests whose modules differ between two recordings; returns whether there are any."""
    old, new = (dict(line.split(" ", 1) for line in Path(f).read_text().splitlines()) for f in (before, after))
    gone = {test: digest for digest, test in old.items() if digest not in new}
    come = {test: digest for digest, test in new.items() if digest not in old}
    print(f"{len(old)} modules before, {len(new)} after; {len(gone)} only before, {len(come)} only after")
    folder = os.environ.get("EMITTED_CODE_TEXTS")
    for test in sorted(gone.keys() | come.keys())[:20]:
        print(test)
        if folder and test in gone and test in come:
            a, b = (Path(folder, f"{digests[test]}.ll").read_text().splitlines() for digests in (gone, come))
            print("\n".join(list(difflib.unified_diff(a, b, lineterm="", n=2))[:20]))
    return bool(gone or come)


if __name__ == "__main__":
    sys.exit(compare(sys.argv[1], sys.argv[2]))

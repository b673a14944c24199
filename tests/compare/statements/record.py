"""Records TensorFlow's answers to a few programs: `make golden`, or this module in TensorFlow's environment."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).parent / "recorded.json"
COUNT = 70
LARGEST = 3000  # characters of an answer
_FOLDER = re.compile(r"[^\s\"]*/[^\s\"]*")


def main() -> None:
    """Record the first programs whose answers are short."""
    from tests.compare.statements.draw import draw
    from tests.compare.statements.side import Side

    found: list[str] = []
    with tempfile.NamedTemporaryFile() as printed, _printing_to(printed.fileno()):
        side = Side("tensorflow", Path(printed.name))
        seed = 0
        while len(found) < COUNT:
            program = draw(seed)
            answer = json.dumps({mode: {"calls": _plain(a["calls"])} for mode, a in side.answer(program).items()})
            if len(answer) < LARGEST:
                found.append(f'{{"program": {json.dumps(program.as_json())},\n "answer": {answer}}}')
            seed += 1
    RECORDED.write_text("[\n" + ",\n".join(found) + "\n]\n")
    print(f"{RECORDED.name}: {len(found)} of {seed} programs")


def _plain(calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Calls whose errors name no folders."""
    plain = [{k: v for k, v in call.items() if k != "where"} for call in calls]
    return [{**c, "message": _FOLDER.sub("...", c["message"])[-300:]} if "message" in c else c for c in plain]


@contextlib.contextmanager
def _printing_to(handle: int):  # type: ignore[no-untyped-def]
    kept = os.dup(1)
    sys.stdout.flush()
    os.dup2(handle, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)


if __name__ == "__main__":
    main()

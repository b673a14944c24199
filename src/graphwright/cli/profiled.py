"""`graphwright profile`: a program, the timeline of its calls, and its longest regions."""

from __future__ import annotations

import os
from collections.abc import Sequence

from graphwright.interop.script import run_script
from graphwright.profiler.files import latest
from graphwright.profiler.recording import Profile
from graphwright.profiler.report import report


def profile(script: str, arguments: Sequence[str], folder: str) -> int:
    """Run a program as `python -m graphwright` does; the timeline is written also where it raises or exits.

    Returns 0; the program's own exit code is that of the `SystemExit` which it raises.
    """
    try:
        with Profile(os.path.abspath(folder)):
            run_script([script, *arguments])
    finally:
        print(report(latest(folder)))
        print(f"graphwright: the profile is in {os.path.join(folder, 'plugins', 'profile')}; ui.perfetto.dev shows it")
    return 0

"""`graphwright profile`: a program, and the timeline of its calls."""

from __future__ import annotations

import os
from collections.abc import Sequence

from graphwright.interop.script import run_script
from graphwright.profiler.recording import Profile


def profile(script: str, arguments: Sequence[str], folder: str) -> int:
    """Run a program as `python -m graphwright` does; the timeline is written also where it raises or exits.

    Returns 0; the program's own exit code is that of the `SystemExit` which it raises.
    """
    try:
        with Profile(os.path.abspath(folder)):
            run_script([script, *arguments])
    finally:
        print(f"graphwright: the profile is in {os.path.join(folder, 'plugins', 'profile')}; ui.perfetto.dev shows it")
    return 0

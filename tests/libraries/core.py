"""Runs the core of libraries' own tests, from wheels of PyPI that contain them: `make library-tests`, a stage of CI.

It ends with 1 where fewer pass than are recorded here. The measured suites, from the repositories, are in `suites.py`.
Arguments name some of the libraries.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

from tests.libraries.run import Outcomes, outcomes

_SITE = Path(sysconfig.get_path("purelib"))


@dataclass(frozen=True)
class Core:
    """Tests of an installed library.

    Attributes:
      patterns: its test files in site-packages.
      required: how many tests must pass; those that fail are known, and listed in `docs/compatibility.md`.
      environment: variables of the process that runs them.
      options: further arguments of pytest.
    """

    patterns: tuple[str, ...]
    required: int
    environment: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()


_GPFLOW = ("base", "base_prior", "kullback_leiblers", "logdensities")

CORES = {
    "dm-sonnet": Core(("sonnet/src/*_test.py", "sonnet/src/nets/dnc/*_test.py", "sonnet/src/nets/mlp_test.py"), 876),
    "einops": Core(("einops/tests/test_*.py",), 56, (("EINOPS_TEST_BACKENDS", "numpy,tensorflow"),)),
    "GPflow": Core(
        (*(f"tests/gpflow/test_{part}.py" for part in _GPFLOW), "tests/gpflow/utilities/test_*.py"),
        157,
        # its tests are a package `gpflow` in a folder `tests`, not to be taken for the library
        options=("--import-mode=importlib", "-o", "consider_namespace_packages=true"),
    ),
}


def run(core: Core) -> Outcomes:
    """Run the tests in one process, away from this repository's configuration of pytest."""
    files = sorted(str(path.relative_to(_SITE)) for pattern in core.patterns for path in _SITE.glob(pattern))
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        options = ["-q", "-c", os.devnull, "--rootdir", str(_SITE), "-p", "no:cacheprovider", f"--junitxml={report}"]
        done = subprocess.run(
            [sys.executable, "-m", "graphwright", "-m", "pytest", *options, *core.options, *files],
            cwd=_SITE,
            env={**os.environ, **dict(core.environment)},
            capture_output=True,
            text=True,
            check=False,
        )
        if not report.exists():
            print(done.stdout[-5_000:], done.stderr[-5_000:], sep="\n")
            return {}
        return outcomes("", ElementTree.parse(report).getroot())


def main() -> int:
    fewer = False
    for name in sys.argv[1:] or CORES:
        core = CORES[name]
        start = time.monotonic()
        found = run(core)
        failing = {test: error for test, error in found.items() if error}
        passed = len(found) - len(failing)
        for test, error in failing.items():
            print(f"  {test.lstrip(':')}: {error}")
        print(f"{name}: {passed} pass, {core.required} required ({time.monotonic() - start:.0f} s)", flush=True)
        fewer |= passed < core.required
    return int(fewer)


if __name__ == "__main__":
    sys.exit(main())

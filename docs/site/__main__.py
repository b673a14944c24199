"""`python -m docs.site`: build the site of this checkout; warnings are errors.

The environment needs the extra `docs`; `make docs` sets it up.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from docs.site import api, check, history_page, migration, sources, versions


def main() -> int:
    """Build and check; returns the exit code."""
    parser = argparse.ArgumentParser("python -m docs.site", description=__doc__)
    parser.add_argument("--output", type=Path, default=sources.ROOT / "build" / "site")
    parser.add_argument("--version", default="main", help="the folder of the site, and what its pages show")
    parser.add_argument("--no-notebooks", action="store_true", help="leave the outputs of tutorials out")
    given = parser.parse_args()
    start = time.perf_counter()
    pages = given.output / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    sources.collect(pages)
    described = api.write(pages / "api")
    (pages / "from_tensorflow_names.md").write_text(migration.names_page(), encoding="utf-8")
    (pages / "from_tensorflow_differences.md").write_text(migration.differences_page(), encoding="utf-8")
    history_page.write(pages)
    target = given.output / "html" / given.version
    shutil.rmtree(target, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "2", "-b", "html"]
    command += ["-c", str(Path(__file__).parent), "-d", str(given.output / "doctrees")]
    command += ["-D", "nb_execution_mode=off"] * given.no_notebooks
    environment = {**os.environ, "GRAPHWRIGHT_DOCS_VERSION": given.version}
    failed = subprocess.run([*command, str(pages), str(target)], env=environment).returncode
    if failed:
        return failed
    versions.write(target.parent)
    problems = check.problems(target)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{check.count(target)} pages, {described} public names, {time.perf_counter() - start:.0f} s: {target}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

"""`python -m release`: everything of a release but pushing the tag and uploading the archives.

The environment needs `build`, `twine` and `cyclonedx-bom`; `make release` sets it up.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from release import archives, environments
from release.changelog import NotReady, section_of, version_of

FOLDER = Path(__file__).parents[1]


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=FOLDER, check=True, capture_output=True, text=True).stdout.strip()


def _check_tree(version: str) -> None:
    if _git("status", "--porcelain"):
        raise NotReady("there are uncommitted changes.")
    if _git("branch", "--show-current") != "main":
        raise NotReady("releases are made from main.")
    if _git("tag", "--list", f"v{version}"):
        raise NotReady(f"the tag v{version} exists: raise the version in pyproject.toml.")


def main() -> int:
    parser = argparse.ArgumentParser("python -m release", description=__doc__)
    parser.add_argument("--dry-run", action="store_true", help="build and check this commit as it is, and leave no tag")
    parser.add_argument("--output", type=Path, default=FOLDER / "dist", help="where to (default: dist)")
    given = parser.parse_args()
    try:
        version = version_of(FOLDER)
        if not given.dry_run:
            _check_tree(version)
            notes = section_of(version, (FOLDER / "CHANGELOG.md").read_text(encoding="utf-8"))
        built = archives.build(FOLDER, given.output, int(_git("log", "-1", "--format=%ct")))
        (wheel,) = (path for path in built if path.suffix == ".whl")
        print("the same bytes twice:", ", ".join(path.name for path in built))
        print(archives.check_wheel(wheel))
        subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *map(str, built)], check=True)
        environments.bill_of_materials(wheel, given.output / f"graphwright-{version}.cdx.json")
        for python, path in environments.interpreters().items():
            print(f"Python {python}: {environments.try_out(wheel, path)}")
        if not given.dry_run:
            _git("tag", "--annotate", f"v{version}", "--message", f"Graphwright {version}\n\n{notes}")
            print(f"Tagged v{version}. What is left: git push origin v{version} && twine upload {given.output}/*")
    except NotReady as reason:
        print(f"release: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The house itself: sizes, paths, data and what an import brings in."""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))

# Files that may be longer than 500 lines, each with the reason why it is still one concern.
LONG_FILES: dict[str, str] = {}


def tracked_files() -> list[Path]:
    """What the repository holds, or would after the next `git add`; nothing in an unpacked archive."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def lines_in(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


def test_no_source_file_is_long_without_a_reason() -> None:
    names = {file.relative_to(ROOT / "src").as_posix(): lines_in(file) for file in SOURCES}
    long = {name: count for name, count in names.items() if count > 500}
    assert {name: count for name, count in long.items() if name not in LONG_FILES} == {}
    assert set(LONG_FILES) <= set(long), "these are short again: take them off the list"


def test_no_file_knows_the_folders_of_one_machine() -> None:
    files = tracked_files()
    if not files:
        pytest.skip("not a git checkout")
    pattern = re.compile(rb"(?<![\w.~])/(?:home|root|work|Users)/\w")
    assert {file.name for file in files if pattern.search(file.read_bytes())} == set()


def test_names_of_files_are_plain() -> None:
    assert [name for file in tracked_files() if re.search(r"[^\w./-]", name := str(file.relative_to(ROOT)))] == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/performance.md"])
def test_a_page_names_only_targets_that_make_has(page: str) -> None:
    named = set(re.findall(r"(?:^|`|&& )make ([a-z0-9.-]*[a-z0-9])", (ROOT / page).read_text(encoding="utf-8"), re.M))
    assert named and named <= set(re.findall(r"^([a-z0-9.-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert page != "README.md" or {"demo", "test"} <= named


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def anchors_in(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub forms them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_a_page_lead_to_files_and_headings(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    dead = []
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in anchors_in(target)):
            dead.append(link)
    assert dead == []


def test_modules_that_contributors_are_told_to_run_exist() -> None:
    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in ("CONTRIBUTING.md", "SECURITY.md"))
    modules = set(re.findall(r"python -m ([a-z_.]+)", text)) - {"pytest"}
    assert modules
    for module in modules:
        folder = ROOT if module.startswith(("tests.", "bench.", "docs.")) else ROOT / "src"
        assert (folder / (module.replace(".", "/") + ".py")).is_file(), module


def test_every_stage_of_ci_is_documented_with_its_command() -> None:
    stages = re.findall(r'^ *stage "([^"]+)" (?:env )?(.+)$', (ROOT / ".ci/run").read_text(encoding="utf-8"), re.M)
    rows = re.findall(
        r"^\| ([^|]+) \| (?:`([^`]+)`)? *\|", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.M
    )
    documented = dict(rows)
    assert len(stages) > 10
    assert [
        (name, command) for name, command in stages if documented.get(name) != command and not name.startswith("guide")
    ] == []
    assert "guide" in documented


def test_the_repository_refers_to_nothing_outside_of_it() -> None:
    files = [*tracked_files(), ROOT / ".ci/run", ROOT / "Makefile"]
    outside = re.compile(r"(?<![\w./])(?:\.\./)+shared/[\w./]*")
    scripts = {path for path in files if path.suffix in (".py", ".md", ".toml", ".yaml", "") and path.name != "LICENSE"}
    found = {name for path in scripts for name in outside.findall(path.read_text(encoding="utf-8", errors="ignore"))}
    assert found <= {"../shared/guide/check.py"}, "only the stage that runs where this file is may name it"


def test_data_is_the_file_that_its_readme_describes() -> None:
    folder = ROOT / "examples" / "data"
    digest = hashlib.sha256((folder / "digits.csv.gz").read_bytes()).hexdigest()
    assert f"`{digest}`" in (folder / "README.md").read_text()


def test_version_is_told_once() -> None:
    import graphwright

    reported = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.M)
    assert reported
    assert graphwright.__version__ == reported[1]


def modules_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_import_brings_in_nothing_heavy() -> None:
    brought = modules_after("import graphwright") - modules_after("import numpy")
    heavy = {"llvmlite", "ml_dtypes", "google.protobuf", "unittest", "asyncio", "multiprocessing", "concurrent.futures"}
    assert brought & heavy == set()


def test_the_op_shown_in_the_architecture_page_is_the_real_one() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    shown = page.split("```python\n")[1].split("```")[0]
    assert shown in (ROOT / "src" / "graphwright" / "ops" / "math" / "binary.py").read_text()

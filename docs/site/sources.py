"""The pages as the generator reads them: those of `docs`, and some from elsewhere with their links adapted."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
_NOT_PAGES: Final = ("site",)


def elsewhere() -> dict[Path, str]:
    """Pages of the repository that are not in `docs`, and where they are on the site."""
    pages = {
        ROOT / "CONTRIBUTING.md": "project/contributing.md",
        ROOT / "CHANGELOG.md": "project/changelog.md",
        ROOT / "SECURITY.md": "project/security.md",
        ROOT / "examples/data/README.md": "examples/data.md",
    }
    pages |= {path: f"examples/{path.stem}.md" for path in sorted((ROOT / "examples").glob("*.py"))}
    return pages | {path: f"project/results/{path.name}" for path in sorted((ROOT / "bench/results").glob("*.md"))}


def collect(into: Path) -> None:
    """Copy all pages and pictures into a folder, laid out as the site is."""
    docs = ROOT / "docs"
    shutil.copytree(docs, into, ignore=shutil.ignore_patterns(*_NOT_PAGES, "__pycache__"))
    places = {path: path.relative_to(docs).as_posix() for path in docs.rglob("*.md")} | elsewhere()
    places[ROOT / "README.md"] = "index.md"  # the front page says the same
    for path, name in places.items():
        if path == ROOT / "README.md" or path.is_relative_to(docs / "site"):
            continue
        target = into / name
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        text = adapted(text, path, places) if path.suffix == ".md" else _listing(path, text)
        orphan = "---\norphan: true\n---\n\n" if "results/" in name or path.suffix == ".py" else ""
        target.write_text(orphan + text, encoding="utf-8")


def _listing(path: Path, text: str) -> str:
    """A page that shows a program."""
    return f"# {path.relative_to(ROOT)}\n\n````python\n{text}````\n"


def adapted(text: str, page: Path, places: Mapping[Path, str]) -> str:
    """A page's text with its links leading to where pages are on the site; other files are only named."""
    here = Path(places[page]).parent

    def link(found: re.Match[str]) -> str:
        shown, target, anchor = found[1], found[2], found[3] or ""
        file = Path(os.path.normpath(page.parent / target))
        if file in places:
            return f"[{shown}]({os.path.relpath(places[file], here)}{anchor})"
        if file.is_relative_to(ROOT / "docs"):
            return found[0]
        return shown if "`" in shown else f"{shown} (`{file.relative_to(ROOT)}`)"

    fenced = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    pattern = re.compile(r"(?<!!)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)")
    return "".join(part if part.startswith("```") else pattern.sub(link, part) for part in fenced)

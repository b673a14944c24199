"""The list of versions that are built beside each other, and the way from the site's root to the newest one."""

from __future__ import annotations

import re
from pathlib import Path

_HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Graphwright</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body { font: 1.1em/1.6 system-ui, sans-serif; max-width: 40em; margin: 2em auto; padding: 0 1em }</style>
"""


def write(folder: Path) -> None:
    """Write `index.html` and `versions.html` for the versions that are in a folder."""
    found = ordered([path.parent.name for path in folder.glob("*/index.html")])
    target = f"{found[0]}/index.html"
    redirect = f'<meta http-equiv="refresh" content="0; url={target}"></head><body><a href="{target}">Graphwright</a>'
    (folder / "index.html").write_text(f"{_HEAD}{redirect}</body></html>\n", encoding="utf-8")
    items = "".join(f'<li><a href="{name}/index.html">{name}</a></li>' for name in found)
    listed = f"</head><body><h1>Versions of the documentation</h1><ul>{items}</ul></body></html>\n"
    (folder / "versions.html").write_text(_HEAD + listed, encoding="utf-8")


def ordered(names: list[str]) -> list[str]:
    """Releases, the newest first, and then branches."""
    return sorted(names, key=lambda name: ([-int(n) for n in re.findall(r"\d+", name)] or [1], name))

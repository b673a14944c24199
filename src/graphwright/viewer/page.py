"""One HTML file of a report: style, program and data inside, nothing fetched, nothing sent."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from graphwright.functions.explain.explain import Explanation
from graphwright.viewer.profile_data import Profile
from graphwright.viewer.report import report_of

#: The parts of the program, in the order in which they are joined.
SCRIPTS: Final = (
    "elements.js", "model.js", "place.js", "colours.js", "draw.js", "graph_view.js", "outline.js", "search.js",
    "details.js", "passes.js", "traces.js", "code.js", "charts.js", "timeline.js", "main.js",
)  # fmt: skip


def explained_page(explanations: Sequence[Explanation], title: str, profile: Profile | None) -> str:
    """The page of some functions."""
    return page_of(report_of(explanations, title, profile))


def page_of(report: dict[str, Any]) -> str:
    """The page of a report.

    The data is compressed text in base 64, so no name in it can be taken for markup, and the page allows no other
    program than its own: names of a graph come from files that others wrote.
    """
    style, script = _asset("page.css"), _script()
    packed = base64.b64encode(gzip.compress(json.dumps(report, separators=(",", ":")).encode(), 6, mtime=0)).decode()
    policy = f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'"
    parts = {
        "POLICY": policy,
        "TITLE": html.escape(str(report["title"])),
        "STYLE": style,
        "DATA": packed,
        "SCRIPT": script,
    }
    page = _asset("page.html")
    for name, text in parts.items():
        page = page.replace(f"@{name}@", text, 1)
    return page


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def _asset(name: str) -> str:
    return resources.files("graphwright.viewer").joinpath(f"assets/{name}").read_text(encoding="utf-8")


@cache
def _script() -> str:
    return "\n".join(['(() => {\n"use strict";', *map(_asset, SCRIPTS), "})();"])

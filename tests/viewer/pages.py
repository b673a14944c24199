"""What tests read of a page."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any


def report_in(page: str) -> dict[str, Any]:
    """The data that a page shows."""
    packed = re.search(r'<script id="data" type="text/plain">([^<]*)</script>', page)
    assert packed
    report: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(packed[1])))
    return report


def stage_in(report: dict[str, Any], title: str, trace: int = -1) -> dict[str, Any]:
    """The graph of a trace at a stage."""
    stages = report["functions"][0]["traces"][trace]["stages"]
    return next(stage for stage in stages if stage["title"] == title)


def names(stage: dict[str, Any], kind: str) -> list[str]:
    """The names of the items of a kind."""
    return [item["name"] for item in stage["items"] if item["kind"] == kind]

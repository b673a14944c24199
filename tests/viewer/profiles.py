"""A profile for tests and pictures, with all that a page can show; its figures are made up."""

from __future__ import annotations

import random
from typing import Any

PEAK = {"flops": 6e10, "bytes": 1.2e10}


def made_up_profile(function: Any) -> dict[str, Any]:
    """Times for the regions of a function's only trace, with a timeline, memory and buffers."""
    from tests.viewer.pages import report_in

    rng = random.Random(3)
    report = report_in(function.explain().to_html())
    (trace,) = report["functions"][0]["traces"]
    regions = []
    for number, region in enumerate(trace["regions"]):
        flops = rng.choice([1e6, 4e6, 3e7]) * (20 if region["kind"] == "product" else 1)
        moved = flops / rng.choice([0.3, 2.0, 16.0])
        spent = max(flops / PEAK["flops"], moved / PEAK["bytes"]) / rng.choice([0.2, 0.5, 0.9])
        place = None if region["line"] is None else report["lines"]["rows"][region["line"]][:2]
        regions.append(
            {"id": number, "trace": trace["name"], "kind": region["kind"], "line": place, "ops": region["ops"],
             "calls": 40, "seconds": spent, "bytes": moved, "flops": flops}
        )  # fmt: skip
    events: list[dict[str, Any]] = []
    at = 0.0
    for step in range(40):
        took = rng.uniform(300, 420)
        about = {"step": step}
        events.append({"ph": "X", "tid": 1, "cat": "call", "name": "step", "ts": at, "dur": took, "args": about})
        inner = at
        for name, part in (("product", 0.5), ("fused loop", 0.3), ("update", 0.15)):
            events.append({"ph": "X", "tid": 1, "cat": name, "name": name, "ts": inner, "dur": took * part, "args": {}})
            inner += took * part
        if step % 3 == 0:
            events.append({"ph": "X", "tid": 2, "cat": "pipeline", "name": "batch", "ts": at, "dur": 260.0, "args": {}})
        events.append({"ph": "C", "name": "memory", "ts": at, "args": {"bytes": rng.choice([3e6, 4e6, 9e6])}})
        at += took + rng.uniform(20, 200)
    return {
        "events": events,
        "regions": regions,
        "peak": PEAK,
        "buffers": [{"bytes": 4_194_304, "what": "gradient of the hidden weights", "line": regions[0]["line"]}],
    }

"""What the figures were measured on: processor, system, date."""

import os
import platform
from datetime import datetime, timezone
from pathlib import Path


def describe() -> dict[str, str]:
    return {
        "processor": _processor(),
        "cores": str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
    }


def _processor() -> str:
    """The model's name and its widest vectors: a virtual machine may hide the first, and the second matters more."""
    cpuinfo = Path("/proc/cpuinfo")
    if not cpuinfo.exists():
        return platform.processor() or "unknown"
    pairs = (line.partition(":") for line in cpuinfo.read_text().splitlines())
    facts = {name.strip(): value.strip() for name, _, value in pairs}
    flags = facts.get("flags", "").split()
    vectors = next((name for flag, name in [("avx512f", "AVX-512"), ("avx2", "AVX2")] if flag in flags), "")
    return ", ".join(part for part in [facts.get("model name", platform.machine()), vectors] if part)

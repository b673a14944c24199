"""The command that adds an extra to the copy of the package that is running.

No package index has Graphwright, so `pip install "graphwright[keras]"` fails. Error messages ask here for a command
that works: an extra of the checkout, wheel or repository that this copy was installed from (PEP 610 records which),
or the extra's requirements by name.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

_NAME = "graphwright"


def install_command(extra: str) -> str:
    """The `pip` command that installs an extra of this copy of the package.

    >>> install_command("keras")  # doctest: +SKIP
    'pip install "/opt/graphwright[keras]"'
    """
    source = _source()
    if source:
        return f'pip install "{source.format(extra=extra)}"'
    return " ".join(["pip install", *(f'"{requirement}"' for requirement in _requirements(extra))])


def _source() -> str:
    """What pip installs this copy from, with a place for the extra; empty if that is gone or unknown."""
    root = Path(__file__).parents[3]
    if (root / "pyproject.toml").is_file() and (root / "src" / _NAME).is_dir():
        return f"{root}[{{extra}}]"
    recorded = _metadata("direct_url.json")
    return _of_record(json.loads(recorded)) if recorded else ""


def _of_record(record: dict[str, dict[str, str] | str]) -> str:
    """The same of a `direct_url.json`: a folder, a file or a repository."""
    from urllib.parse import unquote, urlsplit
    from urllib.request import url2pathname  # imports an HTTP client: only a message needs it

    url, vcs = str(record.get("url", "")), record.get("vcs_info")
    if isinstance(vcs, dict):
        return f"{_NAME}[{{extra}}] @ {vcs['vcs']}+{url}@{vcs['commit_id']}"
    parts = urlsplit(url)
    if parts.scheme != "file":
        return f"{_NAME}[{{extra}}] @ {url}" if url else ""
    path = Path(url2pathname(unquote(parts.path)))
    return f"{path}[{{extra}}]" if path.exists() else ""


def _metadata(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        return distribution(_NAME).read_text(name)
    except PackageNotFoundError:
        return None


def _requirements(extra: str) -> list[str]:
    """What an extra requires, by the metadata of this copy; extras that it names are followed."""
    found: list[str] = []
    for line in re.findall(r"^Requires-Dist: (.*)$", _metadata("METADATA") or "", re.MULTILINE):
        requirement, _, marker = line.partition(";")
        if not re.search(rf"""extra *== *['"]{re.escape(extra)}['"]""", marker):
            continue
        own = re.match(rf"{_NAME}\[(.*?)\]", requirement.strip())
        found += [each for name in own[1].split(",") for each in _requirements(name)] if own else [requirement.strip()]
    return found

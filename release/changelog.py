"""The version of the project and its section of CHANGELOG.md."""

from __future__ import annotations

import re
from pathlib import Path

_VERSION = re.compile(r'^version = "([^"]+)"$', re.MULTILINE)
_SECTION = re.compile(r"^## \[(?P<version>[^\]]+)\](?: - (?P<date>\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)


class NotReady(Exception):
    """What stands in the way of a release."""


def version_of(folder: Path) -> str:
    """The version in pyproject.toml, the only place that has it.

    Raises NotReady where it is no number of a release, such as 1.2.0 or 1.2.0rc1.
    """
    found = _VERSION.search((folder / "pyproject.toml").read_text(encoding="utf-8"))
    if found is None:
        raise NotReady('pyproject.toml has no line `version = "..."`.')
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", found[1]):
        raise NotReady(f"the version {found[1]} is no release, as 1.2.0 or 1.2.0rc1 is.")
    return found[1]


def section_of(version: str, changelog: str) -> str:
    """What CHANGELOG.md says of a version.

    Raises NotReady where it has no dated section `## [version] - YYYY-MM-DD`, or an empty one.
    """
    sections = list(_SECTION.finditer(changelog))
    for at, section in enumerate(sections):
        if section["version"] == version:
            if section["date"] is None:
                raise NotReady(f"the section of {version} in CHANGELOG.md has no date: ## [{version}] - YYYY-MM-DD.")
            end = sections[at + 1].start() if at + 1 < len(sections) else len(changelog)
            text = changelog[section.end() : end].strip()
            if not text:
                raise NotReady(f"the section of {version} in CHANGELOG.md is empty.")
            return text
    raise NotReady(f"CHANGELOG.md has no section of {version}: rename [Unreleased] to [{version}] - YYYY-MM-DD.")

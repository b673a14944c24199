"""The commands that install extras: for each way in which a copy of the package may have come here."""

from __future__ import annotations

import ast
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphwright.base import install
from graphwright.base.install import install_command

ROOT = Path(__file__).parents[2]
METADATA = """\
Requires-Dist: numpy<3,>=2.0
Requires-Dist: keras<4,>=3.15; extra == "keras"
Requires-Dist: pillow>=11.3; extra == 'image'
Requires-Dist: simplejpeg>=1.8; extra == "image"
Requires-Dist: graphwright[image,keras]; extra == "examples"
Requires-Dist: matplotlib>=3.8; extra == "examples"
"""


def installed_from(monkeypatch: pytest.MonkeyPatch, folder: Path, record: dict[str, Any] | None) -> None:
    """Pretend that this copy lies in `site-packages`, and that pip has recorded where it came from."""
    files = {"direct_url.json": record and json.dumps(record), "METADATA": METADATA}
    monkeypatch.setattr(install, "__file__", str(folder / "lib/site-packages/graphwright/base/install.py"))
    monkeypatch.setattr(install, "_metadata", files.get)


@pytest.mark.parametrize(
    ("record", "command"),
    [
        (None, 'pip install "keras<4,>=3.15"'),
        ({"url": "FOLDER", "dir_info": {}}, 'pip install "FOLDER[keras]"'),
        ({"url": "FOLDER", "dir_info": {"editable": True}}, 'pip install "FOLDER[keras]"'),
        ({"url": "file:///gone/graphwright-0.1.0-py3-none-any.whl"}, 'pip install "keras<4,>=3.15"'),
        (
            {"url": "https://e.org/gw.whl", "archive_info": {}},
            'pip install "graphwright[keras] @ https://e.org/gw.whl"',
        ),
        (
            {"url": "https://e.org/gw.git", "vcs_info": {"vcs": "git", "commit_id": "1f2e"}},
            'pip install "graphwright[keras] @ git+https://e.org/gw.git@1f2e"',
        ),
    ],
)
def test_of_an_installed_copy(
    record: dict[str, Any] | None, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "a folder"
    source.mkdir()
    if record and record["url"] == "FOLDER":
        record = {**record, "url": source.as_uri()}
    installed_from(monkeypatch, tmp_path, record)
    assert install_command("keras") == command.replace("FOLDER", str(source))


def test_requirements_of_an_extra_that_names_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed_from(monkeypatch, tmp_path, None)
    expected = ["pillow>=11.3", "simplejpeg>=1.8", "keras<4,>=3.15", "matplotlib>=3.8"]
    assert shlex.split(install_command("examples")) == ["pip", "install", *expected]


def test_of_a_checkout() -> None:
    assert install_command("keras") == f'pip install "{ROOT}[keras]"'


def extras() -> list[str]:
    """The extras that pyproject.toml declares."""
    table = re.search(
        r"^\[project\.optional-dependencies\]\n(.*?)^\[", (ROOT / "pyproject.toml").read_text(), re.M | re.S
    )
    assert table is not None
    return re.findall(r"^([\w-]+) = \[", table[1], re.M)


def asked() -> Iterator[tuple[str, str]]:
    """Each extra that a message asks for: the file and the extra."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "install_command(" not in text or path.name == "install.py":
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "install_command":
                (extra,) = node.args
                assert isinstance(extra, ast.Constant), path
                yield str(path.relative_to(ROOT)), extra.value


def test_messages_ask_for_extras_that_exist() -> None:
    found = list(asked())
    assert len(found) >= 8
    assert {extra for _, extra in found} <= set(extras())


PRINTED = re.compile(r"pip install (?:--\S+ )*['\"]?graphwright\b")


@pytest.mark.parametrize("folder", ["src", "docs", "examples", "README.md", "CONTRIBUTING.md"])
def test_no_text_installs_from_an_index(folder: str) -> None:
    listed = subprocess.run(["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [ROOT / name for name in listed.splitlines() if name.endswith((".py", ".md", ".html", ".toml"))]
    found = [
        path.name for path in paths if path.name != "install.py" and PRINTED.search(path.read_text(encoding="utf-8"))
    ]
    assert not found, "no index has the package: write `pip install '.[extra]'` in docs, install_command() in messages"


def test_documented_extras_exist() -> None:
    named = {
        extra
        for path in [
            ROOT / "README.md",
            *sorted((ROOT / "docs").rglob("*.md")),
            *sorted((ROOT / "examples").rglob("*.md")),
        ]
        for group in re.findall(r"pip install (?:-e )?'?\.\[([\w,-]+)\]", path.read_text(encoding="utf-8"))
        for extra in group.split(",")
    }
    assert named and named <= set(extras())


@pytest.mark.thorough
def test_the_command_of_a_checkout_works() -> None:
    """pip resolves the command as printed; nothing is installed."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    command = [*pip, *shlex.split(install_command("completion"))[1:], "--dry-run", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110)
    assert done.returncode == 0, done.stderr

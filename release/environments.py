"""The built wheel in fresh environments: it installs, works, and says what it brings along."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from release.changelog import NotReady

PYTHONS: Final = ("3.10", "3.11", "3.12", "3.13", "3.14")


def interpreters() -> dict[str, str]:
    """The interpreters that are here, by version."""
    found = {}
    for version in PYTHONS:
        path = shutil.which(f"python{version}")
        if path and subprocess.run([path, "-c", ""], capture_output=True).returncode == 0:
            found[version] = path
    return found


def install(wheel: Path, python: str, folder: Path) -> Path:
    """Install a wheel into a new environment; returns its interpreter."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    own = folder / "bin" / "python"
    pip = [str(own), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", str(wheel)]
    subprocess.run(pip, check=True)
    return own


def try_out(wheel: Path, python: str) -> str:
    """Run the self-test of `graphwright doctor` with a wheel, outside of the checkout; returns its last line."""
    with tempfile.TemporaryDirectory() as folder:
        own = install(wheel, python, Path(folder) / "environment")
        command = [str(own), "-m", "graphwright", "doctor"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise NotReady(f"the self-test fails with {python}:\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()[-1]


def bill_of_materials(wheel: Path, target: Path) -> None:
    """Write what an installation consists of, in CycloneDX's format (https://cyclonedx.org), with licences."""
    with tempfile.TemporaryDirectory() as folder:
        own = install(wheel, sys.executable, Path(folder) / "environment")
        subprocess.run([str(own), "-m", "pip", "uninstall", "--quiet", "--yes", "pip", "setuptools"], check=True)
        command = [sys.executable, "-m", "cyclonedx_py", "environment", str(own)]
        options = ["--output-reproducible", "--output-format", "JSON", "--output-file", str(target)]
        subprocess.run([*command, *options], check=True, capture_output=True)

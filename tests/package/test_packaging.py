"""The recipe, the image and the workflows agree with pyproject.toml: what none of their own tools is here to run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PYTHONS = re.findall(r'Python :: (3\.\d+)"', PROJECT)


def dependencies() -> list[str]:
    (block,) = re.findall(r"^dependencies = \[\n(.*?)^\]", PROJECT, re.M | re.S)
    return sorted(re.findall(r'^  "([^"]+)"', block, re.M))


def test_the_recipe_has_the_dependencies_and_the_version() -> None:
    recipe = (ROOT / "release/conda/recipe.yaml").read_text(encoding="utf-8")
    (run,) = re.findall(r"^  run:\n(.*?)^\n", recipe, re.M | re.S)
    listed = [line.replace(" ", "") for line in re.findall(r"- (.*)", run)]
    assert sorted(line for line in listed if not line.startswith("python>")) == dependencies()
    assert re.findall(r'version: "(.*)"', recipe) == re.findall(r'^version = "(.*)"$', PROJECT, re.M)
    assert "graphwright = graphwright.cli.main:main" in recipe


def test_the_image_is_built_from_what_goes_into_it_and_serves() -> None:
    image = (ROOT / "release/image/Dockerfile").read_text(encoding="utf-8")
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert all((ROOT / name).exists() for name in kept)
    assert {"src", "pyproject.toml"} <= set(kept)
    assert {re.search(r'readme = "(.*)"', PROJECT)[1], *re.findall(r'license-files = \["(.*)"\]', PROJECT)} <= set(kept)
    assert re.search(r"^serve = \[", PROJECT, re.M) and '"/source[serve]"' in image
    assert re.findall(r"^USER (.*)$", image, re.M) == ["graphwright"]
    assert image.rstrip().endswith('ENTRYPOINT ["graphwright", "serve", "--host", "0.0.0.0"]')


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_what_there_is(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z0-9.-]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"run: make ([a-z0-9.-]*[a-z0-9])", text))
    assert named <= targets
    for extra in re.findall(r"'\.\[(\w+)\]'", text):
        assert re.search(rf"^{extra} = \[", PROJECT, re.M)
    assert "permissions:" in text and "timeout-minutes:" in text


def test_the_tests_run_with_all_pythons_and_the_oldest_libraries() -> None:
    text = (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8")
    (pythons,) = re.findall(r"^        python: \[(.*)\]", text, re.M)
    assert set(PYTHONS) <= set(re.findall(r"3\.\d+", pythons))
    oldest = {line.partition(">=")[0]: line.partition(">=")[2].partition(",")[0] for line in dependencies()}
    for name in ("numpy", "llvmlite"):
        assert f"{name}=={oldest[name]}.*" in text

"""What every test runs under: warnings are errors (see pyproject), graphs are verified after each pass.

Machine code is kept in a folder of the run, which subprocesses share: the user's own is neither used nor filled, and
whatever is compiled twice goes through the disk the second time. GRAPHWRIGHT_CACHE_DIR names a folder that stays, for
a run with everything there, and GRAPHWRIGHT_CACHE=0 runs without. It is written for the caches and costs of the
reference machine, so that tests see the same code everywhere; GRAPHWRIGHT_MACHINE names another. Where Python is told
to write no byte code next to the sources, subprocesses keep it in such a folder too: each would compile the whole
package again.
"""

from __future__ import annotations

import gc
import logging
import os
import random
import re
import tempfile
from collections.abc import Generator, Iterator

import pytest

from graphwright.base.config import options, variable_of
from graphwright.core.context import slow_path_flags, state
from graphwright.functions import optimizer_options
from graphwright.ops.random._seeds import set_seed


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--order SEED`, which runs files, and the tests of each, in a random order: no test may need another."""
    parser.addoption("--order", type=int, metavar="SEED", help="run files and their tests in the order of this seed")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle files, then the tests of each: the fixtures of a file are still made once."""
    seed = config.getoption("--order")
    if seed is None:
        return
    by_file: dict[str, list[pytest.Item]] = {}
    for item in items:
        by_file.setdefault(str(item.path), []).append(item)
    draw = random.Random(seed)
    files = list(by_file.values())
    draw.shuffle(files)
    for tests in files:
        draw.shuffle(tests)
    items[:] = [item for tests in files for item in tests]


def pytest_configure(config: pytest.Config) -> None:
    """Give machine code and byte code folders of this run, which its processes find in their environment."""
    variable = variable_of("cache_dir")
    if not os.environ.get(variable):
        os.environ[variable] = options.cache_dir = _folder_of_run(config)
    options.machine = os.environ.setdefault(variable_of("machine"), "reference")
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", _folder_of_run(config))


def _folder_of_run(config: pytest.Config) -> str:
    folder = tempfile.TemporaryDirectory(prefix="graphwright-tests-")
    config.add_cleanup(folder.cleanup)
    return folder.name


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without garbage collections: nearly everything that is made stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.set_threshold(*_RARELY)


_RARELY = (
    20_000,
    20,
    20,
)  # thresholds of garbage collection, where traces, compiled code and tests make objects that stay


@pytest.fixture(autouse=True, scope="module")
def _few_objects_to_collect() -> None:
    """Leave what has been imported, collected and cached so far out of collections: many tests collect all garbage."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _verified_passes() -> Iterator[None]:
    """Run the verifier after each pass, in every test."""
    with options.overridden(verify=True):
        yield


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    """No test leaves its thread building a graph, recording or on the long way, or leaves a seed or settings."""
    kept, logger = dict(optimizer_options._options), logging.getLogger("graphwright")
    level = logger.level
    yield
    optimizer_options._options.clear()
    optimizer_options._options.update(kept)
    logger.setLevel(level)
    assert (state.graph, state.tapes, state.slow_path.reasons, slow_path_flags[0]) == (None, (), 0, 0)
    set_seed(None)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave addresses out of the names of tests: they must not change from run to run."""
    item._nodeid = re.sub(r" at 0x[0-9a-f]+", "", item.nodeid)

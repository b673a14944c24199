"""Rounds of measurements, in each of which every contender times one block, and their statistics."""

import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.contenders import Contender
from bench.crew import Crew
from bench.workload import Workload


class DifferentResults(AssertionError):
    """Two contenders do not compute the same, so there is nothing to compare."""


@dataclass(frozen=True)
class Effort:
    """How long to measure one workload."""

    block_seconds: float
    rounds: int
    fewest_rounds: int  # a workload that takes longer than `seconds` stops after so many
    seconds: float
    rest: float = 0.0  # seconds before each block


REST = 0.1  # beside ONNX Runtime, whose threads spin for 40 ms after a call, on the processors of the next contender
THOROUGH = Effort(block_seconds=0.03, rounds=25, fewest_rounds=5, seconds=25)
QUICK = Effort(block_seconds=0.004, rounds=3, fewest_rounds=2, seconds=3)

Times = dict[str, list[float]]  # contender's name -> seconds per call, one for each round


@dataclass(frozen=True)
class Summary:
    median: float
    low: float  # first quartile
    high: float  # third quartile

    @classmethod
    def of(cls, values: list[float]) -> "Summary":
        low, median, high = np.percentile(values, [25, 50, 75]).tolist()
        return cls(median, low, high)

    @property
    def spread(self) -> float:
        """Half the interquartile range, relative to the median."""
        return (self.high - self.low) / 2 / self.median


def ratio(times: Times, faster: str, slower: str) -> Summary:
    """How many times faster one contender is than another: statistics of the ratios within each round."""
    return Summary.of([slow / fast for fast, slow in zip(times[faster], times[slower], strict=True)])


def take_rounds(blocks: Mapping[str, Callable[[], float]], effort: Effort) -> Times:
    """Run the rounds. Each starts with another contender, so that no contender always follows the same one."""
    names = list(blocks)
    times: Times = {name: [] for name in names}
    start = time.monotonic()
    for number in range(effort.rounds):
        if number >= effort.fewest_rounds and time.monotonic() - start > effort.seconds:
            break
        shift = number % len(names)
        for name in names[shift:] + names[:shift]:
            time.sleep(effort.rest)
            times[name].append(blocks[name]())
    return times


def measure(workload: Workload, contenders: list[Contender], crew: Crew, effort: Effort) -> Times:
    """Prepare the work everywhere, compare the results, calibrate, and take the rounds."""
    ready = [contender for contender in contenders if contender.current_name not in workload.unfit]
    ready = _prepare(workload, ready, crew)
    times = take_rounds({contender.name: _block(contender, crew, effort) for contender in ready}, effort)
    for library in {contender.library for contender in ready}:
        crew.ask(library, "drop")
    return times


def _block(contender: Contender, crew: Crew, effort: Effort) -> Callable[[], float]:
    """A function that times one block of a contender's calls, and returns the seconds of one call."""
    calls = crew.ask(contender.library, "calibrate", mode=contender.mode, seconds=effort.block_seconds)["calls"]

    def block() -> float:
        seconds: float = crew.ask(contender.library, "time", mode=contender.mode, calls=calls)["seconds"]
        return seconds

    return block


def _prepare(workload: Workload, contenders: list[Contender], crew: Crew) -> list[Contender]:
    """The contenders that implement the workload, once all of them have computed the same result."""
    ready: list[Contender] = []
    first: tuple[str, np.ndarray] | None = None
    with tempfile.TemporaryDirectory() as folder:
        for contender in contenders:
            file = Path(folder) / "result.npy"
            about = {"workload": workload.name, "mode": contender.mode, "result_file": str(file)}
            if not crew.ask(contender.library, "prepare", **about)["exists"]:
                continue
            result = np.load(file)
            name, expected = first = first or (contender.name, result)
            if not _same(result, expected, workload.tolerance):
                found = f"{contender.name} computes {result!r}, {name} {expected!r}"
                raise DifferentResults(f"{workload.name}: {found}; nothing was timed")
            ready.append(contender)
    return ready


def _same(result: np.ndarray, expected: np.ndarray, tolerance: float) -> bool:
    if result.shape != expected.shape:
        return False
    # a sum of many products that nearly cancel is as exact as its largest term
    largest = np.abs(expected).max(initial=0) if expected.dtype.kind == "f" else 0
    return np.allclose(result, expected, rtol=tolerance, atol=min(tolerance, 1e-5) * largest)

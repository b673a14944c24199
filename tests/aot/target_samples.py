"""The samples of all ops that have native code, in libraries for other machines: their results are those of x86-64.

python -m tests.aot.target_samples [--targets ...]

Some hundred samples are one library, which reads its arguments from files and writes its results to files.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import graphwright as tf
from graphwright import aot
from graphwright.aot.embedding import LibraryEmbedding
from graphwright.aot.targets import target_of
from graphwright.core.context import as_default_graph
from graphwright.core.dispatch import apply
from graphwright.ir.emit import NATIVE_DTYPES
from graphwright.ir.record import OpRecord
from graphwright.passes import optimize
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.lower.body import write_body
from graphwright.runtime.native.lower.codegen import Code
from tests.aot.runners import places, run
from tests.samples import Sample, samples_of
from tests.support.op_samples import WITH_SAMPLES, Traced, disagreement, flatten, results, shape_inputs, static, tensors

TARGETS = ("aarch64-linux", "riscv64-linux", "wasm32")
#: Samples of a library; LLVM takes the square of the time for WebAssembly's functions of twice the length.
_PER_LIBRARY = {"wasm32": 50}
_USUAL = 150

DIFFERENT = {
    "Cast": "numbers beyond the range of an integer become what the processor gives",
}
"""Ops of which some samples are where processors differ, and how."""


@dataclass
class Case:
    """A sample with its tensors; `fixed` are those that are part of the program."""

    record: OpRecord
    number: int
    sample: Sample
    inputs: list[Any]
    fixed: set[int]

    @property
    def is_complex(self) -> bool:
        """Whether an argument or a result is complex: JavaScript has no such arrays."""
        values = [*self.given, *self.applied(iter(self.given))]
        return any(value.dtype.is_complex for value in values)

    @property
    def given(self) -> list[Any]:
        return [t for i, t in enumerate(flatten(self.inputs)) if i not in self.fixed]

    def applied(self, values: Iterator[Any]) -> list[Any]:
        """The results of the op for other values of what is given."""
        flat = iter([t if i in self.fixed else next(values) for i, t in enumerate(flatten(self.inputs))])
        grouped = tuple([next(flat) for _ in x] if isinstance(x, list) else next(flat) for x in self.inputs)
        return results(apply(self.record.name, grouped, dict(self.sample.attrs)))


def cases(target: str) -> list[Case]:
    """All samples that are compiled without anything of Python's, and whose arguments the target's language has."""
    found = [
        case
        for record in WITH_SAMPLES
        if record.native is not None and record.effect == "none"
        for number, sample in enumerate(samples_of(record))
        if sample.exact and (case := _case(record, number, sample)) is not None
    ]
    return [case for case in found if not case.is_complex] if target == "wasm32" else found


def _case(record: OpRecord, number: int, sample: Sample) -> Case | None:
    inputs = tensors(sample.inputs)
    flat = flatten(inputs)
    if not all(t.dtype.name in NATIVE_DTYPES for t in flat):
        return None
    case = Case(record, number, sample, inputs, shape_inputs(record, inputs, sample.attrs))
    if not case.given:
        return None
    trace = Traced(static)
    with as_default_graph(trace.graph):
        outputs = results(apply(record, trace.placeholders(inputs, case.fixed), sample.attrs))
    trace.graph.outputs = outputs
    trace.graph.finish()
    if not outputs or not all(v.type.dims is not None and v.type.dtype.name in NATIVE_DTYPES for v in outputs):
        return None
    target = target_of("aarch64-linux")
    with jit.writing_for(target.host(target.levels[0])):
        return None if write_body(optimize(trace.graph), Code(embedding=LibraryEmbedding())).w.host_ops else case


def check(target: str, chosen: Sequence[Case], folder: Path) -> list[str]:
    """Compile samples to a library for a target, run it where it runs, and return what differs from this process."""
    concrete, given, counts = together(chosen)
    expected = concrete(*given)
    aot.compile(concrete, folder, name="samples", target=target)
    arguments = {f"in{i}": t._array for i, t in enumerate(given)}
    like = {key: t._array for key, t in expected.items()}
    owners = [case for case, count in zip(chosen, counts, strict=True) for _ in range(count)]
    problems = []
    for place in places(target):
        found = run(place, "samples", folder, arguments, like)
        for i, case in enumerate(owners):
            problem = disagreement(found[f"out{i}"], expected[f"out{i}"], case.sample)
            if problem and case.record.name not in DIFFERENT:
                problems.append(f"{target}, {place}: {case.record.name}, sample {case.number}: {problem[:300]}")
    return problems


def together(chosen: Sequence[Case]) -> tuple[Any, list[Any], list[int]]:
    """A function of all samples, their tensors, and how many results each has: known when it has been traced."""
    given = [t for case in chosen for t in case.given]
    counts: list[int] = []

    def every(*values: Any) -> dict[str, Any]:
        following, found = iter(values), []
        for case in chosen:
            applied = case.applied(following)
            counts.append(len(applied))
            found += applied
        return {f"out{i}": value for i, value in enumerate(found)}

    specs = [tf.TensorSpec(t.shape, t.dtype, f"in{i}") for i, t in enumerate(given)]
    return tf.function(every, autograph=False).get_concrete_function(*specs), given, counts


def libraries(target: str, chosen: Sequence[Case]) -> list[Sequence[Case]]:
    """The samples of each library for a target."""
    size = _PER_LIBRARY.get(target, _USUAL)
    return [chosen[i : i + size] for i in range(0, len(chosen), size)]


def main() -> None:
    """Check all samples, or some."""
    parser = argparse.ArgumentParser(prog="python -m tests.aot.target_samples", description=__doc__)
    parser.add_argument("--targets", nargs="+", choices=TARGETS, default=TARGETS)
    options = parser.parse_args()
    failed = False
    for target in options.targets:
        chosen = cases(target)
        ops = len({case.record.name for case in chosen})
        print(f"{target}: {len(chosen)} samples of {ops} ops, run by {', '.join(places(target))}", flush=True)
        start, problems = time.monotonic(), []
        for part in libraries(target, chosen):
            with tempfile.TemporaryDirectory() as folder:
                problems += check(target, part, Path(folder))
        print(f"{target}: {len(problems)} differ, {time.monotonic() - start:.0f} s", *problems, sep="\n", flush=True)
        failed = failed or bool(problems)
    sys.exit(failed)


if __name__ == "__main__":
    main()

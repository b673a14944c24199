"""How an op answers hostile inputs: only errors that a rule or a kernel raises itself may leave it."""

from __future__ import annotations

import dis
from typing import Any

import graphwright as tf
from graphwright.core.context import as_default_graph
from graphwright.core.dispatch import apply_any
from graphwright.core.tensor import EagerTensor
from graphwright.core.tracing import TracingGraph
from graphwright.passes import optimize
from graphwright.runtime.selection import executor
from tests.hostile_inputs.mutations import Case, changes
from tests.support.op_samples import results, unknown_sizes

#: Python's and NumPy's own errors: none of them is an answer.
NEVER = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    BufferError,
    LookupError,
    NameError,
    RecursionError,
    SystemError,
)
WAYS = ("eagerly", "numpy", "native")


def problem(case: Case, way: str, strict: bool = False) -> str:
    """What is wrong with the error of a case, or nothing; see `wrong_in`."""
    inputs, attrs = changes(case.record, case.sample)[case.change]()
    try:
        run(case, inputs, attrs, way)
    except Exception as error:
        return wrong_in(error, strict)
    return ""


def wrong_in(error: BaseException, strict: bool) -> str:
    """Why an error is not one that an op may raise; strictly, also where its class alone is ours (`refusal_of`)."""
    said = f"{type(error).__name__}: {str(error)[:160]}".replace("\n", " ")
    if isinstance(error, tf.errors.OpError):
        return said if strict and isinstance(error.__cause__, (*NEVER, ValueError, TypeError)) else ""
    if isinstance(error, NEVER) or not isinstance(error, (ValueError, TypeError, NotImplementedError)):
        return said
    return "" if _was_raised(error) else f"not ours: {said}"


def _was_raised(error: BaseException) -> bool:
    """Whether a `raise` of the package is where the error comes from, and not a call into NumPy or Python."""
    entry = error.__traceback__
    assert entry is not None
    while entry.tb_next is not None:
        entry = entry.tb_next
    code = entry.tb_frame.f_code
    if "graphwright" not in code.co_filename:
        return False
    return any(
        i.offset == entry.tb_lasti and i.opname in ("RAISE_VARARGS", "RERAISE") for i in dis.get_instructions(code)
    )


def run(case: Case, inputs: list[Any], attrs: Any, way: str) -> None:
    """Apply the op eagerly, or trace it with open sizes and run the graph."""
    if way == "eagerly":
        apply_any(case.record, inputs, attrs)
        return
    graph, arrays = TracingGraph("hostile"), []

    def placeholder(t: EagerTensor) -> Any:
        arrays.append(t._array)
        return graph.placeholder(unknown_sizes(t), f"x{len(arrays)}")

    with as_default_graph(graph):
        placed = [[placeholder(t) for t in x] if isinstance(x, list) else placeholder(x) for x in inputs]
        graph.outputs = results(apply_any(case.record, placed, attrs)) or list(graph.inputs)
    graph.finish()
    executor(way).compile(optimize(graph)).run([*arrays, *(t._array for t in graph.captures)])

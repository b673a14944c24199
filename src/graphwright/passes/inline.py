"""Put the bodies of functions in the place of their calls, and of the branch taken where that is known.

Bodies that stay bodies are optimised too, once each, and named by the rewritten If, Case and While operations.
"""

from __future__ import annotations

import threading
import weakref
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from graphwright.base.shape import Dim, Symbol
from graphwright.ir.funcgraph import FuncGraph, copy_graph, next_function_name
from graphwright.ir.graph import Operation, Value, call_instead, called_functions
from graphwright.ir.record import OpRecord
from graphwright.ir.types import TensorType, resized
from graphwright.passes._rewrite import Rewriter, Rule, constant_of

OPTIMIZED: Final = "optimized"
"""Under which a graph keeps its optimised form."""

CALLS: Final = frozenset({"PartitionedCall", "StatefulPartitionedCall"})
BRANCHES: Final = frozenset({"If", "StatelessIf", "Case", "StatelessCase"})

_LARGEST: Final = 50_000
"""Operations; a body that is called in one place alone is put there unless the graph becomes larger than this."""
_COPIES: Final = 5_000
"""Operations by which a graph may grow through bodies that are called in several places: nested calls multiply."""
_FEW: Final = 50
"""Operations; bodies of no more are put in the place of every call."""
_TAKER: Final = "taker"  # the first graph that takes a body which it calls once


class _Work(threading.local):
    """The bodies that are being optimised on this thread, outermost first.

    `calls[i]` says whether body i is called whenever body i - 1 runs, and not just in a branch or a loop of it.
    """

    def __init__(self) -> None:
        self.bodies: list[FuncGraph] = []
        self.calls: list[bool] = []
        # recursive calls, by the operation's place for them: they name the unoptimised body until all is done
        self.recursive: list[tuple[Operation, int]] = []


work = _Work()


class Inline:
    """The visitor; `optimize` gives the optimised form of a body."""

    def __init__(self, optimize: Callable[[FuncGraph], FuncGraph]) -> None:
        self._optimize = optimize
        self._calls: Counter[FuncGraph] | None = None  # of each body in the graph, as it was before the walk
        self._decided: dict[FuncGraph, bool] = {}
        self._copies = 0  # operations by which the graph has grown, or will

    def __call__(self, record: OpRecord) -> Sequence[Rule]:
        return (self._look_into,) if record.calls_functions else ()

    def _look_into(self, op: Operation, rewriter: Rewriter) -> list[Value] | None:
        name = op.record.name
        if name in CALLS:
            body = self._body(op, 0, always=True)
            return None if body is None or not self._takes(body, rewriter) else expand(body, op.inputs, op, rewriter)
        if name in BRANCHES:
            chosen = _chosen_branch(op)
            if chosen is not None:
                body = self._body(op, chosen, always=True)
                return None if body is None else expand(body, op.inputs[1:], op, rewriter)
        for i in range(len(called_functions(op))):
            self._body(op, i, always=False)
        return None

    def _body(self, op: Operation, i: int, always: bool) -> FuncGraph | None:
        """The optimised form of one of an operation's bodies, which it names from now on; None for a recursive call."""
        bodies = called_functions(op)
        body = bodies[i]
        if any(body is b for b in work.bodies):
            _check_conditional(body, op, always)
            work.recursive.append((op, i))
            return None
        work.calls.append(always)
        try:
            better = self._optimize(body)
        finally:
            work.calls.pop()
        if better is not body:
            bodies[i] = better
            call_instead(op, bodies)
        return better

    def _takes(self, body: FuncGraph, rewriter: Rewriter) -> bool:
        """Whether a body is put in the place of its calls: of all of them in the graph, or of none."""
        if len(body.operations) <= _FEW:
            return True
        decided = self._decided.get(body)
        if decided is None:
            decided = self._decided[body] = self._decide(body, rewriter)
        return decided

    def _decide(self, body: FuncGraph, rewriter: Rewriter) -> bool:
        if self._calls is None:
            called = (called_functions(op)[0] for op in rewriter.graph.operations if op.record.name in CALLS)
            self._calls = Counter(b.derived.get(OPTIMIZED, b) for b in called)
        calls, size = self._calls[body], len(body.operations)
        if not calls:  # it came with a body that has not taken it
            return False
        taker = work.bodies[-1]
        if calls == 1 and body.derived.setdefault(_TAKER, weakref.ref(taker))() is taker:
            return size + len(rewriter.operations) <= _LARGEST
        self._copies += calls * size
        return self._copies <= _COPIES


def _check_conditional(body: FuncGraph, op: Operation, always: bool) -> None:
    """A function may call itself where a condition decides; otherwise no call of it would ever end."""
    since = next(i for i, b in enumerate(work.bodies) if b is body)
    if always and all(work.calls[since + 1 :]):
        place = (op.origin or op).location
        raise RecursionError(
            f"Function '{body.name}' calls itself whenever it runs, so that a call would never end. Let a tensor's "
            f"value decide about the call (an `if`, or tf.cond)." + (f"\n  {place}" if place else "")
        )


def _chosen_branch(op: Operation) -> int | None:
    """Which of the branches is taken, where what decides is a constant."""
    decisive = constant_of(op.inputs[0])
    if decisive is None:
        return None
    if op.record.name.endswith("Case"):
        last = len(op.attrs["branches"]) - 1
        index = int(decisive[()]) if not decisive.ndim else -1
        return index if 0 <= index <= last else last
    holds = bool(decisive.size) if decisive.ndim else bool(decisive[()])
    return 0 if holds else 1


def expand(body: FuncGraph, arguments: Sequence[Value], like: Operation, rewriter: Rewriter) -> list[Value]:
    """The operations of a body on these arguments, in front of the operation `like`; gives the body's outputs.

    Symbols of the body are replaced by the sizes of the arguments, and by new symbols where those do not settle
    them: another call of the same body has sizes of its own.
    """
    values: dict[Value, Value] = dict(zip(body.inputs, arguments, strict=True))
    sizes: dict[Symbol, Dim] = {}
    for parameter, argument in values.items():
        if parameter.type is not argument.type:
            _match(parameter.type, argument.type, sizes)
            rewriter.refined.add(argument)
    given = {v.op for v in body.inputs}
    for op in body.operations:
        if op in given:
            continue
        made = Operation(
            rewriter.graph,
            op.record,
            rewriter.unique_name(f"{like.name}/{op.name}"),
            [values[v] for v in op.inputs],
            op.attrs,
            [resized(v.type, sizes) for v in op.outputs],
            op.location,
            op.origin or op,
        )
        values.update(zip(op.outputs, rewriter.process(made), strict=True))
    return [values[v] for v in body.outputs]


def _match(parameter: TensorType, argument: TensorType, sizes: dict[Symbol, Dim]) -> None:
    if parameter.dims is None or argument.dims is None:
        return
    for inner, outer in zip(parameter.dims, argument.dims, strict=False):
        if isinstance(inner, Symbol) and not isinstance(sizes.get(inner), int):
            sizes[inner] = outer


def copy_body(body: FuncGraph) -> FuncGraph:
    """A copy of a loop's body or test under a new name, whose recursive calls will name the optimised function too."""
    copied = copy_graph(body, next_function_name(body.name.rpartition("_")[0] or body.name))
    if work.recursive:
        counterpart = dict(zip(body.operations, copied.operations, strict=True))
        work.recursive += [(counterpart[op], i) for op, i in work.recursive if op in counterpart]
    return copied


def settle_recursion(optimized: Callable[[FuncGraph], Any]) -> None:
    """Let recursive calls name the optimised bodies, now that there are all of them."""
    for op, i in work.recursive:
        bodies = called_functions(op)
        bodies[i] = optimized(bodies[i])
        call_instead(op, bodies)
    work.recursive.clear()


__all__ = ["Inline", "copy_body", "expand", "settle_recursion", "work"]

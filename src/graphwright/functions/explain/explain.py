"""`Function.explain`: the traces of a Function with their reasons and statistics."""

from __future__ import annotations

import dataclasses
import html
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from graphwright.base.config import options
from graphwright.base.files import write_text
from graphwright.base.services import PAGE, PICTURE
from graphwright.functions.explain.retrace_reasons import FIRST
from graphwright.functions.explain.sizes import Sizes, by_sizes, gradient_graphs, specialized
from graphwright.ir.emit import NATIVE_DTYPES
from graphwright.ir.graph import Operation, called_functions
from graphwright.ir.location import Location

if TYPE_CHECKING:
    from graphwright.core.placement import Transfers
    from graphwright.functions.calls.concrete_function import ConcreteFunction
    from graphwright.functions.explain.call_differences import Difference
    from graphwright.functions.function import Function
    from graphwright.ir.funcgraph import FuncGraph


_MOST_SIZES: Final = 4  # sets of sizes that are named
_MOST_IN_A_NOTEBOOK: Final = 3000  # operations of what is shown without being asked for; `to_html` shows any number


@dataclasses.dataclass(frozen=True)
class HostCall:
    """An operation of a compiled program that runs its NumPy kernel.

    Attributes:
      op: the operation's type.
      name: its name in the graph.
      reason: why it has no native code here.
      location: the user's line that created it, or None.
    """

    op: str
    name: str
    reason: str
    location: Location | None

    def __str__(self) -> str:
        return f"{self.op} ({self.name}): {self.reason}{f', {self.location}' if self.location else ''}"


@dataclasses.dataclass(frozen=True)
class Trace:
    """One trace of a Function, as it is now.

    Attributes:
      name: its name in graphs.
      signature: the arguments it was traced for.
      reason: why it was traced: for all but the first, why no earlier trace could be used.
      differences: what differs from the nearest earlier trace, argument by argument.
      frozen: the Python state it read and keeps the values of.
      calls, seconds: the number of calls and their total time, estimated from a sample.
      trace_seconds, compile_seconds: how long tracing and compiling took.
      nodes: operations in the traced graph, bodies of loops and branches included.
      optimized_nodes: those left after the passes; None before it is compiled.
      executor: what runs it, `native`, `numpy` or `xla`; None before it is compiled.
      entry: how Python enters its native code, `builtin` or, which takes longer, `ctypes`; None where there is none.
      regions: native loop nests and kernels in its program, or for `xla` the segments that were compiled for the sizes
        met so far; None where there are none.
      specializations: the sizes that have programs of their own, with their calls.
      host_calls: the operations that its program leaves to Python, and why.
      decisions: what was decided about its native program by a limit of the machine, and the limit.
      unpadded: of `xla`, with the option `buckets`, why the arguments are not padded; empty where they are.
      device: the device on which it runs, if that is not the host.
      sizes: of `xla`, the sizes of the arguments that segments were compiled for, in the order in which they were met.
      transfers: of a program on a device, what it moved between the host and the device; None for others.
      concrete: the concrete function itself.
    """

    name: str
    signature: str
    reason: str
    differences: tuple[Difference, ...]
    frozen: tuple[str, ...]
    calls: int
    seconds: float
    trace_seconds: float
    compile_seconds: float
    nodes: int
    optimized_nodes: int | None
    executor: str | None
    entry: str | None
    regions: int | None
    host_calls: tuple[HostCall, ...]
    specializations: tuple[Sizes, ...]
    decisions: tuple[str, ...]
    unpadded: str
    device: str
    sizes: tuple[str, ...]
    transfers: Transfers | None
    concrete: ConcreteFunction = dataclasses.field(repr=False, compare=False)

    def lines(self) -> Iterator[tuple[str, str]]:
        """The report as headings and texts."""
        yield "why", self.reason
        if self.frozen:
            yield "frozen", ", ".join(self.frozen)
        yield "calls", f"{self.calls} in {_time(self.seconds)}"
        if self.specializations:
            yield "sizes", "\n".join(by_sizes(self.specializations, self.calls))
        yield "made in", f"{_time(self.trace_seconds)} tracing, {_time(self.compile_seconds)} compiling"
        yield "nodes", _nodes(self.nodes, self.optimized_nodes)
        yield "runs as", self._program()
        if self.sizes:
            yield "compiled for", _sizes(self.sizes)
        if self.unpadded:
            yield "not padded", self.unpadded
        if self.transfers is not None:
            yield "moved", _moved(self.transfers)
        for call in self.host_calls:
            yield "left to Python", str(call)
        if self.decisions:
            yield "by the machine", "\n".join(self.decisions)

    def _program(self) -> str:
        if self.executor is None:
            return "not compiled yet"
        if self.regions is None:
            return f"{self.executor}: each op by its kernel{_missing_native_reason()}"
        if self.executor == "xla":
            place = f"xla on {self.device}" if self.device else "xla"
            return f"{place}: {_count(self.regions, 'compiled segment')}, {_count(len(self.host_calls), 'host call')}"
        native = _count(self.regions, "native region") if self.regions else "code for scalars alone"
        slow = f", entered by ctypes: {_ctypes_reason()}" if self.entry == "ctypes" else ""
        return f"{self.executor}: {native}, {_count(len(self.host_calls), 'host call')}{slow}"

    def __str__(self) -> str:
        lines = [self.signature]
        for heading, text in self.lines():
            first, *rest = text.splitlines()
            lines += [f"  {heading + ':':<16}{first}", *(f"  {'':<16}{line}" for line in rest)]
        return "\n".join(lines)


class Explanation:
    """The traces of a Function at this moment; prints as text, and as a table in a notebook.

    Attributes:
      name: the function's name.
      traces: a `Trace` for each trace in the cache, oldest first.
      made: the number of traces ever made, including those that were dropped.
      tracing_count: how often the Python function was run for tracing.
      instances: for a method, how many instances have traces of their own.

    >>> double = tf.function(lambda x: x + x)
    >>> _ = double(tf.constant(1)), double(tf.constant(2))
    >>> double.explain()
    <Explanation of <lambda>: 1 trace, 2 calls>
    """

    def __init__(self, function: Function[Any, Any]) -> None:
        self.name = function.name
        self.traces = [_described(c) for c in function._list_all_concrete_functions()]
        self.made = function._history.made
        self.tracing_count = function.experimental_get_tracing_count()
        self.instances = len(function._methods)

    @classmethod
    def of_traces(cls, name: str, traces: Sequence[ConcreteFunction]) -> Explanation:
        """The explanation of traces that belong to no Function, such as the signatures of a model."""
        found = cls.__new__(cls)
        found.name = name
        found.traces = [_described(concrete) for concrete in traces]
        found.made = found.tracing_count = len(traces)
        found.instances = 0
        return found

    @property
    def calls(self) -> int:
        """How often the traces have been called."""
        return sum(t.calls for t in self.traces)

    def _heading(self) -> str:
        text = f"{self.name}: {_count(len(self.traces), 'trace')}, {_count(self.calls, 'call')}"
        if self.made > len(self.traces):
            text += f" ({self.made - len(self.traces)} more made and dropped)"
        if self.instances:
            text += f"; {_count(self.instances, 'instance')} with traces of their own: call explain() on one of them"
        return text

    def __str__(self) -> str:
        parts = [self._heading()]
        for i, trace in enumerate(self.traces):
            parts.append(f"{i + 1}. " + str(trace).replace("\n", "\n   "))
        return "\n".join(parts)

    def __repr__(self) -> str:
        return f"<Explanation of {self._heading().split(' (')[0]}>"

    def to_html(self, path: Any = None, *, profile: Any = None) -> str | None:
        """One HTML file that shows the function: graphs, passes, traces, code; with a profile, where the time goes.

        The file needs nothing else and fetches nothing. docs/seeing.md describes what is in it.

        Args:
          path: where it is written; None returns the text.
          profile: a folder in which `tf.profiler.experimental` recorded one, or plain data in the structure of
            `graphwright.viewer.profile_data`.

        Raises ValueError for a profile of another form, FileNotFoundError for a folder without one.

        >>> double = tf.function(lambda x: x + x)
        >>> _ = double(tf.constant(1))
        >>> page = double.explain().to_html()
        >>> page.startswith("<!doctype html>")
        True
        """
        return _written(PAGE.get()([self], self.name, profile), path)

    def to_svg(self, path: Any = None, *, trace: int = -1, stage: str = "optimized", groups: int = 60) -> str | None:
        """A picture of a trace's graph as SVG, which needs no browser to be made.

        Args:
          path: where it is written; None returns the text.
          trace: which of `traces`.
          stage: "optimized", as it is compiled, or "traced".
          groups: name scopes, loops and branches are drawn open until so many operations are in the picture.

        Raises IndexError where there is no such trace, ValueError for another stage.

        >>> double = tf.function(lambda x: x + x)
        >>> _ = double(tf.constant(1))
        >>> double.explain().to_svg().startswith("<svg")
        True
        """
        if not -len(self.traces) <= trace < len(self.traces):
            raise IndexError(f"There is no trace {trace}: {self.name} has {_count(len(self.traces), 'trace')}.")
        return _written(PICTURE.get()(self.traces[trace], stage, groups), path)

    def _repr_html_(self) -> str:
        nodes = sum(trace.nodes for trace in self.traces)
        page = html.escape(PAGE.get()([self], self.name, None)) if 0 < nodes <= _MOST_IN_A_NOTEBOOK else ""
        style = "width:100%;height:560px;border:1px solid #8886;border-radius:6px"
        start = f'<iframe sandbox="allow-scripts" title="{html.escape(self.name)}" style="{style}"'
        return self._table() + (f'{start} srcdoc="{page}"></iframe>' if page else "")

    def _table(self) -> str:
        rows = []
        for i, trace in enumerate(self.traces):
            details = "".join(f"<dt>{html.escape(h)}</dt><dd>{_as_html(text)}</dd>" for h, text in trace.lines())
            signature = html.escape(trace.signature)
            rows.append(f"<tr><td>{i + 1}</td><td><code>{signature}</code></td><td><dl>{details}</dl></td></tr>")
        head = "<tr><th></th><th>trace</th><th></th></tr>"
        return f"<table><caption>{html.escape(self._heading())}</caption>{head}{''.join(rows)}</table>"


def explain(function: Function[Any, Any]) -> Explanation:
    """See `Function.explain`."""
    return Explanation(function)


class MaxTraces:
    """The result of `assert_max_traces`: as a context manager it checks again at the end of the block."""

    def __init__(self, function: Function[Any, Any], count: int) -> None:
        self._function = function
        self._count = count

    def check(self) -> MaxTraces:
        """Raise AssertionError if there have been more traces."""
        found = explain(self._function)
        if found.made > self._count:
            listed = "\n".join(f"  {t.signature}: {t.reason}" for t in found.traces)
            times = _count(found.made, "time")
            raise AssertionError(f"{found.name} has been traced {times}, at most {self._count} allowed:\n{listed}")
        return self

    def __enter__(self) -> MaxTraces:
        return self

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        if error is None:
            self.check()


# one trace --------------------------------------------------------------------------------------------------


def _described(concrete: ConcreteFunction) -> Trace:
    usage, reason = concrete.usage, concrete.reason or FIRST
    special, gradients = list(specialized(concrete.graph)), gradient_graphs(concrete.graph)
    optimized = concrete.graph.derived.get("optimized")
    graphs = [concrete.graph, *(s.graph for s in special), *gradients]
    programs = map(_program_of, graphs)
    executor, program = next((found for found in programs if found[1] is not None), _program_of(concrete.graph))
    inner = [s for body in _called_by_sizes(program) for s in specialized(body)]
    taped = [Sizes(s.types, s.calls, part) for graph, part in gradients.items() for s in specialized(graph)]
    device = getattr(program, "device", None)
    return Trace(
        name=concrete.name,
        signature=concrete.pretty_printed_signature(verbose=False),
        reason=str(reason),
        differences=reason.differences,
        frozen=tuple(map(str, getattr(concrete, "frozen", ()))),
        calls=usage.calls + sum(s.usage.calls for s in special),
        seconds=usage.seconds + sum(s.usage.seconds for s in special),
        specializations=(*(Sizes(s.types, s.calls) for s in special + inner), *taped),
        trace_seconds=usage.trace_seconds,
        compile_seconds=usage.compile_seconds,
        nodes=_size(concrete.graph),
        optimized_nodes=None if optimized is None else _size(optimized),
        executor=executor,
        entry=None if executor != "native" else "ctypes" if _ctypes_reason() else "builtin",
        regions=getattr(program, "regions", None),
        host_calls=_host_calls(program),
        decisions=tuple(f"{count} x {what}" for what, count in getattr(program, "decisions", {}).items()),
        unpadded=program.rows.reason if hasattr(program, "rows") else "",
        device="" if device is None else device.name.rpartition("device:")[2],
        sizes=tuple(getattr(program, "specialisations", ())),
        transfers=getattr(program, "transfers", None) or _moved_by_replicas(optimized or concrete.graph),
        concrete=concrete,
    )


def _called_by_sizes(program: Any) -> list[FuncGraph]:
    """The functions that a program calls with the sizes of a batch."""
    return [op.attrs["f"] for op in getattr(program, "host_ops", ()) if op.type == "_CallBySizes"]


def _moved_by_replicas(graph: FuncGraph) -> Transfers | None:
    """What the programs of replicated functions in a graph have moved; None where there is none."""
    for op in graph.operations:
        body = op.attrs.get("computation") if op.type == "_TPUReplicate" else None
        found: Transfers | None = getattr(body and body.derived.get("replicated"), "transfers", None)
        if found is not None:
            return found
    return None


def _program_of(graph: FuncGraph) -> tuple[str | None, Any]:
    """The most recent program of the graph, and the name of its executor."""
    from graphwright.runtime.executor import Program

    for key, created in reversed(list(graph.derived.items())):
        if isinstance(created, Program):
            return key.name, created
    return None, None


def _size(graph: FuncGraph) -> int:
    """The operations of a graph and of the functions it calls."""
    found, pending, seen = 0, [graph], {id(graph)}
    while pending:
        for op in pending.pop().operations:
            found += 1
            for called in called_functions(op):
                if id(called) not in seen:
                    seen.add(id(called))
                    pending.append(called)
    return found


def _host_calls(program: Any) -> tuple[HostCall, ...]:
    """The operations that a program leaves to Python: the xla executor says why."""
    reasons = [(r.op, r.reason) for r in getattr(program, "refusals", ())]
    pending = list(getattr(program, "host_ops", ()))
    for op in pending:
        if op.type == "_CallBySizes":
            pending += getattr(_program_of(op.attrs["f"])[1], "host_ops", ())
        else:
            reasons.append((op, _host_reason(op)))
    return tuple(HostCall(op.type, op.name, reason, op.location) for op, reason in reasons)


def _missing_native_reason() -> str:
    """Why there is no native code although it was asked for."""
    from graphwright.runtime.selection import missing

    reason = missing() if options.executor == "native" else ""
    return reason and f" (no native code: {reason})"


def _ctypes_reason() -> str:
    from graphwright.runtime.selection import why_ctypes

    return why_ctypes()


def _host_reason(op: Operation) -> str:
    """Why an operation has no native code here."""
    record = op.record
    types = [v.type for v in (*op.inputs, *op.outputs)]
    foreign = sorted({t.dtype.name for t in types} - NATIVE_DTYPES - {"resource"})
    if record.effect == "host":
        return "what it does is done outside of the program: Python code, printing, asserting"
    if record.calls_functions:
        return "its kernel runs other graphs"
    if foreign:
        return f"compiled code does not compute with {', '.join(foreign)}"
    if record.native is None:
        return "there is no native rule for it"
    if any(t.dims is None for t in types):
        return "not even the rank of its operands is known while compiling"
    if any(not t.is_static for t in types):
        return "its native rule needs sizes that are not known while compiling"
    return "its native rule does not cover these operands"


def _written(text: str, path: Any) -> str | None:
    """The text, or None once it is in the file."""
    if path is None:
        return text
    write_text(path, text)
    return None


# words ------------------------------------------------------------------------------------------------------


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _sizes(sizes: Sequence[str]) -> str:
    """So many sets of sizes, and the last of them."""
    shown = "; ".join(text or "no arguments" for text in sizes[-_MOST_SIZES:])
    more = f"{len(sizes) - _MOST_SIZES} more and " if len(sizes) > _MOST_SIZES else ""
    return f"{_count(len(sizes), 'set')} of sizes: {more}{shown}"


def _moved(transfers: Transfers) -> str:
    """What went between host and device."""
    there = f"{_count(transfers.to_device, 'array')} ({transfers.bytes_to_device:,} bytes) to the device"
    return f"{there}, {_count(transfers.to_host, 'array')} ({transfers.bytes_to_host:,} bytes) to the host"


def _nodes(traced: int, optimized: int | None) -> str:
    return f"{traced} traced" + ("" if optimized is None else f", {optimized} after the passes")


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def _as_html(text: str) -> str:
    return html.escape(text).replace("\n", "<br>")

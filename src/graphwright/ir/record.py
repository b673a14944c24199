"""The op record: everything that is known about an op, declared once.

Eager execution, tracing, gradients, passes, executors, GraphDef, `raw_ops`, docs and tests all read it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Literal

from graphwright.ir.lowering import Lowering, Sizes
from graphwright.ir.reach import Reach, Reaches
from graphwright.ir.signature import ArgDef, AttrDef, parse_args, parse_attrs

Effect = Literal["none", "read", "write", "random", "host"]
"""What running an op can be seen to do.

`none`: nothing (it may be merged, moved, folded, dropped). `read`: sees a variable's state. `random`: draws from
hidden state. Both may be dropped when unused. `write`, `host`: always run, in program order.
"""

Kernel = Callable[..., Any]
Gradient = Callable[..., Sequence[Any]]
ShapeRule = Callable[..., Any]


@dataclass(frozen=True, eq=False)
class OpRecord:
    """One op: TensorFlow's name and interface, and every rule we have for it.

    Attributes:
      name: TensorFlow's op name.
      inputs, outputs, attrs: the interface, checked against TensorFlow's own in the tests.
      shape: `rule(ctx)` returns the dims of the single output, or a list with the dims of each; see `ir.infer`.
      kernel: NumPy implementation, `kernel(*inputs, **kernel_attrs)`; a list input arrives as one list.
      gradient: `rule(op, *output_gradients)` returns one gradient (or None) per input; None: not differentiable.
      native: how the native executor computes it; None: the kernel is called from the compiled program.
      effect: what running it can be seen to do.
      commutative: the first two inputs may be swapped (used when merging equal ops).
      partial: `rule(op, known)` gives the value of an integer output as dims while tracing, or a list with the value
        of each of several; see `ir.infer`.
      family: the module that declares it.
      sizes: `rule(e, load, op)` gives the sizes of the output from the values of the inputs, for what is not known
        while compiling; see `ir.lowering.Sizes`.
      of_list: `rule(*inputs, **attrs)` computes the output where the input that is a list of tensors is a list of the
        graph (`core.graph_lists`), with other ops. Without it such a list is refused.
      reaches: what its arguments reach beyond the graph, such as files; see `ir.reach`.
    """

    name: str
    inputs: tuple[ArgDef, ...]
    outputs: tuple[ArgDef, ...]
    attrs: Mapping[str, AttrDef]
    shape: ShapeRule
    kernel: Kernel | None
    gradient: Gradient | None
    native: Lowering | None
    effect: Effect
    stateful: bool
    commutative: bool
    partial: Callable[..., Any] | None
    no_gradient: bool
    family: str = ""
    sizes: Sizes | None = None
    of_list: Callable[..., Any] | None = None
    reaches: Reaches = field(default_factory=dict)
    ends_tape: bool = False
    eager_cache: dict[Any, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def inferred_attrs(self) -> frozenset[str]:
        """Attributes that follow from the inputs: their dtypes, lengths and dtype lists."""
        names: set[str] = set()
        for arg in self.inputs:
            names.update(n for n in (arg.type_attr, arg.number_attr, arg.type_list_attr) if n)
        return frozenset(names)

    @cached_property
    def kernel_attrs(self) -> tuple[str, ...]:
        """Attributes that are passed to the kernel: all that do not follow from the inputs."""
        return tuple(n for n in self.attrs if n not in self.inferred_attrs)

    @cached_property
    def flat_inputs(self) -> bool:
        """Whether every input is a single tensor, so that kernels take the flat inputs as they are."""
        return all(arg.number_attr is None and arg.type_list_attr is None for arg in self.inputs)

    @cached_property
    def one_dtype(self) -> bool:
        """Whether every input is a single tensor of one and the same open dtype."""
        names = {arg.type_attr for arg in self.inputs}
        return self.flat_inputs and len(names) == 1 and None not in names

    @cached_property
    def runs_code(self) -> bool:
        """Whether the kernel runs more than itself: the user's Python, or graphs that attributes name."""
        return self.effect == "host" or self.calls_functions

    @cached_property
    def function_attrs(self) -> tuple[str, ...]:
        """Attributes that name a graph, or a list of them."""
        return tuple(n for n, a in self.attrs.items() if a.kind in ("func", "list(func)"))

    @cached_property
    def calls_functions(self) -> bool:
        """Whether an attribute names a graph (or several)."""
        return bool(self.function_attrs)

    def reaching(self, reach: Reach) -> bool:
        """Whether an argument reaches this."""
        return reach in self.reaches.values()

    @cached_property
    def single_output(self) -> bool:
        """Whether there is exactly one output and it is a single tensor."""
        return len(self.outputs) == 1 and not self.outputs[0].is_list

    def bound_kernel(self, attrs: Mapping[str, Any]) -> Kernel:
        """The kernel with this op's attributes filled in; takes the grouped inputs only."""
        if self.kernel is None:
            raise NotImplementedError(f"Op {self.name} has no kernel.")
        if not self.kernel_attrs:
            return self.kernel
        return partial(self.kernel, **{n: attrs[n] for n in self.kernel_attrs})

    def group(self, flat: Sequence[Any], attrs: Mapping[str, Any]) -> list[Any]:
        """Flat inputs as the kernel takes them: one entry per declared input, lists as lists."""
        if self.flat_inputs:
            return list(flat)
        grouped: list[Any] = []
        at = 0
        for arg in self.inputs:
            count = self.arg_count(arg, attrs)
            grouped.append(list(flat[at : at + count]) if arg.is_list else flat[at])
            at += count
        return grouped

    def complete(self, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> dict[str, Any]:
        """The given attributes with those that follow from the inputs (values; lists for lists), and the defaults."""
        complete = {name: definition.default for name, definition in self.attrs.items() if not definition.required}
        for arg, item in zip(self.inputs, inputs, strict=True):
            values = list(item) if arg.is_list else [item]
            if arg.type_attr:
                complete[arg.type_attr] = values[0].type.dtype
            if arg.type_list_attr:
                complete[arg.type_list_attr] = [v.type.dtype for v in values]
            if arg.number_attr:
                complete[arg.number_attr] = len(values)
        return {**complete, **attrs}

    @staticmethod
    def arg_count(arg: ArgDef, attrs: Mapping[str, Any]) -> int:
        """How many tensors a declared input or output stands for under these (complete) attributes."""
        if arg.number_attr is not None:
            return int(attrs[arg.number_attr])
        if arg.type_list_attr is not None:
            return len(attrs[arg.type_list_attr])
        return 1

    @property
    def prunable(self) -> bool:
        """Whether the op may be dropped when nothing uses its results."""
        return self.effect not in ("write", "host")

    def __repr__(self) -> str:
        return f"OpRecord({self.name})"


_records: dict[str, OpRecord] = {}
_families: Callable[[str], bool] | None = None


def op(
    name: str,
    args: str,
    attrs: str = "",
    *,
    shape: ShapeRule,
    kernel: Kernel | None = None,
    gradient: Gradient | None = None,
    no_gradient: bool = False,
    native: Lowering | None = None,
    effect: Effect = "none",
    stateful: bool | None = None,
    commutative: bool = False,
    partial: Callable[..., Any] | None = None,
    sizes: Sizes | None = None,
    of_list: Callable[..., Any] | None = None,
    reaches: Reaches | None = None,
    ends_tape: bool = False,
) -> OpRecord:
    """Declare an op and register it.

    `args` is `"x: T, y: T -> z: T"`, with `N*T` for a list of N tensors, `[Tin]` for a list of mixed dtypes and a
    dtype's name for a fixed one. `attrs` is `"T: {float, double}; keep_dims: bool = false"`, `T: <set name>` being
    one of `ir.signature.TYPE_SETS`. `no_gradient` marks results that carry no gradient by definition; tapes take them
    for sources nevertheless, unless `ends_tape` is set. `reaches` names the arguments that give access to files, the
    network, processes, Python or resources of other graphs.
    """
    inputs, outputs = parse_args(args)
    record = OpRecord(
        name,
        inputs,
        outputs,
        parse_attrs(attrs),
        shape,
        kernel,
        gradient,
        native,
        effect,
        effect != "none" if stateful is None else stateful,
        commutative,
        partial,
        no_gradient,
        _module_being_imported(),
        sizes,
        of_list,
        reaches or {},
        ends_tape,
    )
    if name in _records:
        raise ValueError(f"Op {name} is declared twice.")
    _records[name] = record
    return record


def _module_being_imported() -> str:
    """The module whose top level is running: declarations may be made through helpers elsewhere."""
    frame = sys._getframe(2)
    while frame.f_code.co_name != "<module>" and frame.f_back is not None:
        frame = frame.f_back
    name: str = frame.f_globals.get("__name__", "")
    return name


def set_family_loader(loader: Callable[[str], bool]) -> None:
    """Tell the registry how to load the family that declares an op: `loader(name)` says whether it is known."""
    global _families
    _families = loader


def lookup(name: str) -> OpRecord | None:
    """The record of an op by TensorFlow's name, loading its family if need be; None when there is none."""
    record = _records.get(name)
    if record is None and _families is not None and _families(name):
        record = _records.get(name)
    return record


def registered() -> Iterable[OpRecord]:
    """All records loaded so far."""
    return _records.values()

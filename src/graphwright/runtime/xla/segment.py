"""Segments: runs of operations that are one function of XLA, for one set of sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding

from graphwright.base.dtypes import as_dtype, from_numpy
from graphwright.base.frozen import frozen
from graphwright.core.variable_state import VariableState
from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.ir.types import tensor_type
from graphwright.ops.state._list_value import TensorList
from graphwright.runtime.xla.block import Block, Handle, Opaque
from graphwright.runtime.xla.emitter import DTYPES
from graphwright.runtime.xla.lists import ListBuffer
from graphwright.runtime.xla.memory import HostMemory

LARGEST_CONSTANT: Final = 1024
"""Elements of a constant that is part of a program; larger ones are passed to it, as arguments are."""
COMPILER_OPTIONS: Final = {"xla_allow_excess_precision": False}  # half precision is rounded after every operation

Form = tuple[Any, ...]
"""What is known of a payload before it is run: of arrays their dtypes and sizes."""


_DTYPES: Final = frozenset(as_dtype(name).numpy for name in DTYPES)
_OBJECT: Final = ("object",)


def form_of(payload: Any, variables: dict[int, int]) -> Form:
    """The form of a payload; `variables` numbers the variables met so far, by identity."""
    if type(payload) is np.ndarray:
        dtype = payload.dtype
        return ("array", dtype, payload.shape) if dtype in _DTYPES else _OBJECT
    if isinstance(payload, VariableState):
        number = variables.setdefault(id(payload), len(variables))
        shape = payload.shape
        if shape is None or payload.type.dtype.numpy not in _DTYPES:  # without a value, or with text
            return "variable", number
        return "variable", number, payload.type.dtype.numpy, shape, *_layout(getattr(payload, "buffer", None))
    if isinstance(payload, TensorList):
        return _list_form(payload)
    dtype = getattr(payload, "dtype", None)
    return ("array", dtype, payload.shape, *_layout(payload)) if dtype in _DTYPES else _OBJECT


def _layout(buffer: Any) -> tuple[Any, ...]:
    """How a buffer is spread over the devices of a mesh; nothing for one of a device."""
    sharding = getattr(buffer, "sharding", None)
    return (sharding,) if type(sharding) is NamedSharding else ()


def _list_form(payload: TensorList) -> Form:
    """Lists whose elements are all set and of one type can go into programs."""
    items = list(payload)
    if not items or payload.element_dtype.name not in DTYPES or payload.limit >= 0:
        return ("object",)
    dtype = payload.element_dtype.numpy
    shapes = {item.shape if isinstance(item, np.ndarray) and item.dtype == dtype else None for item in items}
    if len(shapes) != 1 or None in shapes:
        return ("object",)
    return ("list", payload.element_dtype, len(items), shapes.pop(), payload.element_shape)


def array_of(payload: Any) -> Any:
    """What an array or a list is for a program of jax."""
    return np.stack([item for item in payload if item is not None]) if isinstance(payload, TensorList) else payload


def _kind(form: Form) -> tuple[Any, ...]:
    """The dtype, the sizes and, on a mesh, the sharding of the argument for an array or a list."""
    if form[0] == "list":
        _, dtype, count, shape, _ = form
        return dtype.numpy, (count, *shape)
    return form[1:]


def _small(value: Value) -> bool:
    """Whether a value is a constant that becomes a part of the program."""
    known = constant_value(value)
    return known is not None and known.size <= LARGEST_CONSTANT


@frozen
class Refusal:
    """Why an operation is no part of a segment, and runs by its kernel.

    Attributes:
      op: the operation.
      reason: in words.
      unexpected: whether the rule failed in a way that it should not.
    """

    op: Operation
    reason: str
    unexpected: bool = False


class Segment:
    """The operations from one place of a program up to the first that has to stay outside.

    Attributes:
      end: the place behind the last of them.
      refusal: why the next one stays outside; None at the end of the program.
      sizes: of its array arguments, as text.
    """

    def __init__(
        self, steps: Sequence[Operation], start: int, payloads: dict[Value, Any], forms: dict[Value, Form],
        wanted: Sequence[set[Value]], memory: HostMemory,
    ) -> None:  # fmt: skip
        self.steps, self.start, self.end = steps, start, start
        self.refusal: Refusal | None = None
        self.memory = memory
        self.inputs = list(forms)
        self.forms = forms
        self.known: dict[Value, Any] = {}
        self.results: list[tuple[Value, Form]] = []
        self.given: dict[Value, Value] = {}
        self.may_fail = False
        self.compiled: Any = None
        self.compiles = True
        self.count = 0
        """How many of the compiled function's results are not values of variables, nor whether all went well."""
        self._wanted = wanted
        self._changes = False
        self.passed = [v for v, form in forms.items() if form[0] == "list" or (form[0] == "array" and not _small(v))]
        """The inputs whose arrays are arguments."""
        self.constants = {v: memory.argument(payloads[v]) for v in self.passed if v.op.type == "Const"}
        self._numbers: dict[Value, int] = {v: form[1] for v, form in forms.items() if form[0] == "variable"}
        variables = {number: payloads[v] for v, number in self._numbers.items()}
        self.read = sorted({form[1] for form in forms.values() if form[0] == "variable" and len(form) > 2})
        """The variables, by number, whose values are arguments."""
        changed = self._may_be_written()
        self.donated = [n for n in self.read if n in changed and memory.donates(variables[n])]
        """Those of them whose memory the program may take over."""
        self.written = list(self.donated)
        """The variables whose new values are results: all that are donated, and others that are assigned."""
        self._compile()

    @property
    def sizes(self) -> str:
        """The sizes of the array arguments."""
        found = [self.forms[v][2] for v in self.passed if v not in self.constants and self.forms[v][0] == "array"]
        return ", ".join("[" + ",".join(map(str, shape)) + "]" for shape in dict.fromkeys(found))

    # compiling ---------------------------------------------------------------------------------------------

    def _may_be_written(self) -> set[int]:
        """The numbers of the variables that an operation of the program may assign to."""
        return {
            self._numbers[v]
            for op in self.steps[self.start :]
            if op.record.effect == "write" or op.record.calls_functions
            for v in op.inputs
            if v in self._numbers
        }

    def _compile(self) -> None:
        arrays = [self.memory.abstract(*_kind(self.forms[v])) for v in self.passed]
        of_number = {form[1]: form for form in self.forms.values() if form[0] == "variable"}
        states = [self.memory.abstract(*of_number[number][2:]) for number in self.read]
        at = len(arrays)
        donated = tuple(at + self.read.index(number) for number in self.donated)
        with self.memory.compiling():
            function = jax.jit(self._trace, donate_argnums=donated, compiler_options=COMPILER_OPTIONS)
            traced = function.trace(*arrays, *states)
            if not (self.results or self._changes or self.may_fail):
                return
            try:
                self.compiled = traced.lower().compile()
                self.memory.check_room(self.compiled)
            except NotImplementedError as error:  # the device has no code for a part of it
                self.refusal = Refusal(self.steps[self.start], str(error), unexpected=True)
                self.compiles = False

    def _trace(self, *flat: Any) -> Any:
        block = Block(lenient=self.memory.lenient)
        arguments = dict(zip(self.passed, flat, strict=False))
        before = dict(zip(self.read, flat[len(self.passed) :], strict=True))
        block.states.update(before)
        values = {v: self._argument(block, v, arguments.get(v)) for v in self.inputs}
        for at in range(self.start, len(self.steps)):
            op = self.steps[at]
            written, failures = set(block.written), len(block.failures)
            states_before = dict(block.states)
            try:
                found = block.lower(op, [values[v] for v in op.inputs])
            except Exception as error:
                expected = isinstance(error, Unsupported)
                reason = str(error) if expected else f"its rule failed: {type(error).__name__}: {error}"
                self.refusal = Refusal(op, reason, not expected)
                block.states, block.written = states_before, written
                del block.failures[failures:]
                break
            values.update(zip(op.outputs, found, strict=True))
            self.end = at + 1
        return self._results_of(block, values, before)

    def _argument(self, block: Block, value: Value, array: Any) -> Value:
        form = self.forms[value]
        if form[0] == "variable":
            if len(form) == 2:
                block.states.setdefault(form[1], None)
            return block.value(Handle(form[1]), value.type)
        if form[0] == "array":
            if array is None:
                return block.constant(constant_value(value))
            inner = block.value(array, tensor_type(value.dtype, form[2]))
            if len(form) > 3:
                block.layouts[inner] = form[3]
            return inner
        if form[0] == "list":
            _, dtype, count, shape, _ = form
            return block.value(ListBuffer(dtype, shape, array, count, count), value.type)
        if value.op.type == "Const":
            return block.constant(value.op.attrs["value"])
        return block.value(Opaque(), value.type)

    def _results_of(self, block: Block, values: dict[Value, Value], before: dict[int, Any]) -> Any:
        """The arrays that later operations want, those of the variables that are written, and whether all went well."""
        produced = [v for op in self.steps[self.start : self.end] for v in op.outputs]
        wanted = self._wanted[self.end]
        arrays: list[Any] = []
        for value in produced:
            if value not in wanted:
                continue
            inner = values[value]
            known = constant_value(inner)
            payload = block.data.get(inner)
            if known is not None:
                self.known[value] = known
            elif isinstance(payload, ListBuffer):
                arrays += _list_arrays(payload)
                self.results.append((value, ("list", payload.dtype, payload.shape, payload.buffer is not None)))
            elif isinstance(payload, (Handle, Opaque)):
                self.given[value] = next(v for v in self.inputs if values[v] is inner or _same(block, values[v], inner))
            else:
                arrays.append(self.memory.kept_as(payload, None))
                self.results.append((value, ("array",)))
        self._changes = bool(block.written)
        self.count = len(arrays)
        self.written = [*self.donated, *sorted(block.written - set(self.donated))]
        failed = block.failed()
        self.may_fail = failed is not None
        layouts = {f[1]: f[4] for f in self.forms.values() if f[0] == "variable" and len(f) > 4}
        states = [
            self.memory.kept_as(jnp.asarray(block.states[number]), layouts.get(number)) for number in self.written
        ]
        if self.may_fail:  # what was donated is lost, so that a segment that fails gives the old values back
            kept = [before[number] for number in self.donated]
            states[: len(kept)] = [jnp.where(failed, old, new) for old, new in zip(kept, states, strict=False)]
        return (*arrays, *states) if failed is None else (*arrays, *states, failed)

    # running -----------------------------------------------------------------------------------------------

    def run(self, payloads: dict[Value, Any]) -> bool:
        """Add the results to the payloads and write the variables; False, with nothing done, where an op is refused."""
        if not self.compiles:
            return False
        if self.compiled is not None and not self._run_compiled(payloads):
            return False
        payloads.update(self.known)
        for value, source in self.given.items():
            payloads[value] = payloads[source]
        return True

    def _run_compiled(self, payloads: dict[Value, Any]) -> bool:
        memory = self.memory
        arguments = [
            self.constants[v] if v in self.constants else memory.argument(array_of(payloads[v])) for v in self.passed
        ]
        variables = {number: payloads[v] for v, number in self._numbers.items()}
        with memory.running(bool(variables)):
            for number in self.read:
                variable = variables[number]
                arguments.append(memory.exclusive(variable) if number in self.donated else memory.value(variable))
            arrays = self.compiled(*arguments)
            fine = not (self.may_fail and bool(arrays[-1]))
            for number, array in zip(self.written if fine else self.donated, arrays[self.count :], strict=False):
                memory.write(variables[number], array)
        if not fine:
            return False
        found = iter(arrays)
        for value, form in self.results:
            if form[0] == "array":
                payloads[value] = memory.result(next(found))
            else:
                payloads[value] = _as_list(form, (next(found), next(found)))
        return True


def _same(block: Block, one: Value, other: Value) -> bool:
    a, b = block.data.get(one), block.data.get(other)
    return isinstance(a, Handle) and isinstance(b, Handle) and a.number == b.number


def _list_arrays(payload: ListBuffer) -> tuple[Any, Any]:
    return (jnp.zeros(0) if payload.buffer is None else payload.buffer), jnp.asarray(payload.length)


def _as_list(form: Form, found: tuple[Any, Any]) -> TensorList:
    _, dtype, shape, filled = form
    buffer, length = np.asarray(found[0]), int(found[1])
    if not filled:
        return TensorList.unset(dtype, shape, length)
    rows = [np.asarray(row, buffer.dtype) for row in buffer[:length]]
    return TensorList.of(from_numpy(buffer.dtype), shape, rows)

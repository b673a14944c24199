"""Segments: runs of operations that are one function of XLA, for one set of sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from graphwright.base.dtypes import as_dtype, from_numpy
from graphwright.base.frozen import frozen
from graphwright.core.variable import VariableState
from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.ir.types import tensor_type
from graphwright.ops.state._list_value import TensorList
from graphwright.runtime.xla import backend
from graphwright.runtime.xla.block import Block, Handle, Opaque
from graphwright.runtime.xla.emitter import DTYPES
from graphwright.runtime.xla.lists import ListBuffer

LARGEST_CONSTANT: Final = 1024
"""Elements of a constant that is part of a program; larger ones are passed to it, as arguments are."""
_COMPILER_OPTIONS: Final = {"xla_allow_excess_precision": False}  # half precision is rounded after every operation

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
        array = payload.array
        return ("variable", number) if array is None else ("variable", number, array.dtype, array.shape)
    if isinstance(payload, TensorList):
        return _list_form(payload)
    dtype = getattr(payload, "dtype", None)
    return ("array", dtype, payload.shape) if dtype in _DTYPES else _OBJECT


def _list_form(payload: TensorList) -> Form:
    """Lists whose elements are all set and of one type can go into programs."""
    items = list(payload)
    if not items or payload.element_dtype.name not in DTYPES or payload.limit >= 0:
        return ("object",)
    shapes = {item.shape if isinstance(item, np.ndarray) else None for item in items}
    if len(shapes) != 1 or None in shapes:
        return ("object",)
    return ("list", payload.element_dtype, len(items), shapes.pop(), payload.element_shape)


def arrays_of(payload: Any, form: Form) -> list[Any]:
    """What a payload is for a program of jax: its arrays."""
    if form[0] == "array":
        return [payload]
    if form[0] == "list":
        return [np.stack(list(payload))]
    return []


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
    """

    def __init__(
        self, steps: Sequence[Operation], start: int, payloads: dict[Value, Any], forms: dict[Value, Form],
        wanted: Sequence[set[Value]],
    ) -> None:  # fmt: skip
        self.steps, self.start, self.end = steps, start, start
        self.refusal: Refusal | None = None
        self._inputs = list(forms)
        self._forms = forms
        self._wanted = wanted
        self._known: dict[Value, Any] = {}
        self._results: list[tuple[Value, Form]] = []
        self._given: dict[Value, Value] = {}
        self._written: list[int] = []
        self._may_fail = False
        self._numbers: dict[Value, int] = {}
        self._compiled: Any = None
        arguments, states = self._arguments(payloads)
        with backend.settings():
            function = jax.jit(self._trace, compiler_options=_COMPILER_OPTIONS)
            function.trace(arguments, states)
            if self._results or self._written or self._may_fail:
                self._compiled = function

    # tracing -----------------------------------------------------------------------------------------------

    def _arguments(self, payloads: dict[Value, Any]) -> tuple[list[list[Any]], dict[int, Any]]:
        arguments = [arrays_of(payloads[v], self._forms[v]) for v in self._inputs]
        states: dict[int, Any] = {}
        for value in self._inputs:
            form = self._forms[value]
            if form[0] == "variable" and len(form) > 2:
                states[form[1]] = payloads[value].read()
        return arguments, states

    def _trace(self, arguments: list[list[Any]], states: dict[int, Any]) -> Any:
        block = Block()
        block.states.update(states)
        values: dict[Value, Value] = {}
        for value, arrays in zip(self._inputs, arguments, strict=True):
            values[value] = self._argument(block, value, arrays)
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
        return self._results_of(block, values)

    def _argument(self, block: Block, value: Value, arrays: list[Any]) -> Value:
        form = self._forms[value]
        if form[0] == "variable":
            if len(form) == 2:
                block.states.setdefault(form[1], None)
            self._numbers[value] = form[1]
            return block.value(Handle(form[1]), value.type)
        if form[0] == "array":
            known = constant_value(value)
            if known is not None and known.size <= LARGEST_CONSTANT:
                return block.constant(known)
            return block.value(arrays[0], tensor_type(value.dtype, form[2]))
        if form[0] == "list":
            _, dtype, count, shape, _ = form
            return block.value(ListBuffer(dtype, shape, arrays[0], count, count), value.type)
        if value.op.type == "Const":
            return block.constant(value.op.attrs["value"])
        return block.value(Opaque(), value.type)

    def _results_of(self, block: Block, values: dict[Value, Value]) -> Any:
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
                self._known[value] = known
            elif isinstance(payload, ListBuffer):
                arrays.append(_list_arrays(payload))
                self._results.append((value, ("list", payload.dtype, payload.shape, payload.buffer is not None)))
            elif isinstance(payload, (Handle, Opaque)):
                self._given[value] = next(
                    v for v in self._inputs if values[v] is inner or _same(block, values[v], inner)
                )
            else:
                arrays.append(payload)
                self._results.append((value, ("array",)))
        self._written = sorted(block.written)
        failed = block.failed()
        self._may_fail = failed is not None
        return arrays, [block.states[i] for i in self._written], failed

    # running -----------------------------------------------------------------------------------------------

    def run(self, payloads: dict[Value, Any]) -> bool:
        """Add the results to the payloads and write the variables; False, with nothing done, where an op is refused."""
        arguments, states = self._arguments(payloads)
        if self._compiled is not None:
            found = self._call(arguments, states)
            if found is None:
                return False
            arrays, changed, failed = found
            if self._may_fail and bool(failed):
                return False
            if changed:
                self._write(payloads, changed)
            for (value, form), found in zip(self._results, arrays, strict=True):
                payloads[value] = np.asarray(found) if form[0] == "array" else _as_list(form, found)
        payloads.update(self._known)
        for value, source in self._given.items():
            payloads[value] = payloads[source]
        return True

    def _call(self, arguments: list[list[Any]], states: dict[int, Any]) -> Any:
        """What the compiled function gives; None where the device has no code for a part of it."""
        with jax.enable_x64(True):
            try:
                return self._compiled(arguments, states)
            except NotImplementedError as error:
                self.refusal = Refusal(self.steps[self.start], str(error), unexpected=True)
                return None

    def _write(self, payloads: dict[Value, Any], arrays: Sequence[Any]) -> None:
        variables = {number: payloads[value] for value, number in self._numbers.items()}
        for number, array in zip(self._written, arrays, strict=True):
            variable: VariableState = variables[number]
            with variable.lock:
                variable.write(np.array(array))


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

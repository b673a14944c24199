"""The fast path of a call on a device: one compiled segment, called with buffers as they are in tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.core.device_tensor import DeviceTensor, DeviceVariableState
from graphwright.core.tensor import EagerTensor
from graphwright.ir.graph import Value
from graphwright.ir.types import tensor_type

if TYPE_CHECKING:
    from graphwright.runtime.xla.device_program import DeviceProgram
    from graphwright.runtime.xla.segment import Segment


def plan_of(
    program: DeviceProgram, segment: Segment, inputs: Sequence[EagerTensor], captures: int, outputs: Sequence[Value]
) -> Callable[..., Any] | None:
    """A function of the tensors but the last `captures` ones, which are always these; None where there is none.

    It gives the flat results, or None where an operation has to be refused, with nothing done. The tensors have to be
    of the same classes and types, on the same devices, as these.
    """
    places = {value: i for i, value in enumerate(program.inputs)}
    forms = segment.forms
    if any(form[0] == "list" for form in forms.values()) or segment.compiled is None:
        return None
    states: list[DeviceVariableState] = []
    for value, form in forms.items():
        if form[0] != "variable":
            continue
        state: Any = inputs[places[value]]._array if value in places else None
        own = isinstance(state, DeviceVariableState) and state.device is program.device
        if not own or not state.type.is_static or places[value] < len(inputs) - captures:
            return None
        if form[1] == len(states):
            states.append(state)
    if segment.read != list(range(len(states))):
        return None
    count = len(inputs) - captures
    fixed: list[Any] = []
    varying: list[tuple[int, int]] = []  # the place among the arguments, and the tensor
    for at, value in enumerate(segment.passed):
        if value in segment.constants:
            fixed.append(segment.constants[value])
        elif places[value] >= count:
            fixed.append(program.memory.argument(_payload(inputs[places[value]])))
        else:
            if inputs[places[value]].__class__ is not DeviceTensor:
                return None
            varying.append((at, places[value]))
            fixed.append(None)
    results = _results(program, segment, inputs, count, outputs)
    return None if results is None else _Plan(program, segment, fixed, varying, states, results).run


def _payload(tensor: Any) -> Any:
    return tensor._buffer if tensor.__class__ is DeviceTensor else tensor._array


def _results(
    program: DeviceProgram, segment: Segment, inputs: Sequence[EagerTensor], count: int, outputs: Sequence[Value]
) -> list[Any] | None:
    """For each result its number among those of the segment with its type, a tensor that it always is, or an input."""
    numbers = {value: i for i, (value, _) in enumerate(segment.results)}
    places = {value: i for i, value in enumerate(program.inputs)}
    found: list[Any] = []
    for inner, outer in zip(program.outputs, outputs, strict=True):
        source = segment.given.get(inner, inner)
        if inner in numbers:
            found.append((numbers[inner], outer.type))
        elif inner in segment.known:
            found.append(program.tensor(segment.known[inner], outer))
        elif source in places and places[source] < count:
            found.append(places[source])
        elif source in places:
            found.append(inputs[places[source]])
        elif inner.op.type == "Const":
            found.append(program.tensor(inner.op.attrs["value"], outer))
        else:
            return None
    return found


class _Plan:
    """A compiled segment with all that its calls have in common."""

    __slots__ = (
        "_compiled", "_device", "_donated", "_fixed", "_lock", "_may_fail", "_memory", "_others", "_results", "_states",
        "_varying", "_written",
    )  # fmt: skip

    def __init__(
        self, program: DeviceProgram, segment: Segment, fixed: list[Any], varying: list[tuple[int, int]],
        states: list[DeviceVariableState], results: list[Any],
    ) -> None:  # fmt: skip
        self._compiled = segment.compiled
        self._device, self._lock, self._memory = program.device, program.device.lock, program.memory
        self._fixed, self._varying, self._results = fixed, varying, results
        self._states = [(state, number in segment.donated) for number, state in enumerate(states)]
        self._written = [states[number] for number in segment.written]
        self._donated = [states[number] for number in segment.donated]
        self._may_fail = segment.may_fail

    def run(self, given: Sequence[Any]) -> list[Any] | None:
        """The results for these tensors; None where an operation has to be refused, with nothing done."""
        arguments = self._fixed.copy()
        for at, i in self._varying:
            arguments[at] = given[i]._buffer
        if self._states:
            arrays = self._run_with_variables(arguments)
            if arrays is None:
                return None
        else:
            arrays, _, failed = self._compiled(*arguments)
            if self._may_fail and np.asarray(failed):
                return None
        device = self._device
        found = []
        for result in self._results:
            if result.__class__ is tuple:
                buffer, type_ = arrays[result[0]], result[1]
                if not type_.is_static:
                    type_ = tensor_type(type_.dtype, buffer.shape)
                found.append(DeviceTensor(buffer, type_, device))
            else:
                found.append(given[result] if result.__class__ is int else result)
        return found

    def _run_with_variables(self, arguments: list[Any]) -> Any:
        exclusive = self._memory.exclusive
        with self._lock:
            for state, donated in self._states:
                arguments.append(exclusive(state) if donated else state.read_buffer())
            arrays, buffers, failed = self._compiled(*arguments)
            fine = not (self._may_fail and np.asarray(failed))
            for state, buffer in zip(self._written if fine else self._donated, buffers, strict=False):
                state.buffer = buffer
                state._fetched = None
        return arrays if fine else None

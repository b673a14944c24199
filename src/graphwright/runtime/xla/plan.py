"""The fast path of a call on a device: one compiled segment, called with buffers as they are in tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import getrefcount
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphwright.core.device_tensor import DeviceTensor, DeviceVariableState
from graphwright.core.tensor import EagerTensor
from graphwright.ir.graph import Value
from graphwright.ir.types import tensor_type

if TYPE_CHECKING:
    from graphwright.runtime.xla.device_program import DeviceProgram
    from graphwright.runtime.xla.segment import Segment

_OWN_REFERENCES: Final = 3  # of a variable, of a local name, and of the call that counts
REFUSED: Final = object()


def plan_of(
    program: DeviceProgram, segment: Segment, inputs: Sequence[EagerTensor], captures: int, outputs: Sequence[Value],
    make: Callable[[list[Any]], Any] | None,
) -> Callable[..., Any] | None:  # fmt: skip
    """A function of the tensors but the last `captures` ones, which are always these; None where there is none.

    It gives what `make` makes of the flat results (without it: the only one), or `REFUSED` where an operation has to
    be refused, with nothing done. The tensors have to be of the same classes and types, on the same devices, as these.
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
            tensor: Any = inputs[places[value]]
            if tensor.__class__ is not DeviceTensor or tensor._device is not program.device:
                return None
            varying.append((at, places[value]))
            fixed.append(None)
    results = _results(program, segment, inputs, count, outputs)
    if results is None or (make is None and len(results) != 1):
        return None
    return _Plan(program, segment, fixed, varying, states, results, count).function(make)


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

    def __init__(
        self, program: DeviceProgram, segment: Segment, fixed: list[Any], varying: list[tuple[int, int]],
        states: list[DeviceVariableState], results: list[Any], given: int,
    ) -> None:  # fmt: skip
        # what jax calls behind `Compiled.__call__`, where there is that
        self._compiled = getattr(segment.compiled, "_call", None) or segment.compiled
        self._device, self._memory = program.device, program.memory
        self._fixed, self._varying, self._results = fixed, varying, results
        self._count = segment.count
        self._every = len(varying) == given
        self._states = [(state, number in segment.donated) for number, state in enumerate(states)]
        self._written = [states[number] for number in segment.written]
        self._donated = [states[number] for number in segment.donated]
        self._may_fail = segment.may_fail

    def function(self, make: Callable[[list[Any]], Any] | None) -> Callable[[Sequence[Any]], Any]:
        """The function of the tensors that gives the results; `REFUSED` where an operation has to be refused."""
        arguments_of, results_of = self._arguments(), self._packing()
        compiled, device = self._compiled, self._device
        call = self._call_with_variables if self._states else lambda arguments: compiled(*arguments)
        if self._may_fail:
            return lambda given: self._checked(call(arguments_of(given)), given, results_of, make)
        if make is not None:
            return lambda given: make(results_of(given, call(arguments_of(given))))
        result = self._results[0]
        if self._states or not self._plain() or result.__class__ is not tuple or not result[1].is_static:
            return lambda given: results_of(given, call(arguments_of(given)))[0]
        at, type_ = result
        return lambda given: DeviceTensor(compiled(*[t._buffer for t in given])[at], type_, device)

    def _checked(
        self, arrays: Any, given: Sequence[Any], results_of: Callable[..., list[Any]], make: Callable[..., Any] | None
    ) -> Any:
        if arrays is None or np.asarray(arrays[-1]):
            return REFUSED
        found = results_of(given, arrays)
        return found[0] if make is None else make(found)

    def _plain(self) -> bool:
        """Whether the arguments are the tensors of a call, in their order."""
        order = list(enumerate(range(len(self._fixed))))
        return self._varying == order and self._every

    def _arguments(self) -> Callable[[Sequence[Any]], list[Any]]:
        """What gives the buffers for the tensors of a call."""
        fixed, varying = self._fixed, self._varying
        if self._plain():
            return lambda given: [t._buffer for t in given]

        def arguments(given: Sequence[Any]) -> list[Any]:
            found = fixed.copy()
            for at, i in varying:
                found[at] = given[i]._buffer
            return found

        return arguments

    def _packing(self) -> Callable[[Sequence[Any], Sequence[Any]], list[Any]]:
        """What gives the tensors for the results of a call."""
        device, results = self._device, self._results

        def pack(given: Sequence[Any], arrays: Sequence[Any]) -> list[Any]:
            found = []
            for result in results:
                if result.__class__ is tuple:
                    buffer, type_ = arrays[result[0]], result[1]
                    if not type_.is_static:
                        type_ = tensor_type(type_.dtype, buffer.shape)
                    found.append(DeviceTensor(buffer, type_, device))
                else:
                    found.append(given[result] if result.__class__ is int else result)
            return found

        return pack

    def _call_with_variables(self, arguments: list[Any]) -> Any:
        with self._device.lock:
            for state, donated in self._states:
                buffer = state.buffer
                if donated:
                    state._fetched = None
                    if getrefcount(buffer) > _OWN_REFERENCES:
                        buffer = self._memory.exclusive(state)
                elif buffer is None:
                    buffer = state.read_buffer()
                arguments.append(buffer)
            buffer = None
            arrays = self._compiled(*arguments)
            fine = not (self._may_fail and np.asarray(arrays[-1]))
            at = self._count
            for state in self._written if fine else self._donated:
                state.buffer = arrays[at]
                state._fetched = None
                at += 1
        return arrays if fine else None

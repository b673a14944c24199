"""Eager operations on a device: programs of one op each, kept for each kind of application."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphwright.base import errors
from graphwright.core.context import state
from graphwright.core.device_tensor import DeviceHandle, DeviceTensor
from graphwright.core.dispatch import wrapped
from graphwright.core.op_inputs import complete_attrs
from graphwright.core.tensor import EagerTensor
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.infer import infer
from graphwright.ir.record import OpRecord, lookup
from graphwright.runtime.calls import Build, OutputLeaf

if TYPE_CHECKING:
    from graphwright.runtime.xla.device import XlaDevice

_KEPT: Final = 4096  # programs of a device; those that make up attributes or shapes for ever start over
_PART_OF_KEY: Final = 64  # elements of an integer tensor of the host that becomes a constant of the program


class EagerOps:
    """The eager operations of one device."""

    def __init__(self, device: XlaDevice) -> None:
        self._device = device
        self._programs: dict[Any, _OneOp] = {}

    def apply(
        self, record: OpRecord, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]
    ) -> tuple[list[EagerTensor], dict[str, Any]]:
        """The outputs of an op, and its complete attributes."""
        if record.name == "ReadVariableOp" and inputs[0].__class__ is DeviceHandle:
            return [self._read(inputs[0], attrs)], dict(attrs)
        if record.runs_code or record.calls_functions or record.effect == "host":
            return self._by_kernel(record, inputs, attrs)
        key = (record.name, *map(_key_of, inputs), *((n, _hashable(v)) for n, v in attrs.items()))
        try:
            found = self._programs.get(key)
        except TypeError:  # an attribute is no key
            found = _OneOp(self._device, record, inputs, attrs)
        if found is None:
            if len(self._programs) >= _KEPT:
                self._programs.clear()
            found = self._programs[key] = _OneOp(self._device, record, inputs, attrs)
        arguments = found.arguments
        return found.run(*(inputs if arguments is None else [inputs[i] for i in arguments])), found.attrs

    def _read(self, handle: Any, attrs: Mapping[str, Any]) -> EagerTensor:
        with self._device.lock:
            tensor: DeviceTensor = handle._array.tensor()
        if tensor.dtype is not attrs["dtype"]:
            raise errors.InvalidArgumentError(
                f"Trying to read variable with wrong dtype. Expected {attrs['dtype'].name} got {tensor.dtype.name}"
            )
        return tensor if handle._device is self._device else self._device.tensor(self._device.moved(tensor._buffer))

    def _by_kernel(
        self, record: OpRecord, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]
    ) -> tuple[list[EagerTensor], dict[str, Any]]:
        """The op on the host, where its results stay: it runs Python code."""
        complete = complete_attrs(record, inputs, attrs)
        types, _ = infer(record, inputs, [t._type for t in inputs], complete)
        kernel = record.bound_kernel(complete)
        arrays = record.group([t._array for t in inputs], complete)
        results = kernel(*arrays) if record.runs_code else state.quiet(kernel, *arrays)
        found = (results,) if record.single_output else (results or ())
        return [wrapped(result, type_, type_.dtype) for result, type_ in zip(found, types, strict=True)], complete


def _key_of(tensor: Any) -> Any:
    """What a program depends on of an input."""
    kind = tensor.__class__
    if kind is DeviceTensor:
        return tensor._type, tensor._device
    if _is_constant(tensor):
        return tensor._type, tensor._array.tobytes()
    return tensor._type, tensor._array.type if kind is DeviceHandle else None


def _is_constant(tensor: EagerTensor) -> bool:
    """Whether a tensor is one like axes and sizes, on which a program depends."""
    if tensor.__class__ is not EagerTensor:
        return False
    array = tensor._array
    return type(array) is np.ndarray and array.dtype.kind in "iu" and array.size <= _PART_OF_KEY


def _hashable(value: Any) -> Any:
    return tuple(value) if type(value) is list else value


class _OneOp:
    """An op as a program of a device.

    Attributes:
      attrs: the complete attributes.
      arguments: the numbers of the inputs that `run` takes; None for all.
      run: gives the outputs.
    """

    def __init__(
        self, device: XlaDevice, record: OpRecord, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]
    ) -> None:
        self.attrs = complete_attrs(record, inputs, attrs)
        types, _ = infer(record, inputs, [t._type for t in inputs], self.attrs)
        graph = FuncGraph(f"eager_{record.name}")
        placeholder, constant = lookup("Placeholder"), lookup("Const")
        assert placeholder is not None and constant is not None
        operands: list[Any] = []
        arguments = [i for i, t in enumerate(inputs) if not _is_constant(t)]
        for i, tensor in enumerate(inputs):
            type_ = tensor._type
            if _is_constant(tensor):
                fixed = {"value": tensor._array, "dtype": type_.dtype}
                operands += graph.add_op(constant, (), fixed, [type_], f"constant_{i}").outputs
            else:
                declared = {"dtype": type_.dtype, "shape": type_.shape}
                operands += graph.add_op(placeholder, (), declared, [type_], f"input_{i}").outputs
        graph.inputs += [operands[i] for i in arguments]
        graph.outputs += graph.add_op(record, operands, self.attrs, types, record.name).outputs
        self.arguments = None if len(arguments) == len(inputs) else arguments
        every = Build(list, tuple(OutputLeaf(i) for i in range(len(graph.outputs))))
        self.run: Callable[..., Any] = device.executor.compile(graph).entered((), graph.outputs, every)

"""Eager operations on a device: programs of one op each, kept for each kind of application."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphwright.base import errors
from graphwright.core.context import state
from graphwright.core.device_tensor import DeviceHandle, DeviceTensor
from graphwright.core.tensor import EagerTensor
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.infer import infer
from graphwright.ir.record import OpRecord, lookup
from graphwright.ir.types import TensorType

if TYPE_CHECKING:
    from graphwright.runtime.xla.device import XlaDevice

_KEPT: Final = 4096  # programs of a device; those that make up attributes or shapes for ever start over
_PART_OF_KEY: Final = 64  # elements of an integer tensor of the host that becomes a constant of the program


class EagerOps:
    """The eager operations of one device."""

    def __init__(self, device: XlaDevice) -> None:
        self._device = device
        self._programs: dict[Any, _OneOp] = {}

    def apply(self, record: OpRecord, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]) -> list[EagerTensor]:
        """The outputs of an op with complete attributes."""
        if record.name == "ReadVariableOp" and inputs[0].__class__ is DeviceHandle:
            return [self._read(inputs[0], attrs)]
        if record.runs_code or record.calls_functions or record.effect == "host":
            return self._by_kernel(record, inputs, attrs)
        key = (record.name, *map(_key_of, inputs), *((n, _hashable(v)) for n, v in attrs.items()))
        try:
            found = self._programs.get(key)
        except TypeError:
            return _OneOp(self._device, record, inputs, attrs).run(inputs)
        if found is None:
            if len(self._programs) >= _KEPT:
                self._programs.clear()
            found = self._programs[key] = _OneOp(self._device, record, inputs, attrs)
        return found.run(inputs)

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
    ) -> list[EagerTensor]:
        """The op on the host, where its results stay: it runs Python code."""
        types, _ = infer(record, inputs, [t._type for t in inputs], attrs)
        kernel = record.bound_kernel(attrs)
        arrays = record.group([t._array for t in inputs], attrs)
        results = kernel(*arrays) if record.runs_code else state.quiet(kernel, *arrays)
        if not types:
            return []
        found = (results,) if record.single_output else results
        return [_on_host(result, type_) for result, type_ in zip(found, types, strict=True)]


def _on_host(result: Any, type_: TensorType) -> EagerTensor:
    from graphwright.core.dispatch import wrapped

    return wrapped(result, type_, type_.dtype)


def _key_of(tensor: EagerTensor) -> Any:
    return (tensor._type, tensor._array.tobytes()) if _is_constant(tensor) else (tensor._type, _storage(tensor))


def _storage(tensor: EagerTensor) -> Any:
    """What else programs depend on: of variables their declared types."""
    return tensor._array.type if tensor.__class__ is DeviceHandle else None


def _is_constant(tensor: EagerTensor) -> bool:
    """Whether a tensor is one like axes and sizes, on which a program depends."""
    if tensor.__class__ is not EagerTensor:
        return False
    array = tensor._array
    return type(array) is np.ndarray and array.dtype.kind in "iu" and array.size <= _PART_OF_KEY


def _hashable(value: Any) -> Any:
    return tuple(value) if type(value) is list else value


class _OneOp:
    """An op as a program of a device."""

    def __init__(
        self, device: XlaDevice, record: OpRecord, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]
    ) -> None:
        types, _ = infer(record, inputs, [t._type for t in inputs], attrs)
        self._graph = graph = FuncGraph(f"eager_{record.name}")
        placeholder, constant = lookup("Placeholder"), lookup("Const")
        assert placeholder is not None and constant is not None
        operands: list[Any] = []
        self._arguments = [i for i, t in enumerate(inputs) if not _is_constant(t)]
        for i, tensor in enumerate(inputs):
            type_ = tensor._type
            if _is_constant(tensor):
                fixed = {"value": tensor._array, "dtype": type_.dtype}
                operands += graph.add_op(constant, (), fixed, [type_], f"constant_{i}").outputs
            else:
                declared = {"dtype": type_.dtype, "shape": type_.shape}
                operands += graph.add_op(placeholder, (), declared, [type_], f"input_{i}").outputs
        graph.inputs += [operands[i] for i in self._arguments]
        graph.outputs += graph.add_op(record, operands, dict(attrs), types, record.name).outputs
        self._program = device.executor.compile(graph)

    def run(self, inputs: Sequence[EagerTensor]) -> list[EagerTensor]:
        """The outputs for such inputs."""
        return list(self._program.run_tensors([inputs[i] for i in self._arguments], self._graph.outputs))

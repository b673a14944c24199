"""The fields of a kernel's call that say what follows a product: see the flags of `gemm.tiles`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import numpy as np

from graphwright.ir.graph import Value
from graphwright.ir.types import tensor_type
from graphwright.runtime.native.fusion.accumulate_fusion import Addition
from graphwright.runtime.native.fusion.axpy_fusion import ScaledAddition
from graphwright.runtime.native.fusion.epilogue_fusion import Product
from graphwright.runtime.native.fusion.steps import Step
from graphwright.runtime.native.fusion.symbolic_sizes import ONE
from graphwright.runtime.native.kernels.gemm import kernel as gemm
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.values import Array, Scalar
from graphwright.runtime.native.lower.nests.epilogue_function import epilogue_function

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


_ACTIVATIONS: Final = {"": 0, "Relu": gemm.RELU, "Relu6": gemm.RELU | gemm.CAP}


@contextmanager
def epilogue(code: Code, step: Step, target: Array) -> Iterator[dict[str, str]]:
    """The fields, for a call that is written in the block and writes its results to `target`."""
    fields = {"bias": "null", "residual": "0", "flags": "0", "epilogue": "null"}
    result: list[Array] = []
    if isinstance(step, ScaledAddition):
        fields |= {"bias": _bits_of_scale(code, step), "flags": str(gemm.SCALED)}
    elif isinstance(step, Addition):
        fields["flags"] = str(gemm.ACCUMULATE)
    elif isinstance(step, Product):
        flags = _ACTIVATIONS[step.activation]
        if step.bias is not None and step.residual is None:
            flags |= gemm.BIAS
            fields["bias"] = _contiguous(code, step.bias, result).pointer
        elif step.rows or step.residual is not None:
            flags |= gemm.AFFINE | (gemm.SUBTRACT if step.subtracts else 0)
            fields["bias"] = _rows(code, step, target, result)
        if step.residual is not None:
            flags |= gemm.RESIDUAL
            fields["residual"] = _distance(code, _contiguous(code, step.residual, result), target)
        if step.epilogue is not None:
            flags |= gemm.CALLS_EPILOGUE
            fields["epilogue"] = f"@{epilogue_function(code, *step.epilogue)}"
        fields["flags"] = str(flags)
    yield fields
    for array in result:
        code.b.discard(array.buffer)


def _contiguous(code: Code, value: Value, result: list[Array]) -> Array:
    """The value without gaps; a copy is noted."""
    arguments = code.value(value)
    assert isinstance(arguments, Array)
    array = code.b.contiguous(arguments)
    if array is not arguments:
        result.append(array)
    return array


def _rows(code: Code, step: Product, target: Array, result: list[Array]) -> str:
    """Where rows lie one behind the other, those that are not given leaving everything as it is."""
    length, dtype = target.dims[-1], target.dtype
    assert isinstance(length, int)
    type_ = tensor_type(step.outputs[0].type.dtype, (length,))
    block = code.b.allocate(dtype, (len(gemm.NEUTRAL_ROWS), length))
    result.append(block)
    for at, neutral in enumerate(gemm.NEUTRAL_ROWS):
        arguments = step.rows.get(at)
        source = code.b.constant(np.full(length, neutral, dtype), type_) if arguments is None else code.value(arguments)
        assert isinstance(source, Array)
        place = code.w.at(block.pointer, at * length * ELEMENTS[dtype].size)
        seen = Array(dtype, source.pointer, (length,), source.strides[-1:], source.buffer)
        code.b.copy(seen, Array(dtype, place, (length,), (ONE,), block.buffer))
    return block.pointer


def _distance(code: Code, array: Array, target: Array) -> str:
    """By how many bytes an array is away from the results."""
    w = code.w
    here, there = (w.ptr(each.pointer).address() for each in (target, array))
    return w.i64(there) - here


def _bits_of_scale(code: Code, step: ScaledAddition) -> str:
    """Where the kernel finds what the product is multiplied by."""
    w, bound = code.w, code.value(step.scale)
    assert isinstance(bound, Scalar)
    scale = w.emitter.neg(bound.operand) if step.subtracts else bound.operand
    place = w.alloca_once("scale", "i64", align=8)
    w.emitter.store(scale, place)
    return place

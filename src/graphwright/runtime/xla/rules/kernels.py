"""NumPy kernels run on jax arrays: what they compute by NumPy's own functions, jax is asked for instead.

An array of NumPy's kind stands for one of jax, through the protocols that NumPy has for this (`__array_ufunc__`,
`__array_function__`). It serves kernels that look at no element and write into no array; `KERNELS` lists them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from graphwright.base import errors
from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation
from graphwright.ir.types import tensor_type

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block

KERNELS: Final[frozenset[str]] = frozenset(
    {
        "AdjustHue", "Dilation2D", "Empty", "ExtractImagePatches", "ExtractVolumePatches",
        "FakeQuantWithMinMaxArgsGradient", "HSVToRGB", "InTopK", "LRN", "LRNGrad", "ParallelConcat",
        "QuantizeAndDequantizeV4Grad", "RGBToHSV", "StatelessRandomGetAlg", "ToBool",
        "ResourceApplyAdaMax", "ResourceApplyAdadelta", "ResourceApplyAdagrad", "ResourceApplyAdagradV2",
        "ResourceApplyAdam", "ResourceApplyAdamWithAmsgrad", "ResourceApplyAddSign", "ResourceApplyCenteredRMSProp",
        "ResourceApplyFtrl", "ResourceApplyFtrlV2", "ResourceApplyGradientDescent", "ResourceApplyKerasMomentum",
        "ResourceApplyMomentum", "ResourceApplyPowerSign", "ResourceApplyProximalAdagrad",
        "ResourceApplyProximalGradientDescent", "ResourceApplyRMSProp",
    }
)  # fmt: skip
"""Ops whose kernels can be run so."""


class ArrayLike(NDArrayOperatorsMixin):
    """A jax array as a kernel sees it."""

    __slots__ = ("value",)
    __array_priority__ = 1000

    def __init__(self, value: Any) -> None:
        self.value = value

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        options = {k: v for k, v in options.items() if v is not None and k != "casting"}
        if options.pop("out", None) is not None:
            raise Unsupported("its kernel writes into an array")
        function = getattr(jnp, ufunc.__name__)
        if method == "reduce":
            function = {"add": jnp.sum, "multiply": jnp.prod, "maximum": jnp.max, "minimum": jnp.min,
                        "logical_or": jnp.any, "logical_and": jnp.all}[ufunc.__name__]  # fmt: skip
        elif method != "__call__":
            raise Unsupported(f"its kernel uses {ufunc.__name__}.{method}")
        return _like(function(*map(_plain, inputs), **{k: _plain(v) for k, v in options.items()}))

    def __array_function__(self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any) -> Any:
        found = getattr(jnp, function.__name__, None)
        if found is None:
            raise Unsupported(f"its kernel uses {function.__name__}")
        return _like(found(*map(_plain, args), **{k: _plain(v) for k, v in kwargs.items()}))

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.value, name)
        if callable(found) and name not in ("dtype",):
            return lambda *args, **kwargs: _like(found(*map(_plain, args), **{k: _plain(v) for k, v in kwargs.items()}))
        return _like(found)

    def __getitem__(self, index: Any) -> Any:
        return _like(self.value[_plain(index)])

    def __len__(self) -> int:
        return len(self.value)

    def __iter__(self) -> Any:
        return map(_like, self.value)


def _plain(value: Any) -> Any:
    if isinstance(value, ArrayLike):
        return value.value
    if isinstance(value, (tuple, list)):
        return type(value)(map(_plain, value))
    return value


def _like(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return type(value)(map(_like, value))
    return ArrayLike(value) if hasattr(value, "aval") else value


class TracedVariable:
    """A variable of the block as a kernel sees it (`core.variable.VariableState`)."""

    def __init__(self, block: Block, number: int) -> None:
        state = block.states[number]
        if state is None:
            raise Unsupported("the variable has no value yet")
        from graphwright.base.dtypes import from_numpy

        self._block, self._number = block, number
        self.type = tensor_type(from_numpy(np.dtype(state.dtype)), tuple(map(int, state.shape)))
        self.lock = contextlib.nullcontext()
        self.name = ""

    @property
    def array(self) -> Any:
        return ArrayLike(jnp.asarray(self._block.states[self._number]))

    def read(self) -> Any:
        return self.array

    def write(self, array: Any) -> None:
        value = jnp.asarray(_plain(array))
        if value.dtype != self.type.dtype.numpy or tuple(value.shape) != self.type.dims:
            raise Unsupported("it gives a variable other sizes")
        self._block.states[self._number] = value
        self._block.written.add(self._number)

    def replace(self, old: Any, array: Any) -> bool:
        self.write(array)
        return True


def by_kernel(block: Block, op: Operation) -> Sequence[Any]:
    """What the op's kernel gives for arrays of jax."""
    from graphwright.runtime.xla.block import Handle

    inputs = [
        TracedVariable(block, block.data[v].number)
        if isinstance(block.data.get(v), Handle)
        else ArrayLike(block.traced(v))
        for v in op.inputs
    ]
    try:
        found = op.record.bound_kernel(op.attrs)(*op.record.group(inputs, op.attrs))
    except (jax.errors.JAXTypeError, jax.errors.JAXIndexError, errors.OpError) as error:
        raise Unsupported("its kernel looks at single elements, or refuses its inputs") from error
    results = (found,) if op.record.single_output else found or ()
    return [jnp.asarray(_plain(r)).astype(v.dtype.numpy) for r, v in zip(results, op.outputs, strict=True)]

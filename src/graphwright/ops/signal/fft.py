"""Fourier transforms of the last axes of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base.dtypes import DType, complex64, complex128, float64, int32
from graphwright.base.size_arithmetic import add, floordiv, minimum
from graphwright.core.prelude import Array, Tensor, apply, convert_to_tensor, errors, name_scope
from graphwright.core.typing import Application, AxisLike, Gradients, TensorLike
from graphwright.ir.emit import Emitter, Operand
from graphwright.ir.lowering import Callee, CustomCall, Element, Loader
from graphwright.ir.prelude import Dim, Dims, Gradient, Operation, OpRecord, ShapeContext, Symbol, constant_value, op
from graphwright.ir.sizes import elements

if TYPE_CHECKING:
    from graphwright.core.sparse_tensor import SparseTensor


def _needs_rank(ctx: ShapeContext, rank: int) -> Dims:
    dims = ctx.dims(0)
    if dims is not None and len(dims) < rank:
        raise errors.ShapeMismatchError(f"Shape must be at least rank {rank} but is rank {len(dims)}")
    return dims


def _axes(rank: int) -> tuple[int, ...]:
    return tuple(range(-rank, 0))


def _padded(dims: Sequence[Any]) -> tuple[Any, ...]:
    """The sizes of three axes, those in front of the given ones being 1."""
    return (*[1] * (3 - len(dims)), *dims)


def _library_complex(op: Operation, rank: int, inverse: bool) -> Callee | None:
    type_ = op.inputs[0].type
    if type_.dims is None or len(type_.dims) < rank:
        return None
    dims = type_.dims[-rank:]
    numbers = (*_padded(dims), int(inverse))
    return Callee("fft", f"gw_fft_{type_.dtype.name}", (rank,), (rank,), numbers, (*dims, _WORK))


def _library_real(op: Operation, rank: int, inverse: bool) -> Callee | None:
    """The function for real numbers, where the kernel accepts the sizes that are known."""
    dims, result, lengths = op.inputs[0].type.dims, op.outputs[0].type.dims, constant_value(op.inputs[1])
    if dims is None or result is None or len(dims) < rank or op.inputs[1].type.dims != (rank,):
        return None
    whole: list[Dim | Element] = list(result[-rank:]) if lengths is None else [int(n) for n in lengths]
    if lengths is None and not inverse:  # its result has half of them
        whole[-1] = Element(1, rank - 1)
    found = dims[-rank:]
    for i, (size, length) in enumerate(zip(found, whole, strict=True)):
        if isinstance(length, int):
            least = length // 2 + 1 if inverse and i == rank - 1 else length
            if length < 1 or (isinstance(size, int) and 0 < size < least):
                return None
    real, halved = (v.type.dtype for v in ((op.outputs[0], op.inputs[0]) if inverse else (op.inputs[0], op.outputs[0])))
    if halved.real_dtype is not real:
        return None
    symbol = f"gw_{'irfft' if inverse else 'rfft'}_{real.name}"
    numbers = (*_padded(found)[1:], *_padded(whole))
    return Callee("fft", symbol, (rank,), (rank,), numbers, (*result[-rank:], _WORK), zero=found)


def _real_sizes(e: Emitter, load: Loader, op: Operation, rank: int, inverse: bool) -> list[Operand]:
    """The lengths, the last one halved where the numbers are real."""
    lengths = elements(e, load, op, 1, rank)
    if not inverse:
        one, zero = e.const(1, "int64"), e.const(0, "int64")
        half = e.add(e.right_shift(lengths[-1], one), one)
        # a negative length stays one, which the kernel refuses
        lengths[-1] = e.select(e.compare("gt", lengths[-1], zero), half, lengths[-1])
    return [*(load.size(0, axis) for axis in range(load.rank(0) - rank)), *lengths]


def _takes_lengths(e: Emitter, load: Loader, op: Operation, rank: int, inverse: bool) -> Operand:
    """Whether each axis has at least the elements that are transformed, or none, and no length is negative."""
    lengths, zero, one = elements(e, load, op, 1, rank), e.const(0, "int64"), e.const(1, "int64")
    fits = reduce(e.logical_and, [e.compare("ge", length, zero) for length in lengths])
    if inverse:
        half = e.add(e.right_shift(lengths[-1], one), one)
        lengths[-1] = e.select(e.compare("gt", lengths[-1], zero), half, lengths[-1])
    for axis, length in enumerate(lengths, load.rank(0) - rank):
        size = load.size(0, axis)
        enough = e.logical_or(e.compare("ge", size, length), e.compare("eq", size, zero))
        fits = e.logical_and(fits, enough)
    return fits


def _real_call(rank: int, inverse: bool) -> CustomCall:
    return CustomCall(
        lambda op: _library_real(op, rank, inverse),
        accepts=lambda e, load, op: _takes_lengths(e, load, op, rank, inverse),
    )


_WORK = 4  # steps for an element of a transform

# complex transforms -----


def _complex_op(name: str, rank: int, inverse: bool) -> OpRecord:
    transform = np.fft.ifftn if inverse else np.fft.fftn

    def kernel(x: Array) -> Array:
        if x.ndim < rank:
            raise errors.ShapeMismatchError(f"Shape must be at least rank {rank} but is rank {x.ndim}")
        return transform(x, axes=_axes(rank)).astype(x.dtype) if x.size else x

    return op(
        name,
        "input: Tcomplex -> output: Tcomplex",
        "Tcomplex: {complex64, complex128} = complex64",
        shape=lambda ctx: _needs_rank(ctx, rank),
        kernel=kernel,
        gradient=_complex_gradient(rank, inverse),
        native=CustomCall(lambda op: _library_complex(op, rank, inverse)),
    )


def _complex_gradient(rank: int, inverse: bool) -> Gradient:
    """The other transform, times or over the number of elements."""

    def gradient(op: Application, grad: Tensor) -> Gradients:
        size = _size(grad, rank)
        back = apply(_NAMES[rank][not inverse], (grad,))
        return [apply("Div" if inverse else "Mul", (back, size))]

    return gradient


def _size(x: SparseTensor | Tensor, rank: int) -> Tensor:
    """The number of elements of each transform in the dtype of `x`."""
    return apply("Cast", (apply("Prod", (apply("Shape", (x,))[-rank:], 0)),), {"DstT": x.dtype})


_NAMES = {1: ("FFT", "IFFT"), 2: ("FFT2D", "IFFT2D"), 3: ("FFT3D", "IFFT3D")}

FFT = _complex_op("FFT", 1, False)
IFFT = _complex_op("IFFT", 1, True)
FFT2D = _complex_op("FFT2D", 2, False)
IFFT2D = _complex_op("IFFT2D", 2, True)
FFT3D = _complex_op("FFT3D", 3, False)
IFFT3D = _complex_op("IFFT3D", 3, True)

# transforms of real numbers -----


def _real_dims(ctx: ShapeContext, rank: int, inverse: bool) -> Dims:
    dims, lengths = _needs_rank(ctx, rank), ctx.dims_value(1)
    if ctx.rank(1) not in (1, None):
        raise errors.ShapeMismatchError(f"Shape must be rank 1 but is rank {ctx.rank(1)}")
    if lengths is not None and len(lengths) != rank:
        raise errors.ShapeMismatchError(f"Dimension must be {rank} but is {len(lengths)}")
    if dims is None:
        return None
    sizes: list[Dim] = [Symbol() for _ in range(rank)] if lengths is None else list(lengths)
    if not inverse:
        sizes[-1] = minimum(sizes[-1], add(floordiv(sizes[-1], 2), 1))  # 0 for none
    return (*dims[:-rank], *sizes)


def _check_lengths(x: Array, lengths: Array, rank: int, inverse: bool) -> list[int]:
    if x.ndim < rank:
        raise errors.ShapeMismatchError(f"Input must have rank of at least {rank} but got: {list(x.shape)}")
    if lengths.shape != (rank,):
        raise errors.ShapeMismatchError("fft_length must have shape [" + str(rank) + "]")
    if (lengths < 0).any():
        raise errors.InvalidArgumentError(f"fft_length[0] must be >= 0, but got: {int(lengths.min())}")
    sizes = [int(n) for n in lengths]
    for i, size in enumerate(sizes):
        axis = x.ndim - rank + i
        least = size // 2 + 1 if inverse and i == rank - 1 and size else size
        if 0 < x.shape[axis] < least:
            raise errors.InvalidArgumentError(
                f"Input dimension {axis} must have length of at least {least} but got: {x.shape[axis]}"
            )
    return sizes


def _real_op(rank: int) -> OpRecord:
    def kernel(x: Array, fft_length: Array, Tcomplex: DType) -> Array:
        sizes = _check_lengths(x, fft_length, rank, False)
        shape = (*x.shape[:-rank], *sizes[:-1], sizes[-1] // 2 + 1 if sizes[-1] else 0)
        if 0 in shape or 0 in x.shape:
            return np.zeros(shape, Tcomplex.numpy)
        return np.fft.rfftn(x, sizes, _axes(rank)).astype(Tcomplex.numpy)

    return op(
        "RFFT" if rank == 1 else f"RFFT{rank}D",
        "input: Treal, fft_length: int32 -> output: Tcomplex",
        "Treal: {float, double} = float32; Tcomplex: {complex64, complex128} = complex64",
        shape=lambda ctx: _real_dims(ctx, rank, False),
        kernel=kernel,
        gradient=_real_gradient(rank),
        native=_real_call(rank, False),
        sizes=lambda e, load, op: _real_sizes(e, load, op, rank, False),
    )


def _inverse_op(rank: int) -> OpRecord:
    def kernel(x: Array, fft_length: Array, Treal: DType) -> Array:
        sizes = _check_lengths(x, fft_length, rank, True)
        shape = (*x.shape[:-rank], *sizes)
        if 0 in shape or 0 in x.shape:
            return np.zeros(shape, Treal.numpy)
        return np.fft.irfftn(x, sizes, _axes(rank)).astype(Treal.numpy)

    return op(
        "IRFFT" if rank == 1 else f"IRFFT{rank}D",
        "input: Tcomplex, fft_length: int32 -> output: Treal",
        "Treal: {float, double} = float32; Tcomplex: {complex64, complex128} = complex64",
        shape=lambda ctx: _real_dims(ctx, rank, True),
        kernel=kernel,
        gradient=_inverse_gradient(rank),
        native=_real_call(rank, True),
        sizes=lambda e, load, op: _real_sizes(e, load, op, rank, True),
    )


def _fitted(x: Tensor, rank: int, sizes: Tensor) -> Tensor:
    """The last axes truncated or zero-padded to these sizes."""
    from graphwright.ops.array.pad import pad

    shape = apply("Shape", (x,))
    target = apply("ConcatV2", ([shape[:-rank], sizes], 0))
    kept = apply("Slice", (x, apply("ZerosLike", (shape,)), apply("Minimum", (shape, target))))
    missing = apply("Maximum", (apply("Sub", (target, shape)), apply("ZerosLike", (shape,))))
    return pad(kept, apply("Pack", ([apply("ZerosLike", (missing,)), missing],), {"axis": 1}))


def _real_gradient(rank: int) -> Gradient:
    """The inverse transform of the half spectrum alone: the omitted half carries no gradient."""

    def gradient(op: Application, grad: Tensor) -> Gradients:
        x, lengths = op.inputs
        whole = apply(_NAMES[rank][1], (_fitted(grad, rank, lengths),))
        real = apply("Real", (whole,), {"Tout": x.dtype})
        scaled = apply("Mul", (real, apply("Cast", (apply("Prod", (lengths, 0)),), {"DstT": x.dtype})))
        return [_fitted(scaled, rank, apply("Shape", (x,))[-rank:]), None]

    return gradient


def _inverse_gradient(rank: int) -> Gradient:
    """The half spectrum of the gradient; frequencies with a mirror image count twice."""

    def gradient(op: Application, grad: Tensor) -> Gradients:
        x, lengths = op.inputs
        dtype = x.dtype
        spectrum = apply(_REAL[rank], (grad, lengths), {"Tcomplex": dtype})
        last = lengths[-1]
        position = apply("Range", (0, apply("AddV2", (apply("FloorDiv", (last, 2)), 1)), 1))
        single = apply(
            "LogicalOr", (apply("Equal", (position, 0)), apply("Equal", (apply("Mul", (position, 2)), last)))
        )
        share = apply("SelectV2", (single, np.ones((), dtype.numpy), np.full((), 2, dtype.numpy)))
        size = apply("Cast", (apply("Prod", (lengths, 0)),), {"DstT": dtype})
        weighted = apply("Mul", (spectrum, apply("Div", (share, size))))
        return [_fitted(weighted, rank, apply("Shape", (x,))[-rank:]), None]

    return gradient


_REAL = {1: "RFFT", 2: "RFFT2D", 3: "RFFT3D"}

RFFT, RFFT2D, RFFT3D = (_real_op(rank) for rank in (1, 2, 3))
IRFFT, IRFFT2D, IRFFT3D = (_inverse_op(rank) for rank in (1, 2, 3))

# public functions -----


def _complex_input(input: TensorLike) -> Tensor:
    """The tensor itself if complex, else cast to complex64."""
    x = convert_to_tensor(input)
    if x.dtype.is_complex:
        return x
    return apply("Cast", (x,), {"DstT": complex64})


def _apply_complex(record: OpRecord, input: TensorLike, name: str | None) -> Tensor:
    return apply(record, (_complex_input(input),), None, name)


def fft(input: TensorLike, name: str | None = None) -> Tensor:
    """The discrete Fourier transform along the last axis of a tensor of complex numbers.

    >>> tf.signal.fft(tf.constant([1 + 0j, 1, 1, 1], tf.complex64)).numpy().real.tolist()
    [4.0, 0.0, 0.0, 0.0]
    """
    return _apply_complex(FFT, input, name)


def ifft(input: TensorLike, name: str | None = None) -> Tensor:
    """The inverse of `fft`.

    >>> tf.signal.ifft(tf.constant([4, 0, 0, 0], tf.complex64)).numpy().real.tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    return _apply_complex(IFFT, input, name)


def fft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """The discrete Fourier transform over the last two axes of a tensor of complex numbers.

    >>> complex(tf.signal.fft2d(tf.ones([2, 2], tf.complex64))[0, 0])
    (4+0j)
    """
    return _apply_complex(FFT2D, input, name)


def ifft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """The inverse of `fft2d`.

    >>> complex(tf.signal.ifft2d(tf.ones([2, 2], tf.complex64))[0, 0])
    (1+0j)
    """
    return _apply_complex(IFFT2D, input, name)


def fft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """The discrete Fourier transform over the last three axes of a tensor of complex numbers.

    >>> complex(tf.signal.fft3d(tf.ones([2, 2, 2], tf.complex64))[0, 0, 0])
    (8+0j)
    """
    return _apply_complex(FFT3D, input, name)


def ifft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """The inverse of `fft3d`.

    >>> complex(tf.signal.ifft3d(tf.ones([2, 2, 2], tf.complex64))[0, 0, 0])
    (1+0j)
    """
    return _apply_complex(IFFT3D, input, name)


def _lengths(x: SparseTensor | Tensor, rank: int, fft_length: TensorLike | None, halved: bool) -> Tensor:
    """The explicit lengths, or those of the last axes; the last axis of a half spectrum counts about twice."""
    if fft_length is not None:
        return convert_to_tensor(fft_length, int32)
    if x.shape.rank is not None and x.shape.rank < rank:
        raise ValueError(f"Shape {x.shape} must have rank at least {rank}")
    dims: list[Any] = x.shape[-rank:].as_list() if x.shape.rank is not None else [None]
    if None not in dims:
        last = max(0, 2 * (dims[-1] - 1)) if halved else dims[-1]
        return convert_to_tensor([*dims[:-1], last], int32)
    sizes = apply("Shape", (x,))[-rank:]
    if not halved:
        return sizes
    last = apply("Maximum", (apply("Mul", (apply("Sub", (sizes[-1:], 1)), 2)), 0))
    return apply("ConcatV2", ([sizes[:-1], last], 0))


def _filled(x: Tensor, rank: int, lengths: Tensor, halved: bool) -> Tensor:
    """The last axes zero-padded where the transform needs more elements, which the ops do not do themselves."""
    from graphwright.ops.array.pad import pad

    dims, known = x._type.dims, constant_value(lengths)
    if known is not None and dims is not None and all(isinstance(d, int) for d in dims[-rank:]):
        target: Any = [int(n) for n in known]
        target = [*target[:-1], target[-1] // 2 + 1] if halved else target
        after = [max(0, n - d) for n, d in zip(target, dims[-rank:], strict=True)]
        return pad(x, [[0, 0]] * (len(dims) - rank) + [[0, n] for n in after]) if any(after) else x
    target = lengths
    if halved:
        last = apply("AddV2", (apply("FloorDiv", (lengths[-1:], 2)), 1))
        target = apply("ConcatV2", ([lengths[:-1], last], 0))
    shape = apply("Shape", (x,))
    missing = apply("Maximum", (apply("Sub", (target, shape[-rank:])), 0))
    missing = apply("ConcatV2", ([apply("ZerosLike", (shape[:-rank],)), missing], 0))
    return pad(x, apply("Pack", ([apply("ZerosLike", (missing,)), missing],), {"axis": 1}))


def _apply_real(rank: int, input_tensor: TensorLike, fft_length: TensorLike | None, name: str | None) -> Tensor:
    with name_scope(name or _REAL[rank].lower()):
        x = convert_to_tensor(input_tensor)
        if x.dtype.name not in ("float32", "float64"):
            raise ValueError(f"RFFT requires tf.float32 or tf.float64 inputs, got: {x.dtype}")
        dtype = complex128 if x.dtype is float64 else complex64
        lengths = _lengths(x, rank, fft_length, False)
        x = x if fft_length is None else _filled(x, rank, lengths, False)
        return apply(_REAL[rank], (x, lengths), {"Tcomplex": dtype})


def _apply_inverse(rank: int, input_tensor: TensorLike, fft_length: TensorLike | None, name: str | None) -> Tensor:
    with name_scope(name or f"i{_REAL[rank].lower()}"):
        x = _complex_input(input_tensor)
        dtype = x.dtype.real_dtype
        lengths = _lengths(x, rank, fft_length, True)
        x = x if fft_length is None else _filled(x, rank, lengths, True)
        return apply(f"I{_REAL[rank]}", (x, lengths), {"Treal": dtype})


def rfft(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
    """The half spectrum of real numbers along the last axis: `n // 2 + 1` complex numbers.

    Args:
      input_tensor: float32 or float64 tensor; ValueError for others.
      fft_length: vector of one length, to which the axis is cut or filled up with zeros.

    >>> tf.signal.rfft([1.0, 1.0, 1.0, 1.0]).numpy().real.tolist()
    [4.0, 0.0, 0.0]
    """
    return _apply_real(1, input_tensor, fft_length, name)


def irfft(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
    """The inverse of `rfft`: real numbers from a half spectrum.

    Without `fft_length` there are `2 * (n - 1)`, n being the size of the axis.

    >>> tf.signal.irfft(tf.constant([4, 0, 0], tf.complex64)).numpy().tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    return _apply_inverse(1, input_tensor, fft_length, name)


def rfft2d(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
    """The half spectrum of real numbers over the last two axes; see `rfft`.

    >>> tf.signal.rfft2d(tf.ones([4, 4])).shape
    TensorShape([4, 3])
    """
    return _apply_real(2, input_tensor, fft_length, name)


def irfft2d(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
    """The inverse of `rfft2d`; see `irfft`.

    >>> tf.signal.irfft2d(tf.ones([4, 3], tf.complex64)).shape
    TensorShape([4, 4])
    """
    return _apply_inverse(2, input_tensor, fft_length, name)


def rfft3d(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
    """The half spectrum of real numbers over the last three axes; see `rfft`.

    >>> tf.signal.rfft3d(tf.ones([2, 4, 4])).shape
    TensorShape([2, 4, 3])
    """
    return _apply_real(3, input_tensor, fft_length, name)


def irfft3d(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
    """The inverse of `rfft3d`; see `irfft`.

    >>> tf.signal.irfft3d(tf.ones([2, 4, 3], tf.complex64)).shape
    TensorShape([2, 4, 4])
    """
    return _apply_inverse(3, input_tensor, fft_length, name)


def _shifted(x: Any, axes: Any, back: bool, name: str) -> Tensor:
    from graphwright.ops.array.rearrange import roll

    with name_scope(name):
        x = convert_to_tensor(x)
        shape = x.shape
        if axes is None:
            axes = apply("Range", (0, apply("Rank", (x,)), 1)) if shape.rank is None else range(shape.rank)
        if isinstance(axes, Tensor):
            axes = apply("FloorMod", (axes, apply("Rank", (x,))))
            half = apply("FloorDiv", (apply("GatherV2", (apply("Shape", (x,)), axes, 0)), 2))
            return roll(x, apply("Neg", (half,)) if back else half, axes)
        listed = [int(a) for a in np.atleast_1d(axes)]
        sizes = [apply("Shape", (x,))[a] if shape.rank is None or shape[a] is None else shape[a] for a in listed]
        return roll(x, [-(n // 2) if back else n // 2 for n in sizes], listed)


def fftshift(x: TensorLike, axes: AxisLike | None = None, name: str | None = None) -> Tensor:
    """The frequency 0 moved to the middle of the axes, by default of all.

    >>> tf.signal.fftshift([0, 1, 2, -2, -1]).numpy()
    array([-2, -1,  0,  1,  2], dtype=int32)
    """
    return _shifted(x, axes, False, name or "fftshift")


def ifftshift(x: TensorLike, axes: AxisLike | None = None, name: str | None = None) -> Tensor:
    """What `fftshift` does, undone.

    >>> tf.signal.ifftshift([-2, -1, 0, 1, 2]).numpy()
    array([ 0,  1,  2, -2, -1], dtype=int32)
    """
    return _shifted(x, axes, True, name or "ifftshift")

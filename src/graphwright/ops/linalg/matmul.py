"""Matrix products: MatMul, BatchMatMulV2 and V3, and functions built on them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphwright.base.dtypes import DType, as_dtype
from graphwright.core.convert import convert_to_tensor, to_tensor
from graphwright.core.prelude import Application, Array, DTypeLike, Gradients, Tensor, TensorLike, apply, errors, state
from graphwright.core.tape import wants
from graphwright.ir.lowering import Builder, Contract, Decompose
from graphwright.ir.prelude import Dim, Dims, Operation, OpRecord, ShapeContext, Symbol, Value, describe_dims, op
from graphwright.ops.array._dims import mismatch
from graphwright.ops.math._broadcast import broadcast_pair, unbroadcast
from graphwright.ops.math._unary import conjugate

# shapes -----


def _size_clash(a: Dims, b: Dims) -> errors.ShapeMismatchError:
    return errors.ShapeMismatchError(f"Matrix size-incompatible: In[0]: {describe_dims(a)}, In[1]: {describe_dims(b)}")


def _matrix_sizes(dims: tuple[Dim, ...], transposed: bool) -> tuple[Dim, Dim]:
    return (dims[-1], dims[-2]) if transposed else (dims[-2], dims[-1])


def _check_inner(ctx: ShapeContext, k_a: Dim, k_b: Dim) -> None:
    if isinstance(k_a, int) and isinstance(k_b, int) and k_a != k_b:
        if state.graph is None:
            raise _size_clash(ctx.dims(0), ctx.dims(1))
        raise ctx.fail(f"Dimensions must be equal, but are {k_a} and {k_b}")


def _matmul_rule(ctx: ShapeContext) -> Dims:
    a, b = ctx.dims(0), ctx.dims(1)
    for i, dims in enumerate((a, b)):
        if dims is not None and len(dims) != 2:
            if state.graph is None:
                raise errors.ShapeMismatchError(
                    f"In[{i}] ndims must be >= 2" if len(dims) < 2 else f"In[{i}] is not a matrix"
                )
            raise ctx.fail(f"Shape must be rank 2 but is rank {len(dims)}")
    rows, k_a = _matrix_sizes(a, ctx.attrs["transpose_a"]) if a is not None else (Symbol(), Symbol())
    k_b, columns = _matrix_sizes(b, ctx.attrs["transpose_b"]) if b is not None else (Symbol(), Symbol())
    _check_inner(ctx, k_a, k_b)
    return rows, columns


def _batch_rule(ctx: ShapeContext) -> Dims:
    a, b = ctx.dims(0), ctx.dims(1)
    for i, dims in enumerate((a, b)):
        if dims is not None and len(dims) < 2:
            raise mismatch(ctx, f"In[{i}] ndims must be >= 2", f"Shape must be at least rank 2 but is rank {len(dims)}")
    if a is None or b is None:
        return None
    rows, k_a = _matrix_sizes(a, ctx.attrs["adj_x"])
    k_b, columns = _matrix_sizes(b, ctx.attrs["adj_y"])
    _check_inner(ctx, k_a, k_b)
    batch, clash, _ = broadcast_pair(a[:-2], b[:-2])
    if clash is not None:
        if state.graph is None:
            raise _batch_clash(a, b)
        raise ctx.fail(f"Dimensions must be equal, but are {clash[0]} and {clash[1]}")
    return (*batch, rows, columns)


def _batch_clash(a: Dims, b: Dims) -> errors.ShapeMismatchError:
    return errors.ShapeMismatchError(
        f"In[0] and In[1] must have compatible batch dimensions: {describe_dims(a)} vs. {describe_dims(b)}"
    )


# kernels -----


def _product(x: Array, y: Array) -> Array:
    if x.ndim < 2 or y.ndim < 2:
        raise errors.ShapeMismatchError(f"In[{0 if x.ndim < 2 else 1}] ndims must be >= 2")
    try:
        if x.dtype.itemsize == 2 and x.dtype.kind not in "iu":
            # NumPy multiplies matrices of 16 bit floats element by element, and rounds each sum
            return np.matmul(x.astype(np.float32), y.astype(np.float32)).astype(x.dtype)  # type: ignore[no-any-return]
        return np.matmul(x, y)  # type: ignore[no-any-return]
    except ValueError:
        if x.shape[-1] != y.shape[-2]:
            raise _size_clash(x.shape, y.shape) from None
        raise _batch_clash(x.shape, y.shape) from None


def _matmul(
    a: Array, b: Array, transpose_a: bool, transpose_b: bool, grad_a: bool = False, grad_b: bool = False
) -> Array:
    return _product(a.T if transpose_a else a, b.T if transpose_b else b)


def _adjoint(x: Array) -> Array:
    swapped = np.swapaxes(x, -1, -2)
    return np.conj(swapped) if x.dtype.kind == "c" else swapped


def _batch_matmul(x: Array, y: Array, adj_x: bool, adj_y: bool, grad_x: bool = False, grad_y: bool = False) -> Array:
    return _product(_adjoint(x) if adj_x else x, _adjoint(y) if adj_y else y)


def _mixed_matmul(
    x: Array, y: Array, Tout: DType, adj_x: bool, adj_y: bool, grad_x: bool = False, grad_y: bool = False
) -> Array:
    from graphwright.ops.math.casts import CAST

    cast = CAST.bound_kernel({"DstT": Tout, "Truncate": False})
    return _batch_matmul(cast(x), cast(y), adj_x, adj_y)


def _native_mixed(b: Builder, op: Operation, x: Value, y: Value) -> list[Value]:
    to = op.attrs["Tout"]
    wide = b("Cast", x, DstT=to), b("Cast", y, DstT=to)
    return [b("BatchMatMulV2", *wide, adj_x=op.attrs["adj_x"], adj_y=op.attrs["adj_y"])]


# gradients -----


def _transposed_products(
    op: Application,
    product: Callable[..., Tensor],
    a: Tensor,
    b: Tensor,
    grad: Tensor,
    transpose_a: bool,
    transpose_b: bool,
) -> tuple[Tensor | None, Tensor | None]:
    """Gradients of `a` and `b` of their product, `product(x, y, transpose_x, transpose_y)` being the op."""
    grad_a = grad_b = None
    if wants(op, 0) and transpose_a:
        grad_a = product(b, grad, transpose_b, True)
    elif wants(op, 0):
        grad_a = product(grad, b, False, not transpose_b)
    if wants(op, 1) and transpose_b:
        grad_b = product(grad, a, True, transpose_a)
    elif wants(op, 1):
        grad_b = product(a, grad, not transpose_a, False)
    return grad_a, grad_b


def _matmul_gradient(op: Application, grad: Tensor) -> Gradients:
    def product(x: Tensor, y: Tensor, transpose_x: bool, transpose_y: bool) -> Tensor:
        return apply(MATMUL, (x, y), {"transpose_a": transpose_x, "transpose_b": transpose_y})

    a, b = op.inputs
    return list(
        _transposed_products(
            op, product, conjugate(a), conjugate(b), grad, op.attrs["transpose_a"], op.attrs["transpose_b"]
        )
    )


def _batch_gradient(op: Application, grad: Tensor) -> Gradients:
    def product(x: Tensor, y: Tensor, adjoint_x: bool, adjoint_y: bool) -> Tensor:
        return apply(BATCH_MATMUL, (x, y), {"adj_x": adjoint_x, "adj_y": adjoint_y})

    x, y = op.inputs
    grad_x, grad_y = _transposed_products(op, product, x, y, grad, op.attrs["adj_x"], op.attrs["adj_y"])
    return unbroadcast(x, y, grad_x, grad_y, inner=2)


def _mixed_gradient(op: Application, grad: Tensor) -> Gradients:
    def product(x: Tensor, y: Tensor, adjoint_x: bool, adjoint_y: bool) -> Tensor:
        return apply(BATCH_MATMUL, (x, y), {"adj_x": adjoint_x, "adj_y": adjoint_y})

    x, y = op.inputs
    wide_x, wide_y = (apply("Cast", (v,), {"DstT": grad.dtype}) for v in (x, y))
    adj_x, adj_y = op.attrs["adj_x"], op.attrs["adj_y"]
    grad_x, grad_y = _transposed_products(op, product, wide_x, wide_y, grad, adj_x, adj_y)
    summed = unbroadcast(x, y, grad_x, grad_y, inner=2)
    return [g if g is None else apply("Cast", (g,), {"DstT": v.dtype}) for g, v in zip(summed, op.inputs, strict=True)]


# records -----

MATMUL: OpRecord = op(
    "MatMul",
    "a: T, b: T -> product: T",
    "transpose_a: bool = false; transpose_b: bool = false; "
    "T: {bfloat16, half, float, double, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128}; "
    "grad_a: bool = false; grad_b: bool = false",
    shape=_matmul_rule,
    kernel=_matmul,
    gradient=_matmul_gradient,
    native=Contract("transpose_a", "transpose_b"),
)

BATCH_MATMUL: OpRecord = op(
    "BatchMatMulV2",
    "x: T, y: T -> output: T",
    "T: {bfloat16, half, float, double, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128}; "
    "adj_x: bool = false; adj_y: bool = false; grad_x: bool = false; grad_y: bool = false",
    shape=_batch_rule,
    kernel=_batch_matmul,
    gradient=_batch_gradient,
    native=Contract("adj_x", "adj_y"),
)

_MIXED = "{bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128}"

MIXED_MATMUL: OpRecord = op(
    "BatchMatMulV3",
    "x: Ta, y: Tb -> output: Tout",
    f"Ta: {_MIXED}; Tb: {_MIXED}; Tout: {{bfloat16, half, float, double, int16, int32, int64, complex64, complex128}}; "
    "adj_x: bool = false; adj_y: bool = false; grad_x: bool = false; grad_y: bool = false",
    shape=_batch_rule,
    kernel=_mixed_matmul,
    gradient=_mixed_gradient,
    native=Decompose(_native_mixed),
)

# public functions -----


def matmul(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: DTypeLike | None = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """The matrix product of the last two axes; the axes before them are broadcast.

    Both operands have one dtype and at least two dimensions; either may be transposed, or transposed and
    conjugated (adjoint). With an `output_type` other than theirs, the operands are converted to it before they are
    multiplied: int8 operands with int32 results. The hints `a_is_sparse`, `b_is_sparse`, `grad_a` and `grad_b` are
    accepted and not needed. Raises InvalidArgumentError (also a ValueError) when the sizes do not fit, ValueError when
    an operand is to be both transposed and adjoint.

    >>> tf.matmul([[1., 2.]], [[3.], [4.]]).numpy()
    array([[11.]], dtype=float32)
    """
    if transpose_a and adjoint_a:
        raise ValueError("Only one of `transpose_a` and `adjoint_a` can be True.")
    if transpose_b and adjoint_b:
        raise ValueError("Only one of `transpose_b` and `adjoint_b` can be True.")
    a, b = _operands(a, b)
    name = name or "MatMul"
    rank_a, rank_b = a._type.rank, b._type.rank
    target = None if output_type is None else as_dtype(output_type)
    is_mixed = target is not None and (target is not a.dtype or target is not b.dtype)
    if is_mixed or rank_a is None or rank_b is None or rank_a > 2 or rank_b > 2:
        attrs = {"adj_x": transpose_a or adjoint_a, "adj_y": transpose_b or adjoint_b}
        return apply(
            MIXED_MATMUL if is_mixed else BATCH_MATMUL,
            (_conj_if(transpose_a, a, name), _conj_if(transpose_b, b, name)),
            attrs | {"Tout": target} if is_mixed else attrs,
            name,
        )
    return apply(
        MATMUL,
        (_conj_if(adjoint_a, a, name), _conj_if(adjoint_b, b, name)),
        {"transpose_a": transpose_a or adjoint_a, "transpose_b": transpose_b or adjoint_b},
        name,
    )


def _operands(a: TensorLike, b: TensorLike) -> tuple[Tensor, Tensor]:
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        return a, b
    if not hasattr(a, "dtype") and hasattr(b, "dtype"):
        b = convert_to_tensor(b, name="b")
        return to_tensor(a, None, "a", b.dtype), b
    a = convert_to_tensor(a, name="a")
    return a, convert_to_tensor(b, None, a.dtype, "b")


def _conj_if(condition: bool, x: Tensor, name: str) -> Tensor:
    """The conjugate of a complex operand that is transposed by the op's adjoint, or vice versa."""
    return apply("Conj", (x,), None, f"{name}/Conj") if condition and x.dtype.is_complex else x


def matvec(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of a matrix, the last two axes of `a`, and a vector, the last axis of `b`.

    >>> tf.linalg.matvec([[1., 2.], [3., 4.]], [1., 1.]).numpy()
    array([3., 7.], dtype=float32)
    """
    a, b = _operands(a, b)
    column = apply("ExpandDims", (b, -1))
    product = matmul(a, column, transpose_a=transpose_a, adjoint_a=adjoint_a, name=name)
    return apply("Squeeze", (product,), {"squeeze_dims": [-1]})

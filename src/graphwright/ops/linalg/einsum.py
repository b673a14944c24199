"""Einsum: sums of products over labelled axes."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from graphwright.core.convert import convert_to_tensor, is_tensor_like
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors, name_scope
from graphwright.core.tape import wants
from graphwright.ir.emit import Unsupported
from graphwright.ir.prelude import Builder, Decompose, Dim, Operation, OpRecord, ShapeContext, Symbol, Value, op
from graphwright.ir.types import Dims, describe_dims
from graphwright.ops.linalg._einsum_steps import ArrayBackend, NativeBackend, contract
from graphwright.ops.math._broadcast import broadcast_pair, in_float32, unbroadcast
from graphwright.ops.math._unary import conjugate

# equations -----


@lru_cache(maxsize=1024)
def parse(equation: str) -> tuple[tuple[str, ...], str]:
    """The labels of each input and of the output; an ellipsis is the label `.`."""
    left, arrow, right = equation.replace(" ", "").replace("...", ".").partition("->")
    if not arrow:
        raise errors.InvalidArgumentError(f"Expecting exactly one '->' in einsum equation: {equation}")
    return tuple(left.split(",")), right


def _sizes(labels: str, dims: Sequence[Dim], position: int) -> tuple[dict[str, Dim], tuple[Dim, ...]]:
    """The size of each label of an input, and the dims that its ellipsis stands for."""
    extra = len(dims) - len(labels.replace(".", ""))
    if extra < 0 or (extra and "." not in labels):
        raise errors.ShapeMismatchError(
            f"Expected input {position} to have rank {len(labels.replace('.', ''))} but got: {len(dims)}"
        )
    sizes: dict[str, Dim] = {}
    broadcast: tuple[Dim, ...] = ()
    at = 0
    for label in labels:
        if label == ".":
            broadcast = tuple(dims[at : at + extra])
            at += extra
            continue
        _agree(sizes, label, dims[at], at, dims)
        at += 1
    return sizes, broadcast


def _agree(sizes: dict[str, Dim], label: str, size: Dim, axis: int, dims: Sequence[Dim]) -> None:
    known = sizes.setdefault(label, size)
    if isinstance(known, int) and isinstance(size, int) and known != size:
        raise errors.ShapeMismatchError(
            f"Expected dimension {known} at axis {axis} of the input shaped {describe_dims(tuple(dims))} "
            f"but got dimension {size}"
        )
    if isinstance(size, int):
        sizes[label] = size


def result_dims(equation: str, shapes: Sequence[tuple[Dim, ...]]) -> tuple[Dim, ...]:
    """The dims of the output; raises for shapes that do not fit the equation."""
    inputs, output = parse(equation)
    if len(inputs) != len(shapes):
        raise errors.ShapeMismatchError(f"Expected {len(inputs)} inputs but got: {len(shapes)}")
    sizes: dict[str, Dim] = {}
    broadcast: tuple[Dim, ...] = ()
    for i, (labels, dims) in enumerate(zip(inputs, shapes, strict=True)):
        own, extra = _sizes(labels, dims, i)
        for label, size in own.items():
            _agree(sizes, label, size, labels.index(label), dims)
        broadcast, clash, _ = broadcast_pair(broadcast, extra)
        if clash is not None:
            raise errors.ShapeMismatchError(
                f"Broadcast dimensions of einsum inputs do not fit together: {clash[0]} and {clash[1]}"
            )
    if broadcast and "." not in output:
        raise errors.ShapeMismatchError(
            f"Output contains {len(broadcast)} broadcasting dimension(s) but no ellipsis (...) was found in the "
            "output subscripts."
        )
    return tuple(d for label in output for d in (broadcast if label == "." else (sizes[label],)))


def _rule(ctx: ShapeContext) -> Dims:
    shapes = [t.dims for t in ctx.types]
    known = [dims for dims in shapes if dims is not None]
    if len(known) == len(shapes):
        return result_dims(ctx.attrs["equation"], known)
    inputs, output = parse(ctx.attrs["equation"])
    if "." in output:
        return None
    sizes: dict[str, Dim] = {}
    for i, (labels, dims) in enumerate(zip(inputs, shapes, strict=False)):
        if dims is not None:
            sizes |= _sizes(labels, dims, i)[0]
    return tuple(sizes.get(label, Symbol()) for label in output)


# the kernel -----


def _kernel(inputs: list[Array], equation: str) -> Any:
    result_dims(equation, [x.shape for x in inputs])
    labels, output = parse(equation)
    if len(inputs) == 2 and _is_plain(labels, output):
        return contract(ArrayBackend(), labels[0], labels[1], output, *inputs)
    once = "".join(dict.fromkeys(output))
    result = np.einsum(_spell(labels, once), *inputs, optimize=len(inputs) > 2)
    if once == output:
        return result
    return _on_diagonals(result, once, output, result_dims(equation, [x.shape for x in inputs]))


def _on_diagonals(value: Array, once: str, output: str, dims: Sequence[Any]) -> Array:
    """The axes `once` as axes `output`, where a label that is repeated has zeros off its diagonal."""
    spread = np.zeros(tuple(dims), value.dtype)
    np.einsum(_spell([output], once), spread)[...] = value  # a view of the diagonals
    return spread


def _is_plain(labels: tuple[str, ...], output: str) -> bool:
    """Whether no label is repeated within a tensor and none stands for several axes."""
    return all("." not in one and len(set(one)) == len(one) for one in (*labels, output))


def _native(b: Builder, op: Operation, *inputs: Any) -> list[Value]:
    labels, output = parse(op.attrs["equation"])
    shapes = [x.type.dims for x in inputs]
    if len(inputs) != 2 or not _is_plain(labels, output) or any(dims is None for dims in shapes):
        raise Unsupported("an einsum that is not one product of matrices")
    sizes: dict[str, Dim] = {}
    for one, dims in zip(labels, shapes, strict=True):
        for label, size in zip(one, dims, strict=True):
            if sizes.setdefault(label, size) != size:
                raise Unsupported("sizes that only the run can compare")
    return [contract(NativeBackend(b), labels[0], labels[1], output, *inputs)]


# gradients -----


def _gradient(op: Application, grad: Tensor) -> Gradients:
    labels, output = parse(op.attrs["equation"])
    return [_of_input(op, i, labels, output, grad) if wants(op, i) else None for i in range(len(labels))]


def _of_input(op: Application, i: int, labels: tuple[str, ...], output: str, grad: Tensor) -> Tensor:
    """The product of the incoming gradient and the other inputs, over the labels of input i."""
    x, own = op.inputs[i], labels[i]
    others = [conjugate(v) for k, v in enumerate(op.inputs) if k != i]
    terms = [output, *(one for k, one in enumerate(labels) if k != i)]
    # the labels of the input, each once: what is repeated lies on a diagonal, and is put there below
    once = "".join(dict.fromkeys(own))
    free = next(c for c in "abcdefghijklmnopqrstuvwxyz" if all(c not in one for one in labels))
    there = [label for label in once if any(label in one for one in terms)]
    lead = "." if "." not in own and any("." in one for one in terms) else ""
    value = apply(EINSUM, ([grad, *others],), {"equation": _spell(terms, lead + "".join(there))})
    value = _without_lead(value, len(there)) if lead else _summed_ellipsis(value, x, "".join(there), own)
    if len(there) < len(once):
        value = _repeated(value, x, there, once, own)
    for label in once:
        if own.count(label) > 1:
            value, once = _on_diagonal(value, x, once, own, label, free)
    return value


def _spell(terms: Sequence[str], result: str) -> str:
    return f"{','.join(terms)}->{result}".replace(".", "...")


def _without_lead(value: Tensor, kept: int) -> Tensor:
    """Sums over all axes but the last `kept`."""
    if value._type.rank is not None:
        return apply("Sum", (value, list(range(value._type.rank - kept))))
    return apply("Sum", (value, apply("Range", (0, apply("Sub", (apply("Rank", (value,)), kept)), 1))))


def _summed_ellipsis(value: Any, x: Any, labels: str, own: str) -> Any:
    """Where the input was repeated along the axes of the ellipsis, sums over them."""
    if "." not in labels:
        return value
    if labels == own and labels[0] == ".":
        return unbroadcast(x, value, value, None, inner=len(labels) - 1)[0]
    rank, target = value._type.rank, x._type.rank
    if rank is None or target is None:
        raise errors.UnimplementedError("the gradient of an einsum with `...` of tensors of unknown rank")
    start = labels.index(".")
    extra = rank - (len(labels) - 1)
    inside = target - len(own.replace(".", ""))
    own_start = own.index(".")
    axes = list(range(start, start + extra - inside))
    kept = []
    for k in range(inside):
        size, axis = x._type.dims[own_start + k], start + extra - inside + k
        if size != value._type.dims[axis]:
            if size != 1:
                raise errors.UnimplementedError("the gradient of an einsum with `...` of unknown sizes")
            kept.append(axis)
    if kept:
        value = apply("Sum", (value, kept), {"keep_dims": True})
    return apply("Sum", (value, axes)) if axes else value


def _repeated(value: TensorLike, x: Tensor, there: list[str], once: str, own: str) -> Tensor:
    """Broadcast over the labels that only this input has."""
    sizes = apply("Shape", (x,))
    target = []
    for label in once:
        axis = own.index(label)
        if label == ".":
            raise errors.UnimplementedError("the gradient of an einsum that sums over `...`")
        value = value if label in there else apply("ExpandDims", (value, once.index(label)))
        # axes behind an ellipsis are counted from the end
        target.append(sizes[axis - len(own)] if "." in own[:axis] else sizes[axis])
    return apply("BroadcastTo", (value, apply("Pack", (target,))))


def _on_diagonal(value: Tensor, x: Tensor, once: str, own: str, label: str, free: str) -> tuple[Tensor, str]:
    """A repeated label as two axes, with the value where their indices agree and zeros elsewhere."""
    from graphwright.ops.array.ranges import eye

    if own.count(label) > 2 or "." in own:
        raise errors.UnimplementedError(f"the gradient of an einsum with the label {label} more than twice")
    size = x.shape[own.index(label)]
    count = apply("Shape", (x,))[own.index(label)] if size is None else size
    second = own.rindex(label)
    spread = "".join(c for c in own[:second]) + free + own[second + 1 :]
    equation = f"{once},{label}{free}->{spread}"
    return apply(EINSUM, ([value, eye(count, dtype=value.dtype)],), {"equation": equation}), spread


EINSUM: OpRecord = op(
    "Einsum",
    "inputs: N*T -> output: T",
    "equation: string; N: int >= 1; T: type",
    shape=_rule,
    kernel=lambda inputs, equation: in_float32(lambda *arrays: _kernel(list(arrays), equation))(*inputs),
    gradient=_gradient,
    native=Decompose(_native),
)

# the public function -----

_LETTERS = re.compile(r"^(?:[a-zA-Z]|\.\.\.|,)*(?:->(?:[a-zA-Z]|\.\.\.)*)?$")


def einsum(equation: str, *inputs: TensorLike, **kwargs: Any) -> Tensor:
    """Sums of products over axes that are named by letters.

    `"ij,jk->ik"` is a matrix product: letters that the output lacks are summed over. `...` stands for any axes,
    which are broadcast; without `->` the output has the letters that occur once, in alphabetical order. More than
    two inputs are multiplied two at a time, in the order `optimize` (as in `np.einsum`) finds. Raises ValueError
    for an equation that is malformed, InvalidArgumentError (also a ValueError) for shapes that do not fit it.

    >>> tf.einsum("ij,j->i", tf.constant([[1., 2.], [3., 4.]]), tf.constant([1., 1.])).numpy()
    array([3., 7.], dtype=float32)
    """
    name, optimize = kwargs.pop("name", None), kwargs.pop("optimize", "greedy")
    if kwargs:
        raise TypeError(
            f"Invalid keyword arguments for einsum: {', '.join(kwargs)}. Valid arguments: name, optimize, greedy."
        )
    with name_scope(name or "einsum"):
        tensors = _tensors(inputs)
        labels, output = _resolved(equation, len(tensors))
        while len(tensors) > 2:
            labels, tensors = _multiplied_pair(labels, output, tensors, optimize)
        return apply(EINSUM, (tensors,), {"equation": _spell(labels, output)})


def _tensors(inputs: Sequence[TensorLike]) -> list[Tensor]:
    typed = [x for x in inputs if hasattr(x, "dtype")]
    dtype = next((x.dtype for x in [*filter(is_tensor_like, typed), *typed]), None)
    return [convert_to_tensor(x, dtype_hint=dtype) for x in inputs]


def _resolved(equation: str, count: int) -> tuple[list[str], str]:
    """The labels of inputs and output, checked; the output's are derived where they are missing."""
    text = equation.replace(" ", "")
    if not _LETTERS.match(text):
        raise ValueError(f"Subscripts have incorrect format: {equation}")
    left, arrow, right = text.replace("...", ".").partition("->")
    labels = left.split(",")
    if len(labels) != count:
        raise ValueError(f'Got {count} inputs for equation "{equation}", expecting {len(labels)}')
    letters = [c for c in left if c not in ",."]
    if not arrow:
        right = ("." if "." in left else "") + "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    for c in right.replace(".", ""):
        if c not in letters:
            raise ValueError(f"Output subscripts contain the label {c} not present in the input subscripts.")
        if right.count(c) > 1:
            raise ValueError(f"Output subscripts contain a label appearing more than once: {equation}")
    return labels, right


def _multiplied_pair(
    labels: list[str], output: str, tensors: list[Tensor], optimize: Tensor
) -> tuple[list[str], list[Tensor]]:
    """The inputs with two of them multiplied into one."""
    first, second = _best_pair(labels, output, tensors, optimize)
    rest = [i for i in range(len(tensors)) if i not in (first, second)]
    needed = output + "".join(labels[i] for i in rest)
    kept = "".join(dict.fromkeys(c for c in labels[first] + labels[second] if c in needed))
    equation = _spell([labels[first], labels[second]], kept)
    product = apply(EINSUM, ([tensors[first], tensors[second]],), {"equation": equation})
    return [*(labels[i] for i in rest), kept], [*(tensors[i] for i in rest), product]


def _best_pair(labels: list[str], output: str, tensors: list[Any], optimize: Any) -> tuple[int, int]:
    shapes = [t._type.dims for t in tensors]
    if any(dims is None or not all(isinstance(d, int) for d in dims) or math.prod(dims) == 0 for dims in shapes):
        return 0, 1
    blanks = [np.broadcast_to(np.zeros((), np.bool_), dims) for dims in shapes]
    path, _ = np.einsum_path(_spell(labels, output), *blanks, optimize=optimize)
    pair = next((step for step in path[1:] if len(step) == 2), (0, 1))
    return min(pair), max(pair)

"""Einsum: sums of products over labelled axes."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.core.convert import convert_to_tensor, is_tensor_like
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors, name_scope
from graphwright.ir.emit import Unsupported
from graphwright.ir.prelude import Builder, Decompose, Dim, Operation, OpRecord, ShapeContext, Symbol, Value, op
from graphwright.ir.types import Dims, describe_dims
from graphwright.ops.linalg._einsum_gradient import gradient
from graphwright.ops.linalg._einsum_labels import parse, spell
from graphwright.ops.linalg._einsum_steps import ArrayBackend, NativeBackend, contract
from graphwright.ops.math._broadcast import broadcast_pair, in_float32

# shapes -----


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
    result = np.einsum(spell(labels, once), *inputs, optimize=len(inputs) > 2)
    if once == output:
        return result
    return _on_diagonals(result, once, output, result_dims(equation, [x.shape for x in inputs]))


def _on_diagonals(value: Array, once: str, output: str, dims: Sequence[Any]) -> Array:
    """The axes `once` as axes `output`, where a label that is repeated has zeros off its diagonal."""
    spread = np.zeros(tuple(dims), value.dtype)
    np.einsum(spell([output], once), spread)[...] = value  # a view of the diagonals
    return spread


def _is_plain(labels: tuple[str, ...], output: str) -> bool:
    """Whether no label is repeated within a tensor and none stands for several axes."""
    return all("." not in one and len(set(one)) == len(one) for one in (*labels, output))


def _native(b: Builder, op: Operation, *inputs: Any) -> list[Value]:
    labels, output = parse(op.attrs["equation"])
    shapes = [x.type.dims for x in inputs]
    if len(inputs) != 2 or not _is_plain(labels, output) or any(dims is None for dims in shapes):
        raise Unsupported("an einsum that is not one product of matrices")
    return [contract(NativeBackend(b, inputs), labels[0], labels[1], output, *inputs)]


def _equal_sizes(op: Operation) -> list[tuple[Dim, ...]]:
    """The sizes of each label."""
    labels, _ = parse(op.attrs["equation"])
    sizes: dict[str, list[Dim]] = {}
    for one, x in zip(labels, op.inputs, strict=False):  # the kernel counts them
        for label, size in zip(one, x.type.dims or (), strict=False):
            sizes.setdefault(label, []).append(size)
    return [tuple(sorted(found, key=lambda size: not isinstance(size, int))) for found in sizes.values()]


EINSUM: OpRecord = op(
    "Einsum",
    "inputs: N*T -> output: T",
    "equation: string; N: int >= 1; T: type",
    shape=_rule,
    kernel=lambda inputs, equation: in_float32(lambda *arrays: _kernel(list(arrays), equation))(*inputs),
    gradient=gradient,
    native=Decompose(_native, exact=_equal_sizes),
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
        return apply(EINSUM, (tensors,), {"equation": spell(labels, output)})


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
    equation = spell([labels[first], labels[second]], kept)
    product = apply(EINSUM, ([tensors[first], tensors[second]],), {"equation": equation})
    return [*(labels[i] for i in rest), kept], [*(tensors[i] for i in rest), product]


def _best_pair(labels: list[str], output: str, tensors: list[Any], optimize: Any) -> tuple[int, int]:
    shapes = [t._type.dims for t in tensors]
    if any(dims is None or not all(isinstance(d, int) for d in dims) or math.prod(dims) == 0 for dims in shapes):
        return 0, 1
    blanks = [np.broadcast_to(np.zeros((), np.bool_), dims) for dims in shapes]
    path, _ = np.einsum_path(spell(labels, output), *blanks, optimize=optimize)
    pair = next((step for step in path[1:] if len(step) == 2), (0, 1))
    return min(pair), max(pair)

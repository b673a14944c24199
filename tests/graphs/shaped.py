"""Ops whose inputs depend on each other's shapes: how a random application of each is drawn.

Each function gives an expression and the values it uses. Ops that are not here are drawn by their interface or samples.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.graphs.trial import Item, Refused
from tests.graphs.values import COMPLEX, DTYPES, FLOATS, SIGNED, UNSIGNED

if TYPE_CHECKING:
    from tests.graphs.draw import Drawer

Drawn = tuple[str, list[Item]]

_NUMBERS = (*FLOATS, *COMPLEX, *SIGNED, *UNSIGNED)
_REAL = (*FLOATS, *SIGNED, *UNSIGNED)
_PRODUCTS = (*FLOATS, *COMPLEX, "int32", "int64")


def _reshape(d: Drawer) -> Drawn:
    a = d.pick(DTYPES)
    sizes = [n for n in a.shape if n != 1]
    merged: list[int] = []
    for n in sizes:
        if merged and d.random.random() < 0.5:
            merged[-1] *= n
        else:
            merged.append(n)
    if merged and a.size and d.random.random() < 0.5:
        merged[d.random.randrange(len(merged))] = -1
    if d.random.random() < 0.3:
        merged.insert(d.random.randint(0, len(merged)), 1)
    return f"tf.reshape({a.name}, {merged})", [a]


def _expand(d: Drawer) -> Drawn:
    a = d.pick(DTYPES)
    return f"tf.expand_dims({a.name}, {d.random.randint(-a.rank - 1, a.rank)})", [a]


def _squeeze(d: Drawer) -> Drawn:
    fitting = [i for i in d.items if 1 in i.shape]
    if not fitting:
        raise Refused
    a = d.random.choice(fitting)
    axis = d.random.choice([k for k, n in enumerate(a.shape) if n == 1])
    return f"tf.squeeze({a.name}, [{axis}])", [a]


def _transpose(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=2)
    return f"tf.transpose({a.name}, {d.random.sample(range(a.rank), a.rank)})", [a]


def _reverse(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    return f"tf.reverse({a.name}, {d.random.sample(range(a.rank), d.random.randint(0, a.rank))})", [a]


def _slices(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    parts = []
    for n in a.shape[: d.random.randint(1, a.rank)]:
        way = d.random.random()
        if way < 0.25 and n:
            parts.append(str(d.random.randrange(-n, n)))
        elif way < 0.35:
            parts.append("None")
        elif way < 0.5:
            parts.append(d.random.choice([":", "::2", "::-1", "-3:", ":-1", "::-3"]))
        else:
            low, high = sorted((d.random.randint(0, n), d.random.randint(0, n)))
            parts.append(f"{low}:{high}:{d.random.choice([1, 1, 2, 3])}")
    if d.random.random() < 0.15:
        parts.insert(0, "...")
    return f"{a.name}[{', '.join(parts)}]", [a]


def _slice(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    begin = [d.random.randint(0, n) for n in a.shape]
    size = [d.random.choice([-1, d.random.randint(0, n - b)]) for n, b in zip(a.shape, begin, strict=True)]
    return f"tf.slice({a.name}, {begin}, {size})", [a]


def _dynamic_slice(d: Drawer) -> Drawn:
    """A slice whose beginning is a value of the program."""
    a = d.pick(DTYPES, rank=1)
    numbers = [i for i in d.items if i.dtype == "int32" and i.exact and i.shape == ()]
    if not numbers or not a.shape[0]:
        raise Refused
    n = d.random.choice(numbers)
    at = f"tf.math.floormod({n.name}, {a.shape[0]})"
    return d.random.choice([f"{a.name}[{at}]", f"{a.name}[{at}:]", f"{a.name}[:{n.name}]"]), [a, n]


def _concat(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    axis = d.random.randrange(a.rank)
    others = [i for i in d.items if i.dtype == a.dtype and _equal_but(i.shape, a.shape, axis)]
    parts = [a, *(d.random.choice([a, *others]) for _ in range(d.random.randint(1, 3)))]
    d.random.shuffle(parts)
    return f"tf.concat([{', '.join(p.name for p in parts)}], {axis})", parts


def _equal_but(one: tuple[int, ...], other: tuple[int, ...], axis: int) -> bool:
    return len(one) == len(other) and all(x == y or k == axis for k, (x, y) in enumerate(zip(one, other, strict=True)))


def _stack(d: Drawer) -> Drawn:
    a = d.pick(DTYPES)
    parts = [a, *(d.partner(a, same=True) for _ in range(d.random.randint(0, 2)))]
    return f"tf.stack([{', '.join(p.name for p in parts)}], {d.random.randint(0, a.rank)})", parts


def _unstack(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    axis = d.random.randrange(a.rank)
    if not 0 < a.shape[axis] <= 5:
        raise Refused
    return f"tf.unstack({a.name}, axis={axis})", [a]


def _split(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    axis = d.random.randrange(a.rank)
    n = a.shape[axis]
    first = d.random.randint(0, n)
    way = f"[{first}, {n - first}]" if d.random.random() < 0.6 else str(d.random.choice([1, 2, 3, 4]))
    return f"tf.split({a.name}, {way}, {axis})", [a]


def _pad(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    mode = d.random.choice(["CONSTANT", "CONSTANT", "REFLECT", "SYMMETRIC"])
    most = 2 if mode == "CONSTANT" else min([2, *(n - (mode == "REFLECT") for n in a.shape)])
    if most < 0:
        raise Refused
    widths = [[d.random.randint(0, most), d.random.randint(0, most)] for _ in a.shape]
    return f"tf.pad({a.name}, {widths}, {mode!r})", [a]


def _pad_with(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    b = d.partner(Item("", a.dtype, (), True), same=True)
    widths = [[d.random.randint(0, 2), d.random.randint(0, 2)] for _ in a.shape]
    return f"tf.raw_ops.PadV2(input={a.name}, paddings={widths}, constant_values={b.name})", [a, b]


def _tile(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    return f"tf.tile({a.name}, {[d.random.choice([0, 1, 1, 2, 3]) for _ in a.shape]})", [a]


def _roll(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    axes = d.random.sample(range(a.rank), d.random.randint(1, a.rank))
    return f"tf.roll({a.name}, {[d.random.randint(-5, 5) for _ in axes]}, {axes})", [a]


def _gather(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    axis = d.random.randrange(a.rank)
    n = a.shape[axis]
    indices = [i for i in d.items if i.dtype in ("int32", "int64") and i.exact and i.rank <= 2]
    if indices and d.random.random() < 0.6:
        i = d.random.choice(indices)
        text = i.name if d.may_fail and not d.nested else f"tf.math.floormod({i.name}, {max(n, 1)})"
        return f"tf.gather({a.name}, {text}, axis={axis})", [a, i]
    if not n:
        raise Refused
    chosen = [d.random.randrange(n) for _ in range(d.random.randint(0, 5))]
    return f"tf.gather({a.name}, np.array({chosen}, 'int32'), axis={axis})", [a]


def _gather_nd(d: Drawer) -> Drawn:
    a = d.pick(DTYPES, rank=1)
    if not a.size:
        raise Refused
    depth = d.random.randint(1, a.rank)
    chosen = [[d.random.randrange(n) for n in a.shape[:depth]] for _ in range(d.random.randint(1, 4))]
    return f"tf.gather_nd({a.name}, {chosen})", [a]


def _one_hot(d: Drawer) -> Drawn:
    a = d.pick(("int32", "int64", "uint8"))
    dtype = d.random.choice(["float32", "float16", "int32", "bool"])
    values = "" if dtype == "bool" else ", on_value=3, off_value=-1"
    axis = d.random.randint(-1, a.rank)
    return f"tf.one_hot({a.name}, {d.random.randint(0, 9)}, axis={axis}, dtype={dtype!r}{values})", [a]


def _broadcast(d: Drawer) -> Drawn:
    a = d.pick(DTYPES)
    shape = [d.random.choice([2, 3, 5]) if n == 1 and d.random.random() < 0.7 else n for n in a.shape]
    if d.random.random() < 0.4:
        shape.insert(0, d.random.choice([0, 1, 2, 3]))
    return f"tf.broadcast_to({a.name}, {shape})", [a]


def _broadcast_as(d: Drawer) -> Drawn:
    """To the shape of another value, as it is when the program runs."""
    b = d.pick(DTYPES)
    a = d.partner(b)
    return f"tf.broadcast_to({a.name}, tf.broadcast_dynamic_shape(tf.shape({a.name}), tf.shape({b.name})))", [a, b]


def _scan(d: Drawer) -> Drawn:
    name = d.random.choice(["cumsum", "cumprod", "cumulative_logsumexp"])
    a = d.pick(FLOATS if name == "cumulative_logsumexp" else _NUMBERS, rank=1)
    options = f"exclusive={d.random.random() < 0.5}, reverse={d.random.random() < 0.5}"
    return f"tf.math.{name}({a.name}, {d.random.randrange(-a.rank, a.rank)}, {options})", [a]


def _most(a: Item) -> int:
    """How many products: NumPy takes its time where BLAS has no code."""
    return 10**8 if a.dtype in ("float32", "float64", "complex64", "complex128") else 10**6


def _matmul(d: Drawer) -> Drawn:
    a = d.pick(_PRODUCTS, rank=2)
    left, right = d.random.random() < 0.4, d.random.random() < 0.4
    inner = a.shape[-2] if left else a.shape[-1]
    fitting = [i for i in d.items if i.dtype == a.dtype and i.rank >= 2 and i.shape[-1 if right else -2] == inner]
    if fitting and d.random.random() < 0.6:
        b = d.random.choice(fitting)
    else:
        n = d.random.choice(d.sizes)
        batch = a.shape[:-2] if d.random.random() < 0.5 else ()
        b = d.fresh(a.dtype, (*batch, n, inner) if right else (*batch, inner, n))
    if a.size * b.shape[-1] > _most(a):
        raise Refused
    return f"tf.matmul({a.name}, {b.name}, transpose_a={left}, transpose_b={right})", [a, b]


def _dense(d: Drawer) -> Drawn:
    """A product with a bias and an activation behind it."""
    a = d.pick(("float32", "float64"), rank=2)
    if a.rank != 2:
        raise Refused
    n = d.random.choice(d.sizes)
    if a.size * n > _most(a):
        raise Refused
    w, b = d.fresh(a.dtype, (a.shape[1], n)), d.fresh(a.dtype, (n,))
    activation = d.random.choice(["tf.nn.relu", "tf.tanh", "tf.identity"])
    return f"{activation}(tf.nn.bias_add(tf.matmul({a.name}, {w.name}), {b.name}))", [a, w, b]


def _einsum(d: Drawer) -> Drawn:
    a = d.pick(_PRODUCTS, rank=2)
    if a.rank > 3:
        raise Refused
    if a.rank == 2:
        b = d.fresh(a.dtype, (a.shape[1], d.random.choice(d.sizes)))
        equation = d.random.choice(["ij,jk->ik", "ij,jk->ki", "ij,jk->i", "ij,jk->"])
    else:
        b = d.fresh(a.dtype, (a.shape[0], a.shape[2], d.random.choice(d.sizes)))
        equation = d.random.choice(["bij,bjk->bik", "bij,bjk->ibk", "bij,bjk->ik"])
    if a.size * b.shape[-1] > _most(a):
        raise Refused
    return f"tf.einsum({equation!r}, {a.name}, {b.name})", [a, b]


def _rows(d: Drawer) -> Drawn:
    """What goes through rows: softmax, moments, norms."""
    a = d.pick(FLOATS, rank=1)
    mean = f"tf.reduce_mean({a.name}, -1, keepdims=True)"
    return d.random.choice(
        [
            f"tf.nn.softmax({a.name})",
            f"tf.nn.log_softmax({a.name})",
            f"{a.name} - {mean}",
            f"tf.math.squared_difference({a.name}, {mean})",
            f"tf.reduce_logsumexp({a.name}, -1)",
            f"{a.name} / (tf.norm({a.name}, axis=-1, keepdims=True) + 1)",
        ]
    ), [a]


def _cast(d: Drawer) -> Drawn:
    a = d.pick(DTYPES)
    return f"tf.cast({a.name}, {d.random.choice(DTYPES)!r})", [a]


def _where(d: Drawer) -> Drawn:
    a = d.pick(DTYPES)
    b = d.partner(a)
    c = d.partner(a, "bool")
    return f"tf.where({c.name}, {a.name}, {b.name})", [a, b, c]


def _add_n(d: Drawer) -> Drawn:
    a = d.pick(_NUMBERS)
    parts = [a, *(d.partner(a, same=True) for _ in range(d.random.randint(0, 3)))]
    return f"tf.add_n([{', '.join(p.name for p in parts)}])", parts


def _sizes(d: Drawer) -> Drawn:
    a = d.pick(DTYPES)
    return d.random.choice([f"tf.shape({a.name})", f"tf.size({a.name})", f"tf.rank({a.name})"]), []


def _range(d: Drawer) -> Drawn:
    numbers = [i for i in d.items if i.dtype in ("int32", "float32") and i.exact and i.shape == ()]
    if numbers and d.random.random() < 0.5:
        n = d.random.choice(numbers)
        return f"tf.range(tf.clip_by_value({n.name}, 0, 40))", [n]
    return f"tf.range({d.random.randint(-3, 3)}, {d.random.randint(0, 30)}, {d.random.choice([1, 2, 7])})", []


def _argsort(d: Drawer) -> Drawn:
    a = d.pick(_REAL, rank=1)
    return f"tf.sort({a.name}, axis={d.random.randrange(-a.rank, a.rank)})", [a]


def _top(d: Drawer) -> Drawn:
    a = d.pick(_REAL, rank=1)
    return f"list(tf.math.top_k({a.name}, {d.random.randint(0, a.shape[-1])}))", [a]


def _segments(d: Drawer) -> Drawn:
    a = d.pick(_REAL, rank=1)
    ids = [d.random.randrange(-1, 4) for _ in range(a.shape[0])] if a.shape[0] <= 200 else None
    if ids is None:
        raise Refused
    return f"tf.math.unsorted_segment_sum({a.name}, np.array({ids}, 'int32'), 4)", [a]


def _scatter(d: Drawer) -> Drawn:
    a = d.pick(_NUMBERS, rank=1)
    n = a.shape[0]
    if not 0 < n <= 200:
        raise Refused
    at = d.random.sample(range(n), d.random.randint(1, min(n, 4)))
    how = d.random.choice(["update", "add", "sub"])
    b = d.fresh(a.dtype, (len(at), *a.shape[1:]))
    return f"tf.tensor_scatter_nd_{how}({a.name}, {[[k] for k in at]}, {b.name})", [a, b]


def _array_loop(d: Drawer) -> Drawn:
    """A TensorArray, written in a loop and stacked."""
    a = d.pick(("float32", "float64", "int32", "float16"), rank=1)
    if not a.shape[0] or a.shape[0] > 40:
        raise Refused
    return f"tf.map_fn(tf.{d.random.choice(['square', 'negative', 'abs'])}, {a.name})", [a]


def _grown_array(d: Drawer) -> Drawn:
    """A TensorArray that grows."""
    a = d.pick(DTYPES, rank=1)
    if not a.size:
        raise Refused
    count, used = _count(d)
    how = d.random.choice(["stack", "gather", "read", "size", *(["concat"] if a.rank > 1 else [])])
    return f"grown({a.name}, {count}, {how!r})", [a, *used]


def _recursion(d: Drawer) -> Drawn:
    a = d.pick(("float32", "float64", "int32", "int64", "bool", "bfloat16"))
    count, used = _count(d)
    step = "logical_not" if a.dtype == "bool" else d.random.choice(["negative", "abs", "square", "ones_like"])
    return f"repeated(tf.{step}, {a.name}, {count})", [a, *used]


def _count(d: Drawer) -> tuple[str, list[Item]]:
    numbers = [i for i in d.items if i.dtype == "int32" and i.exact and i.shape == ()]
    if not numbers or d.random.random() < 0.4:
        return f"tf.constant({d.random.randint(0, 5)})", []
    n = d.random.choice(numbers)
    return f"tf.math.floormod({n.name}, 5)", [n]


SHAPED: dict[str, Callable[[Drawer], Drawn]] = {
    "Reshape": _reshape,
    "ExpandDims": _expand,
    "Squeeze": _squeeze,
    "Transpose": _transpose,
    "ReverseV2": _reverse,
    "StridedSlice": _slices,
    "StridedSlice at a value": _dynamic_slice,
    "Slice": _slice,
    "ConcatV2": _concat,
    "Pack": _stack,
    "Unpack": _unstack,
    "Split": _split,
    "Pad": _pad,
    "PadV2": _pad_with,
    "Tile": _tile,
    "Roll": _roll,
    "GatherV2": _gather,
    "GatherNd": _gather_nd,
    "OneHot": _one_hot,
    "BroadcastTo": _broadcast,
    "BroadcastTo a shape": _broadcast_as,
    "Cumsum": _scan,
    "MatMul": _matmul,
    "MatMul and bias": _dense,
    "Einsum": _einsum,
    "Softmax": _rows,
    "Cast": _cast,
    "SelectV2": _where,
    "AddN": _add_n,
    "Shape": _sizes,
    "Range": _range,
    "TopKV2 of all": _argsort,
    "TopKV2": _top,
    "UnsortedSegmentSum": _segments,
    "TensorScatterUpdate": _scatter,
    "TensorList": _array_loop,
    "TensorList that grows": _grown_array,
    "StatelessPartitionedCall of itself": _recursion,
}
"""By op, or by what is made with it."""

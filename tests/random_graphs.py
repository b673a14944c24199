"""Random typed graphs, run by the native executor and by the `numpy` executor, which must agree.

`python -m tests.random_graphs --count 50000` runs many; a failure prints the seed, which makes the same graph again.
Floats are either exact (small integers: they must agree to the bit, and may decide comparisons) or rough (anything
went through a function or a long sum: they must agree closely, and decide nothing).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base.shape import Symbol
from graphwright.control import cond, while_loop
from graphwright.core.context import as_default_graph
from graphwright.core.tracing import TracingGraph
from graphwright.ir.funcgraph import copy_graph
from graphwright.ir.types import tensor_type
from graphwright.passes import optimize
from graphwright.runtime.native.executor import NativeExecutor
from graphwright.runtime.reference import NumpyExecutor

_EXACT_LIMIT = 2**21
_INTEGERS = ("int32", "int64", "uint8", "int8")
_FLOATS = ("float32", "float64")


@dataclass(eq=False)
class Item:
    """A tensor with what the generator knows of it."""

    tensor: Any
    dtype: str
    shape: tuple[int, ...]
    exact: bool
    bound: float

    @property
    def rank(self) -> int:
        return len(self.shape)


class Generator:
    """Builds one graph from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        sizes = [1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 64, 65, 130]
        self.sizes = [self.random.choice(sizes) for _ in range(3)]
        # an unknown dimension of each size, where the graph has one
        self.symbols = {n: Symbol() for n in self.sizes if n != 1 and self.random.random() < 0.3}
        self.items: list[Item] = []
        self.arrays: list[Any] = []

    # inputs ---------------------------------------------------------------------------------------------------

    def build(self, length: int) -> TracingGraph:
        """A graph with some inputs and about `length` operations."""
        graph = TracingGraph("random")
        for i in range(self.random.randint(1, 3)):
            self._input(graph, i)
        with as_default_graph(graph):
            for _ in range(length):
                self._operation(2)
            outputs = self.random.sample(self.items, min(len(self.items), self.random.randint(1, 4)))
            if self.items[-1] not in outputs:
                outputs.append(self.items[-1])
            self.outputs = outputs
            graph.outputs = [o.tensor for o in outputs]
        graph.finish()
        return graph

    def _input(self, graph: TracingGraph, number: int) -> None:
        dtype = self.random.choice((*_INTEGERS, *_FLOATS, *_FLOATS, "bool"))
        shape = tuple(self.random.choice(self.sizes) for _ in range(self.random.randint(0, 3)))
        while np.prod(shape, dtype=int) > 20000:
            shape = shape[1:]
        array = self._array(dtype, shape)
        dims = tuple(self.symbols.get(n, n) for n in shape)
        type_ = tensor_type(tf.as_dtype(dtype), dims)
        self.arrays.append(array)
        self.items.append(Item(graph.placeholder(type_, f"x{number}"), dtype, shape, True, 8))

    def _array(self, dtype: str, shape: tuple[int, ...]) -> Any:
        low = 0 if dtype.startswith("u") or dtype == "bool" else -8
        high = 2 if dtype == "bool" else 9
        return np.asarray(self.numbers.integers(low, high, shape)).astype(dtype)

    # operations -----------------------------------------------------------------------------------------------

    def _operation(self, depth: int) -> None:
        kinds: list[Callable[[], Item | None]] = [
            *[self._binary] * 3, self._unary, self._function, self._compare, self._reduce, self._reduce, self._arg,
            self._reshape, self._transpose, self._slice, self._concat, self._product, self._cast, self._select,
            self._gather, self._tile, self._pad,
        ]  # fmt: skip
        made = self.random.choice(kinds)()
        if made is None and depth:
            made = self.random.choice([self._branch, self._loop])(depth)
        if made is not None and np.prod(made.shape, dtype=int) <= 50000:
            self.items.append(made)

    def _pick(self, *dtypes: str, rank: int = 0) -> Item | None:
        fitting = [i for i in self.items if (not dtypes or i.dtype in dtypes) and i.rank >= rank]
        return self.random.choice(fitting[-8:]) if fitting else None

    def _partner(self, a: Item) -> Item:
        """Something of the same dtype that broadcasts with `a`."""
        fitting = [i for i in self.items if i.dtype == a.dtype and _fits(a.shape, i.shape)]
        if fitting and self.random.random() < 0.8:
            return self.random.choice(fitting[-6:])
        array = self._array(a.dtype, self.random.choice([(), a.shape[-1:]]))
        if self.symbols and array.ndim:
            array = self._array(a.dtype, ())
        return Item(tf.constant(array), a.dtype, array.shape, True, 8)

    def _binary(self) -> Item | None:
        a = self._pick(*_INTEGERS, *_FLOATS)
        if a is None:
            return None
        b = self._partner(a)
        shape = np.broadcast_shapes(a.shape, b.shape)
        name = self.random.choice(["add", "subtract", "multiply", "maximum", "minimum", "divide_floor"])
        exact = a.exact and b.exact
        if name == "divide_floor":
            if a.dtype not in _INTEGERS:
                return None
            divisor = tf.constant(np.asarray(self.random.randint(1, 7)).astype(a.dtype))
            return Item(
                self.random.choice([tf.math.floordiv, tf.math.floormod])(a.tensor, divisor), a.dtype, a.shape, True, 1e9
            )
        bound = {"multiply": a.bound * b.bound}.get(name, a.bound + b.bound)
        if a.dtype in _FLOATS and bound > _EXACT_LIMIT:
            return None
        return Item(getattr(tf, name)(a.tensor, b.tensor), a.dtype, shape, exact, bound)

    def _unary(self) -> Item | None:
        a = self._pick("int32", "int64", *_FLOATS)
        if a is None:
            return None
        name = self.random.choice(["negative", "abs", "sign", "square"])
        if name == "square" and a.dtype in _FLOATS and a.bound**2 > _EXACT_LIMIT:
            return None
        if name == "sign" and not a.exact:
            return None
        return Item(getattr(tf, name)(a.tensor), a.dtype, a.shape, a.exact, a.bound**2 if name == "square" else a.bound)

    def _function(self) -> Item | None:
        a = self._pick(*_FLOATS)
        if a is None:
            return None
        name = self.random.choice(["tanh", "sigmoid", "sin", "cos", "atan"])
        if a.bound > 1e4:
            return None
        return Item(getattr(tf, name)(a.tensor), a.dtype, a.shape, False, 2)

    def _compare(self) -> Item | None:
        a = self._pick(*_INTEGERS, *_FLOATS)
        if a is None or not a.exact:
            return None
        b = self._partner(a)
        if not b.exact:
            return None
        name = self.random.choice(["less", "greater_equal", "equal", "not_equal"])
        return Item(getattr(tf, name)(a.tensor, b.tensor), "bool", np.broadcast_shapes(a.shape, b.shape), True, 1)

    def _reduce(self) -> Item | None:
        a = self._pick(*_INTEGERS, *_FLOATS, "bool", rank=1)
        if a is None:
            return None
        axes = sorted(self.random.sample(range(a.rank), self.random.randint(1, a.rank)))
        keep = self.random.random() < 0.4
        if a.dtype == "bool":
            name = self.random.choice(["reduce_any", "reduce_all"])
        else:
            name = self.random.choice(["reduce_sum", "reduce_max", "reduce_min", "reduce_mean"])
        count = int(np.prod([a.shape[i] for i in axes]))
        bound = a.bound * count if name == "reduce_sum" else a.bound
        exact = a.exact and name != "reduce_mean"
        if a.dtype in _FLOATS and bound > _EXACT_LIMIT:
            return None
        shape = tuple(1 if i in axes else n for i, n in enumerate(a.shape) if keep or i not in axes)
        return Item(
            getattr(tf, name)(a.tensor, axes, keepdims=keep), a.dtype, shape, exact or a.dtype in _INTEGERS, bound
        )

    def _arg(self) -> Item | None:
        a = self._pick(*_INTEGERS, *_FLOATS, rank=1)
        if a is None or not a.exact:
            return None
        axis = self.random.randrange(a.rank)
        shape = a.shape[:axis] + a.shape[axis + 1 :]
        return Item(self.random.choice([tf.argmax, tf.argmin])(a.tensor, axis), "int64", shape, True, a.shape[axis])

    def _reshape(self) -> Item | None:
        a = self._pick(rank=1)
        if a is None:
            return None
        if self.random.random() < 0.5:
            shape: tuple[int, ...] = (int(np.prod(a.shape)),)
            return Item(tf.reshape(a.tensor, [-1]), a.dtype, shape, a.exact, a.bound)
        axis = self.random.randint(0, a.rank)
        return Item(tf.expand_dims(a.tensor, axis), a.dtype, (*a.shape[:axis], 1, *a.shape[axis:]), a.exact, a.bound)

    def _transpose(self) -> Item | None:
        a = self._pick(rank=2)
        if a is None:
            return None
        order = self.random.sample(range(a.rank), a.rank)
        return Item(tf.transpose(a.tensor, order), a.dtype, tuple(a.shape[i] for i in order), a.exact, a.bound)

    def _slice(self) -> Item | None:
        a = self._pick(rank=1)
        if a is None or a.shape[0] < 2:
            return None
        start, step = self.random.randint(0, a.shape[0] - 2), self.random.choice([1, 1, 2, -1])
        key = slice(start, None, step) if step > 0 else slice(None, None, -1)
        size = len(range(a.shape[0])[key])
        if self.random.random() < 0.3:
            return Item(a.tensor[start], a.dtype, a.shape[1:], a.exact, a.bound)
        return Item(a.tensor[key], a.dtype, (size, *a.shape[1:]), a.exact, a.bound)

    def _concat(self) -> Item | None:
        a = self._pick(rank=1)
        if a is None:
            return None
        others = [i for i in self.items if i.dtype == a.dtype and i.shape == a.shape]
        b = self.random.choice(others)
        axis = self.random.randrange(a.rank)
        exact, bound = a.exact and b.exact, max(a.bound, b.bound)
        if self.random.random() < 0.5:
            return Item(
                tf.stack([a.tensor, b.tensor], axis), a.dtype, (*a.shape[:axis], 2, *a.shape[axis:]), exact, bound
            )
        shape = (*a.shape[:axis], 2 * a.shape[axis], *a.shape[axis + 1 :])
        return Item(tf.concat([a.tensor, b.tensor], axis), a.dtype, shape, exact, bound)

    def _product(self) -> Item | None:
        a = self._pick("int32", *_FLOATS, rank=2)
        if a is None:
            return None
        bound = a.bound**2 * a.shape[-1]
        if a.dtype in _FLOATS and bound > _EXACT_LIMIT:
            return None
        return Item(
            tf.matmul(a.tensor, a.tensor, transpose_b=True), a.dtype, (*a.shape[:-1], a.shape[-2]), a.exact, bound
        )

    def _cast(self) -> Item | None:
        a = self._pick()
        if a is None or not a.exact or a.bound > 100:
            return None
        dtype = self.random.choice((*_INTEGERS, *_FLOATS, "bfloat16", "float16", "bool"))
        if dtype in ("bfloat16", "float16"):
            back = tf.cast(tf.cast(a.tensor, dtype), "float32")
            return Item(back, "float32", a.shape, True, a.bound + 8)
        if dtype == "uint8" and a.dtype != "uint8":
            return None  # negative numbers: what a cast gives differs between the kinds of numbers
        return Item(tf.cast(a.tensor, dtype), dtype, a.shape, True, a.bound)

    def _select(self) -> Item | None:
        chosen = self._pick("bool")
        a = self._pick()
        if chosen is None or a is None or not _fits(chosen.shape, a.shape):
            return None
        b = self._partner(a)
        shape = np.broadcast_shapes(chosen.shape, a.shape)
        if not _fits(shape, b.shape):
            return None
        made = tf.where(chosen.tensor, a.tensor, b.tensor)
        return Item(made, a.dtype, np.broadcast_shapes(shape, b.shape), a.exact and b.exact, max(a.bound, b.bound))

    def _gather(self) -> Item | None:
        a = self._pick(rank=1)
        if a is None:
            return None
        axis = self.random.randrange(a.rank)
        indices = self.numbers.integers(0, a.shape[axis], self.random.choice([(), (3,), (2, 2)])).astype(np.int32)
        shape = (*a.shape[:axis], *indices.shape, *a.shape[axis + 1 :])
        return Item(tf.gather(a.tensor, np.asarray(indices), axis=axis), a.dtype, shape, a.exact, a.bound)

    def _tile(self) -> Item | None:
        a = self._pick(rank=1)
        if a is None or a.rank > 3:
            return None
        times = [self.random.randint(1, 2) for _ in a.shape]
        shape = tuple(n * t for n, t in zip(a.shape, times, strict=True))
        return Item(tf.tile(a.tensor, times), a.dtype, shape, a.exact, a.bound)

    def _pad(self) -> Item | None:
        a = self._pick(*_FLOATS, "int32", rank=1)
        if a is None or a.rank > 3:
            return None
        widths = [(self.random.randint(0, 2), self.random.randint(0, 2)) for _ in a.shape]
        shape = tuple(n + before + after for n, (before, after) in zip(a.shape, widths, strict=True))
        return Item(tf.pad(a.tensor, widths, constant_values=3), a.dtype, shape, a.exact, a.bound + 3)

    # control flow ---------------------------------------------------------------------------------------------

    def _branch(self, depth: int) -> Item | None:
        chosen = next((i for i in reversed(self.items) if i.dtype == "bool" and not i.shape), None)
        a = self._pick(*_FLOATS, "int32")
        if chosen is None or a is None:
            return None
        ways = [lambda: a.tensor + 1, lambda: tf.maximum(a.tensor, 2) if depth > 1 else a.tensor]
        if self.random.random() < 0.3:
            index = tf.cast(chosen.tensor, tf.int32) + self.random.randint(-1, 1)
            made = tf.switch_case(index, [*ways, lambda: a.tensor])
        else:
            made = cond(chosen.tensor, *ways)
        return Item(made, a.dtype, a.shape, a.exact, a.bound + 2)

    def _loop(self, depth: int) -> Item | None:
        a = self._pick(*_FLOATS, "int32")
        if a is None or not a.exact or a.bound > 1000:
            return None
        rounds, step = self.random.randint(0, 4), self._partner(a)
        if np.broadcast_shapes(a.shape, step.shape) != a.shape:
            return None

        def body(i: Any, x: Any, y: Any) -> Any:
            following = x + step.tensor
            if self.random.random() < 0.3:
                return i + 1, y, following
            return i + 1, following, tf.maximum(x, y) if depth > 1 else y

        _, x, y = while_loop(lambda i, x, y: i < rounds, body, [0, a.tensor, a.tensor])
        exact = a.exact and step.exact
        self.items.append(Item(y, a.dtype, a.shape, exact, a.bound + 5 * step.bound))
        return Item(x, a.dtype, a.shape, exact, a.bound + 5 * step.bound)


def _fits(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return all(x == y or x == 1 or y == 1 for x, y in zip(reversed(a), reversed(b), strict=False))


def check(seed: int, length: int = 14, optimized: bool = True) -> Any:
    """Build the graph of a seed, run it both ways and compare; gives the native program."""
    generator = Generator(seed)
    graph = generator.build(length)
    plain = optimize(graph) if optimized else copy_graph(graph)
    expected = NumpyExecutor().compile(copy_graph(graph)).run(generator.arrays)
    program = NativeExecutor().compile(plain)
    for _ in range(2):
        found = program.run(generator.arrays)
        for item, want, have in zip(generator.outputs, expected, found, strict=True):
            compare(item, want, have, f"seed {seed}, {item.tensor.name}")
    return program


def compare(item: Item, want: Any, have: Any, where: str) -> None:
    """Raise AssertionError where the results do not agree."""
    assert have.dtype == want.dtype and have.shape == want.shape, (
        f"{where}: {have.dtype}{have.shape} for {want.dtype}{want.shape}"
    )
    if item.exact or want.dtype.kind not in "f":
        np.testing.assert_array_equal(have, want, err_msg=where)
        return
    scale = max(1.0, item.bound)
    tolerance = 2e-4 if want.dtype == np.float32 else 1e-11
    np.testing.assert_allclose(have, want, rtol=tolerance, atol=tolerance * scale, err_msg=where)


def main() -> None:
    """Check many seeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--length", type=int, default=14)
    options = parser.parse_args()
    started, failed, calls = time.perf_counter(), [], 0
    for seed in range(options.first, options.first + options.count):
        try:
            calls += check(seed, options.length, optimized=seed % 2 == 0).host_calls
        except Exception as error:
            failed.append(seed)
            print(f"seed {seed}: {type(error).__name__}: {str(error)[:1000]}")
    print(f"{options.count} graphs in {time.perf_counter() - started:.0f} s, {calls} host calls, failed: {failed}")
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    main()

"""Lowers matrix products, single or in stacks, by the shared kernels or by code for one size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base.frozen import frozen, replace
from graphwright.ir.graph import Value
from graphwright.ir.lowering import Contract
from graphwright.runtime.native.epilogue import Flag, is_plain
from graphwright.runtime.native.fusion.steps import Addition, Native, OpStep, Plan, ScaledAddition, op_of, rule_of
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, ZERO, Size, contiguous, product, size_of, times
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.gemm import kernel as gemm
from graphwright.runtime.native.kernels.gemm import small as gemm_small
from graphwright.runtime.native.kernels.gemm.blocking import Blocking, SmallBlocking, chunks_wanted, splits
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.kinds import array_of
from graphwright.runtime.native.lower.frame.strides import open_strides
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.nests import inplace_assign, parallel_for
from graphwright.runtime.native.lower.nests.batch_loop import BatchLoop, cut_of
from graphwright.runtime.native.lower.steps import packed_weights
from graphwright.runtime.native.lower.steps.epilogue_fields import epilogue_fields, epilogue_of
from graphwright.runtime.native.schedule import listing
from graphwright.runtime.native.schedule.collapse import collapse
from graphwright.runtime.native.schedule.loop_nest import Cut

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

_ROW, _COLUMN = -2, -1
_AS_IT_IS, _TRANSPOSED = (_ROW, _COLUMN), (_COLUMN, _ROW)
EIGHTHS = 1  # of the time of an element that is computed elsewhere, for each multiplication

#: Writes the product of two matrices into a third: pointers.
Multiply = Callable[[str, str, str], None]


@frozen
class _Matrices:
    """One of the products: C[m, n] = A[m, k] @ B[k, n], with the strides of rows and columns."""

    dtype: str
    m: Size
    n: Size
    k: Size
    a_strides: tuple[Size, Size]
    b_strides: tuple[Size, Size]
    c_row: Size

    def texts(self, w: Writer) -> dict[str, str]:
        """The fields of a kernel's call that say all this."""
        (a_row, a_col), (b_row, b_col) = self.a_strides, self.b_strides
        sizes = {"m": self.m, "n": self.n, "k": self.k, "c_row": self.c_row}
        sizes |= {"a_row": a_row, "a_col": a_col, "b_row": b_row, "b_col": b_col}
        return {name: w.size(size) for name, size in sizes.items()}

    @property
    def sizes(self) -> str:
        """Their sizes as text."""
        m, n, k = ("n" if size.static is None else size.static for size in (self.m, self.n, self.k))
        return f"{self.dtype} [{m}, {k}] @ [{k}, {n}]"

    def show(self, plain: bool) -> str:
        """How the kernel computes them."""
        m, n, k = self.m.static, self.n.static, self.k.static
        if m is None or n is None or k is None:
            return f"{self.sizes}, by a kernel that decides when it runs"
        transposed = [strides[0] == ONE and strides[1] != ONE for strides in (self.a_strides, self.b_strides)]
        blocking = Blocking.of(ELEMENTS[self.dtype], jit.host(), plain=plain)
        return blocking.show(m, n, k, a_transposed=transposed[0], b_transposed=transposed[1])

    @property
    def work(self) -> Size:
        """Multiplications."""
        return times(times(self.m, self.n), self.k)

    @property
    def is_row_by_rows(self) -> bool:
        """Whether they are a row times a matrix whose columns lie in line."""
        return self.m == ONE and self.n != ONE and self.b_strides[0] == ONE and self.b_strides[1] != ONE

    def transposed(self) -> _Matrices:
        """The same product, of the transposed matrices in the other order: the sums of a row then run along lines."""
        return replace(
            self, m=self.n, n=self.m, a_strides=self.b_strides[::-1], b_strides=self.a_strides[::-1], c_row=ONE
        )

    @property
    def may_be_split(self) -> bool:
        """Whether the kernel may share one of them among threads."""
        m, n, k = (size.static for size in (self.m, self.n, self.k))
        return m is None or n is None or k is None or splits(m, n, k, ELEMENTS[self.dtype].size)

    def small(self, w: Writer) -> str | None:
        """The name of a function made for them, where all about them is known and they are small."""
        sizes = (self.m, self.n, self.k, *self.a_strides, *self.b_strides)
        known = [size.static for size in sizes if size.static is not None]
        if len(known) < len(sizes) or self.may_be_split:
            return None
        m, n, k, *steps = known
        host = jit.host()
        if not SmallBlocking.of(self.dtype, m, n, k, host):
            return None
        a_strides, b_strides = (steps[0], steps[1]), (steps[2], steps[3])
        return gemm_small.small_matmul(w.module, self.dtype, m, n, k, a_strides, b_strides, host)

    def flags(self, w: Writer) -> str:
        """The flags of a kernel's call that has no epilogue: the bits of code for known sizes, where these are open."""
        sizes = (self.m, self.n, self.k)
        if None not in [size.static for size in sizes] or self.n.static not in (None, 1):
            return "0"
        m, k = (w.i64(w.size(size)) for size in (self.m, self.k))
        in_order = SmallBlocking.serves_column(self.dtype, m, k)
        return "0" if in_order is None else str(in_order.select(Flag.IN_ORDER, 0))


def write_product(code: Code, step: Native, rule: Contract) -> None:
    """A product of two matrices, or of two stacks of them, either read transposed."""
    a = code.array(step.op.inputs[0])
    match step:
        case Addition() | ScaledAddition():
            target = inplace_assign.begun(code, step, step.onto)
        case _:
            target = code.make(step.outputs[0])
    if any(d == 0 for d in target.dims):
        return
    code.add_work(times(product(target.dims), size_of(a.dims[-1])), EIGHTHS)
    dims = step.op.outputs[0].type.dims or ()
    if dims == (step.outputs[0].type.dims or ()):
        multiply(code, step, rule, a, target)
        return
    written = target if target.is_contiguous else code.b.allocate(target.dtype, target.dims)
    multiply(code, step, rule, a, replace(written, dims=dims, strides=contiguous(dims)))
    if written is not target:
        code.b.copy(written, target)
        code.b.discard(written.buffer)


def multiply(code: Code, step: Native, rule: Contract, a: Array, target: Array) -> None:
    """Put the product of `a` and a step's second operand, and what the step does with it, into `target`."""
    op, w = step.op, code.w
    b = code.array(op.inputs[1])
    w.regions += 1
    a_axes = _TRANSPOSED if op.attrs[rule.transpose_a] else _AS_IT_IS
    b_axes = _TRANSPOSED if op.attrs[rule.transpose_b] else _AS_IT_IS
    constant = op.inputs[1].op.type == "Const"
    if b_axes == _TRANSPOSED and constant and 1 not in b.dims:
        # rows are read several times quicker than columns
        b, b_axes = _constant(code, op.inputs[1], _transposed), _AS_IT_IS
    elif b_axes == _TRANSPOSED and b.pointer in code.transposed:
        b, b_axes = code.transposed[b.pointer], _AS_IT_IS
    form = (a.dtype, a.dims, a.strides, a_axes, b.dims, b.strides, b_axes, target.strides)
    if isinstance(step, OpStep) and form in w.functions:
        _call_small(w, w.functions[form])(a.pointer, b.pointer, target.pointer)
        return
    matrices = _Matrices(
        a.dtype, size_of(target.dims[_ROW]), size_of(target.dims[_COLUMN]), size_of(a.dims[a_axes[1]]),
        (a.strides[a_axes[0]], a.strides[a_axes[1]]), (b.strides[b_axes[0]], b.strides[b_axes[1]]),
        target.strides[_ROW],
    )  # fmt: skip
    stack = _Stack(w, matrices, a, b, target)
    matrices = stack.matrices
    epilogue = epilogue_of(step)
    with epilogue_fields(code, epilogue, target) as more:
        small = None if epilogue else matrices.small(w)
        turn = small is None and not epilogue and matrices.is_row_by_rows
        if turn:
            matrices = matrices.transposed()
            small = matrices.small(w)
        if small is not None:
            listing.add(op.type, lambda: f"a function for these sizes, {matrices.sizes}")
            stack.loop.write(lambda inner, given: _in_order(_call_small(inner, small), turn))
            if stack.is_single and not turn:
                w.functions[form] = small
            return
        plain = is_plain(epilogue) and gemm.is_plain(matrices.m.static, matrices.n.static)
        listing.add(op.type, lambda: matrices.show(plain))
        texts = {**matrices.texts(w), **more}
        if not epilogue:
            texts["flags"] = matrices.flags(w)
        if stack.is_single and matrices.a_strides[1] == ONE and not turn:
            layout = (matrices.k, matrices.n, *matrices.b_strides)
            texts["packed"] = packed_weights.panels_for(code, b, layout, matrices.m)
        stack.loop.write(lambda inner, given: _in_order(_call_kernel(inner, given, matrices.dtype, plain, texts), turn))


def _in_order(multiply: Multiply, turn: bool) -> Multiply:
    """With `turn` the operands change places."""
    return (lambda a, b, c: multiply(b, a, c)) if turn else multiply


def _constant(code: Code, value: Value, layout: Callable[..., Any], *details: Any) -> Array:
    """A constant under another layout."""
    array = code.w.table.laid_out(value.op.attrs["value"], layout, *details)
    bound = code.b.constant(array, value.type)
    bound = array_of(bound)
    return bound


def _transposed(array: Any) -> Any:
    return np.ascontiguousarray(np.swapaxes(array, -1, -2))


def write_addition(code: Code, a: Array, b: Array, target: Array) -> None:
    """The product of two matrices by the kernel, added to what lies at its place."""
    w = code.w
    m, k, n = (size_of(dim) for dim in (*a.dims, b.dims[1]))
    matrices = _Matrices(
        a.dtype, m, n, k, (a.strides[0], a.strides[1]), (b.strides[0], b.strides[1]), target.strides[0]
    )  # fmt: skip
    more = {"bias": "null", "residual": "0", "flags": str(Flag.ACCUMULATE)}
    plain = gemm.is_plain(m.static, n.static)
    multiply = _call_kernel(w, lambda _, text: text, a.dtype, plain, {**matrices.texts(w), **more})
    multiply(a.pointer, b.pointer, target.pointer)


def read_transposed(plan: Plan) -> list[Value]:
    """The matrices that the products of a plan read transposed, by columns, as their second operand."""
    steps = [(op_of(step), rule_of(step)) for step in plan.steps]
    products = [(op, op.attrs[rule.transpose_b]) for op, rule in steps if op and isinstance(rule, Contract)]
    read = dict.fromkeys(op.inputs[1] for op, transposed in products if transposed)
    return [value for value in read if value.type.rank == 2 and value.type.is_static]


@contextmanager
def transposed_once(code: Code, matrices: Sequence[Array]) -> Iterator[None]:
    """In the block, products that read one of these transposed find a copy whose columns are neighbours.

    Otherwise they would make such a copy, each of them every time.
    """
    result: dict[str, Array] = {}
    for matrix in matrices:
        if matrix.pointer in code.transposed or matrix.pointer in result or 1 in matrix.dims or 0 in matrix.dims:
            continue
        copy = code.b.allocate(matrix.dtype, matrix.dims[::-1])
        code.b.retain(copy.buffer)
        code.b.copy(replace(matrix, dims=matrix.dims[::-1], strides=matrix.strides[::-1]), copy)
        result[matrix.pointer] = copy
    code.transposed |= result
    yield
    for pointer, copy in result.items():
        del code.transposed[pointer]
        code.b.release(copy.buffer)


def _call_small(w: Writer, name: str) -> Multiply:
    return lambda a, b, c: w.line(f"call void @{name}(ptr {a}, ptr {b}, ptr {c})")


def _call_kernel(w: Writer, given: parallel_for.Given, dtype: str, plain: bool, texts: dict[str, str]) -> Multiply:
    """Calls a function that fills the kernel's fields, one for all products alike: a deep network has many."""
    symbol = gemm.symbol(dtype, plain)
    w.need_kernel("gemm, plain" if plain else "gemm", dtype)
    w.module.declare(f"declare void @{symbol}(ptr)")
    texts = dict.fromkeys(gemm.NOTES, "0") | {"packed": "null", "epilogue": "null", **texts}
    known = {name: text for name, text in texts.items() if not text.startswith("%")}
    other = {name: given(_kind(name), text) for name, text in texts.items() if name not in known}
    function = w.module.function("gw_product", _product_text(symbol, known, ("a", "b", "c", *other)))

    def multiply(a: str, b: str, c: str) -> None:
        passed = {"a": a, "b": b, "c": c, **other}
        w.call("void", f"@{function}", *(f"{_kind(name)} {text}" for name, text in passed.items()))

    return multiply


def _product_text(symbol: str, known: dict[str, str], parameters: Sequence[str]) -> str:
    """A function that calls a kernel with these fields, from its parameters on."""
    fields = {**{name: f"%{name}" for name in parameters}, **known}
    lines = [f"  %fields = alloca [{len(gemm.CALL)} x i64], align 16"]
    for i, name in enumerate(gemm.CALL):
        lines += [
            f"  %at.{name} = getelementptr i64, ptr %fields, i64 {i}",
            f"  store {_kind(name)} {fields[name]}, ptr %at.{name}",
        ]
    head = f"({', '.join(f'{_kind(name)} %{name}' for name in parameters)}) noinline optnone nounwind {{"
    return "\n".join([head, *lines, f"  call void @{symbol}(ptr %fields)", "  ret void", "}"])


def _kind(field: str) -> str:
    return "ptr" if field in gemm.POINTERS else "i64"


class _Stack:
    """The products of all matrices of two stacks, either of which may be repeated.

    Where one B is there for matrices A that lie one below the other, these are one matrix.
    """

    def __init__(self, w: Writer, matrices: _Matrices, a: Array, b: Array, target: Array) -> None:
        self.arrays = (a, b, target)
        dims = target.dims[:_ROW]
        strides: list[Sequence[Size]] = [open_strides(w, x.dims[:_ROW], x.strides[:_ROW], dims) for x in self.arrays]
        nest, strides_along = collapse(dims, strides, [False] * len(dims))
        extents = nest.extents
        if extents:
            below = (times(matrices.m, matrices.a_strides[0]), ZERO, times(matrices.m, matrices.c_row))
            if below == tuple(own[-1] for own in strides_along):
                matrices = replace(matrices, m=times(matrices.m, extents[-1]))
                extents, strides_along = extents[:-1], [own[:-1] for own in strides_along]
        self.matrices = matrices
        cut = self._cut(w, extents)
        self.loop = BatchLoop(w, self.arrays, extents, strides_along, cut)

    def _cut(self, w: Writer, extents: Sequence[Size]) -> Cut | None:
        """How threads share the products, unless the kernel shares each of them."""
        matrices = self.matrices
        if not matrices.may_be_split:
            return cut_of(w, extents, matrices.work, EIGHTHS)
        if None not in (size.static for size in (matrices.m, matrices.n, matrices.k)):
            return None
        cut = cut_of(w, extents, matrices.work, EIGHTHS)
        if cut is None:
            return None
        m, n, k = (w.i64(w.size(size)) for size in (matrices.m, matrices.n, matrices.k))
        shared = chunks_wanted(m, n, k, ELEMENTS[matrices.dtype].size) > 1
        step, chunks = (shared.select(*numbers, "i64") for numbers in ((cut.extent, cut.step), (1, cut.chunks)))
        return replace(cut, step=step, chunks=chunks)

    @property
    def is_single(self) -> bool:
        """Whether there is one product."""
        return not self.loop.extents

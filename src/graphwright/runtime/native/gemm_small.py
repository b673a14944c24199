"""Matrix products of small constant size: B is held in registers while the rows of A go by.

A call of the general kernel costs more than such a product.  The text is short, so it is compiled with the
graph.
"""

from __future__ import annotations

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native import access, jit, storage
from graphwright.runtime.native.flow import Flow
from graphwright.runtime.native.gemm_pack import transpose
from graphwright.runtime.native.gemm_tiles import multiply_add
from graphwright.runtime.native.irtext import Builder, ModuleText, Value
from graphwright.runtime.native.storage import ELEMENTS, Element

#: Columns and inner size up to which `small_matmul` serves.
LIMIT = 16


def fits(m: int, n: int, k: int) -> bool:
    """Whether the product is one for `small_matmul`."""
    return 0 < m <= 4 * LIMIT and 0 < n <= LIMIT and 0 < k <= LIMIT


def small_matmul(
    module: ModuleText,
    dtype: str,
    m: int,
    n: int,
    k: int,
    a_strides: tuple[int, int],
    b_strides: tuple[int, int],
    host: jit.Host,
) -> str:
    """Makes sure of ``void f(ptr a, ptr b, ptr c)`` in `module` and returns its name.

    C[m, n] = A[m, k] @ B[k, n]; strides are (row, column) in elements, C is contiguous and overlaps neither
    operand. The sums run in the same order as those of the general kernel.
    """
    element = ELEMENTS.get(dtype)
    if element is None or element.kind == "bool" or not fits(m, n, k):
        raise Unsupported(f"no small matrix product of {dtype} {m}x{k}x{n}")
    places = "_".join(str(stride).replace("-", "m") for stride in (*a_strides, *b_strides))
    name = f"gw_small_{dtype}_{m}x{k}x{n}_{places}"
    writer = _SmallWriter(module, element, (m, n, k), a_strides, b_strides, host)
    return module.helper(name, lambda: writer.text(name))


class _SmallWriter:
    def __init__(
        self,
        module: ModuleText,
        element: Element,
        sizes: tuple[int, int, int],
        a_strides: tuple[int, int],
        b_strides: tuple[int, int],
        host: jit.Host,
    ) -> None:
        self.element, (self.m, self.n, self.k) = element, sizes
        self.a_strides, self.b_strides = a_strides, b_strides
        # No wider than the columns need: a power of two, so that registers are whole.
        needed = 1 << (self.n - 1).bit_length()
        self.lanes = min(needed, host.lanes(4 if element.rounds else element.size))
        self.parts = -(-self.n // self.lanes)
        self.flow = Flow(module)
        self.vector = self.flow.builder(self.lanes, "v")
        self.scalar = self.flow.builder(1, "s")

    def text(self, name: str) -> str:
        flow, ty = self.flow, self.element.storage
        b_rows = self._b_rows()
        with flow.loop(0, self.m) as down:
            a_row = flow.at("%a", flow.mul(down.index, self.a_strides[0]), ty)
            totals = self._row(a_row, b_rows)
            c_row = flow.at("%c", flow.mul(down.index, self.n), ty)
            for part, total in enumerate(totals):
                value = storage.rounded(self.vector, self.element, total)
                place = flow.at(c_row, part * self.lanes, ty)
                access.store(self.vector, self.element, value, place, self._mask(part))
        flow.do("ret void")
        return flow.function(
            f"define internal void @{name}(ptr noalias %a, ptr noalias %b, ptr noalias %c) noinline nounwind"
        )

    def _mask(self, part: int) -> str | None:
        """A constant mask for the columns there are, none if there are enough."""
        have = self.n - part * self.lanes
        return None if have >= self.lanes else _constant_mask(self.lanes, have)

    def _row(self, a_row: str, b_rows: list[list[Value]]) -> list[Value]:
        """One row of C."""
        totals = [Value("zeroinitializer" if self.lanes > 1 else "0", self.element.compute)] * self.parts
        if self.lanes == 1:
            totals = [self.vector.const(self.element.compute, 0)] * self.parts
        for p, b_row in enumerate(b_rows):
            place = self.flow.at(a_row, p * self.a_strides[1], self.element.storage)
            spread = access.splat(self.vector, access.load(self.scalar, self.element, place, None))
            totals = [multiply_add(self.vector, spread, b, total) for b, total in zip(b_row, totals, strict=True)]
        return totals

    def _b_rows(self) -> list[list[Value]]:
        """B as vectors, by row and part."""
        if self.b_strides[1] == 1:
            return [[self._load_part(p, part) for part in range(self.parts)] for p in range(self.k)]
        if self.b_strides[0] == 1 and self.element.storage == self.element.compute and self.parts == 1:
            return self._transposed_rows()
        return [[self._collect_part(p, part) for part in range(self.parts)] for p in range(self.k)]

    def _load_part(self, p: int, part: int) -> Value:
        place = self.flow.at("%b", p * self.b_strides[0] + part * self.lanes, self.element.storage)
        return access.load(self.vector, self.element, place, self._mask(part))

    def _transposed_rows(self) -> list[list[Value]]:
        """The columns of B as vectors, transposed as a square."""
        side = max(self.lanes, 1 << (self.k - 1).bit_length())
        square = self.flow.builder(side, "q")
        mask = None if self.k == side else _constant_mask(side, self.k)
        zero = Value("zeroinitializer" if side > 1 else "0", self.element.compute)
        columns = [
            access.load(square, self.element, self.flow.at("%b", j * self.b_strides[1], self.element.storage), mask)
            for j in range(self.n)
        ]
        rows = transpose(square, [*columns, *[zero] * (side - self.n)])[: self.k]
        return [[self._narrow(square, row)] for row in rows]

    def _narrow(self, square: Builder, row: Value) -> Value:
        """The first lanes of a vector that may be wider than needed."""
        while square.width > self.lanes:
            row = access.half(square, row, False)
            square = square.of_width(square.width // 2)
        return row

    def _collect_part(self, p: int, part: int) -> Value:
        """A part of a row, element by element."""
        row_step, column_step = self.b_strides
        ty = self.vector.type(self.element.compute)
        vector = Value("zeroinitializer", self.element.compute)
        for lane in range(min(self.lanes, self.n - part * self.lanes)):
            at = p * row_step + (part * self.lanes + lane) * column_step
            place = self.flow.at("%b", at, self.element.storage)
            one = access.load(self.scalar, self.element, place, None)
            if self.lanes == 1:
                return one
            text = f"insertelement {ty} {vector.text}, {one.ty} {one.text}, i32 {lane}"
            vector = self.vector.emit(text, one.ty)
        return vector


def _constant_mask(lanes: int, have: int) -> str:
    return "<" + ", ".join(f"i1 {int(lane < have)}" for lane in range(lanes)) + ">"

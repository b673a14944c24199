"""`Flow`: one function of a kernel, built from loops and branches around straight-line code."""

from __future__ import annotations

from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText
from graphwright.runtime.native.loop_ir.builder import BlockBuilder
from graphwright.runtime.native.loop_ir.function import function_text


class Flow(BlockBuilder):
    """Builds one function from its entry on."""

    def __init__(self, module: ModuleText, *, prefix: str = "t") -> None:
        super().__init__([], "entry", prefix)
        self.module = module

    def builder(self, width: int, prefix: str) -> IRBuilder:
        """A builder of straight-line code that appends to this function; `prefix` must be its own."""
        return IRBuilder(self.module, width, prefix=prefix, lines=self.lines)

    do = BlockBuilder.line
    value = BlockBuilder.let

    @property
    def block(self) -> str:
        """The block that is written to."""
        return self.current

    # Arithmetic on i64 and pointers, which addressing is made of

    def add(self, a: str, b: str | int) -> str:
        return self.value(f"add i64 {a}, {b}")

    def sub(self, a: str, b: str | int) -> str:
        return self.value(f"sub i64 {a}, {b}")

    def mul(self, a: str, b: str | int) -> str:
        return self.value(f"mul i64 {a}, {b}")

    def smin(self, a: str, b: str | int) -> str:
        self.module.declare("declare i64 @llvm.smin.i64(i64, i64)")
        return self.value(f"call i64 @llvm.smin.i64(i64 {a}, i64 {b})")

    def smax(self, a: str, b: str | int) -> str:
        self.module.declare("declare i64 @llvm.smax.i64(i64, i64)")
        return self.value(f"call i64 @llvm.smax.i64(i64 {a}, i64 {b})")

    def compare(self, predicate: str, a: str, b: str | int) -> str:
        return self.value(f"icmp {predicate} i64 {a}, {b}")

    def select(self, cond: str, ty: str, a: str | int, b: str | int) -> str:
        return self.value(f"select i1 {cond}, {ty} {a}, {ty} {b}")

    def at(self, pointer: str, index: str | int, ty: str) -> str:
        """The address of element `index` of type `ty`."""
        return self.value(f"getelementptr {ty}, ptr {pointer}, i64 {index}")

    # Blocks

    def leave_if(self, condition: str) -> None:
        """Return from a void function if `condition` holds."""
        with self.leaving(condition, "ret void"):
            """Nothing is left to do."""

    def function(self, head: str) -> str:
        """The text of the whole function; `head` is everything before the brace."""
        return function_text(head, self.lines)

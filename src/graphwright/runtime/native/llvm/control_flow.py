"""`Flow` builds one function of a kernel from loops, branches and straight-line code."""

from __future__ import annotations

from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText
from graphwright.runtime.native.loop_ir.builder import BlockBuilder
from graphwright.runtime.native.loop_ir.function import function_text
from graphwright.runtime.native.loop_ir.typed import IROperand, IRValue


class Flow(BlockBuilder):
    """Builds one function from its entry on."""

    def __init__(self, module: ModuleText, *, prefix: str = "t") -> None:
        super().__init__([], "entry", prefix)
        self.module = module

    def builder(self, width: int, prefix: str) -> IRBuilder:
        """A builder of straight-line code that appends to this function; `prefix` must be its own."""
        return IRBuilder(self.module, width, prefix=prefix, lines=self.lines)

    def declare(self, line: str) -> None:
        self.module.declare(line)

    def ret(self, value: IRValue | None = None) -> None:
        """Return from the function, with a value unless it is void."""
        self.line("ret void" if value is None else f"ret {value.type} {value}")

    # Memory

    def memcpy(self, target: str, source: str, size: IROperand) -> None:
        """Copy bytes."""
        self.declare("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
        self.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {source}, i64 {size}, i1 false)")

    def clear(self, target: str, size: IROperand) -> None:
        """Set bytes to zero."""
        self.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
        self.line(f"call void @llvm.memset.p0.i64(ptr {target}, i8 0, i64 {size}, i1 false)")

    # Blocks

    def leave_if(self, condition: str) -> None:
        """Return from a void function if `condition` holds."""
        with self.leaving(condition, "ret void"):
            """Nothing is left to do."""

    def function(self, head: str) -> str:
        """The text of the whole function; `head` is everything before the brace."""
        return function_text(head, self.lines)

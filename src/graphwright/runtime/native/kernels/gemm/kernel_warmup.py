"""Which kernels for products a program will call, told from its graph before the program is planned and written.

They take longer to compile than anything else that programs share, so another thread begins with them at once. What is
not expected begins when the text of the program calls for it; what is expected and not called for was begun in vain.
"""

from __future__ import annotations

from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Contract
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.gemm import small
from graphwright.runtime.native.kernels.gemm.kernel import LARGE, is_plain, kernel
from graphwright.runtime.native.kernels.gemm.parallel_gemm import splits
from graphwright.runtime.native.llvm.storage import ELEMENTS


def begin(graph: FuncGraph) -> None:
    """Have the kernels compiled that a graph's program can be expected to call."""
    for dtype, plain in expected(graph).items():
        kernel(dtype, plain).begin()


def expected(graph: FuncGraph) -> dict[str, bool]:
    """The dtypes of the kernels, and whether the plain one is all that is needed; not those that are in doubt."""
    found: dict[str, bool] = {}
    for op in graph.operations:
        rule = op.record.native
        if not isinstance(rule, Contract):
            continue
        dtype, sizes = op.outputs[0].type.dtype.name, _sizes(op, rule)
        element = ELEMENTS.get(dtype)
        if element is None or element.kind == "bool":
            continue
        if sizes is None or sizes[0] * sizes[1] >= LARGE:  # something else may be done at its end
            return {}
        m, n, k = sizes
        if splits(m * n * k, element.size) or not small.fits(dtype, m, n, k, jit.host()):
            found[dtype] = found.get(dtype, True) and is_plain(m, n)
    return found


def _sizes(op: Operation, rule: Contract) -> tuple[int, int, int] | None:
    """Rows, columns and inner size of a product, where they are known."""
    arguments, result = op.inputs[0].type.dims, op.outputs[0].type.dims
    if arguments is None or result is None or len(arguments) < 2 or len(result) < 2:
        return None
    m, n = result[-2:]
    k = arguments[-2 if op.attrs[rule.transpose_a] else -1]
    return (m, n, k) if isinstance(m, int) and isinstance(n, int) and isinstance(k, int) else None

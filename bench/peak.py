"""Peak throughput of one thread: multiply-adds in registers, nothing else."""

import ctypes
from collections.abc import Callable

_CHAINS = 12  # independent additions: more than the processor has in flight, and they fit into registers


def multiply_adds(count: int) -> Callable[[], None]:
    """A function that does `count` multiply-adds of float32 at each call."""
    from graphwright.runtime.native.jit import jit
    from graphwright.runtime.native.kernels.gemm.micro_kernels import multiply_add
    from graphwright.runtime.native.llvm.control_flow import Flow
    from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
    from graphwright.runtime.native.llvm.memory_access import load, store
    from graphwright.runtime.native.llvm.storage import ELEMENTS

    host, element = jit.host(), ELEMENTS["float32"]
    lanes = host.lanes(element.size)
    flow = Flow(ModuleText(fma=host.fma))
    b = flow.builder(lanes, "v")
    x = load(b, element, "%sums", None)
    zeros = [(b.type("float"), "zeroinitializer")] * _CHAINS
    with flow.loop(0, count // (_CHAINS * lanes), carried=zeros) as loop:
        loop.next_values = [multiply_add(b, x, x, TypedValue(total, "float")).text for total in loop.carried]
    sums = [TypedValue(total, "float") for total in loop.results]
    for total in sums:
        store(b, element, total, "%sums", None)
    flow.ret()
    flow.module.add(flow.function("define void @peak(ptr %sums)"))
    code = jit.compile_ir(flow.module.text())
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.address("peak"))
    memory = (ctypes.c_float * lanes)()

    def run(_code: jit.MachineCode = code) -> None:  # the default argument keeps the machine code alive
        function(ctypes.addressof(memory))

    return run

"""The workloads, in the order of the report."""

from bench.workload import Workload
from bench.workloads import add, compiling, digits, mlp, power, scalar_loop, tanh_chain, while_loop

WORKLOADS: dict[str, Workload] = {
    workload.name: workload
    for workload in [
        add.WORKLOAD,
        power.WORKLOAD,
        while_loop.WORKLOAD,
        scalar_loop.WORKLOAD,
        tanh_chain.WORKLOAD,
        mlp.WORKLOAD,
        digits.WORKLOAD,
        *compiling.WORKLOADS,
    ]
}

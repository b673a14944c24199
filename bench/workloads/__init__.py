"""The workloads, in the order of the report."""

from bench.workload import Workload
from bench.workloads import (
    add,
    calls,
    checkpoint,
    compiling,
    convolution,
    datasets,
    digits,
    mlp,
    power,
    rnn,
    scalar_loop,
    tanh_chain,
    while_loop,
)

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
        *rnn.WORKLOADS,
        *convolution.WORKLOADS,
        *calls.WORKLOADS,
        *datasets.WORKLOADS,
        *compiling.WORKLOADS,
        checkpoint.WORKLOAD,
    ]
}

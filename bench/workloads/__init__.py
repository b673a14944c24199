"""The workloads, in the order of the report."""

from bench.workload import Workload
from bench.workloads import (
    add,
    attention,
    calls,
    checkpoint,
    compiling,
    converting,
    convolution,
    datasets,
    digits,
    functions,
    keras_models,
    lists,
    lstm,
    mlp,
    normalising,
    power,
    product,
    retracing,
    rnn,
    saved_models,
    scalar_loop,
    tanh_chain,
    updates,
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
        *functions.WORKLOADS,
        mlp.WORKLOAD,
        digits.WORKLOAD,
        *updates.WORKLOADS,
        *rnn.WORKLOADS,
        *lstm.WORKLOADS,
        lists.WORKLOAD,
        *convolution.WORKLOADS,
        *normalising.WORKLOADS,
        *attention.WORKLOADS,
        *product.WORKLOADS,
        *calls.WORKLOADS,
        *datasets.WORKLOADS,
        *compiling.WORKLOADS,
        *converting.WORKLOADS,
        *retracing.WORKLOADS,
        *saved_models.WORKLOADS,
        checkpoint.WORKLOAD,
        *keras_models.WORKLOADS,
    ]
}

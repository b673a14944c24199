"""Ops that only a GPU with cuDNN runs: what they say here, and that no call of the other implementation minds them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.ops.recurrent.cudnn import BACKWARD, NETWORKS, PARAMETERS, NoKernelError


def network(x: Any) -> Any:
    state = tf.zeros([1, 2, 5])
    return tf.raw_ops.CudnnRNN(input=x, input_h=state, input_c=state, params=tf.zeros([10]))[0]


@pytest.mark.parametrize("call", [network, tf.function(network)])
def test_running_one_is_the_error_of_tensorflow_on_a_cpu(call: Any) -> None:
    with pytest.raises(NoKernelError, match="No OpKernel was registered to support Op 'CudnnRNN'") as caught:
        call(tf.zeros([3, 2, 4]))
    assert isinstance(caught.value, tf.errors.InvalidArgumentError)
    assert isinstance(caught.value, tf.errors.NotFoundError)


def test_no_kernel_computes() -> None:
    for record in (*NETWORKS, *BACKWARD, *PARAMETERS):
        kernel: Any = record.kernel
        with pytest.raises(NoKernelError, match=record.name):
            kernel()


def test_a_function_for_gpus_is_traced_beside_the_one_that_runs() -> None:
    def run(x: Any) -> Any:
        return tf.zeros([*x.shape[:2], 5])

    @tf.function(autograph=False)
    def f(x: Any) -> Any:
        functions = {
            device: tf.function(
                function, experimental_attributes={"api_implements": "lstm", "api_preferred_device": device}
            )
            for device, function in (("CPU", run), ("GPU", network))
        }
        for function in functions.values():
            concrete = function.get_concrete_function(x)
            concrete.add_to_graph()
            concrete.add_gradient_functions_to_graph()
        return functions["GPU"](x)

    np.testing.assert_array_equal(f(tf.ones([3, 2, 4])), np.zeros([3, 2, 5]))


def test_a_compiled_function_says_so_while_it_is_traced() -> None:
    seen = []

    def body(x: Any) -> Any:
        graph: Any = tf.compat.v1.get_default_graph()
        seen.append(graph.must_compile)
        return tf.cond(x > 0, lambda: [seen.append(tf.compat.v1.get_default_graph().must_compile), x][1], lambda: x)

    for compiled in (True, False):
        tf.function(body, jit_compile=compiled, autograph=False)(tf.constant(1.0))
    assert seen == [True, True, False, False]

"""Tensors and variables on devices: where operations run, what is moved, whose memory updates take over."""

from __future__ import annotations

import operator
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.base.install import install_command

pytest.importorskip("jax", reason="devices other than the host need jax: pip install graphwright[xla]")

HOST = "/job:localhost/replica:0/task:0/device:CPU:0"
ONE, TWO = HOST.replace("CPU:0", "CPU:1"), HOST.replace("CPU:0", "CPU:2")


def on(value: Any, dtype: Any = None, device: str = "CPU:1") -> Any:
    """A tensor on a device."""
    with tf.device(device):
        return tf.constant(value, dtype)


def moved(function: Any, device: str = "CPU:1") -> tuple[int, int]:
    """How many arrays a call moves to a device and back."""
    from graphwright.runtime.xla import devices

    found = devices.device("CPU", int(device[-1]))
    assert found is not None
    counts = found.transfers
    before = counts.to_device, counts.to_host
    function()
    return counts.to_device - before[0], counts.to_host - before[1]


# placement ------------------------------------------------------------------------------------------------------


def test_what_a_block_makes_is_on_its_device() -> None:
    with tf.device("CPU:1"):
        made = [
            tf.constant([1.0]), tf.zeros([2, 2]), tf.ones([2], tf.int64), tf.fill([3], 2.0), tf.range(3),
            tf.convert_to_tensor([1, 2]), tf.random.uniform([2]), tf.identity(np.float32(1)), tf.Variable([1.0]),
            tf.add(1.0, 2.0), tf.eye(2),
        ]  # fmt: skip
    assert {value.device for value in made} == {ONE}
    assert tf.constant([1.0]).device == HOST


def test_operations_run_where_their_inputs_are() -> None:
    x = on([1.0, 2.0, 3.0])
    for y in (
        x + 1,
        1 - x,
        x * x,
        x[1:],
        tf.reduce_sum(x, axis=0),
        -x,
        x > 2,
        tf.concat([x, [4.0]], 0),
        np.float32(2) * x,
    ):
        assert y.device == ONE
    assert (tf.constant([1.0, 1.0, 1.0]) + x).device == ONE
    assert (tf.constant([1.0, 1.0, 1.0]) + x).numpy().tolist() == [2.0, 3.0, 4.0]


def test_blocks_inside_blocks() -> None:
    x = on([1.0])
    with tf.device("CPU:1"):
        with tf.device("CPU:2"):
            assert tf.constant(1.0).device == TWO and (x + 1).device == TWO
        with tf.device("CPU:0"):
            assert tf.constant(1.0).device == HOST and (x + 1).device == HOST
        with tf.device("/job:localhost"):
            assert tf.constant(1.0).device == ONE
        with tf.device(None):
            assert tf.constant(1.0).device == HOST
        assert tf.constant(1.0).device == ONE
    with tf.device("CPU:2"):
        assert tf.identity(x).device == TWO and float(tf.identity(x)[0]) == 1.0


def test_an_exception_leaves_the_block() -> None:
    with pytest.raises(ValueError, match="in the block"), tf.device("CPU:1"):
        raise ValueError("in the block")
    assert tf.constant(1.0).device == HOST


def test_names_of_devices() -> None:
    names = ["/CPU:1", "cpu:1", "/device:CPU:1", ONE, tf.DeviceSpec(device_type="CPU", device_index=1)]
    for name in [*names, tf.config.list_logical_devices("CPU")[1]]:
        with tf.device(name):
            assert tf.constant(1).device == ONE
    with pytest.raises(ValueError, match="Unknown attribute"), tf.device("nowhere"):
        pass


def test_what_no_device_has_stays_on_the_host() -> None:
    with tf.device("CPU:1"):
        text, label = tf.constant("a"), tf.strings.join(["a", "b"])
        table = tf.Variable(["a", "b"])
    assert text.device == label.device == table.device == HOST
    assert table.numpy().tolist() == [b"a", b"b"]


def test_64_bits_stay_64() -> None:
    big = 2**40 + 1
    x = on(big, tf.int64)
    assert int(x + 1) == big + 1 and x.dtype is tf.int64
    assert on(0.1, tf.float64).numpy() == 0.1 and (on(0.1, tf.float64) * 3).dtype is tf.float64
    double = tf.function(lambda x: x + x)
    assert int(double(x)) == 2 * big and int(double(x)) == 2 * big


def test_a_device_that_is_not_there() -> None:
    with tf.device("GPU:7"):
        assert tf.constant(1.0).device == HOST
    tf.config.set_soft_device_placement(False)
    refused = r"Could not satisfy device specification '/device:GPU:7'"
    there = r"All available devices \[.*CPU:7.*\]"
    try:
        with pytest.raises(errors.InvalidArgumentError, match=refused), tf.device("GPU:7"):
            pass
        with pytest.raises(errors.InvalidArgumentError, match=there), tf.device("CPU:8"):
            pass
    finally:
        tf.config.set_soft_device_placement(True)


def test_errors_are_those_of_the_host() -> None:
    x = on([1.0, 2.0])
    with pytest.raises(errors.InvalidArgumentError, match=r"Incompatible shapes"):
        x + on([1.0, 2.0, 3.0])
    with pytest.raises(errors.InvalidArgumentError, match="cannot compute AddV2"):
        x + on([1, 2])
    with pytest.raises(errors.InvalidArgumentError, match=r"is not in \[0, 2\)"):
        tf.gather(x, on([5]))


def test_too_little_memory_names_the_largest_buffers() -> None:
    @tf.function
    def huge(n: Any) -> Any:
        row = tf.range(1 << 19, dtype=tf.float32) + n
        table = row[:, tf.newaxis] * row[tf.newaxis, :]
        return tf.linalg.matmul(table, table)

    expected = r"(?s)GiB\) of memory on .*CPU:1.*The largest arrays of this graph:.*float32\[524288,524288\]"
    with pytest.raises(errors.OutOfMemoryError, match=expected):
        huge(on(1.0))


# functions ------------------------------------------------------------------------------------------------------


def test_a_function_runs_where_its_arguments_are() -> None:
    @tf.function
    def double(x: Any) -> Any:
        return x + x, tf.shape(x)[0]

    for device in ("CPU:1", "CPU:2", "CPU:0"):
        x = on([1.0, 2.0], device=device)
        for _ in range(3):
            y, n = double(x)
            assert y.device == n.device == x.device
            assert (y.numpy().tolist(), int(n)) == ([2.0, 4.0], 2)
    assert double.experimental_get_tracing_count() == 1


def test_a_function_inside_a_block_runs_there() -> None:
    @tf.function
    def double(x: Any) -> Any:
        return x + x

    x = tf.constant([1.0])
    assert double(x).device == HOST
    with tf.device("CPU:1"):
        assert [double(x).device for _ in range(3)] == [ONE] * 3
        with tf.device("CPU:0"):
            assert double(on([1.0])).device == HOST
    assert double(x).device == HOST


def test_what_a_function_captures_decides_too() -> None:
    x = on([1.0, 2.0])

    @tf.function
    def shifted(y: Any) -> Any:
        return x + y

    assert [shifted(tf.constant([1.0, 1.0])).device for _ in range(3)] == [ONE] * 3


@pytest.mark.parametrize("call", [
    lambda f, x, y: f(x, y), lambda f, x, y: f(b=y, a=x), lambda f, x, y: f(x, b=y), lambda f, x, y: f((x, y)),
    lambda f, x, y: f([x, y]), lambda f, x, y: f({"a": x, "b": y}),
])  # fmt: skip
def test_calls_of_every_form(call: Any) -> None:
    @tf.function
    def minus(a: Any, b: Any = None) -> Any:
        if isinstance(a, dict):
            a, b = a["a"], a["b"]
        elif b is None:
            a, b = a
        return {"r": a - b}

    for x, y in ((5.0, 2.0), (1.0, 3.0), (7.0, 7.0)):
        found = call(minus, on(x), on(y))["r"]
        assert found.device == ONE and float(found) == x - y


def test_nothing_is_moved_by_a_function_whose_arguments_are_there() -> None:
    v, x = None, on(np.arange(6.0, dtype="f4"))
    with tf.device("CPU:1"):
        v = tf.Variable(tf.ones([6]))
    weights = tf.constant(np.arange(6.0, dtype="f4"))

    @tf.function
    def step(x: Any) -> Any:
        v.assign_sub(0.1 * x)
        return tf.reduce_sum(v * x * weights), 3

    step(x)
    assert moved(lambda: [step(x) for _ in range(3)]) == (0, 0)
    assert moved(lambda: x * x + v) == (0, 0)
    assert moved(lambda: step(x)[0].numpy()) == (0, 1)


def test_host_operations_split_the_program() -> None:
    @tf.function
    def positive(x: Any) -> Any:
        return tf.reduce_sum(tf.boolean_mask(x, x > 0) ** 2)

    for _ in range(3):
        found = positive(on([1.0, -2.0, 3.0]))
        assert (found.device, float(found)) == (ONE, 10.0)
    (trace,) = positive.explain().traces
    assert [call.op for call in trace.host_calls] == ["Where"]
    assert trace.transfers is not None and trace.transfers.to_host == 3  # the mask of each call
    assert "xla on CPU:1: 2 compiled segments, 1 host call" in str(trace)


def test_explain_names_sizes_and_what_was_moved() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None, 2]), tf.TensorSpec([])])
    def scaled(x: Any, by: Any) -> Any:
        return x * by

    with tf.device("CPU:1"):
        for n in (2, 3, 2):
            scaled(tf.ones([n, 2]), 3.0)
    (trace,) = scaled.explain().traces
    assert trace.sizes == ("[2,2], []", "[3,2], []")
    assert trace.transfers is not None and (trace.transfers.to_device, trace.transfers.to_host) == (3, 0)
    assert "2 sets of sizes: [2,2], []; [3,2], []" in str(trace)
    assert "3 arrays (12 bytes) to the device, 0 arrays (0 bytes) to the host" in str(trace)


def test_text_and_printing(capsys: pytest.CaptureFixture[str]) -> None:
    @tf.function
    def label(x: Any) -> Any:
        tf.print("sum", tf.reduce_sum(x), output_stream=sys.stdout)
        return tf.strings.as_string(tf.reduce_sum(x)), x + 1

    for _ in range(2):
        text, y = label(on([1, 2]))
        assert text.numpy() == b"3" and text.device == HOST and y.device == ONE
    assert capsys.readouterr().out == "sum 3\nsum 3\n"


# variables ------------------------------------------------------------------------------------------------------


def _place(variable: Any) -> int:
    place: int = variable.handle._array.buffer.unsafe_buffer_pointer()
    return place


def test_updates_take_over_the_memory() -> None:
    with tf.device("CPU:1"):
        v = tf.Variable(tf.ones([1000]))
        x = tf.fill([1000], 2.0)

    @tf.function
    def step(x: Any) -> None:
        v.assign_sub(0.5 * x)

    step(x)  # the first value may be in memory of NumPy's
    place = _place(v)
    for _ in range(3):
        step(x)
        assert _place(v) == place
    assert v.numpy().tolist() == [-3.0] * 1000
    v.assign_add(x)
    assert _place(v) == place and float(v[0]) == -1.0


def test_a_function_without_results_runs_once_a_call() -> None:
    with tf.device("CPU:1"):
        v = tf.Variable(0)

    @tf.function
    def step(x: Any) -> None:
        v.assign_add(x)

    one = on(1)
    for n in range(1, 8):
        assert step(one) is None and int(v) == n


def test_what_was_read_keeps_its_value() -> None:
    with tf.device("CPU:1"):
        v = tf.Variable([1.0, 2.0])
        x = tf.constant([1.0, 1.0])

    @tf.function
    def step(x: Any) -> Any:
        before = v.read_value()
        v.assign_add(x)
        return before

    first = v.read_value()
    second = step(x)
    third = v + 0.0
    v.assign(x * 9.0)
    assert first.numpy().tolist() == second.numpy().tolist() == [1.0, 2.0]
    assert third.numpy().tolist() == [2.0, 3.0] and v.numpy().tolist() == [9.0, 9.0]
    assert x.numpy().tolist() == [1.0, 1.0]


def test_a_refused_step_leaves_variables_as_they_were() -> None:
    with tf.device("CPU:1"):
        v = tf.Variable([1.0, 2.0])

    @tf.function
    def step(i: Any) -> Any:
        v.assign_add([1.0, 1.0])
        picked = tf.gather(v, i)
        v.assign_add([10.0, 10.0])
        return picked

    assert float(step(on(0))) == 2.0
    for _ in range(2):
        before = v.numpy()
        with pytest.raises(errors.InvalidArgumentError, match=r"is not in \[0, 2\)"):
            step(on(7))
        np.testing.assert_array_equal(v.numpy(), before + 1.0)  # what came before the error is done
    assert float(step(on(1))) == 16.0


def test_variables_of_the_host_and_of_other_devices() -> None:
    host = tf.Variable([1.0])
    with tf.device("CPU:2"):
        other = tf.Variable([10.0])

    @tf.function
    def step(x: Any) -> Any:
        host.assign_add(x)
        other.assign_add(host)
        return other + x

    assert step(on([1.0])).device == ONE
    step(on([1.0]))
    assert (host.numpy().tolist(), other.numpy().tolist()) == ([3.0], [15.0])
    assert (host.device, other.device) == (HOST, TWO)


def test_gradients_and_optimizers() -> None:
    rng = np.random.default_rng(0)
    start, data = rng.normal(size=(3, 2)).astype("f4"), rng.normal(size=(5, 3)).astype("f4")

    def trained(device: str, staged: bool) -> Any:
        with tf.device(device):
            w, x = tf.Variable(start), tf.constant(data)

        def step() -> Any:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.nn.softplus(x @ w))
            w.assign_sub(0.1 * tape.gradient(loss, w))
            return loss

        run = tf.function(step) if staged else step
        losses = [float(run()) for _ in range(4)]
        assert w.device.endswith(device)
        return losses, w.numpy()

    expected = trained("CPU:0", False)
    for staged in (False, True):
        found = trained("CPU:1", staged)
        np.testing.assert_allclose(found[0], expected[0], rtol=1e-6)
        np.testing.assert_allclose(found[1], expected[1], rtol=1e-5)


def test_a_tape_over_calls_of_functions() -> None:
    square = tf.function(lambda x: x * x)
    x = on([1.0, 2.0])
    for _ in range(3):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(square(x))
        found = tape.gradient(y, x)
        assert (found.device, found.numpy().tolist()) == (ONE, [2.0, 4.0])


def test_threads_update_one_variable() -> None:
    from concurrent.futures import ThreadPoolExecutor

    with tf.device("CPU:1"):
        v = tf.Variable(0)
        one = tf.constant(1)

    @tf.function
    def step(x: Any) -> Any:
        v.assign_add(x)
        return v.read_value()

    step(one)
    with ThreadPoolExecutor(4) as pool:
        seen = [int(r) for r in pool.map(lambda _: step(one), range(200))]
    assert int(v) == 201 and sorted(seen) == list(range(2, 202))


def test_saving_and_copying(tmp_path: Any) -> None:
    import copy
    import pickle

    with tf.device("CPU:1"):
        v = tf.Variable([1.0, 2.0])
    tf.train.Checkpoint(v=v).write(str(tmp_path / "c"))
    v.assign([0.0, 0.0])
    tf.train.Checkpoint(v=v).read(str(tmp_path / "c"))
    assert v.numpy().tolist() == [1.0, 2.0] and v.device == ONE
    assert pickle.loads(pickle.dumps(v)).numpy().tolist() == copy.deepcopy(v).numpy().tolist() == [1.0, 2.0]
    assert pickle.loads(pickle.dumps(on([3]))).numpy().tolist() == [3]


# without jax ------------------------------------------------------------------------------------------------------


def test_blocks_of_the_host_import_no_jax() -> None:
    code = (
        "import sys, graphwright as tf\n"
        "with tf.device('CPU:0'): tf.function(lambda x: x + 1)(tf.constant(1))\n"
        "tf.config.list_physical_devices('CPU')\n"
        "print('jax' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert done.stdout == "False\n", done.stderr


def test_without_jax_the_error_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['jax'] = None\n"
        "import graphwright as tf\n"
        "with tf.device('GPU:0'): print(tf.constant(1).device)\n"
        "print(tf.config.list_physical_devices())\n"
        "tf.config.set_soft_device_placement(False)\n"
        "try:\n"
        "    with tf.device('GPU:0'): pass\n"
        "except tf.errors.InvalidArgumentError as error: print(error.message)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert HOST in done.stdout and install_command("xla") in done.stdout, done.stderr


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "pow", "lt", "neg", "matmul"])
def test_operators_stay_on_the_device_after_the_same_on_the_host(name: str) -> None:
    compute = getattr(operator, name)
    others = () if name == "neg" else (2.0,)
    host = tf.reshape(tf.range(4.0), [2, 2])
    if name == "matmul":
        others = (host,)
    for _ in range(3):
        compute(host, *others)  # prepares the kernel of these types
    with tf.device("CPU:1"):
        x = tf.identity(host)
    found = compute(x, *others)
    assert found.device.endswith("CPU:1")
    np.testing.assert_array_equal(found.numpy(), compute(host, *others).numpy())

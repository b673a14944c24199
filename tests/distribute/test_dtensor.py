"""`tf.experimental.dtensor`: answers as TensorFlow's, one program over a mesh, gradients, variables that stay there."""

from __future__ import annotations

import builtins
import doctest
import importlib
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.distribute.dtensor_program import CASES, RECORDED, World, outcome, parts, specs

pytest.importorskip("jax", reason="dtensor needs jax: pip install graphwright[xla]")
pytestmark = pytest.mark.timeout(120)
dtensor = tf.experimental.dtensor


@pytest.fixture
def world() -> World:
    return World(tf)


# as TensorFlow ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_as_tensorflow(world: World, name: str) -> None:
    recorded = json.loads(RECORDED.read_text())[name]
    if not (isinstance(recorded, dict) and "error" in recorded):
        assert outcome(world, CASES[name]) == recorded
        return
    wanted = getattr(tf.errors, recorded["error"], None) or getattr(builtins, recorded["error"])
    with pytest.raises(wanted):
        CASES[name](world)


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (
            lambda w: w.d.relayout(w.d.copy_to_mesh(tf.ones([3, 8]), w.none), w.both),
            r"\(3, 8\).* 2 equal",
        ),
        (lambda w: w.d.copy_to_mesh(tf.ones([4]), w.both), r"2 dimensions, \['x', 'y'\], and the tensor 1"),
        (lambda w: w.replicated + w.elsewhere, "different meshes"),
        (lambda w: w.tf.function(lambda a, b: a + b)(w.replicated, w.elsewhere), "different meshes"),
        (lambda w: w.tf.function(lambda a: w.d.relayout(a[:3], w.both))(w.sharded), r"\(3, 8\)"),
    ],
)
def test_layouts_that_do_not_fit(world: World, problem: Any, message: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=message) as caught:
        problem(world)
    assert isinstance(caught.value, tf.errors.UnknownError)


@pytest.mark.parametrize(
    ("problem", "error", "message"),
    [
        (lambda w: dtensor.Layout.batch_sharded(w.mesh, "q", 2), ValueError, "valid mesh dimension"),
        (lambda w: dtensor.Layout.batch_sharded(w.mesh, "x", 0), ValueError, "rank 0"),
        (lambda w: dtensor.Layout.replicated(w.mesh, -1), ValueError, "rank -1"),
        (lambda w: dtensor.Layout.from_string("nonsense"), ValueError, "no text of a layout"),
        (lambda w: dtensor.Mesh.from_string("|x|y"), ValueError, "no text of a mesh"),
        (lambda w: dtensor.create_mesh([("x", 2), ("x", 4)], device_type="CPU"), ValueError, "must differ"),
        (lambda w: dtensor.Mesh(["x", "y"], np.arange(4), [0], ["CPU:0"]), ValueError, "in 1 dimensions"),
        (lambda w: tf.function(lambda x: dtensor.fetch_layout(x))(w.sharded), RuntimeError, "outside of functions"),
        (lambda w: tf.function(lambda x: dtensor.unpack(x))(w.sharded), RuntimeError, "outside of functions"),
        (lambda w: dtensor.name_based_restore(w.mesh, "x", {}), ValueError, "empty"),
        (lambda w: pickle.loads(pickle.dumps(w.variable())), tf.errors.UnimplementedError, "DVariable"),
    ],
)
def test_refused(world: World, problem: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        problem(world)


def test_the_accelerator_system() -> None:
    assert dtensor.initialize_accelerator_system("CPU", num_logical_cpu_devices=8) == "CPU"
    with pytest.raises(ValueError, match="already been initialized"):
        dtensor.initialize_accelerator_system("CPU")
    dtensor.shutdown_accelerator_system()
    with pytest.raises(ValueError, match="not initialized"):
        dtensor.shutdown_accelerator_system()
    with pytest.raises(ValueError, match="Unknown device_type"):
        dtensor.initialize_accelerator_system("XPU")


@pytest.mark.parametrize("module", ["accelerators", "checkpoints", "datasets", "layout", "mesh", "tensors", "variable"])
def test_the_examples_of_docstrings(module: str) -> None:
    found = importlib.import_module(f"graphwright.distribute.dtensor.{module}")
    assert doctest.testmod(found, extraglobs={"tf": tf}).failed == 0


# one program -----------------------------------------------------------------------------------------------


def model(world: World) -> tuple[Any, Any, Any]:
    """Two layers, split by columns and by rows; a batch; a step of training."""
    rng = np.random.default_rng(0)
    up = dtensor.DVariable(dtensor.copy_to_mesh(rng.normal(size=(16, 32)).astype(np.float32), world.columns))
    down = dtensor.DVariable(
        dtensor.copy_to_mesh(rng.normal(size=(32, 8)).astype(np.float32), world.layout("y", "unsharded"))
    )
    x = dtensor.copy_to_mesh(rng.normal(size=(8, 16)).astype(np.float32), world.rows)

    @tf.function
    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.matmul(tf.nn.relu(tf.matmul(x, up)), down) ** 2)
        for variable, gradient in zip((up, down), tape.gradient(loss, [up, down]), strict=True):
            variable.assign_sub(0.01 * gradient)
        return loss

    return (up, down), x, step


def test_training_has_the_losses_of_one_device_and_moves_nothing(world: World) -> None:
    (up, down), x, step = model(world)
    weights = [tf.Variable(up.numpy()), tf.Variable(down.numpy())]
    batch = tf.constant(x.numpy())
    for _ in range(5):
        with tf.GradientTape() as tape:
            wanted = tf.reduce_mean(tf.matmul(tf.nn.relu(batch @ weights[0]), weights[1]) ** 2)
        for variable, gradient in zip(weights, tape.gradient(wanted, weights), strict=True):
            variable.assign_sub(0.01 * gradient)
        np.testing.assert_allclose(float(step(x)), float(wanted), rtol=1e-5)
    assert (specs(world, up), specs(world, down)) == (["unsharded", "y"], ["y", "unsharded"])
    text = step.explain()
    assert "1 compiled segment, 0 host calls" in str(text)
    assert "0 arrays (0 bytes) to the device, 0 arrays (0 bytes) to the host" in str(text)


def test_updates_are_donated_and_no_device_has_more_than_its_part(world: World) -> None:
    (up, _), x, step = model(world)
    for _ in range(3):
        step(x)
    before = [shard.data.unsafe_buffer_pointer() for shard in up._state.buffer.addressable_shards]
    step(x)
    shards = up._state.buffer.addressable_shards
    assert [shard.data.unsafe_buffer_pointer() for shard in shards] == before
    assert {shard.data.shape for shard in shards} == {(16, 8)}


def test_a_function_takes_other_layouts(world: World) -> None:
    calls = []

    @tf.function
    def double(x: Any) -> Any:
        calls.append(1)
        return x * 2.0

    for layout in (world.both, world.rows, world.columns, world.none) * 3:
        result = double(dtensor.relayout(world.sharded, layout))
        assert dtensor.fetch_layout(result) == layout
        np.testing.assert_array_equal(result.numpy(), 2 * world.whole.numpy())
    assert len(calls) == 1


@pytest.mark.parametrize(
    "function",
    [
        tf.nn.softmax, tf.transpose, tf.nn.gelu, lambda a: tf.concat([a, a], 1), lambda a: a[1:, 2:5], tf.cumsum,
        lambda a: tf.reduce_max(a, 1), lambda a: tf.einsum("ij,kj->ik", a, a), lambda a: tf.reshape(a, [2, 2, 8]),
        lambda a: tf.where(a > 9.0, a, 0.0), lambda a: tf.pad(a, [[0, 0], [1, 1]]), lambda a: tf.stack(tf.unstack(a)),
    ],
)  # fmt: skip
def test_gradients_flow_through_sharded_tensors(world: World, function: Any) -> None:
    for x in (world.whole, world.sharded):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(function(x) ** 2)
        gradient = tape.gradient(y, x)
        if x is world.whole:
            wanted = gradient
    assert dtensor.is_dtensor(gradient)
    np.testing.assert_allclose(gradient.numpy(), wanted.numpy(), rtol=1e-5, atol=1e-5)
    staged = tf.function(lambda a: tf.reduce_sum(function(a) ** 2))(world.sharded)
    np.testing.assert_allclose(staged.numpy(), y.numpy(), rtol=1e-5)


def test_the_gradient_of_a_relayout_has_the_layout_of_its_input(world: World) -> None:
    with tf.GradientTape() as tape:
        tape.watch([world.sharded, world.whole])
        y = tf.reduce_sum(dtensor.relayout(world.sharded, world.rows) * dtensor.copy_to_mesh(world.whole, world.rows))
    on_mesh, on_host = tape.gradient(y, [world.sharded, world.whole])
    assert specs(world, on_mesh) == ["x", "y"] and not dtensor.is_dtensor(on_host)
    np.testing.assert_array_equal(on_host.numpy(), world.whole.numpy())


def test_control_flow_and_conditions(world: World) -> None:
    @tf.function
    def run(x: Any) -> Any:
        for _ in tf.range(3):
            x = x * 2.0
        if tf.reduce_sum(x) > 0.0:
            x += 1.0
        return x

    np.testing.assert_array_equal(run(world.sharded).numpy(), 8 * world.whole.numpy() + 1)


def test_random_numbers_are_those_of_one_device(world: World) -> None:
    made = dtensor.call_with_layout(lambda: tf.random.stateless_normal([4, 8], [1, 2]), world.both)
    np.testing.assert_allclose(made.numpy(), tf.random.stateless_normal([4, 8], [1, 2]).numpy(), rtol=1e-5)
    assert specs(world, made) == ["x", "y"]


def test_layouts_in_functions(world: World) -> None:
    @tf.function
    def made(x: Any) -> Any:
        return dtensor.call_with_layout(tf.ones, world.both, shape=(4, 8)) + dtensor.relayout_like(x, x)

    np.testing.assert_array_equal(made(world.sharded).numpy(), world.whole.numpy() + 1)
    np.testing.assert_array_equal(made(world.whole).numpy(), world.whole.numpy() + 1)  # on the host: no layouts


# variables, checkpoints ------------------------------------------------------------------------------------


def test_checkpoints_keep_values_and_layouts(world: World, tmp_path: Path) -> None:
    v = world.variable()
    path = tf.train.Checkpoint(v=v).save(str(tmp_path / "saved"))
    for kind in (tf.train.Checkpoint, lambda **values: dtensor.DTensorCheckpoint(world.mesh, **values)):
        v.assign(world.sharded * 0.0)
        kind(v=v).restore(path).assert_consumed()
        np.testing.assert_array_equal(v.numpy(), world.whole.numpy())
        assert specs(world, v) == ["x", "y"]
    plain = tf.Variable(tf.zeros([4, 8]))
    tf.train.Checkpoint(v=plain).restore(path)
    np.testing.assert_array_equal(plain.numpy(), world.whole.numpy())


def test_checkpoints_in_bfloat16(world: World, tmp_path: Path) -> None:
    v = dtensor.DVariable(world.sharded / 3.0)
    dtensor.enable_save_as_bf16([v])
    path = tf.train.Checkpoint(v=v).save(str(tmp_path / "saved"))
    assert tf.train.load_checkpoint(path).get_variable_to_dtype_map()["v/.ATTRIBUTES/VARIABLE_VALUE"] is tf.bfloat16
    tf.train.Checkpoint(v=v).restore(path)
    assert v.dtype is tf.float32
    np.testing.assert_array_equal(v.numpy(), tf.cast(tf.cast(world.whole / 3.0, tf.bfloat16), tf.float32).numpy())


def test_checkpoints_by_name(world: World, tmp_path: Path) -> None:
    prefix = str(tmp_path / "named")
    dtensor.name_based_save(world.mesh, prefix, {"a": world.sharded, "b": world.variable()})
    found = dtensor.name_based_restore(world.mesh, prefix, {"a": world.replicated, "b": world.sharded})
    assert (specs(world, found["a"]), specs(world, found["b"])) == (["unsharded", "unsharded"], ["x", "y"])
    assert parts(world, found["b"]) == parts(world, world.sharded)


def test_a_variable_read_before_an_update_keeps_its_value(world: World) -> None:
    v = world.variable()
    before = v.read_value()
    add = tf.function(lambda: v.assign_add(dtensor.copy_to_mesh(tf.ones([4, 8]), world.both)))
    for _ in range(3):
        add()
    np.testing.assert_array_equal(before.numpy(), world.whole.numpy())
    np.testing.assert_array_equal(v.numpy(), world.whole.numpy() + 3)

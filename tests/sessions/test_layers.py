"""Layers, cells and recurrent networks of TensorFlow 1, against formulas in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

v1: Any = tf.compat.v1
CELLS = v1.nn.rnn_cell
LAYERS = v1.layers
X = np.random.default_rng(5).normal(size=(2, 5, 4)).astype(np.float32)


def sigmoid(z: Any) -> Any:
    return 1 / (1 + np.exp(-z))


def lstm_step(x: Any, state: Any, kernel: Any, bias: Any) -> Any:
    memory, last = state
    let_in, candidate, forget, let_out = np.split(np.concatenate([x, last], 1) @ kernel + bias, 4, 1)
    memory = memory * sigmoid(forget + 1) + sigmoid(let_in) * np.tanh(candidate)
    output = np.tanh(memory) * sigmoid(let_out)
    return output, (memory, output)


def gru_step(x: Any, state: Any, gates: Any, gate_bias: Any, kernel: Any, bias: Any) -> Any:
    reset, update = np.split(sigmoid(np.concatenate([x, state], 1) @ gates + gate_bias), 2, 1)
    candidate = np.tanh(np.concatenate([x, reset * state], 1) @ kernel + bias)
    output = update * state + (1 - update) * candidate
    return output, output


def basic_step(x: Any, state: Any, kernel: Any, bias: Any) -> Any:
    output = np.tanh(np.concatenate([x, state], 1) @ kernel + bias)
    return output, output


def unrolled(step: Any, state: Any, weights: Any) -> Any:
    outputs = []
    for time in range(X.shape[1]):
        output, state = step(X[:, time], state, *weights)
        outputs.append(output)
    return np.stack(outputs, 1), state


ZERO = np.zeros((2, 3), np.float32)


@pytest.mark.parametrize(
    ("cell", "step", "state"),
    [
        ("BasicLSTMCell", lstm_step, (ZERO, ZERO)), ("LSTMCell", lstm_step, (ZERO, ZERO)),
        ("GRUCell", gru_step, ZERO), ("BasicRNNCell", basic_step, ZERO),
    ],
)  # fmt: skip
@pytest.mark.parametrize("static", [False, True])
def test_a_cell_computes_its_formula(cell: str, step: Any, state: Any, static: bool) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [2, 5 if static else None, 4])
        made = getattr(CELLS, cell)(3)
        if static:
            steps, last = v1.nn.static_rnn(made, tf.unstack(x, axis=1), dtype=tf.float32)
            outputs = tf.stack(steps, 1)
        else:
            outputs, last = v1.nn.dynamic_rnn(made, x, dtype=tf.float32)
        session.run(v1.global_variables_initializer())
        found, end, weights = session.run([outputs, last, made.variables], {x: X})
    expected, expected_end = unrolled(step, state, weights)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(np.asarray(end), np.asarray(expected_end), rtol=1e-4, atol=1e-6)


def test_after_the_end_of_a_sequence_outputs_are_zero_and_the_state_stays() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        outputs, last = v1.nn.dynamic_rnn(CELLS.GRUCell(3), X, sequence_length=[5, 2], dtype=tf.float32)
        session.run(v1.global_variables_initializer())
        found, end = session.run([outputs, last])
    assert not found[1, 2:].any() and found[1, :2].all()
    np.testing.assert_array_equal(end, [found[0, 4], found[1, 1]])


def test_names_of_variables_are_those_of_checkpoints_of_tensorflow_1() -> None:
    with tf.Graph().as_default():
        cell = CELLS.MultiRNNCell([CELLS.BasicLSTMCell(3), CELLS.DropoutWrapper(CELLS.GRUCell(2), 0.5)])
        v1.nn.dynamic_rnn(cell, X, dtype=tf.float32)
        forward, backward = CELLS.LSTMCell(2, use_peepholes=True, num_proj=1), CELLS.BasicRNNCell(2)
        v1.nn.bidirectional_dynamic_rnn(forward, backward, X, dtype=tf.float32)
        names = [v.op.name for v in v1.trainable_variables()]
    assert names == [
        "rnn/multi_rnn_cell/cell_0/basic_lstm_cell/kernel", "rnn/multi_rnn_cell/cell_0/basic_lstm_cell/bias",
        "rnn/multi_rnn_cell/cell_1/gru_cell/gates/kernel", "rnn/multi_rnn_cell/cell_1/gru_cell/gates/bias",
        "rnn/multi_rnn_cell/cell_1/gru_cell/candidate/kernel", "rnn/multi_rnn_cell/cell_1/gru_cell/candidate/bias",
        "bidirectional_rnn/fw/lstm_cell/kernel", "bidirectional_rnn/fw/lstm_cell/bias",
        "bidirectional_rnn/fw/lstm_cell/w_f_diag", "bidirectional_rnn/fw/lstm_cell/w_i_diag",
        "bidirectional_rnn/fw/lstm_cell/w_o_diag", "bidirectional_rnn/fw/lstm_cell/projection/kernel",
        "bidirectional_rnn/bw/basic_rnn_cell/kernel", "bidirectional_rnn/bw/basic_rnn_cell/bias",
    ]  # fmt: skip


def test_backwards_is_forwards_of_reversed_sequences() -> None:
    cell = CELLS.GRUCell(3)
    (_, found), _ = v1.nn.bidirectional_dynamic_rnn(CELLS.GRUCell(3), cell, X, dtype=tf.float32)
    expected, _ = v1.nn.dynamic_rnn(cell, X[:, ::-1], dtype=tf.float32)
    np.testing.assert_allclose(found.numpy(), expected.numpy()[:, ::-1], rtol=1e-6)


def test_gradients_go_through_the_steps() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float64, [2, 5, 4])
        outputs, _ = v1.nn.dynamic_rnn(CELLS.BasicLSTMCell(3), x, dtype=tf.float64)
        loss = tf.reduce_sum(outputs * outputs)
        session.run(v1.global_variables_initializer())
        with session.as_default():
            error = v1.test.compute_gradient_error(x, [2, 5, 4], loss, [], x_init_value=X.astype(np.float64))
    assert error < 1e-5


def test_raw_rnn_stops_each_row_where_the_function_says() -> None:
    cell, lengths = CELLS.GRUCell(3), tf.constant([5, 2])

    def loop(time: Any, output: Any, state: Any, own: Any) -> Any:
        state = cell.zero_state(2, tf.float32) if output is None else state
        at = tf.minimum(time, 4)
        return time >= lengths, tf.constant(X)[:, at], state, output, (0 if own is None else own + 1)

    arrays, state, count = v1.nn.raw_rnn(cell, loop)
    expected, last = v1.nn.dynamic_rnn(cell, X, sequence_length=lengths, dtype=tf.float32)
    np.testing.assert_allclose(arrays.stack().numpy().swapaxes(0, 1), expected.numpy(), rtol=1e-6)
    np.testing.assert_allclose(state.numpy(), last.numpy(), rtol=1e-6)
    assert int(count) == 5


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: v1.nn.dynamic_rnn("no cell", X, dtype=tf.float32), TypeError),
        (lambda: v1.nn.dynamic_rnn(CELLS.GRUCell(3), X), ValueError),
        (lambda: v1.nn.dynamic_rnn(CELLS.GRUCell(3), tf.zeros([3]), dtype=tf.float32), ValueError),
        (lambda: v1.nn.static_rnn(CELLS.GRUCell(3), X, dtype=tf.float32), TypeError),
        (lambda: v1.nn.static_rnn(CELLS.GRUCell(3), [], dtype=tf.float32), ValueError),
        (lambda: CELLS.MultiRNNCell([]), ValueError),
        (lambda: CELLS.DropoutWrapper("no cell"), TypeError),
        (lambda: CELLS.DropoutWrapper(CELLS.GRUCell(3), input_keep_prob=2.0), ValueError),
        (lambda: LAYERS.conv2d(tf.zeros([1, 4, 4, 1]), 2, (1, 2, 3)), ValueError),
        (lambda: LAYERS.conv2d(tf.zeros([1, 4, 4, 1]), 2, 2, data_format="sideways"), ValueError),
        (lambda: LAYERS.Dense(2, nothing=1), TypeError),
        (lambda: LAYERS.BatchNormalization(renorm=True), NotImplementedError),
    ],
)
def test_what_is_refused(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        call()


def test_layers_are_shared_by_name() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        x = tf.ones([2, 4])
        a = LAYERS.dense(x, 3, name="d")
        b = LAYERS.dense(x, 3, name="d", reuse=True)
        other = LAYERS.dense(x, 3)
        with pytest.raises(ValueError, match="already exists"):
            LAYERS.dense(x, 3, name="d")
        session.run(v1.global_variables_initializer())
        first, second, third = session.run([a, b, other])
        names = [v.op.name for v in v1.trainable_variables()]
    np.testing.assert_array_equal(first, second)
    assert not np.allclose(first, third)
    assert names == ["d/kernel", "d/bias", "dense/kernel", "dense/bias"]


def test_a_dense_layer_is_a_product_along_the_last_axis() -> None:
    layer = LAYERS.Dense(3, tf.nn.relu, bias_initializer=v1.ones_initializer())
    found = layer(X)
    kernel, bias = (v.numpy() for v in layer.variables)
    np.testing.assert_allclose(found.numpy(), np.maximum(X @ kernel + bias, 0), rtol=1e-5)


def test_batch_normalization_learns_mean_and_variance_by_its_updates() -> None:
    data = np.random.default_rng(2).normal(3.0, 2.0, (64, 3)).astype(np.float32)
    with tf.Graph().as_default(), v1.Session() as session:
        training = v1.placeholder(tf.bool, [])
        y = LAYERS.batch_normalization(data, momentum=0.0, training=training)
        session.run(v1.global_variables_initializer())
        np.testing.assert_allclose(session.run(y, {training: False}), data / np.sqrt(1.001), rtol=1e-4)
        while_training, *_ = session.run([y, *v1.get_collection(v1.GraphKeys.UPDATE_OPS)], {training: True})
        afterwards = session.run(y, {training: False})
    expected = (data - data.mean(0)) / np.sqrt(data.var(0) + 1e-3)
    np.testing.assert_allclose(while_training, expected, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(afterwards, expected, rtol=1e-3, atol=1e-4)


def test_a_small_network_trains() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        v1.set_random_seed(4)
        x = tf.constant(np.random.default_rng(0).normal(size=(8, 8, 8, 1)).astype(np.float32))
        target = tf.reduce_mean(x, [1, 2])
        hidden = LAYERS.conv2d(x, 4, 3, strides=2, padding="same", activation=tf.nn.relu)
        hidden = LAYERS.max_pooling2d(hidden, 2, 2)
        found = LAYERS.dense(LAYERS.dropout(LAYERS.flatten(hidden), 0.1, training=False), 1)
        loss = v1.losses.mean_squared_error(target, found)
        train = v1.train.AdamOptimizer(0.05).minimize(loss)
        session.run(v1.global_variables_initializer())
        before = session.run(loss)
        for _ in range(60):
            session.run(train)
        assert session.run(loss) < before / 10


@pytest.mark.parametrize(
    ("layer", "shape", "expected"),
    [
        (LAYERS.Conv1D(3, 2, padding="same"), [1, 5, 2], [1, 5, 3]),
        (LAYERS.Conv3D(3, 2, strides=2), [1, 4, 4, 4, 2], [1, 2, 2, 2, 3]),
        (LAYERS.Conv2D(3, 2, data_format="channels_last", dilation_rate=2), [1, 5, 5, 2], [1, 3, 3, 3]),
        (LAYERS.Conv2DTranspose(3, 3, 2), [1, 4, 4, 2], [1, 9, 9, 3]),
        (LAYERS.Conv2DTranspose(3, 3, 2, padding="same"), [1, 4, 4, 2], [1, 8, 8, 3]),
        (LAYERS.Conv3DTranspose(3, 2, 2), [1, 2, 2, 2, 2], [1, 4, 4, 4, 3]),
        (LAYERS.SeparableConv2D(3, 2, depth_multiplier=2), [1, 5, 5, 2], [1, 4, 4, 3]),
        (LAYERS.AveragePooling2D(2, 1, "same"), [1, 3, 3, 2], [1, 3, 3, 2]),
        (LAYERS.Flatten(), [2, 3, 4], [2, 12]),
        (LAYERS.MaxPooling1D(2, 2), [1, 5, 2], [1, 2, 2]),
    ],
)  # fmt: skip
def test_shapes(layer: Any, shape: list[int], expected: list[int]) -> None:
    assert layer(tf.ones(shape)).shape.as_list() == expected


@pytest.mark.parametrize(
    "layer",
    [
        LAYERS.Dense(3, activity_regularizer=tf.reduce_sum),
        LAYERS.Conv2DTranspose(3, 1, activity_regularizer=tf.reduce_sum),
        LAYERS.Flatten(activity_regularizer=tf.reduce_sum),
    ],
)
def test_the_loss_of_an_activity_is_divided_by_the_batch(layer: Any) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        outputs = layer(tf.ones([2, 2, 2, 3]))
        session.run(v1.global_variables_initializer())
        assert v1.get_collection("regularization_losses") == layer.losses
        loss, expected = session.run([layer.losses[0], tf.reduce_sum(outputs) / 2])
    assert loss == pytest.approx(expected)


def test_kernels_of_a_separable_convolution_are_regularized() -> None:
    with tf.Graph().as_default():
        options = {"depthwise_regularizer": tf.reduce_sum, "pointwise_regularizer": tf.reduce_max}
        LAYERS.separable_conv2d(tf.ones([1, 5, 5, 4]), 3, 2, **options)
        assert [loss.op.type for loss in v1.get_collection("regularization_losses")] == ["Sum", "Max"]


@pytest.mark.parametrize(
    ("layer", "shape"),
    [
        (LAYERS.Dense(3), [2, 5]), (LAYERS.Dense(3), [2, 4, 5]), (LAYERS.Conv1D(3, 1), [2, 4, 5]),
        (LAYERS.Conv3D(3, 1), [2, 4, 4, 4, 5]), (LAYERS.Conv2DTranspose(3, 2), [2, 4, 4, 5]),
        (LAYERS.SeparableConv2D(3, 1), [2, 4, 4, 5]),
    ],
)  # fmt: skip
def test_biases_are_added_by_bias_add(layer: Any, shape: list[int]) -> None:
    with tf.Graph().as_default():
        assert layer(tf.ones(shape)).op.type == "BiasAdd"


def test_a_bias_belongs_to_the_channels_wherever_they_are() -> None:
    layer = LAYERS.Conv2D(3, 1, data_format="channels_first", bias_initializer=v1.constant_initializer([1.0, 2.0, 3.0]))
    assert layer(tf.zeros([1, 4, 2, 2])).numpy()[0, :, 1, 0].tolist() == [1.0, 2.0, 3.0]


def test_a_checkpoint_with_the_name_of_a_folder_is_read(tmp_path: Any) -> None:
    path = tf.train.Checkpoint(v=tf.Variable(1.5)).write(str(tmp_path))
    reader = v1.train.NewCheckpointReader(path)
    assert reader.get_tensor("v/.ATTRIBUTES/VARIABLE_VALUE") == 1.5
    with pytest.raises(ValueError, match="Couldn't find 'checkpoint' file"):
        tf.train.load_checkpoint(path)


@pytest.mark.parametrize(
    ("shape", "options", "less"),
    [
        ([2, 2, 3, 2], {}, 1), ([2, 2, 3, 2], {"fused": True}, 1), ([2, 2, 3, 2], {"fused": False}, 0),
        ([2, 2, 3, 2], {"axis": 1}, 1), ([2, 2, 3, 2], {"axis": 2}, 0), ([4, 3, 2], {}, 0), ([6, 2], {}, 0),
    ],
)  # fmt: skip
def test_the_moving_variance_is_that_of_a_sample_where_tensorflow_fuses(
    shape: list[int], options: dict[str, Any], less: int
) -> None:
    x = np.random.default_rng(3).normal(size=shape).astype(np.float32)
    with tf.Graph().as_default(), v1.Session() as session:
        training = v1.placeholder_with_default(True, [])
        outputs = LAYERS.batch_normalization(tf.constant(x), training=training, momentum=0.0, epsilon=0.0, **options)
        session.run(v1.global_variables_initializer())
        found = session.run([outputs, *v1.get_collection("update_ops")])[0]
        mean, variance = session.run(v1.global_variables()[-2:])
    axes = tuple(set(range(len(shape))) - {options.get("axis", -1) % len(shape)})
    np.testing.assert_allclose(mean, x.mean(axes), atol=1e-6)
    np.testing.assert_allclose(variance, x.var(axes, ddof=less), rtol=1e-5)
    normalized = (x - x.mean(axes, keepdims=True)) / x.std(axes, keepdims=True)
    np.testing.assert_allclose(found, normalized, rtol=1e-4, atol=1e-5)


def test_operations_and_losses_have_the_names_of_the_layer() -> None:
    def regularizer(x: Any) -> Any:
        return tf.reduce_sum(x, name="loss")

    with tf.Graph().as_default():
        layer = LAYERS.Dense(2, name="d", kernel_regularizer=regularizer)
        outputs = [layer(tf.ones([1, 3])).op.name for _ in range(2)]
        assert outputs == ["d/BiasAdd", "d/BiasAdd_1"]
        with v1.variable_scope("around") as around:
            shared = LAYERS.Dense(2, name="inner", _scope=around)
            assert shared(tf.ones([1, 3])).op.name == "around/BiasAdd"
        assert [v.name for v in shared.weights] == ["around/kernel:0", "around/bias:0"]
        losses = v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)
        assert [loss.op.name for loss in losses] == ["d/kernel/Regularizer/loss"]
        with v1.variable_scope(v1.get_variable_scope(), reuse=True):
            LAYERS.dense(tf.ones([1, 3]), 2, name="d", kernel_regularizer=regularizer)
        assert len(v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)) == 1  # shared variables count once


def test_each_part_of_a_variable_is_regularized() -> None:
    with tf.Graph().as_default():
        with v1.variable_scope("s", partitioner=v1.fixed_size_partitioner(2)):
            LAYERS.dense(tf.ones([1, 4]), 3, use_bias=False, kernel_regularizer=tf.reduce_sum)
        assert len(v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)) == 2


def test_moving_averages_are_in_one_piece() -> None:
    with tf.Graph().as_default():
        layer = LAYERS.BatchNormalization()
        with v1.variable_scope("s", partitioner=v1.fixed_size_partitioner(2)):
            layer(tf.ones([1, 4]), training=True)
        assert [w.name for w in layer.non_trainable_weights] == [
            f"s/batch_normalization/moving_{kind}:0" for kind in ("mean", "variance")
        ]
        updates = v1.get_collection(v1.GraphKeys.UPDATE_OPS)
        assert [op.name.split("/")[-2] for op in updates] == ["AssignMovingAvg", "AssignMovingAvg_1"]


def test_variables_that_a_layer_adds_by_itself() -> None:
    class Own(LAYERS.Layer):  # type: ignore[misc]
        def call(self, inputs: Any) -> Any:
            if not self.weights:
                self._trainable_weights.append(v1.get_variable("a", []))
                self._non_trainable_weights.append(v1.get_variable("b", [], trainable=False))
            return inputs

    with tf.Graph().as_default():
        layer = Own(name="own")
        layer(tf.ones([1]))
        assert [v.name for v in layer.trainable_weights] == ["own/a:0"]
        assert [v.name for v in layer.weights] == ["own/a:0", "own/b:0"]
        layer.trainable = False
        assert [v.name for v in layer.non_trainable_variables] == ["own/a:0", "own/b:0"]


@pytest.mark.parametrize(
    ("arguments", "shape", "says"),
    [
        ({"ndim": 2}, [1, 2, 3], "expected ndim=2, found ndim=3"),
        ({"min_ndim": 3}, [1, 2], "expected min_ndim=3, found ndim=2"),
        ({"max_ndim": 1}, [1, 2], "expected max_ndim=1, found ndim=2"),
        ({"axes": {-1: 4}}, [1, 2], "expected axis -1 to have value 4"),
        ({"shape": (None, 3)}, [1, 2], "expected axis 1 to have value 3"),
        ({"dtype": tf.int32}, [1, 2], "expected dtype=int32, found dtype=float32"),
        ({"min_ndim": 1}, None, "its rank is undefined"),
    ],
)
def test_inputs_are_checked(arguments: dict[str, Any], shape: Any, says: str) -> None:
    with tf.Graph().as_default():
        layer = LAYERS.Layer(name="checked")
        layer.input_spec = LAYERS.InputSpec(**arguments)
        with pytest.raises(ValueError, match=f"layer checked is incompatible.*{says}"):
            layer(v1.placeholder(tf.float32, shape))
        with pytest.raises(ValueError, match="expects 1 inputs, but it received 2"):
            layer([tf.ones([1]), tf.ones([1])])


def test_inputs_that_fit_are_taken() -> None:
    spec = LAYERS.InputSpec(dtype="float32", shape=(None, 2), min_ndim=1, max_ndim=3, axes={-1: 2})
    assert repr(spec) == "InputSpec(dtype=float32, shape=(None, 2), ndim=2, max_ndim=3, min_ndim=1, axes={-1: 2})"
    with tf.Graph().as_default():
        layer = LAYERS.Layer()
        layer.input_spec = spec
        assert layer(tf.ones([3, 2])).shape == (3, 2)


def test_unknown_channels_are_refused() -> None:
    with tf.Graph().as_default():
        for shape, says in ((None, "undefined rank"), ([1, None], "dimension -1 of the inputs is undefined")):
            with pytest.raises(ValueError, match=says):
                LAYERS.dense(v1.placeholder(tf.float32, shape), 2)

"""Real Keras on this package: models, training, saving. Skipped where Keras is not installed."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from tests.keras.programs import printed_by
from tests.package.test_missing_names import NAMED

pytestmark = pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="Keras is not installed")

ROOT = Path(__file__).parent.parent.parent

START = """
import graphwright as tf
import numpy as np
keras = tf.keras
keras.utils.set_random_seed(1)
x = np.random.default_rng(0).random((256, 4), np.float32)
y = (x.sum(1) > 2).astype(np.int32)
def compiled(model):
    model.compile(keras.optimizers.Adam(0.05), "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model
def sequential():
    layers = keras.layers
    return compiled(keras.Sequential([layers.Input([4]), layers.Dense(16, "relu"), layers.Dense(2, "softmax")]))
def learned(model, data=(x, y)):
    history = model.fit(*data, epochs=12, verbose=0).history
    print(history["loss"][-1] < 0.7 * history["loss"][0], model.evaluate(x, y, verbose=0)[1] > 0.9)
"""

PROGRAMS = {
    "variables as arguments": (
        "v = keras.Variable([1.0, 2.0])\n"
        "f = tf.function(lambda x: tf.reduce_sum(x * x))\n"
        "with tf.GradientTape() as tape: y = f(v)\n"
        "print(y.numpy(), tape.gradient(y, v.value).numpy())\n"
        "v.assign([3.0, 4.0]); print(f(v).numpy(), len(f._list_all_concrete_functions()))",
        "5.0 [2. 4.]\n25.0 1\n",
    ),
    "arrays": ("learned(sequential())", "True True\n"),
    "a dataset": (
        "learned(sequential(), [tf.data.Dataset.from_tensor_slices((x, y)).shuffle(256).batch(32)])",
        "True True\n",
    ),
    "a functional model": (
        "i = keras.Input([4]); h = keras.layers.Dense(16, 'relu')(i)\n"
        "h = keras.layers.Concatenate()([h, i])\n"
        "learned(compiled(keras.Model(i, keras.layers.Dense(2, 'softmax')(h))))",
        "True True\n",
    ),
    "a subclassed model with a decorated call": (
        "class Model(keras.Model):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.a, self.b = keras.layers.Dense(16, 'relu'), keras.layers.Dense(2, 'softmax')\n"
        "        self.a.build([None, 4]); self.b.build([None, 16])\n"
        "    @tf.function\n"
        "    def call(self, inputs):\n"
        "        return self.b(self.a(inputs))\n"
        "learned(compiled(Model()))",
        "True True\n",
    ),
    "a decorated call that builds its layers": (
        "class Model(keras.Model):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.a, self.b = keras.layers.Dense(16, 'relu'), keras.layers.Dense(2, 'softmax')\n"
        "        self.norm = keras.layers.BatchNormalization()\n"
        "    @tf.function\n"
        "    def call(self, inputs, training=True):\n"
        "        y = self.b(self.norm(self.a(inputs), training=training))\n"
        "        if training:\n"
        "            return tf.nn.dropout(y, 0.01)\n"
        "        else:\n"
        "            return y\n"
        "model = Model()\n"
        "print(model(x, training=True).shape, model(x, training=False).shape)\n"
        "before = model(x, training=False)\n"
        "with tf.GradientTape() as tape:\n"
        "    total = tf.reduce_sum(model(x) ** 2)\n"
        "print([g is not None for g in tape.gradient(total, model.trainable_variables)])\n"
        "model.b.kernel.assign(model.b.kernel * 2)\n"
        "print(bool(tf.reduce_any(model(x, training=False) != before)))\n"
        "model = compiled(Model())\n"
        "losses = model.fit(x, y, epochs=12, verbose=0).history['loss']\n"
        "print(losses[-1] < 0.7 * losses[0], float(tf.reduce_sum(model.norm.moving_mean.value)) > 0)",
        "(256, 2) (256, 2)\n[True, True, True, True, True, True]\nTrue\nTrue True\n",
    ),
    "a decorated call of a layer": (
        "class Scale(keras.layers.Layer):\n"
        "    def build(self, shape):\n"
        "        self.w = self.add_weight(shape=(shape[-1],), initializer='ones')\n"
        "    @tf.function\n"
        "    def call(self, inputs):\n"
        "        rows = []\n"
        "        for row in inputs:\n"
        "            rows.append(row * self.w)\n"
        "        return tf.stack(rows)\n"
        "layer, ones = Scale(), tf.ones([2, 4])\n"
        "i = keras.Input([4])\n"
        "model = compiled(keras.Model(i, keras.layers.Dense(2, 'softmax')(layer(i))))\n"
        "model.fit(x, y, verbose=0)\n"
        "print(bool(tf.reduce_any(layer.w != 1.0)))\n"
        "layer.w.assign(tf.ones([4])); print([float(tf.reduce_sum(layer(ones))) for _ in range(3)])\n"
        "print(float(tf.reduce_sum(layer.stateless_call([tf.zeros([4])], [], ones)[0])))\n"
        "print(float(tf.reduce_sum(layer(ones))))",
        "True\n[8.0, 8.0, 8.0]\n0.0\n8.0\n",
    ),
    "lists of the graph": (
        "def f(x, function):\n"
        "    l = []\n"
        "    for row in x:\n"
        "        l.append(row)\n"
        "    return function(l)\n"
        "def outcome(function):\n"
        "    try:\n"
        "        return np.array_equal(tf.function(f)(x[:3], function), f(x[:3], function))\n"
        "    except tf.errors.OperatorNotAllowedInGraphError as error:\n"
        "        return 'needs the number of elements' in str(error)\n"
        "import keras as k\n"
        "print(outcome(k.ops.sum), outcome(lambda l: k.ops.concatenate(l)), outcome(lambda l: k.tree.flatten(l)),\n"
        "      outcome(lambda l: k.tree.map_structure(lambda z: z + 1, l)),\n"
        "      outcome(lambda l: k.ops.map(lambda z: z[0], l)),\n"
        "      outcome(lambda l: k.ops.associative_scan(lambda a, b: a + b, l)))",
        "True True True True True True\n",
    ),
    "a loop of one's own": (
        "model, optimizer = sequential(), keras.optimizers.SGD(0.5)\n"
        "loss = keras.losses.SparseCategoricalCrossentropy()\n"
        "@tf.function\n"
        "def step(x, y):\n"
        "    with tf.GradientTape() as tape:\n"
        "        value = loss(y, model(x, training=True))\n"
        "    gradients = tape.gradient(value, model.trainable_variables)\n"
        "    optimizer.apply_gradients(zip(gradients, model.trainable_variables))\n"
        "    return value\n"
        "losses = [float(step(x, y)) for _ in range(100)]\n"
        "print(losses[-1] < 0.7 * losses[0], step.experimental_get_tracing_count())",
        "True 1\n",
    ),
    "saved and loaded": (
        "model = sequential(); learned(model)\n"
        "model.save('m.keras'); loaded = keras.models.load_model('m.keras')\n"
        "print(np.array_equal(loaded.predict(x, verbose=0), model.predict(x, verbose=0)))\n"
        "model.save_weights('m.weights.h5'); other = sequential(); other.load_weights('m.weights.h5')\n"
        "print(np.array_equal(other.predict(x, verbose=0), model.predict(x, verbose=0)))",
        "True True\nTrue\nTrue\n",
    ),
    "several steps in one call": (
        "model = sequential()\n"
        "model.compile('adam', 'sparse_categorical_crossentropy', steps_per_execution=4)\n"
        "print(len(model.fit(x, y, epochs=2, verbose=0).history['loss']))",
        "2\n",
    ),
    "validation, weights of classes, callbacks": (
        "seen = []\n"
        "watch = keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: seen.append(sorted(logs)))\n"
        "sequential().fit(x, y, validation_split=0.25, class_weight={0: 1.0, 1: 2.0}, verbose=0, callbacks=[watch])\n"
        "print(seen)",
        "[['accuracy', 'loss', 'val_accuracy', 'val_loss']]\n",
    ),
    "a generator": (
        "def batches():\n"
        "    for i in range(8):\n"
        "        yield x[32 * i : 32 * i + 32], y[32 * i : 32 * i + 32]\n"
        "print(len(sequential().fit(batches(), verbose=0).history['loss']))",
        "1\n",
    ),
    "an optimizer with a variable of a number": (
        "model = sequential(); model.compile('nadam', 'sparse_categorical_crossentropy')\n"
        "print(len(model.fit(x, y, verbose=0).history['loss']))",
        "1\n",
    ),
    "rows of different lengths": (
        "rows = tf.ragged.constant([[1.0], [2.0, 3.0], [4.0]])\n"
        "model = keras.Sequential([keras.layers.Lambda(lambda r: r * 2)])\n"
        "print(model.predict(rows, verbose=0).to_list())",
        "[[2.0], [4.0, 6.0], [8.0]]\n",
    ),
    "untraced": ("model = sequential(); model.run_eagerly = True; learned(model)", "True True\n"),
    "the step is one native program": (
        "model = sequential(); model.fit(x, y, verbose=0)\n"
        "(step,) = [c.cell_contents for c in model.train_function.__closure__ if hasattr(c.cell_contents, 'explain')]\n"
        "print([line.split(':')[1].split()[0] for line in str(step.explain()).splitlines() if 'runs as' in line])\n"
        "print(*sorted(line.split()[3] for line in str(step.explain()).splitlines() if 'left to Python' in line))",
        "['native']\nIteratorGetNext OptionalFromValue\n",
    ),
    "ONNX, or what to install for it": (
        "model = sequential(); model(x[:1])\n"
        "try:\n    model.export('m.onnx', format='onnx', verbose=False); print(True)\n"
        "except ImportError as error:\n"
        "    from graphwright.base.install import install_command\n    print(install_command('onnx') in str(error))",
        "True\n",
    ),
    "variables keep their place in optimizers": (
        "first, second = keras.optimizers.Adam(), keras.optimizers.Adam()\n"
        "@tf.function\n"
        "def step(w, optimizer):\n"
        "    with tf.GradientTape() as tape:\n"
        "        loss = w * w\n"
        "    optimizer.apply_gradients([(tape.gradient(loss, w), w)])\n"
        "w = tf.Variable(2.0); step(w, first)\n"
        "try:\n    step(w, second)\nexcept ValueError as error:\n    print('tf.function' in str(error))",
        "True\n",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program(name: str, tmp_path: Path) -> None:
    program, printed = PROGRAMS[name]
    assert printed_by(START + program, tmp_path) == printed


def test_what_hints_for_missing_names_name_is_here(tmp_path: Path) -> None:
    paths = [path for path in NAMED if path.startswith("tf.keras")]
    assert paths
    lookups = "\n".join(f"assert {path} is not None" for path in paths)
    assert printed_by(f"import graphwright as tf\n{lookups}\nprint(True)", tmp_path) == "True\n"


def test_the_examples_of_the_page(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "keras.md").read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S)
    assert programs
    for program in programs:
        printed_by(program, tmp_path)


def test_keras_with_another_backend_is_told(tmp_path: Path) -> None:
    program = (
        "import os; os.environ['KERAS_BACKEND'] = 'numpy'\nimport keras, graphwright\n"
        "try:\n    graphwright.keras\nexcept ImportError as error:\n    print(error)"
    )
    assert "imported with its 'numpy' backend" in printed_by(program, tmp_path)

"""The `tensorflow` shim; nothing here needs Keras."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.keras.programs import printed_by

INSTALL = "import graphwright\ngraphwright.install_as_tensorflow()\n"

PROGRAMS = {
    "the example": (
        "import tensorflow as tf\nprint(tf.reduce_sum([1, 2, 3]))",
        "tf.Tensor(6, shape=(), dtype=int32)\n",
    ),
    "a module like any other": (
        "import importlib.util, tensorflow as tf\n"
        "spec = importlib.util.find_spec('tensorflow')\n"
        "print(tf.__name__, spec is tf.__spec__, spec.name, tf.__version__.split('.')[0])",
        "tensorflow True tensorflow 2\n",
    ),
    "submodules": (
        "import tensorflow.nn.experimental, tensorflow.compat.v1 as v1, graphwright as gw\n"
        "from tensorflow.math import add\n"
        "from tensorflow.data import Dataset\n"
        "import tensorflow as tf\n"
        "print(tf.nn.experimental.__name__, v1.__name__)\n"
        "print(add is gw.add, Dataset is gw.data.Dataset, tf.nn.relu is gw.nn.relu)",
        "tensorflow.nn.experimental tensorflow.compat.v1\nTrue True True\n",
    ),
    "a program for tf.compat.v1": (
        "import tensorflow.compat.v1 as tf\n"
        "import tensorflow.compat.v1.math\n"
        "from tensorflow.compat.v1.nn import softmax\n"
        "x = tf.constant([[1.0, 2.0], [3.0, 5.0]], tf.float32)\n"
        "print(tf.reduce_sum(x, 1, keep_dims=True).numpy(), tf.math.reduce_max(x, reduction_indices=0).numpy())\n"
        "print(softmax(x, dim=0).shape, tf.log(1.0).numpy(), tf.raw_ops.AddV2(x=1, y=2).numpy())\n"
        "print(tf.errors.OpError is tf.OpError, tf.autograph.experimental.Feature.BUILTIN_FUNCTIONS.name)",
        "[[3.]\n [8.]] [3. 5.]\n(2, 2) 0.0 3\nTrue BUILTIN_FUNCTIONS\n",
    ),
    "names by which libraries know classes": (
        "import tensorflow as tf\n"
        "for value in (tf.constant(1), tf.data.Dataset.range(2)):\n"
        "    print([c.__name__ for c in type(value).__mro__ if c.__module__.startswith('tensorflow.python.')])",
        "['Tensor']\n['DatasetV2']\n",
    ),
    "pickles": (
        "import pickle, tensorflow as tf\n"
        "values = [tf.constant([1.0]), tf.Variable(2.0), tf.Tensor, tf.float32]\n"
        "print(pickle.loads(pickle.dumps(values))[1:])",
        "[<tf.Variable 'Variable:0' shape=() dtype=float32, numpy=2.0>, "
        "<class 'tensorflow.python.framework.tensor.Tensor'>, tf.float32]\n",
    ),
    "installing twice": (
        "import sys\ngraphwright.install_as_tensorflow()\n"
        "print(sum(type(f).__name__ == '_ShimFinder' for f in sys.meta_path))",
        "1\n",
    ),
    "names that do not exist": (
        "import importlib.util, tensorflow as tf\n"
        "print(importlib.util.find_spec('tensorflow.no_such_module'))\n"
        "print(hasattr(tf, 'no_such_name'), hasattr(tf.nn, 'core'))\n"
        "try:\n    tf.bitwise.no_such_name\nexcept AttributeError as error:\n    print(error)",
        "None\nFalse False\nmodule 'tensorflow.bitwise' has no attribute 'no_such_name'\n",
    ),
    "classes that libraries derive from": (
        "import tensorflow as tf\n"
        "class Own(tf.__internal__.types.Tensor, tf.__internal__.tracking.Trackable): pass\n"
        "print(tf.is_tensor(Own()), tf.is_tensor([1]), isinstance(tf.Variable(1), Own.__mro__[2]))\n"
        "tracked = tf.__internal__.tracking.AutoTrackable()\n"
        "tracked.v, tracked.n = tf.Variable(1), 3\n"
        "print(list(tracked._trackable_children()))",
        "True False True\n['v']\n",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program(name: str, tmp_path: Path) -> None:
    program, printed = PROGRAMS[name]
    assert printed_by(INSTALL + program, tmp_path) == printed


def test_it_is_not_installed_over_tensorflow(tmp_path: Path) -> None:
    (tmp_path / "tensorflow.py").write_text("constant = 'of another'", encoding="utf-8")
    program = (
        "import tensorflow, graphwright\n"
        "try:\n    graphwright.install_as_tensorflow()\nexcept RuntimeError as error:\n    print(str(error)[:59])\n"
        "import tensorflow\nprint(tensorflow.constant, graphwright.Tensor.__module__)"
    )
    printed = printed_by(program, tmp_path)
    assert (
        printed == "graphwright cannot stand in for tensorflow: <module 'tensor\nof another graphwright.core.tensor\n"
    )


def test_it_is_not_installed_by_importing_the_package(tmp_path: Path) -> None:
    program = (
        "import importlib.util, graphwright\nspec = importlib.util.find_spec('tensorflow')\nprint(spec and spec.origin)"
    )
    assert printed_by(program, tmp_path) != "graphwright\n"


SCRIPT = "import sys\nimport tensorflow as tf\nprint(sys.argv, __name__, tf.constant(1).numpy())"


@pytest.mark.parametrize(("arguments", "first"), [(["program.py"], "program.py"), (["-m", "program"], None)])
def test_a_script_under_the_shim(arguments: list[str], first: str | None, tmp_path: Path) -> None:
    printed = printed_by(SCRIPT, tmp_path, "-m", "graphwright", *arguments, "a", "-b")
    assert printed == f"{[first or str(tmp_path / 'program.py'), 'a', '-b']} __main__ 1\n"


def test_commands_still_work(tmp_path: Path) -> None:
    assert "SavedModels" in printed_by("", tmp_path, "-m", "graphwright", "--help")


@pytest.mark.parametrize("asked", ["graphwright.keras", "__import__('tensorflow').keras.layers"])
def test_the_error_for_missing_keras_says_how_to_install_it(asked: str, tmp_path: Path) -> None:
    hidden = "import sys\nsys.meta_path.insert(0, type('Hide', (), {'find_spec': staticmethod(hide)}))\n"
    hide = "def hide(name, path=None, target=None):\n    if name == 'keras': raise ModuleNotFoundError(name)\n"
    program = f"{hide}{hidden}{INSTALL}try:\n    {asked}\nexcept ImportError as error:\n    print(error)"
    assert "keras" in printed_by(program, tmp_path)

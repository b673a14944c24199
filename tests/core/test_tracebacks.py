"""What tracebacks show, how methods bind by hand, and that the end of a program is quiet."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.base.tracebacks import PACKAGE_ROOT


@pytest.fixture
def filtering() -> Iterator[None]:
    tf.debugging.enable_traceback_filtering()
    yield
    tf.debugging.enable_traceback_filtering()


def inner(x: Any) -> Any:
    return x.no_such_attribute


@tf.function(autograph=False)
def returns_an_object(x: Any) -> Any:
    return object()


@tf.function
def fails_inside(x: Any) -> Any:
    return inner(x)


@tf.function
def calls_another(x: Any) -> Any:
    return fails_inside(x)


@tf.function(autograph=False)
def takes(x: Any, i: Any) -> Any:
    return tf.gather(x, i)


@tf.function
def refuses(x: Any) -> Any:
    if tf.reduce_sum(x) > 0:
        raise ValueError("positive")
    return x


@tf.function
def returns_from_a_loop(x: Any) -> Any:
    for i in tf.range(3):
        if tf.cast(i, tf.float32) > x[0]:
            return i


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)], autograph=False)
def declared(x: Any) -> Any:
    return x


X = tf.constant([1.0, 2.0])
_ = X + X  # the operators take their places at the first use
CASES: dict[str, tuple[Callable[[], Any], list[str]]] = {
    "wrong result": (lambda: returns_an_object(X), []),
    "while tracing": (lambda: fails_inside(X), ["fails_inside", "inner"]),
    "in a nested call": (lambda: calls_another(X), ["calls_another", "fails_inside", "inner"]),
    "while running": (lambda: takes(X, tf.constant(9)), []),
    "a return missing": (lambda: returns_from_a_loop(X), ["returns_from_a_loop"]),
    "raised while running": (lambda: refuses(X), ["refuses"]),
    "binding": (lambda: takes(X), []),
    "signature": (lambda: declared(X), []),
    "concrete": (lambda: declared.get_concrete_function()(X), []),
    "an eager op": (lambda: tf.add(X, tf.constant([1.0, 2.0, 3.0])), []),
    "an eager kernel": (lambda: tf.gather(X, 9), []),
    "an eager matmul": (lambda: tf.matmul(X[None], X[None]), []),
    "an eager operator": (lambda: X + tf.constant([1.0, 2.0, 3.0]), []),
    "an eager operator on another dtype": (lambda: X * tf.constant(2), []),
    "an eager conversion": (lambda: tf.reshape(X, ["a"]), []),
}


@pytest.mark.parametrize("name", CASES)
def test_tracebacks_are_the_users(name: str, filtering: None) -> None:
    call, expected = CASES[name]
    for _ in range(3):
        with pytest.raises(Exception) as caught:
            call()
        frames = traceback.extract_tb(caught.value.__traceback__)
        printed = "".join(traceback.format_tb(caught.value.__traceback__))
        assert all(line.strip() for line in printed.splitlines())
        shown = [f.name for f in frames if f.filename == __file__]
        assert [n for n in shown if n != "test_tracebacks_are_the_users" and n != "<lambda>"] == expected
        # the public function that was called
        assert len([f for f in frames if f.filename.startswith(PACKAGE_ROOT)]) <= _left_by_the_call()
    tf.debugging.disable_traceback_filtering()
    with pytest.raises(Exception) as caught:
        call()
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert len([f for f in frames if f.filename.startswith(PACKAGE_ROOT)]) > 2


def _left_by_the_call() -> int:
    """How many frames of ours a traceback may have: Python 3.10 keeps that of the place which leaves out the others."""
    return 1 if sys.version_info >= (3, 11) else 2


V = tf.Variable([1.0, 2.0])
MISTAKES: dict[str, Callable[[], Any]] = {
    "a text as a number": lambda: tf.constant("a", tf.float32),
    "elements that are too many": lambda: tf.constant([1, 2], shape=[3]),
    "rows of unlike lengths": lambda: tf.constant([[1], [1, 2]]),
    "an object as a tensor": lambda: tf.convert_to_tensor(object()),
    "an object among tensors": lambda: tf.stack([X, object()]),
    "another dtype": lambda: tf.convert_to_tensor(X, tf.int32),
    "an axis that is not there": lambda: tf.argmax(X, axis=4),
    "a shape that does not fit": lambda: tf.reshape(X, [3]),
    "nothing to join": lambda: tf.concat([], 0),
    "an index outside": lambda: X[7],
    "a text as an index": lambda: X["a"],
    "too many indices": lambda: X[0, 1],
    "a size below 0": lambda: tf.gather_nd(X, [[-9]]),
    "a row outside": lambda: tf.tensor_scatter_nd_update(X, [[7]], [1.0]),
    "a value of another shape": lambda: V.assign([1.0]),
    "a value of another dtype": lambda: V.assign(tf.constant([1, 2])),
    "a text for a variable": lambda: V.assign_add("a"),
    "a shape that is none": lambda: tf.TensorSpec([1, "a"]),
    "a branch that is no function": lambda: tf.cond(tf.constant(True), 3, 4),
    "a condition that is no function": lambda: tf.while_loop(3, lambda i: i, [tf.constant(0)]),
    "a round with more variables": lambda: tf.while_loop(lambda i: i < 3, lambda i: (i, i), [tf.constant(0)]),
    "rows of a scalar": lambda: tf.map_fn(lambda v: v, tf.constant(1.0)),
    "a matrix without inverse": lambda: tf.linalg.inv([[0.0, 0.0], [0.0, 0.0]]),
    "a file that is not there": lambda: tf.io.read_file("/no/such/file"),
    "an element that cannot be made": lambda: list(tf.data.Dataset.range(3).map(lambda i: tf.gather([1], i))),
    "the truth of a vector": lambda: bool(X),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_tracebacks_of_eager_mistakes_end_at_the_public_function(name: str, filtering: None) -> None:
    ours = []
    for show in (tf.debugging.enable_traceback_filtering, tf.debugging.disable_traceback_filtering):
        show()
        with pytest.raises(Exception) as caught:
            MISTAKES[name]()
        frames = traceback.extract_tb(caught.value.__traceback__)
        ours.append([f.name for f in frames if f.filename.startswith(PACKAGE_ROOT)])
    assert len(ours[0]) <= _left_by_the_call(), ours
    assert set(ours[0]) <= set(ours[1]) and len(ours[0]) <= len(ours[1])


def _checkpoint_of(size: int) -> tf.train.Checkpoint:
    return tf.train.Checkpoint(v=tf.Variable(tf.zeros([size])))


def _elements_of(dataset: tf.data.Dataset) -> list[Any]:
    return list(dataset)


NO = "/no/such/file"
FILES: dict[str, Callable[[str], Any]] = {
    "a checkpoint of another shape": lambda folder: _checkpoint_of(4).restore(_checkpoint_of(3).save(folder + "/c")),
    "no checkpoint": lambda folder: _checkpoint_of(3).read(NO),
    "a folder that cannot be written": lambda folder: _checkpoint_of(3).write(f"{__file__}/c"),
    "a checkpoint without the name": lambda folder: tf.train.load_variable(_checkpoint_of(3).write(folder + "/c"), "w"),
    "a checkpoint to list": lambda folder: tf.train.list_variables(NO),
    "lines of text": lambda folder: _elements_of(tf.data.TextLineDataset(NO)),
    "lines of text that are mapped": lambda folder: _elements_of(tf.data.TextLineDataset(NO).map(tf.strings.length)),
    "records": lambda folder: _elements_of(tf.data.TFRecordDataset(NO)),
    "rows": lambda folder: tf.data.experimental.make_csv_dataset(NO, 2),
    "a dataset": lambda folder: tf.data.Dataset.load(NO),
    "a model": lambda folder: tf.saved_model.load(NO),
    "a model that cannot be written": lambda folder: tf.saved_model.save(tf.Module(), f"{__file__}/m"),
    "a file": lambda folder: tf.io.gfile.GFile(NO).read(),
    "a file that is read line by line": lambda folder: list(tf.io.gfile.GFile(NO)),
    "a table": lambda folder: tf.lookup.StaticHashTable(
        tf.lookup.TextFileInitializer(NO, tf.string, 0, tf.int64, 1), -1
    ),
    "summaries": lambda folder: tf.summary.create_file_writer(f"{__file__}/s"),
}


@pytest.mark.parametrize("name", FILES)
def test_tracebacks_of_files_have_no_frames_of_ours(name: str, tmp_path: Path, filtering: None) -> None:
    with pytest.raises(Exception) as caught:
        FILES[name](str(tmp_path))
    printed = "".join(traceback.format_exception(caught.value))
    assert "During handling" not in printed and "direct cause" not in printed
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert len([f for f in frames if f.filename.startswith(PACKAGE_ROOT)]) <= _left_by_the_call() - 1


def interrupt(x: Any) -> Any:
    raise KeyboardInterrupt


def _generated() -> Iterator[int]:
    yield interrupt(None)


@tf.custom_gradient
def interrupted_later(x: Any) -> Any:
    return x, interrupt


def _gradient_of(x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = interrupted_later(x)
    return tape.gradient(y, x)


INTERRUPTED: dict[str, Callable[[], Any]] = {
    "while tracing": lambda: tf.function(interrupt)(X),
    "in a host call": lambda: tf.function(lambda x: tf.py_function(interrupt, [x], tf.float32))(X),
    "in an eager host call": lambda: tf.numpy_function(interrupt, [X], tf.float32),
    "in a generator": lambda: _elements_of(
        tf.data.Dataset.from_generator(_generated, output_signature=tf.TensorSpec([], tf.int32))
    ),
    "in a map": lambda: tf.map_fn(interrupt, X),
    "in a loop": lambda: tf.while_loop(lambda i: i < 3, interrupt, [tf.constant(0)]),
    "in a gradient": lambda: _gradient_of(X),
}


@pytest.mark.parametrize("name", INTERRUPTED)
def test_interrupts_show_the_users_lines_alone(name: str, filtering: None) -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        INTERRUPTED[name]()
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert frames[-1].name == "interrupt"
    assert len([f for f in frames if f.filename.startswith(PACKAGE_ROOT)]) <= _left_by_the_call()


def test_the_reason_for_an_error_is_shown_where_it_is_the_users(filtering: None) -> None:
    def fails(x: Any) -> Any:
        raise KeyError("mine")

    with pytest.raises(tf.errors.UnknownError) as caught:
        tf.py_function(fails, [X], tf.float32)
    assert caught.value.__cause__ is not None
    names = [f.name for f in traceback.extract_tb(caught.value.__cause__.__traceback__)]
    assert names == ["fails"]


class Scaled:
    def __init__(self, k: float) -> None:
        self.k = k

    @tf.function
    def scaled(self, x: Any, by: float = 1.0) -> Any:
        return x * by * self.k

    doubled = functools.partialmethod(scaled, by=2.0)


def test_methods_bind_by_hand() -> None:
    one, two = Scaled(1.0), Scaled(2.0)
    unbound: Any = vars(Scaled)["scaled"]
    for _ in range(6):  # compiled code takes over the lookup after some calls
        for model in (one, two):
            expected = [model.k, 2.0 * model.k]
            assert model.scaled(X).numpy().tolist() == expected
            assert unbound.__get__(model, Scaled)(X).numpy().tolist() == expected
            assert unbound.__get__(model)(X).numpy().tolist() == expected
            assert model.doubled(X).numpy().tolist() == [2.0 * e for e in expected]
        assert unbound.__get__(None, Scaled) is unbound
        assert type(unbound).__get__(unbound, one)(X).numpy().tolist() == [1.0, 2.0]
    with pytest.raises(TypeError):
        unbound.__get__()


def test_methods_show_their_code() -> None:
    bound: Any = Scaled(1.0).scaled
    for shown in (bound, bound.python_function, vars(Scaled)["scaled"], functools.partial(bound.python_function)):
        assert tf.autograph.to_code(shown).startswith("def tf__scaled(self, x")
    with pytest.raises(ValueError, match="no Python function"):
        tf.autograph.to_code(len)


def test_an_interrupted_trace_is_none() -> None:
    ended: list[BaseException] = [KeyboardInterrupt(), SystemExit()]

    @tf.function
    def interrupted(x: Any) -> Any:
        if ended:
            raise ended.pop()
        return x + 1.0

    for _ in range(2):
        with pytest.raises((KeyboardInterrupt, SystemExit)):
            interrupted(X)
        assert tf.executing_eagerly() and interrupted.experimental_get_tracing_count() == 0
    assert interrupted(X).numpy().tolist() == [2.0, 3.0] and interrupted.experimental_get_tracing_count() == 1


_PROGRAM = """
import builtins, sys
import graphwright as tf

class Model:
    @tf.function
    def f(self, x):
        return x + 1.0
    @tf.function(python_state="retrace")
    def g(self, other, x):
        return x * other.k

class Thing:
    k = 2.0

model, thing = Model(), Thing()
for _ in range(4):
    model.f(tf.constant(1.0)), model.g(thing, tf.constant(1.0))
# outlive the modules
builtins.model, builtins.thing = model, thing
sys.modules["model"], sys.modules["thing"] = Model(), Thing()
sys.modules["model"].g(sys.modules["thing"], tf.constant(1.0))
tf.keep = [model, Model.f, thing]
"""


def test_the_end_is_quiet() -> None:
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}, timeout=300,
    )  # fmt: skip
    reported = [line for line in done.stderr.splitlines() if "AutoGraph" not in line]
    assert done.returncode == 0 and "Exception ignored" not in done.stderr, reported

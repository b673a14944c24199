"""Loop nests that a body has several times, and work that is begun ahead of its use."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.frozen import fields, frozen, replace
from graphwright.passes import optimize
from graphwright.runtime.native.jit import background_compile, jit
from graphwright.runtime.native.kernels import catalogue
from tests.support.native_graphs import both, floats

LAYERS = 6


def text_of(function: Callable[..., Any], *args: Any) -> str:
    return str(tf.function(function).experimental_get_compiler_ir(*args)(stage="llvm"))


def normalised(x: Any) -> Any:
    for _ in range(LAYERS):
        x = x - tf.reduce_mean(x, 1, keepdims=True)
        x = tf.transpose(tf.nn.softmax(x)) * 2.0
    return x


def interrupted(x: Any) -> Any:
    """Nests alike, each in a block of its own."""
    for layer in range(LAYERS):
        x = tf.cond(tf.reduce_sum(x) > layer, lambda x=x: tf.math.cumsum(x, 1), lambda x=x: tf.transpose(x))
        x = tf.reduce_max(x, 0, keepdims=True) - x
    return x


def gathering(x: Any) -> Any:
    """Nests that can fail, and so jump out of themselves."""
    for layer in range(LAYERS):
        x = tf.gather(x, tf.cast(tf.range(7) * layer % 7, tf.int32)) + 1.0
    return x


def with_values_between(x: Any) -> Any:
    """Nests alike, and between them others alike that give a value to what follows."""
    total = tf.constant(0.0)
    for _ in range(LAYERS):
        y = tf.math.cumsum(tf.transpose(x), 1)
        for _ in tf.range(3):
            y = tf.math.cumsum(tf.transpose(y), 1) * 0.1
            total = total + tf.reduce_max(y)
        x = y
    return x, total


def in_a_loop(x: Any) -> Any:
    return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, normalised(x)), (0, x))[1]


@pytest.mark.parametrize("function", [normalised, interrupted, gathering, with_values_between, in_a_loop])
def test_repeated_nests_compute_the_same(function: Callable[[Any], Any]) -> None:
    both(function, floats(7, 7), tolerance=1e-4)
    both(function, floats(9, 9), tolerance=1e-4)


def test_layers_are_calls_of_one_nest() -> None:
    x = tf.constant(floats(48, 48))
    text = text_of(normalised, x)
    (name, calls), *_ = Counter(re.findall(r"call void @(gw_nest\d+)\(", text)).most_common()
    assert calls >= LAYERS - 1
    assert text.count(f"define internal void @{name}(") == 1
    assert "gw_nest" not in text_of(lambda x: tf.nn.softmax(x) + 1.0, x)


def test_calls_that_double_are_not_all_copied() -> None:
    following = tf.function(lambda x: x * 1.5 + 0.5)
    for level in range(20):

        def twice(x: Any, following: Any = following, level: int = level) -> Any:
            return following(x) * 0.5 + following(x + float(level)) * 0.25

        following = tf.function(twice)
    graph = following.get_concrete_function(tf.TensorSpec([2], tf.float32)).graph
    assert len(optimize(graph).operations) < 10_000


# ahead ------------------------------------------------------------------------------------------------------


def test_what_is_begun_is_done_by_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_compile, "processors", lambda: 2)
    done = [background_compile.begin(lambda i=i: (i, threading.get_ident())) for i in range(3)]
    assert done[-1]._done.wait(60)
    results = [begun.result() for begun in done]
    assert [result[0] for result in results if result is not None] == [0, 1, 2]
    assert threading.get_ident() not in {result[1] for result in results if result is not None}


def test_nobody_waits_for_what_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_compile, "processors", lambda: 2)
    started, go_on = threading.Event(), threading.Event()
    first = background_compile.begin(lambda: (started.set(), go_on.wait(60)))
    assert started.wait(60)
    second = background_compile.begin(lambda: pytest.fail("begun"))
    assert second.result() is None
    go_on.set()
    assert first.result() == (None, True)
    assert background_compile.begin(lambda: 3).result() in (3, None)


def test_without_another_processor_nothing_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_compile, "processors", lambda: 1)
    assert background_compile.begin(lambda: pytest.fail("begun")).result() is None


def test_work_that_fails_is_left_to_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_compile, "processors", lambda: 2)
    jit.begin("define nonsense")
    with pytest.raises(RuntimeError, match="parsing"):
        jit.compile_ir("define nonsense")


_FORKS = """
import os, sys, threading
import numpy as np
import graphwright as tf
from graphwright.runtime.native.jit import background_compile as ahead
ahead.processors = lambda: 2
w = tf.Variable(tf.ones([64, 64]))

@tf.function
def f(x):
    return tf.nn.softmax(tf.matmul(x, w)) + 1.0

for n in range(1, 7):  # Python itself keeps a forked child waiting for a module that another thread was importing
    f(tf.ones([n, 64]))
thread = threading.Thread(target=lambda: [f(tf.ones([n, 64])) for n in range(33, 37)])
thread.start()
for n in range(4):
    child = os.fork()
    if not child:
        result = f(tf.ones([40 + n, 64])).numpy()
        os._exit(0 if np.allclose(result, 1 + 1 / 64) else 1)
    assert os.waitpid(child, 0)[1] == 0
thread.join()
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_forks_while_something_is_compiled() -> None:
    environment = {**os.environ, "GRAPHWRIGHT_CACHE": "0", "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, "-c", _FORKS]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert ran.stdout.strip() == "done", ran.stderr


def test_frozen_classes_take_defaults_and_compare() -> None:
    @frozen
    class Pair:
        first: int
        second: Any = None

    assert Pair(1) == Pair(first=1, second=None) != Pair(1, 2)
    assert len({Pair(1), Pair(1), Pair(2)}) == 2
    with pytest.raises(TypeError):
        Pair()  # type: ignore[call-arg]
    assert not hasattr(Pair(1), "__dict__") and np.shape(Pair(1).first) == ()
    assert replace(Pair(1, 2), second=3) == Pair(1, 3) and fields(Pair(1, 2)) == {"first": 1, "second": 2}


def test_frozen_classes_check_what_they_are_made_of() -> None:
    @frozen
    class Positive:
        number: int

        def __post_init__(self) -> None:
            if self.number <= 0:
                raise ValueError(self.number)

    assert Positive(1).number == 1
    with pytest.raises(ValueError, match="-1"):
        Positive(-1)


def test_a_program_asks_for_its_kernels_from_the_last_one_on() -> None:
    needed = catalogue.Needed()
    for named in [("pool", ""), ("gemm", "float32"), ("max_pool", "float32"), ("gemm", "float32")]:
        needed.add(named)
    names = ("max_pool", "float32"), ("gemm", "float32"), ("pool", "")
    assert needed.last_first() == [catalogue.kernel(*named) for named in names]

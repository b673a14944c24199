"""`tf.CriticalSection`: results, exclusion between threads, locks given back after failures, what is refused."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import graphwright as tf


def test_what_the_function_returns() -> None:
    section, v = tf.CriticalSection(name="s"), tf.Variable(0.0)
    assert float(section.execute(lambda: v.assign_add(1.0))) == 1.0
    assert section.execute(lambda: None) is None
    found = section.execute(lambda: (v.assign_add(1.0), {"a": v + 1.0}))
    assert float(found[0]) == 2.0 and float(found[1]["a"]) == 3.0
    assert section.name == "s"


@pytest.mark.executors
def test_threads_take_turns() -> None:
    """Two functions that read, and then write: without the section steps would be lost."""
    section, v = tf.CriticalSection(), tf.Variable(0)

    def add(x: Any) -> Any:
        def change() -> Any:
            seen = v.read_value()
            tf.numpy_function(lambda: None, [], [])
            return v.assign(seen + x)

        return section.execute(change)

    functions = [tf.function(add), tf.function(lambda x: add(x * 1))]
    for function in functions:
        function(tf.constant(0))

    def work(function: Any) -> None:
        for _ in range(100):
            function(tf.constant(1))

    threads = [threading.Thread(target=work, args=(f,)) for f in functions * 2]
    for thread in threads:
        thread.start()
    for _ in range(100):
        section.execute(lambda: v.assign(v.read_value() + 1))
    for thread in threads:
        thread.join(60)
    assert int(v) == 500


def test_a_failure_gives_the_lock_back() -> None:
    section, v = tf.CriticalSection(), tf.Variable([1.0, 2.0])

    @tf.function
    def pick(i: Any) -> Any:
        return section.execute(lambda: tf.ensure_shape(v[:i], [1]))

    with pytest.raises(tf.errors.InvalidArgumentError):
        pick(tf.constant(2))
    assert pick(tf.constant(1)).numpy().tolist() == [1.0]
    with pytest.raises(ZeroDivisionError):
        section.execute(lambda: 1 // 0)
    assert section.execute(lambda: 5) == 5


def test_in_a_session() -> None:
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        v = tf.Variable(1.0)
        section = tf.CriticalSection()
        result = section.execute(lambda: v.assign(v.read_value() * 3.0).read_value())
        session.run(v.initializer)
        assert session.run(result) == 3.0


def _nested(section: Any) -> Any:
    return section.execute(lambda: section.execute(lambda: 1))


def test_a_section_in_itself_is_refused() -> None:
    section = tf.CriticalSection()
    with pytest.raises(ValueError, match="in which we are already running"):
        _nested(section)
    with pytest.raises(ValueError, match="in which we are already running"):
        tf.function(lambda: _nested(section))()
    assert section.execute(lambda: 2) == 2


def test_two_sections_of_one_variable() -> None:
    one, other, v = tf.CriticalSection(), tf.CriticalSection(), tf.Variable(0.0)

    def both(exclusive: bool) -> Any:
        def add() -> Any:
            return v.assign_add(1.0).read_value()

        first = one.execute(add, exclusive_resource_access=exclusive)
        return first, other.execute(add, exclusive_resource_access=exclusive)

    with pytest.raises(ValueError, match="would access resources"):
        tf.function(lambda: both(True))()
    assert [float(x) for x in tf.function(lambda: both(False))()] == [1.0, 2.0]


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="mutually exclusive"):
        tf.CriticalSection("n", "s", "d")
    with pytest.raises(ValueError, match="`critical_section_def` is not supported"):
        tf.CriticalSection(critical_section_def=1)
    with pytest.raises(TypeError, match="not callable"):
        tf.CriticalSection().execute(3)
    with pytest.raises(tf.errors.InvalidArgumentError, match="A handle of a mutex"):
        tf.raw_ops.MutexLock(mutex=tf.Variable(1.0).handle)

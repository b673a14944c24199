"""Collections are rare while graphs are traced and compiled, and as they were afterwards."""

import gc
import os
import threading

import pytest

import graphwright as tf
from graphwright.base.collector import rare_collections


@pytest.fixture(autouse=True)
def usual_thresholds():
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_traces_collect_rarely():
    met = []

    @tf.function
    def f(x):
        met.append(gc.get_threshold())
        return x + 1

    f(1.0)
    assert met[0][0] > 10_000
    assert met[0][1:] == (10, 10)
    assert gc.get_threshold() == (700, 10, 10)


def test_failed_trace_restores_thresholds():
    @tf.function
    def f(x):
        raise KeyError("mine")

    with pytest.raises(KeyError):
        f(1.0)
    assert gc.get_threshold() == (700, 10, 10)


def test_nested_and_in_threads():
    """The first thread to leave changes nothing for the second."""
    inside, leave = threading.Event(), threading.Event()

    def other():
        with rare_collections:
            inside.set()
            leave.wait(60)

    thread = threading.Thread(target=other)
    with rare_collections, rare_collections:
        thread.start()
        assert inside.wait(60)
    assert gc.get_threshold()[0] > 10_000
    leave.set()
    thread.join()
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("thresholds", [(0, 10, 10), (10_000_000, 5, 5)], ids=["off", "rarer"])
def test_rarer_collections_stay(thresholds):
    gc.set_threshold(*thresholds)
    with rare_collections:
        assert gc.get_threshold() == thresholds
    assert gc.get_threshold() == thresholds


def test_thresholds_set_meanwhile_stay():
    with rare_collections:
        gc.set_threshold(500, 5, 5)
    assert gc.get_threshold() == (500, 5, 5)


def test_garbage_of_long_traces_is_collected():
    """Cycles that a traced function leaves do not pile up until its end."""

    class Cycle:
        alive = 0

        def __init__(self):
            self.me = self
            Cycle.alive += 1

        def __del__(self):
            Cycle.alive -= 1

    @tf.function(autograph=False)
    def f(x):
        for _ in range(250_000):
            Cycle()
        return x + Cycle.alive

    assert int(f(tf.constant(0))) < 200_000


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_forked_child_has_thresholds_of_before():
    """Whoever was inside is not in the child."""
    with rare_collections:
        child = os.fork()
        if not child:
            os._exit(0 if gc.get_threshold() == (700, 10, 10) else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert gc.get_threshold()[0] > 10_000
    assert gc.get_threshold() == (700, 10, 10)

"""The log of what passes change."""

from __future__ import annotations

import graphwright as tf
from graphwright.passes import PassLog, optimize, optimize_in_steps


def traced():
    @tf.function
    def inner(x):
        return tf.exp(x) * 1.0

    @tf.function
    def outer(x):
        return inner(x) + inner(x)

    return outer.get_concrete_function(tf.TensorSpec([3])).graph


def changes(log):
    return [(run.name, change.op, change.what, change.into) for run in log.runs for change in run.changes]


def test_each_change_is_noted_with_what_took_its_place():
    log = PassLog()
    optimize_in_steps(traced(), log)
    found = changes(log)
    assert [c[2] for c in found if c[0] == "inline"] == ["inlined", "inlined"]
    assert any(name == "cse" and what == "merged" and len(into) == 1 for name, _, what, into in found)
    assert any(name == "simplify" and what == "replaced" for name, _, what, _ in found)


def test_the_result_is_as_small_as_that_of_the_shared_walk():
    graph = traced()
    before = str(graph)
    stepwise = optimize_in_steps(graph, PassLog())
    assert sorted(op.type for op in stepwise.operations) == sorted(op.type for op in optimize(graph).operations)
    assert str(graph) == before


def test_snapshots_follow_the_changes():
    taken = []
    log = PassLog(lambda name, graph: taken.append((name, len(graph.operations))))
    optimize_in_steps(traced(), log)
    assert taken == [(run.name, run.after) for run in log.runs if run.changes]

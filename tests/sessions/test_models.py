"""Training programs that TensorFlow 1 saved train on here, those with reference variables included."""

from __future__ import annotations

import json

import numpy as np
import pytest

import graphwright as tf
from tests.sessions.record_models import FEEDS, MODELS

EXPECTED = json.loads((MODELS / "expected.json").read_text())
v1 = tf.compat.v1


@pytest.mark.parametrize("name", EXPECTED)
def test_a_saved_program_trains_on(name: str) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        saver = v1.train.import_meta_graph(str(MODELS / f"{name}.meta"))
        saver.restore(session, str(MODELS / name))
        for _ in range(3):
            session.run("train", FEEDS)
        for tensor, value in EXPECTED[name].items():
            np.testing.assert_allclose(session.run(tensor, FEEDS), value, rtol=1e-5, atol=1e-7)


def test_variables_of_an_imported_program_are_initialized_and_saved_again(tmp_path: object) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(str(MODELS / "momentum_of_references.meta"))
        names = [v.name for v in v1.global_variables()]
        assert names == ["w:0", "b:0", "global_step:0", "w/Momentum:0", "b/Momentum:0"]
        session.run(v1.global_variables_initializer())
        assert session.run("w/read:0").tolist() == session.run(v1.global_variables()[0].initial_value).tolist()
        session.run("train", FEEDS)
        trained, path = session.run("w:0"), v1.train.Saver().save(session, f"{tmp_path}/again")
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(path + ".meta").restore(session, path)
        assert session.run("w/read:0").tolist() == trained.tolist()


def test_the_product_of_a_change_is_read_after_it() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(str(MODELS / "counters_of_references.meta"))
        session.run(v1.global_variables_initializer())
        assert session.run("product:0", FEEDS).tolist() == [[4.5, 7.5], [1.5, 1.5], [10.5, 13.5]]


@pytest.mark.parametrize(
    ("of", "inputs", "says"),
    [
        ("Assign", ["other", "value"], "Assign"),
        ("Assign", ["v"], "takes 2 inputs, and has 1"),
        ("ScatterAdd", ["v", "value"], "takes 3 inputs, and has 2"),
        ("IsVariableInitialized", ["value"], "is no variable"),
        ("IsVariableInitialized", [], "is no variable"),
    ],
)
def test_malformed_references_are_refused(of: str, inputs: list[str], says: str) -> None:
    definition = tf.compat.v1.GraphDef()
    variable = definition.node.add(name="v", op="VariableV2")
    variable.attr["dtype"].type = 1
    variable.attr["shape"].shape.SetInParent()
    with tf.Graph().as_default() as g:
        tf.constant(1.0, name="value")
    definition.node.extend(g.as_graph_def().node)
    definition.node.add(name="change", op=of, input=inputs)
    with tf.Graph().as_default(), pytest.raises((tf.errors.OpError, ValueError), match=says):
        v1.import_graph_def(definition, name="")

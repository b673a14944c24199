"""Native regions of a page: which operations they run, and their code."""

from __future__ import annotations

import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.selection import missing
from tests.viewer import graphs
from tests.viewer.pages import report_in, stage_in

pytestmark = pytest.mark.skipif(bool(missing()), reason="no native code")


def regions_of(function):
    return report_in(function.explain().to_html())["functions"][0]["traces"][-1]["regions"]


def test_fused_operations_are_one_region() -> None:
    @tf.function
    def fused(x, y):
        return tf.reduce_sum(tf.tanh(x) * y)

    fused(tf.ones([8, 1000]), tf.ones([8, 1000]))
    (region,) = regions_of(fused)
    assert region["kind"] == "reduction"
    assert region["ops"] == ["Tanh", "mul", "Sum"]
    assert "loop" in region["code"]


def test_what_follows_a_product_belongs_to_it() -> None:
    @tf.function
    def dense(x, w, b):
        return tf.nn.relu(x @ w + b)

    dense(tf.ones([64, 256]), tf.ones([256, 128]), tf.ones([128]))
    kinds = {op: region["kind"] for region in regions_of(dense) for op in region["ops"]}
    assert kinds["matmul"] == "product"
    assert set(kinds) >= {"matmul", "add", "Relu"}


def test_regions_in_loops_and_branches_name_what_they_are_in() -> None:
    regions = regions_of(graphs.collatz())
    loop = next(number for number, region in enumerate(regions) if region["kind"] == "loop")
    branch = next(number for number, region in enumerate(regions) if region["kind"] == "branch")
    assert regions[branch]["parent"] == loop and regions[loop]["parent"] is None


def test_a_host_call_is_a_region_with_its_reason() -> None:
    @tf.function
    def sine(x):
        return tf.numpy_function(np.sin, [tf.tanh(x)], tf.float32)

    sine(tf.ones([3]))
    (trace,) = report_in(sine.explain().to_html())["functions"][0]["traces"]
    assert "host call" in [region["kind"] for region in trace["regions"]]
    (call,) = trace["host_calls"]
    assert call["op"] == "PyFunc" and call["reason"].startswith("what it does is done outside of the program")


def test_traced_operations_have_the_region_of_what_is_left_of_them() -> None:
    report = report_in(graphs.digits_step().explain().to_html())
    regions = report["functions"][0]["traces"][0]["regions"]
    for title in ("traced", "optimized"):
        items = stage_in(report, title)["items"]
        computing = [i for i in items if i.get("type") in ("MatMul", "Relu", "SparseSoftmaxCrossEntropyWithLogits")]
        assert len(computing) >= 4
        for item in computing:
            kind = regions[item["region"]]["kind"]
            assert kind != "scalars", item["full"]

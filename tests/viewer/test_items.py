"""The items of a graph: nesting, edges, groups."""

from __future__ import annotations

import pytest

import graphwright as tf
from graphwright.viewer.groups import grouped
from graphwright.viewer.items import Items
from graphwright.viewer.lines import Lines
from tests.viewer import graphs


def items_of(function, *arguments):
    return grouped(Items(function.get_concrete_function(*arguments).graph, Lines()).items)


def path(items, number):
    found = []
    while number > 0:
        found.append(items[number]["name"])
        number = items[number]["parent"]
    return "/".join(reversed(found))


def test_loops_and_branches_contain_their_bodies() -> None:
    items = items_of(graphs.collatz(), tf.constant(27), 1000)
    paths = {path(items, number): item["kind"] for number, item in enumerate(items)}
    assert paths["while"] == "scope"
    assert paths["while/while"] == "loop"
    assert paths["while/while/condition"] == paths["while/while/body"] == "body"
    assert [kind for way, kind in paths.items() if way.endswith("then/floordiv")] == ["op"]
    assert "branch" in [kind for way, kind in paths.items() if way.startswith("while/while/body/cond")]


def test_parents_come_before_what_they_contain_and_edges_name_operations() -> None:
    items = items_of(graphs.long_function(30), tf.TensorSpec([4, 8]))
    assert all(item["parent"] < number for number, item in enumerate(items))
    sources = [items[source] for item in items for source, _ in item.get("inputs", ())]
    assert sources and all("outputs" in source for source in sources)


def test_an_edge_carries_the_number_of_the_output() -> None:
    @tf.function
    def second(x):
        return tf.unstack(x)[1] * 2.0

    items = items_of(second, tf.TensorSpec([3, 2]))
    (product,) = (item for item in items if item.get("type") == "Mul")
    source, output = product["inputs"][0]
    assert (items[source]["type"], output) == ("Unpack", 1)
    assert items[source]["outputs"] == ["float32[2]"] * 3


def test_scopes_of_few_operations_are_no_groups() -> None:
    @tf.function
    def scoped(x):
        with tf.name_scope("large"):
            x = tf.exp(tf.sin(tf.cos(x)))
        with tf.name_scope("small"):
            return tf.tanh(x)

    items = items_of(scoped, tf.TensorSpec([3]))
    assert [item["name"] for item in items if item["kind"] == "scope"] == ["large"]
    assert [item["name"] for item in items if items[item["parent"]]["name"] == "large"] == ["Cos", "Sin", "Exp"]
    assert "small/Tanh" in [item["name"] for item in items]


def test_no_group_contains_more_than_can_be_looked_at() -> None:
    @tf.function
    def flat(x):
        for _ in range(1200):
            x = tf.tanh(x)
        return x

    items = items_of(flat, tf.TensorSpec([3]))
    sizes = [sum(item["parent"] == number for item in items) for number in range(len(items))]
    assert max(sizes) <= 100
    assert sum(item.get("type") == "Tanh" for item in items) == 1200


def test_an_operation_of_a_gradient_names_its_partner() -> None:
    @tf.function
    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.tanh(x)
        return tape.gradient(y, x)

    items = items_of(slope, tf.TensorSpec([3]))
    (gradient,) = (item for item in items if item.get("type") == "TanhGrad")
    assert items[gradient["partner"]]["type"] == "Tanh"


def test_variables_have_their_name_and_type_inside_of_loops_too() -> None:
    weights = tf.Variable(tf.ones([2, 3]), name="weights")

    @tf.function
    def repeated(n):
        total = tf.constant(0.0)
        for _ in tf.range(n):
            total += tf.reduce_sum(weights)
        return total

    items = items_of(repeated, tf.TensorSpec([], tf.int32))
    labels = [(items[item["parent"]]["kind"], item["label"]) for item in items if "label" in item]
    assert ("graph", "weights float32[2,3]") in labels
    assert ("body", "weights float32[2,3]") in labels


def test_a_function_that_calls_itself_is_shown_once() -> None:
    @tf.function(output_signature=tf.TensorSpec([], tf.int32), input_signature=[tf.TensorSpec([], tf.int32)])
    def factorial(n):
        return tf.constant(1) if n < 2 else n * factorial(n - 1)

    items = items_of(factorial)
    assert [item["name"] for item in items if item["kind"] == "body" and item["name"].endswith("again")]


def test_operations_beyond_the_limit_are_counted() -> None:
    graph = graphs.long_function(5).get_concrete_function(tf.TensorSpec([4, 8])).graph
    found = Items(graph, Lines(), limit=50)
    assert len(found.items) == 50
    assert found.left_out == len(graph.operations) - 49
    grouped(found.items)


@pytest.mark.parametrize("kind", ["loop", "branch", "body"])
def test_items_of_control_flow_have_no_group_of_scopes_of_their_own(kind) -> None:
    items = items_of(graphs.collatz(), tf.constant(27), 1000)
    named = [item["name"] for item in items if item["kind"] == kind]
    assert named and all("/" not in name for name in named)

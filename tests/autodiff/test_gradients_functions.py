"""Gradients around, inside and across functions: slices of rows, jacobians, loops, maps, registered gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.selection import executor
from tests.support.gradients import by_tape, check_gradients, numeric, staged, tensors

pytestmark = pytest.mark.thorough

each = pytest.mark.parametrize


def numbers(value: Any) -> Any:
    return tf.nest.map_structure(lambda v: v if v is None else tf.convert_to_tensor(v).numpy().tolist(), value)


# around, inside and across ------------------------------------------------------------------------------------


def test_a_tape_inside_a_function_watches_what_is_outside() -> None:
    v, c = tf.Variable(2.0), tf.constant(3.0)

    @staged
    def f() -> Any:
        with tf.GradientTape() as tape:
            tape.watch(c)
            y = v * c * c
        return tape.gradient(y, [v, c])

    assert numbers(f()) == [9.0, 12.0]


def test_one_function_makes_what_another_makes_a_loss_of() -> None:
    v = tf.Variable(2.0)
    model, loss = staged(lambda x: v * x), staged(lambda p, y: (p - y) ** 2)
    with tf.GradientTape() as tape:
        result = loss(model(tf.constant(3.0)), tf.constant(1.0))
    assert numbers(tape.gradient(result, v)) == 30.0


def test_a_gradient_in_a_branch_or_loop_of_what_was_recorded_outside() -> None:
    @staged
    def f(x: Any, p: Any) -> Any:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.sin(a) * x), (0, x))[1]
        once = tf.cond(p, lambda: tape.gradient(y, x), lambda: x)
        return once, tf.while_loop(lambda i, s: i < 2, lambda i, s: (i + 1, s + tape.gradient(y, x)), (0, x * 0.0))[1]

    x = tf.constant(np.float64(1.3))
    (wanted,) = numeric(lambda a: tf.sin(tf.sin(tf.sin(a) * a) * a) * a, [x])
    once, twice = f(x, tf.constant(True))
    np.testing.assert_allclose([float(once), float(twice)], [wanted, 2 * wanted], rtol=1e-7)
    assert float(f(x, tf.constant(False))[0]) == 1.3


@each("form", ["plain", "branch", "loop"])
def test_third_order_through_functions(form: str) -> None:
    def loop(x: Any) -> Any:
        return tf.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, a * x), (0, tf.constant(1.0)))[1]

    f = {"plain": lambda x: x**4, "branch": lambda x: tf.cond(x > 0, lambda: x**4, lambda: x), "loop": loop}[form]

    def derived(g: Any, order: int) -> Any:
        return g if order == 0 else lambda x: by_tape(derived(g, order - 1), [x])[0]

    x = tf.constant(2.0)
    assert float(derived(staged(f), 3)(x)) == 48.0
    assert float(staged(derived(f, 3))(x)) == 48.0
    assert float(staged(derived(staged(f), 3))(x)) == 48.0


def test_sources_and_targets_in_structures_through_a_function() -> None:
    f = staged(lambda x, y: {"product": x * y, "other": (y * y, tf.constant(1))})
    x, y = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        results = f(x, y)
    assert numbers(tape.gradient(results, {"a": [y], "b": (x,)})) == {"a": [8.0], "b": (3.0,)}


def test_an_output_that_does_not_depend_on_the_source_gives_none() -> None:
    f = staged(lambda x, y: (x * 2.0, y * 3.0, tf.cast(x, tf.int32)))
    x, y = tf.constant(1.0), tf.constant(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([x, y])
        a, b, i = f(x, y)
    assert numbers(tape.gradient(a, [x, y])) == [2.0, None]
    assert numbers(tape.gradient(b, [x, y], unconnected_gradients="zero")) == [0.0, 3.0]
    assert tape.gradient(i, x) is None


@each("way", [lambda f: f, staged], ids=["eager", "traced"])
def test_what_a_tape_does_not_follow_has_no_gradient(way: Any) -> None:
    x, y = tf.constant(2.0), tf.constant(3.0)
    product = staged(lambda a, b: a * b)

    def run(x: Any, y: Any) -> Any:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            results = [x * y, product(x, y), tf.cond(x > 0, lambda: x * y, lambda: x)]
        assert [tape.gradient(z, y) for z in results] == [None] * 3
        assert [tape.jacobian(z, y) for z in results] == [None] * 3
        return [tape.gradient(z, x) for z in results] + [tape.gradient(y, y)]

    assert numbers(way(run)(x, y)) == [3.0, 3.0, 3.0, 1.0]


@each("outside", [False, True])
def test_variables_that_a_tape_does_not_watch(outside: bool) -> None:
    v, w = tf.Variable(1.0, name="v"), tf.Variable(2.0, name="w")
    f = staged(lambda: v * w)

    def run() -> Any:
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(v)
            y = f()
        return tape.gradient(y, [v, w])

    assert numbers((run if outside else staged(run))()) == [2.0, None]


# rows ---------------------------------------------------------------------------------------------------------

TABLE = np.arange(8, dtype=np.float32).reshape(4, 2)


def gather_either(v: Any, p: Any) -> Any:
    return tf.cond(p, lambda: tf.gather(v, [1, 1, 3]) * 2.0, lambda: tf.gather(v, [0]) * 3.0)


def gather_or_not(v: Any, p: Any) -> Any:
    return tf.cond(p, lambda: tf.gather(v, [1, 1, 3]) * 2.0, lambda: tf.zeros([3, 2]))


def gather_in_call(v: Any, p: Any) -> Any:
    return staged(lambda: tf.gather(v, [1, 1, 3]) * 2.0)()


TAKEN = [[0.0, 0.0], [4.0, 4.0], [0.0, 0.0], [2.0, 2.0]]


@each("place", ["outside", "inside"])
@each(
    ("f", "p", "wanted"),
    [
        (lambda v, p: tf.gather(v, [1, 1, 3]) * 2.0, True, TAKEN),
        (gather_in_call, True, TAKEN),
        (lambda v, p: tf.gather_nd(v, [[1], [1], [3]]) * 2.0, True, TAKEN),
        (gather_either, True, TAKEN),
        (gather_either, False, [[3.0, 3.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]),
        (gather_or_not, True, TAKEN),
        (gather_or_not, False, [[0.0, 0.0]] * 4),
        (lambda v, p: gather_either(v, p)[:1] + tf.gather(v, [2]), True, [[0, 0], [2, 2], [1, 1], [0, 0]]),
    ],
)
def test_rows_stay_slices_through_calls_and_branches(f: Any, p: bool, wanted: Any, place: str) -> None:
    v = tf.Variable(TABLE)
    kinds = []

    def run(p: Any) -> Any:
        g = staged(lambda q: f(v, q)) if place == "outside" else lambda q: f(v, q)
        with tf.GradientTape() as tape:
            y = g(p)
        gradient = tape.gradient(y, v)
        kinds.append(type(gradient))
        return tf.convert_to_tensor(gradient)

    found = (run if place == "outside" else staged(run))(tf.constant(p))
    assert kinds == [tf.IndexedSlices]
    assert found.numpy().tolist() == np.array(wanted, np.float32).tolist()


@each("place", ["outside", "inside"])
def test_rows_become_one_tensor_where_a_branch_uses_the_whole(place: str) -> None:
    v = tf.Variable(TABLE)

    def f(p: Any) -> Any:
        return tf.cond(p, lambda: tf.gather(v, [1, 3]) * 2.0, lambda: v[:2] * v[:2])

    def run(p: Any) -> Any:
        with tf.GradientTape() as tape:
            y = (staged(f) if place == "outside" else f)(p)
        return tape.gradient(y, v)

    way = run if place == "outside" else staged(run)
    assert numbers(way(tf.constant(True))) == [[0.0, 0.0], [2.0, 2.0], [0.0, 0.0], [2.0, 2.0]]
    assert numbers(way(tf.constant(False))) == [[0.0, 2.0], [4.0, 6.0], [0.0, 0.0], [0.0, 0.0]]


def test_rows_in_every_iteration_of_a_loop_are_added_up() -> None:
    v = tf.Variable(TABLE)
    start = (0, tf.zeros([2]))
    f = staged(lambda n: tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a + tf.gather(v, i % 2)), start)[1])
    with tf.GradientTape() as tape:
        y = f(tf.constant(3))
    assert numbers(tape.gradient(y, v)) == [[2.0, 2.0], [1.0, 1.0], [0.0, 0.0], [0.0, 0.0]]


@each("source", ["call", "custom", "branch", "recomputed"])
def test_rows_may_come_into_what_is_differentiated(source: str) -> None:
    x = tf.constant(TABLE)
    f = {
        "call": staged(lambda a: a * a),
        "custom": tf.custom_gradient(lambda a: (a * a, lambda g: g * 2.0 * a)),
        "branch": staged(lambda a: tf.cond(a[0, 0] < 1, lambda: a * a, lambda: a)),
        "recomputed": tf.recompute_grad(lambda a: a * a),
    }[source]
    for way in (lambda a: a, staged):
        (gradient,) = way(lambda a: by_tape(lambda b: tf.gather(f(b), [1, 1]), [a]))(x)
        assert numbers(gradient) == [[0.0, 0.0], [8.0, 12.0], [0.0, 0.0], [0.0, 0.0]]


def test_second_order_of_rows() -> None:
    v = tf.Variable(TABLE)
    f = staged(lambda: tf.reduce_sum(tf.gather(v, [1, 1, 3]) ** 3))
    with tf.GradientTape() as outer:
        with tf.GradientTape() as tape:
            y = f()
        slope = tf.reduce_sum(tf.convert_to_tensor(tape.gradient(y, v)))
    wanted = np.zeros_like(TABLE)
    np.add.at(wanted, [1, 1, 3], 6 * TABLE[[1, 1, 3]])
    assert numbers(outer.gradient(slope, v)) == wanted.tolist()


@each("way", [lambda f: f, staged], ids=["eager", "traced"])
def test_a_step_down_along_rows(way: Any) -> None:
    v = tf.Variable(TABLE)

    def step() -> None:
        with tf.GradientTape() as tape:
            y = gather_in_call(v, None)
        gradient = tape.gradient(y, v)
        v.scatter_sub(tf.IndexedSlices(gradient.values * 0.5, gradient.indices))

    way(step)()
    assert numbers(v) == (TABLE - 0.5 * np.array(TAKEN)).tolist()


def test_clipping_keeps_rows_rows() -> None:
    rows = tf.IndexedSlices(tf.constant([[3.0], [4.0]]), tf.constant([2, 0]), tf.constant([3, 1]))
    (clipped,), norm = tf.clip_by_global_norm([rows], 1.0)
    for found in (clipped, tf.clip_by_norm(rows, 1.0)):
        assert isinstance(found, tf.IndexedSlices)
        np.testing.assert_allclose(tf.convert_to_tensor(found).numpy(), [[0.8], [0.0], [0.6]], rtol=1e-6)
    assert float(norm) == 5.0


# loops --------------------------------------------------------------------------------------------------------


@each("place", ["outside", "inside"])
def test_no_gradient_goes_through_a_loop_without_back_prop(place: str) -> None:
    def loop(x: Any) -> Any:
        return tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), (0, x), back_prop=False)[1]

    def run(x: Any) -> Any:
        f = staged(lambda a: (loop(a), loop(a) * a)) if place == "outside" else lambda a: (loop(a), loop(a) * a)
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            alone, times = f(x)
        assert tape.gradient(alone, x) is None
        return tape.gradient(times, x)

    assert float((run if place == "outside" else staged(run))(tf.constant(2.0))) == 16.0


@each("name", ["map_fn", "scan", "foldl", "foldr"])
def test_maps_and_folds_without_back_prop(name: str) -> None:
    calls = {
        "map_fn": lambda x, **k: tf.map_fn(lambda a: a * a, x, **k),
        "scan": lambda x, **k: tf.scan(lambda a, b: a * b, x, **k),
        "foldl": lambda x, **k: tf.foldl(lambda a, b: a * b + a, x, **k),
        "foldr": lambda x, **k: tf.foldr(lambda a, b: a * b + a, x, **k),
    }
    x = tf.constant(np.array([1.0, 2.0, 0.5]))
    for back_prop in (True, False):
        f = staged(lambda a, b=back_prop: calls[name](a, back_prop=b))
        (found,) = by_tape(f, [x])
        wanted = numeric(calls[name], [x])[0] if back_prop else np.zeros(3)
        np.testing.assert_allclose(found.numpy(), wanted, rtol=1e-7)


def test_a_loop_stops_at_its_maximum() -> None:
    f = staged(
        lambda x: tf.while_loop(lambda i, a: i < 10, lambda i, a: (i + 1, a * x), (0, x), maximum_iterations=3)[1]
    )
    assert numbers(by_tape(f, [tf.constant(2.0)])) == [32.0]


@each("rounds", [0, 1, 5])
def test_loops_with_run_time_trip_counts(rounds: int) -> None:
    def f(x: Any, y: Any, n: Any) -> Any:
        def outer(i: Any, a: Any) -> Any:
            inner = tf.while_loop(lambda j, b: j < i, lambda j, b: (j + 1, tf.sin(b) * y), (0, a))[1]
            return i + 1, inner + x

        return tf.while_loop(lambda i, a: i < n, outer, (0, x))[1]

    traced = staged(f)
    args, n = tensors([0.3, 1.1], [0.9, -0.4]), tf.constant(rounds)
    found = by_tape(lambda x, y: traced(x, y, n), args)
    for got, wanted in zip(found, numeric(lambda x, y: f(x, y, n), args), strict=True):
        np.testing.assert_allclose(got.numpy(), wanted, rtol=1e-6, atol=1e-9)


def test_a_counter_of_floats_is_a_loop_variable_like_others() -> None:
    f = staged(lambda x, n: tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1.0, a * i), (x, tf.constant(1.0)))[1])
    x, n = tf.constant(2.0), tf.constant(5.0)
    with tf.GradientTape() as tape:
        tape.watch([x, n])
        y = f(x, n)
    assert numbers(tape.gradient(y, [x, n])) == [26.0, None]  # of x (x + 1) (x + 2)


@each("rank", ["unknown size", "unknown rank"])
def test_loop_variables_that_grow(rank: str) -> None:
    shape = tf.TensorShape([None] if rank == "unknown size" else None)

    def grow(i: Any, a: Any) -> Any:
        return i + 1, tf.concat([a, tf.sin(a)], 0) if rank == "unknown size" else tf.expand_dims(tf.sin(a), 0)

    check_gradients(
        lambda x: tf.while_loop(lambda i, a: i < 3, grow, (0, x), shape_invariants=(tf.TensorShape([]), shape))[1],
        [0.4, 1.2],
        order=1,
    )


# jacobians ----------------------------------------------------------------------------------------------------


def jacobian_of(f: Any, x: Any, vectorized: bool = True) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.jacobian(y, x, experimental_use_pfor=vectorized)


JACOBIANS = {
    "ops": lambda x: tf.sin(x) * tf.reduce_sum(x),
    "branch": lambda x: tf.cond(tf.reduce_sum(x) > 0, lambda: x * x, lambda: x),
    "loop": lambda x: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.sin(a) * x), (0, x))[1],
    "rows": lambda x: tf.gather(x, [1, 0, 1]) ** 2,
}


@each("name", list(JACOBIANS))
@each("spec", [[3], [None], None], ids=["known size", "unknown size", "unknown rank"])
def test_jacobians_in_functions(name: str, spec: Any) -> None:
    f, x = JACOBIANS[name], tf.constant(np.array([0.3, 1.1, 0.8]))
    step = 1e-6
    wanted = [(f(x + step * e).numpy() - f(x - step * e).numpy()) / (2 * step) for e in np.eye(3)]
    signature = [tf.TensorSpec(spec, tf.float64)]
    found = tf.function(lambda a: jacobian_of(f, a), autograph=False, input_signature=signature)(x)
    np.testing.assert_allclose(found.numpy(), np.transpose(wanted), rtol=1e-6, atol=1e-9)


@each("vectorized", [True, False])
def test_a_jacobian_of_many_elements_has_few_operations(vectorized: bool) -> None:
    f = staged(lambda x: jacobian_of(lambda a: a * a, x, vectorized))
    x = tf.range(30.0)
    np.testing.assert_array_equal(f(x).numpy(), np.diag(2 * np.arange(30.0)))
    kinds = [op.type for op in f.get_concrete_function(x).graph.operations]
    assert kinds.count("StatelessWhile") == (0 if vectorized else 1)
    assert len(kinds) < 60


def test_a_jacobian_of_a_jacobian_and_its_gradient() -> None:
    signature = [tf.TensorSpec([None], tf.float64)]
    f = tf.function(
        lambda x: jacobian_of(lambda a: jacobian_of(lambda b: b**3, a), x), autograph=False, input_signature=signature
    )
    x = tf.constant(np.array([1.0, 2.0]))
    wanted = np.zeros((2, 2, 2))
    wanted[0, 0, 0], wanted[1, 1, 1] = 6.0, 12.0
    np.testing.assert_allclose(f(x).numpy(), wanted)
    g = tf.function(lambda a: jacobian_of(lambda b: b**3, a), autograph=False, input_signature=signature)
    np.testing.assert_allclose(by_tape(g, [x])[0].numpy(), [6.0, 12.0])


def test_batch_jacobians_of_unknown_size() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None, None])], autograph=False)
    def f(x: Any) -> Any:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = tf.reduce_prod(x, 1, keepdims=True) * x
        return tape.batch_jacobian(y, x), tape.batch_jacobian(y, x * 1.0)

    found, unconnected = f(tf.constant([[1.0, 2.0], [3.0, 4.0]]))
    np.testing.assert_allclose(found.numpy(), [[[4.0, 1.0], [4.0, 4.0]], [[24.0, 9.0], [16.0, 24.0]]], rtol=1e-5)
    np.testing.assert_array_equal(unconnected.numpy(), np.zeros((2, 2, 2)))


@each("way", [lambda f: f, staged], ids=["eager", "traced"])
def test_jacobians_of_nothing_and_by_what_does_not_matter(way: Any) -> None:
    def run(x: Any, z: Any) -> Any:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch([x, z])
            y = x * x
        assert tape.jacobian(y, z) is None
        assert tape.jacobian(y, [{"z": z}]) == [{"z": None}]
        return tape.jacobian(y, x), tape.jacobian(y, z, unconnected_gradients="zero", experimental_use_pfor=False)

    for size in (0, 2):
        own, other = way(run)(tf.ones([size]), tf.ones([3]))
        assert own.numpy().tolist() == (2 * np.eye(size)).tolist()
        assert other.shape == (size, 3)


def test_the_target_of_a_jacobian_is_one_tensor() -> None:
    x = tf.constant([1.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
    for ask in (tape.jacobian, tape.batch_jacobian):
        with pytest.raises(TypeError, match="The target of a jacobian must be one tensor, not the structure"):
            ask([y], x)


@each("spec", [[2], [None]])
def test_hessians_of_what_is_gathered(spec: Any) -> None:
    f = tf.function(
        lambda x: tf.hessians(tf.reduce_sum(tf.gather(x, [0, 0, 1]) ** 3), x, aggregation_method=1)[0],
        autograph=False,
        input_signature=[tf.TensorSpec(spec)],
    )
    assert numbers(f(tf.constant([1.0, 2.0]))) == [[12.0, 0.0], [0.0, 12.0]]


# tf.gradients and registered gradients ------------------------------------------------------------------------


def test_aggregation_methods_are_all_the_same() -> None:
    methods = [None, tf.AggregationMethod.ADD_N, tf.AggregationMethod.EXPERIMENTAL_TREE]
    methods.append(tf.AggregationMethod.EXPERIMENTAL_ACCUMULATE_N)
    f = staged(lambda x: [tf.gradients(x * x + x, x, aggregation_method=m)[0] for m in methods])
    assert numbers(f(tf.constant(3.0))) == [7.0] * 4
    with pytest.raises(ValueError, match=r"Invalid `aggregation_method` specified 17. Accepted values are \[0, 1, 2\]"):
        staged(lambda x: tf.gradients(x, x, aggregation_method=17))(tf.constant(1.0))


def test_strings_have_no_symbolic_gradient() -> None:
    with pytest.raises(TypeError, match="A string has no gradient"):
        staged(lambda x: tf.gradients(x, x))(tf.constant("a"))


@tf.RegisterGradient("SevenTimes")
def seven_times(op: Any, grad: Any) -> Any:
    return grad * 7.0


@tf.RegisterGradient("ElevenTimes")
def eleven_times(op: Any, grad: Any) -> Any:
    return grad * 11.0


def overridden(names: dict[str, str], f: Any, *args: Any) -> Any:
    with tf.compat.v1.get_default_graph().gradient_override_map(names):
        return f(*args)


def test_a_graph_can_give_ops_other_gradients() -> None:
    def f(x: Any) -> Any:
        y = overridden({"Square": "SevenTimes"}, tf.square, x)
        y = overridden({"Square": "SevenTimes"}, overridden, {"Square": "ElevenTimes"}, tf.square, y)
        return tf.square(y)

    for way in (staged(f), lambda x: staged(staged(f))(x)):
        assert numbers(by_tape(way, [tf.constant(1.0)])) == [154.0]
    assert numbers(staged(lambda x: tf.gradients(f(x), x))(tf.constant(1.0))) == [154.0]
    assert numbers(f(tf.constant(3.0))) == 6561.0  # eagerly there is no graph that could


@each("names", [[1], {"Square": 3}, {3: "SevenTimes"}])
def test_names_of_gradients_are_strings(names: Any) -> None:
    with pytest.raises(TypeError, match="op_type_map must be a dictionary mapping strings to strings"):
        staged(lambda x: overridden(names, tf.square, x))(tf.constant(1.0))


def test_a_gradient_that_nobody_registered_is_named() -> None:
    f = staged(lambda x: tf.gradients(overridden({"Square": "NobodysGradient"}, tf.square, x), x))
    with pytest.raises(LookupError, match=r"No gradient is registered under the name 'NobodysGradient' that .* Square"):
        f(tf.constant(1.0))


@each("register", [lambda n: tf.RegisterGradient(n)(seven_times), tf.no_gradient, tf.compat.v1.NotDifferentiable])
@each("name", ["MatMul", "Shape", "SevenTimes"])
def test_what_has_a_gradient_gets_no_other(register: Any, name: str) -> None:
    with pytest.raises(KeyError, match=f"Registering two gradient with name '{name}'!"):
        register(name)


# once and no more ---------------------------------------------------------------------------------------------


@each("stateful", [False, True])
def test_a_call_under_a_tape_makes_and_compiles_one_forward_and_one_backward_form(
    stateful: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[list[str]] = []
    own = type(executor())
    compile_ = own.compile

    def counted(self: Any, graph: Any) -> Any:
        compiled.append([op.type for op in graph.operations])
        return compile_(self, graph)

    monkeypatch.setattr(own, "compile", counted)
    v, x = tf.Variable(2.0), tf.constant([1.0, 2.0])
    f = staged(lambda x: tf.reduce_sum(tf.tanh(x) * tf.exp(x) * (v.assign_add(1.0) if stateful else v)))
    for _ in range(5):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        tape.gradient(y, x)
    assert len(compiled) == 2
    assert [kinds.count("Tanh") + kinds.count("Exp") for kinds in compiled] == [2, 0]
    assert float(v) == (7.0 if stateful else 2.0)


# only what is wanted ------------------------------------------------------------------------------------------


def test_eager_gradients_compute_only_what_is_needed() -> None:
    w, x = tf.Variable(np.ones((3, 3), np.float32)), tf.constant(np.ones((2, 3), np.float32))
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            y = (tf.matmul(x, w) * 2.0 - 1.0) ** 2 / 3.0
        gradient = tape.gradient(y, w)
    kinds = [entry.type for entry in outer._tape.entries]  # type: ignore[union-attr]
    assert kinds.count("MatMul") == 2  # forward, and for w alone
    assert not {"Log", "Sum", "Neg"} & set(kinds)
    assert numbers(gradient) == [[4 * 5 * 2 * 2 / 3.0] * 3] * 3 or np.allclose(gradient.numpy(), 4 * 5 * 2 / 3.0)

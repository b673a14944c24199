"""Programs about tf.GradientTape: sources and targets, unconnected gradients, jacobians."""

from __future__ import annotations

from tests.behaviour.table import product

_SOURCES = {
    "a constant": "tf.constant(3.0)", "a watched constant": "watched", "a variable": "tf.Variable(3.0)",
    "an untrainable variable": "tf.Variable(3.0, trainable=False)", "an int constant": "tf.constant(3)",
    "a vector": "tf.constant([1.0, 2.0])", "an int variable": "tf.Variable(3)",
    "float16": "tf.constant(2.0, tf.float16)", "complex": "tf.constant(2 + 1j)", "a string": "tf.constant('a')",
    "a bool": "tf.constant(True)",
}  # fmt: skip
_BODIES = [
    "x * x", "x + x", "2 * x", "tf.identity(x)", "tf.stop_gradient(x) * x", "tf.cast(x, tf.float64)", "tf.cast(x, tf.int32)",
    "x", "tf.constant(5.0)", "tf.argmax([x, x])", "tf.shape(x)", "(x, x * 2)", "[x * x, tf.stop_gradient(x)]", "{'a': x * x}",
    "None", "tf.round(x)", "tf.sign(x)", "x ** 2", "tf.stack([x, x])", "tf.zeros_like(x)", "3.0",
]  # fmt: skip
ROWS = product(
    "the gradient of <body> for <kind>, <watched>",
    """
    watched = tf.constant(3.0)
    x = <kind>
    with tf.GradientTape() as tape:
        <watched>
        y = <body>
    tape.gradient(y, x)
    """,
    body=["x * x", "tf.identity(x)", "x", "[x + x, x]"],
    kind=_SOURCES,
    watched={"watched": "tape.watch(x)", "not watched": "pass"},
)
ROWS |= product(
    "the gradient of <body>, <how>",
    """
    def g(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = <body>
        return tape.gradient(y, x)
    f = <how>
    f(tf.constant(3.0))
    """,
    body=_BODIES,
    how={"eager": "g", "traced": "tf.function(g)"},
)
ROWS |= product(
    "a target without connection: unconnected_gradients=<unconnected>, <sources>",
    """
    x, y = tf.constant([1.0, 2.0]), tf.Variable(3)
    z = tf.Variable([[1.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        r = x * 2
    tape.gradient(r, <sources>, unconnected_gradients=<unconnected>)
    """,
    unconnected=["tf.UnconnectedGradients.NONE", "tf.UnconnectedGradients.ZERO", "'none'", "'zero'", "'other'", "None"],
    sources=["z", "[x, z]", "{'a': z, 'b': x}", "y", "[]", "(x, [z])", "None"],
)
ROWS |= product(
    "tape.gradient(<arguments>)",
    """
    x, v = tf.constant([1.0, 2.0]), tf.Variable([3.0, 4.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * v
        z = tf.reduce_sum(y)
    tape.gradient(<arguments>)
    """,
    arguments=["y, x", "z, [x, v]", "y, {'x': x, 'v': v}", "[y, z], x", "{'a': y, 'b': z}, v", "y, x, output_gradients=[1.0, 10.0]",
               "y, x, output_gradients=tf.constant([1.0, 10.0])",
               "y, x, output_gradients=tf.constant(2.0)",
               "y, x, output_gradients=tf.ones([3])", "y, x, tf.ones([2])", "target=y, sources=v", "y", "None, x", "y, 'x'",
               "y, 1.0", "y, np.ones(2)", "1.0, x", "y, [x, [v, (x,)]]", "x, x", "v, v", "y, y", "z, y", "y, v.value()", "y, [x, x]",
               "y, x, unconnected_gradients='zero'", "(y, y), x", "y, None", "'y', x"],
)  # fmt: skip
ROWS |= product(
    "tape.<method>(<target>, <source>, <options>)",
    """
    x, w = tf.constant([1.0, 2.0, 3.0]), tf.constant([[1.0, 0.5], [2.0, 1.0], [0.0, 3.0]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([x, w])
        y = x * x
        m = w * w
        s = tf.reduce_sum(y)
        p = tf.linalg.matvec(w, tf.stack([s, s]))
    tape.<method>(<target>, <source><options>)
    """,
    method=["jacobian", "batch_jacobian"],
    target=["y", "m", "s", "p"],
    source=["x", "w", "[x, w]"],
    options={"": "", "experimental_use_pfor=False": ", experimental_use_pfor=False"},
)
ROWS |= product(
    "tape.<method> with <what>",
    """
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    u = tf.Variable([1.0])
    with tf.GradientTape(<persistent>) as tape:
        tape.watch(x)
        y = tf.reduce_sum(x * x, 1)
        z = tf.stack([x, x * x], 1)
    tape.<method>(<what>)
    tape.<method>(<what>)
    """,
    method=["jacobian", "batch_jacobian", "gradient"],
    what=[
        "y, x",
        "z, x",
        "y, u",
        "y, x, unconnected_gradients='zero'",
        "y, u, unconnected_gradients='zero'",
        "y, x, parallel_iterations=1",
    ],
    persistent=["persistent=True"],
)
_ITSELF = "Of what has no gradient, such as an integer, the gradient is None for itself, too."
_SOURCE = "The error names the source or the target that is no tensor; TensorFlow fails inside."
_RANK = "The error says what is wrong with the rank or the source; TensorFlow fails inside."

ON_PURPOSE = {
    "the gradient of x * x for a bool, watched": "`*` of booleans is an error; `&` is the operator.",
    "the gradient of x * x for a bool, not watched": "`*` of booleans is an error; `&` is the operator.",
    **{
        f"the gradient of {body} for {kind}, {watched}": _ITSELF
        for body in ("x", "[x + x, x]")
        for kind in ("an int constant", "an int variable")
        for watched in ("watched", "not watched")
    },
    "the gradient of x for an untrainable variable, not watched": _ITSELF,
    "the gradient of [x + x, x] for an untrainable variable, not watched": _ITSELF,
    "the gradient of x for a bool, watched": _ITSELF,
    "the gradient of x for a bool, not watched": _ITSELF,
    "the gradient of 3.0, eager": _SOURCE,
    "the gradient of 3.0, traced": _SOURCE,
    "tape.gradient(y, 1.0)": _SOURCE,
    "tape.gradient(y, np.ones(2))": _SOURCE,
    "tape.gradient(1.0, x)": _SOURCE,
    "a target without connection: unconnected_gradients='other', None": "All arguments are checked before the sources.",
    "a target without connection: unconnected_gradients=None, None": "All arguments are checked before the sources.",
    "tape.gradient(y, x, output_gradients=[1.0, 10.0])": (
        "A list of numbers for one target is its gradient; TensorFlow takes the first number and drops the others."
    ),
    **{
        f"tape.batch_jacobian(s, {source}, {options})": _RANK
        for source in ("x", "w", "[x, w]")
        for options in ("", "experimental_use_pfor=False")
    },
    "tape.batch_jacobian(m, [x, w], )": _RANK,
    "tape.batch_jacobian(m, [x, w], experimental_use_pfor=False)": _RANK,
    "tape.jacobian with y, x, parallel_iterations=1": "parallel_iterations is accepted, and has no effect.",
}

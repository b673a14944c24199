"""What random programs of statements found: parts of variables of text, lists of tensors as row lengths, and the like."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_TRACED = {"eagerly": "f = lambda g: g", "traced": "f = tf.function"}

ROWS = (
    product(
        "a part of a variable of text, <how>: <statement>",
        """
        <how>
        v, w, s = tf.Variable(["a", "b"]), tf.Variable([["a", "b"], ["c", "d"]]), tf.Variable("a")
        def g():
            <statement>
        f(g)()
        v, w, s
        """,
        how=_TRACED,
        statement=["v[0].assign('x')", "v[-1].assign(tf.constant('x'))", "w[0, 1].assign('x')", "w[0].assign(['x', 'y'])", "w[:, 0].assign('x')", "v[:1].assign(['x'])", "s[...].assign('x')", "w[0, 0].assign(['x', 'y'])"],
    )
    | product(
        "a list of tensors with a hint, <how>: <value>, <hint>",
        """
        <how>
        n, h, v = tf.constant(3), tf.constant(1.5), tf.Variable(3)
        f(lambda: tf.convert_to_tensor(<value>, dtype_hint=tf.<hint>))()
        """,
        how=_TRACED,
        value=["[n, n]", "[n, 3]", "[h, 3]", "[[n, 3], [3, n]]", "[v, 3]", "(n,)", "[np.int32(1), n]"],
        hint=["int64", "float64", "complex64", "int32"],
    )
    | product(
        "a list with a variable of another dtype, <how>: <value>, <dtype>",
        "<how>\nn, v = tf.constant(3), tf.Variable(3)\nf(lambda: tf.convert_to_tensor(<value>, tf.<dtype>))()\n",
        how=_TRACED,
        value=["[v]", "[v, 3]", "[n, v]", "[[v], [n]]"],
        dtype=["int64", "float32", "int32"],
    )
    | product(
        "rows by a list of tensors, <how>: <call>",
        "<how>\nx, n = tf.range(6), tf.constant(3)\nf(lambda: tf.RaggedTensor.<call>.row_splits)()\n",
        how=_TRACED,
        call=["from_row_lengths(x, [n, 3])", "from_row_splits(x, [0, n, 6])", "from_row_starts(x, [0, n])", "from_row_limits(x, [n, 6])", "from_value_rowids(x, [0, 0, 0, 0, 0, n])", "from_row_lengths(x, [n, n])"],
    )
    | product(
        "rows that are all as long, from a function: <result>, <signature>",
        """
        @tf.function(<signature>)
        def f(x):
            return <result>
        r = f(tf.ones([2, 3]))
        r, r.shape, r.uniform_row_length
        """,
        result=["tf.RaggedTensor.from_tensor(x)", "tf.RaggedTensor.from_tensor(x) * 2", "tf.RaggedTensor.from_tensor(x[None], ragged_rank=2)", "tf.RaggedTensor.from_uniform_row_length(x, 1)"],
        signature={"known": "", "[None, 3]": "input_signature=[tf.TensorSpec([None, 3])]", "[None, None]": "input_signature=[tf.TensorSpec([None, None])]"},
    )
    | product(
        "rows of an unknown rank: <function>, <x>, <y>",
        """
        @tf.function(input_signature=[tf.TensorSpec(None), tf.TensorSpec(None)])
        def f(x, y):
            return tf.vectorized_map(<function>)
        f(tf.reshape(tf.range(<x>[0] * 3.0), <x>), tf.reshape(tf.range(<y>[0] * 3.0), <y>))
        """,
        function=["lambda e: e[0] * e[1] + 1.0, (x, y)", "lambda e: e * y, x", "lambda e: tf.where(e > 0.0, e, y), x", "lambda e: tf.maximum(e, tf.reduce_sum(e)), x"],
        x=["[2, 3]", "[2, 1, 3]", "[0, 3]"],
        y=["[2, 3]", "[0, 3]"],
    )
    | product(
        "no rows, <how>: <call>, <dtype>",
        "<how>\nx = tf.cast(tf.zeros([0, 2]), tf.<dtype>)\nf(lambda: <call>)()\n",
        how=_TRACED,
        call=["tf.map_fn(lambda r: r, x)", "tf.map_fn(lambda r: (r, tf.size(r)), x, fn_output_signature=(x.dtype, tf.int32))", "tf.scan(lambda s, r: s, x, tf.zeros([2], x.dtype))"],
        dtype=["bool", "int8", "complex128", "bfloat16"],
    )
    | product(
        "a name of a block that no round of a loop may reach: <loop>, <block>, <rounds>",
        """
        import contextlib
        v = tf.Variable([1.0, 2.0])
        @tf.function
        def f(n):
            i = tf.constant(0)
            <loop>
                i += 1
                <block>
            return i
        f(tf.constant(<rounds>))
        """,
        loop=["while i < n:", "for _ in tf.range(n):", "for _ in tf.data.Dataset.range(tf.cast(n, tf.int64)):"],
        block={
            "a tape": "with tf.GradientTape() as tape:\n    y = v * 2.0\ng = tape.gradient(y, v)",
            "tapes in a tape": "with tf.GradientTape() as tape:\n    with tf.GradientTape() as inner:\n        y = v * v\n    y = inner.gradient(y, v)\ng = tape.gradient(y, v)",
            "a scope": 'with tf.name_scope("a"):\n    y = v * 2.0\nz = y + 1.0',
            "try and finally": "try:\n    y = v * 2.0\nfinally:\n    i += 0\nz = y + 1.0",
            "a loop in a loop": "for _ in tf.range(n - 1):\n    with tf.GradientTape() as tape:\n        y = v * 2.0\n    g = tape.gradient(y, v)",
        },
        rounds=["0", "1", "2"],
    )
    | product(
        "a name of a block that is read after the loop, <rounds>",
        """
        v = tf.Variable([1.0, 2.0])
        @tf.function
        def f(n):
            for _ in tf.range(n):
                with tf.GradientTape() as tape:
                    loss = v * 2.0
                g = tape.gradient(loss, v)
            return loss
        f(tf.constant(<rounds>))
        """,
        rounds=["0", "2"],
    )
    | listed(
        """
        # == the gradient of what only another result of a call depends on
        @tf.function
        def f(x, y):
            return x * 2.0, y * 3.0
        x, y = tf.constant(1.0), tf.constant(1.0)
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            first, second = f(x, y)
        tape.gradient(first, [x, y])

        # == the gradient of a loop over a dataset in a function
        @tf.function
        def f(x):
            y = x
            for e in tf.data.Dataset.from_tensor_slices([1.0, 2.0]):
                y = y * e
            return y
        x = tf.constant(1.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        tape.gradient(y, x)
        """
    )
)  # fmt: skip

ON_PURPOSE = {
    "the gradient of what only another result of a call depends on": "The target does not depend on it: None, as eagerly.",
    "the gradient of a loop over a dataset in a function": "It is refused; TensorFlow drops it, and eagerly there is one.",
}

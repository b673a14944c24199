"""What libraries for TensorFlow rely on: scopes opened again, pools with dilations, slices that do not fit."""

from __future__ import annotations

from tests.behaviour.table import listed, product

ROWS = (
    product(
        "a pool with dilations: <arguments>",
        "x = tf.reshape(tf.range(168.0), [2, 7, 6, 2])\ntf.nn.pool(<arguments>)\n",
        arguments=[
            *(f"{x}, [3, 2], '{kind}', dilations={rates}" for x in ("x", "-x") for kind in ("MAX", "AVG") for rates in ("[2, 3]", "[1, 2]", "[2, 1]", "[1, 1]")),
            "x, [3, 2], 'MAX', padding='SAME', dilations=[2, 1]", "x, [3, 2], 'MAX', strides=[1, 2], dilations=[2, 1]", "x, [3, 2], 'MAX', dilations=[0, 1]", "x, [3, 2], 'MAX', dilations=[2]", "x, [3, 2], 'MIN', dilations=[2, 2]",
            "tf.transpose(x, [0, 3, 1, 2]), [3, 2], 'AVG', dilations=[2, 2], data_format='NCHW'", "x, [3, 2], 'MAX', padding=[[0, 0], [1, 1], [1, 1], [0, 0]], dilations=[2, 2]",
            "x[:, 0], [3], 'AVG', dilations=[2]", "x[:, None], [1, 3, 2], 'MAX', dilations=[1, 2, 2]", "x, [3, 2], 'MAX', strides=[2, 2], dilations=[1, 1]",
        ],
    )
    | product(
        "a slice while tracing: <call>",
        """
        @tf.function
        def f(x):
            return tf.slice(<call>)
        f(tf.range(3))
        """,
        call=["tf.shape(x), [2], [-1]", "tf.shape(x), [1], [-1]", "tf.shape(x), [0], [2]", "x, [4], [-1]", "x, [3], [-1]", "x, [2], [3]", "x, [1], [2]", "tf.shape(x), [0], [-1]"],
    )
    | listed(
        """
        # == a variable scope that is opened again
        v1 = tf.compat.v1
        graph = tf.Graph().as_default()
        _ = graph.__enter__()
        def names(scope): return scope.name, scope.original_name_scope, tf.constant(1).op.name
        with v1.variable_scope("a") as a:
            found = [names(a)]
            with v1.variable_scope(a) as again:
                found.append(names(again))
            with v1.variable_scope(a, auxiliary_name_scope=False) as again:
                found.append(names(again))
                with tf.name_scope(again.original_name_scope):
                    found.append(tf.constant(1).op.name)
        with v1.variable_scope(a) as again:
            found.append(names(again))
        with v1.variable_scope("b", auxiliary_name_scope=False) as b:
            found.append(names(b))
            with v1.variable_scope("c", auxiliary_name_scope=False) as c:
                found.append(names(c))
            with v1.variable_scope("c") as c:
                found.append(names(c))
        with tf.name_scope("z"), v1.variable_scope("d", auxiliary_name_scope=False) as d:
            found.append(names(d))
        found
        # == a sparse tensor has a value in a session
        v1 = tf.compat.v1
        graph = tf.Graph().as_default()
        _ = graph.__enter__()
        x = v1.sparse_placeholder(tf.float32)
        session = v1.Session()
        found = x.eval({x: v1.SparseTensorValue([[0, 1]], [2.0], [2, 2])}, session)
        found.indices, found.values, found.dense_shape, isinstance(found, v1.SparseTensorValue)
        """
    )
)  # fmt: skip

ON_PURPOSE = {
    "a slice while tracing: tf.shape(x), [0], [2]": "TensorFlow's optimizer takes what there is of a known shape; its own op refuses the slice, eagerly and here.",
}  # fmt: skip

"""What libraries for TensorFlow rely on: scopes opened again, pools with dilations, devices and what is chosen by them."""

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
    | product(
        "a device: <use>",
        """
        v1 = tf.compat.v1
        named = lambda op: "/cpu:0"
        @tf.function
        def traced(scope, name):
            with scope(name):
                return tf.constant(1)
        def in_graph(scope, name):
            with tf.Graph().as_default() as graph, scope(name):
                return tf.constant(1).op.name
        def eagerly(scope, name):
            with scope(name):
                return tf.constant(1)
        <use>
        """,
        use=[f"{where}({scope}, {name})" for where in ("eagerly", "traced", "in_graph") for scope in ("tf.device", "v1.device") for name in ("named", "'/cpu:0'", "None")] + ["graph = tf.Graph()\nwith graph.as_default(), graph.device(named): print(tf.constant(1).op.name)"],
    )
    | product(
        "an op of cuDNN: <call>",
        """
        v1 = tf.compat.v1
        graph = tf.Graph().as_default()
        _ = graph.__enter__()
        def x(*dims, dtype=tf.float32): return v1.placeholder(dtype, dims)
        def network(version="", sizes=(3, 2, 4), state=(1, 2, 5), memory=(1, 2, 5), **more):
            if version == "V3": more["sequence_lengths"] = x(2, dtype=tf.int32)
            inputs = dict(input=x(*sizes), input_h=x(*state), input_c=x(*memory), params=x(None))
            return inputs, getattr(tf.raw_ops, "CudnnRNN" + version)(**inputs, **more)
        def shapes(*args, **kwargs): return [(o.shape, o.dtype) for o in network(*args, **kwargs)[1]]
        def gradients(*args, **kwargs):
            inputs, results = network(*args, **kwargs)
            return [(g.op.type, g.shape) for g in tf.gradients(results[0], list(inputs.values()))]
        of = dict(num_layers=1, num_units=5, input_size=4)
        <call>
        """,
        call=[
            *(f"{what}('{version}'{more})" for what in ("shapes", "gradients") for version in ("", "V2", "V3") for more in ("", ", rnn_mode='gru'", ", direction='bidirectional'", ", is_training=False", ", memory=(2, 2, 2)")),
            "shapes('V3', memory=(2, 2))", "shapes('V2', memory=(2, 2))", "shapes(sizes=(2, 3))", "shapes(state=(2, 3))", "shapes(rnn_mode='other')", "shapes('V3', time_major=False, num_proj=3)",
            "tf.raw_ops.CudnnRNNParamsSize(**of, T=tf.float32, S=tf.int32).shape", "tf.raw_ops.CudnnRNNParamsSize(num_layers=[1], num_units=5, input_size=4, T=tf.float32, S=tf.int32)",
            "[p.shape for p in tf.nest.flatten(tf.raw_ops.CudnnRNNParamsToCanonical(**of, params=x(None), num_params=2))]", "[p.shape for p in tf.nest.flatten(tf.raw_ops.CudnnRNNParamsToCanonicalV2(**of, params=x(None), num_params_weights=2, num_params_biases=1))]", "tf.raw_ops.CudnnRNNParamsToCanonical(**of, params=x(2, 2), num_params=2)",
            "tf.raw_ops.CudnnRNNCanonicalToParams(**of, weights=[x(2, 2)], biases=[x(2)]).shape", "tf.raw_ops.CudnnRNNCanonicalToParamsV2(**of, weights=[x(2, 2), x(2, 2)], biases=[x(2)]).shape",
        ],
    )
    | product(
        "an implementation for a device: <use>",
        """
        def implementations(name, device="CPU"):
            def default(x): return x + 1.0, tf.constant("default")
            def other(x): return tf.cast(x, tf.float32) + 2.0, tf.constant("other")
            return (tf.function(default, experimental_attributes={"api_implements": name}),
                    tf.function(other, experimental_attributes={"api_implements": name, "api_preferred_device": device}))
        x = tf.constant(1.0)
        <use>
        f(x)
        """,
        use={
            "one for this device": "@tf.function(autograph=False)\ndef f(x):\n    one, other = implementations('one')\n    result = one(x)\n    other.get_concrete_function(x).add_to_graph()\n    return result",
            "one that is not added": "@tf.function(autograph=False)\ndef f(x):\n    one, other = implementations('two')\n    result = one(x)\n    other.get_concrete_function(x)\n    return result",
            "one for another device": "@tf.function(autograph=False)\ndef f(x):\n    one, other = implementations('three', 'GPU')\n    result = one(x)\n    other.get_concrete_function(x).add_to_graph()\n    return result",
            "one for another dtype": "@tf.function(autograph=False)\ndef f(x):\n    one, other = implementations('four')\n    result = one(x)\n    other.get_concrete_function(tf.constant(1)).add_to_graph()\n    return result",
            "one of another name": "@tf.function(autograph=False)\ndef f(x):\n    one, other = implementations('five')[0], implementations('six')[1]\n    result = one(x)\n    other.get_concrete_function(x).add_to_graph()\n    return result",
            "within a condition": "@tf.function(autograph=False)\ndef f(x):\n    one, other = implementations('seven')\n    result = tf.cond(x > 0, lambda: one(x), lambda: one(-x))\n    other.get_concrete_function(x).add_to_graph()\n    return result",
            "called eagerly": "f, other = implementations('eight')\nother.get_concrete_function(x).add_to_graph()",
        },
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

"""Functions of `tf.compat.v1` without successors: printing, counting, scopes, parts of graphs, checks, resources."""

from __future__ import annotations

from tests.behaviour.table import listed, product

ROWS = product(
    "of tf.compat.v1, eagerly: <call>",
    "import numpy as np\nv1 = tf.compat.v1\nx = tf.constant([[1.0, 2.0], [3.0, 4.0]])\ns = tf.sparse.from_dense([[1, 2], [0, 3]])\nids = tf.SparseTensor([[0, 0], [0, 1]], tf.constant([3, 1], tf.int64), [2, 2])\nv1.<call>\n",
    call=[
        "Print(x, [x, tf.shape(x)], message='m: ')", "Print(x, [x], first_n=1, summarize=1)", "Print(x, [], message='nothing')", "Print(x, ['a', 3])", "Print(1, [2.5, True])", "Print(x, [tf.range(10)], summarize=-1)", "Print(x, [tf.range(10)], summarize=4)", "Print(x, [tf.zeros([0])])", "Print(x, [['a', 'b'], tf.constant('c')])", "Print(x, [x], first_n=0)",
        "count_up_to(tf.Variable(1), 3)", "count_up_to(tf.Variable(3), 3)", "count_up_to(tf.Variable(tf.constant(2, tf.int64)), 3)", "count_up_to(tf.Variable(1.0), 3)", "batch_scatter_update(tf.Variable([[1, 2], [3, 4]]), [[0], [1]], [[9], [8]]).numpy()",
        "assert_type(1.0, tf.float32)", "assert_type(1.0, tf.int32)", "assert_integer(1)", "assert_integer(1.0)", "assert_integer(1.0, 'what it is')", "debugging.assert_integer(1.0)",
        "string_split(['a b', 'c  d e'])", "string_split(['a,b', 'c,,d'], ',')", "string_split(['a,b', 'c,,d'], ',', skip_empty=False)", "string_split(['a b', 'c'], result_type='RaggedTensor')", "string_split(['a,b'], delimiter=',')", "string_split('a b')", "string_split(['abc', ''], '')", "string_split(['a;b,c'], ',;')", "string_split(['a'], result_type='x')",
        "strings.split(['a b', 'c'])", "strings.split(['a b', 'c'], result_type='RaggedTensor')", "strings.split(source=['a,b', 'c'], sep=',')", "strings.split('a b')", "strings.split(['a b c'], maxsplit=1)", "strings.split(['a'], result_type='x')",
        "random_crop(tf.range(12), [3]).shape", "random_crop(tf.ones([4, 4]), [2, 5])", "random_crop(tf.range(12), [3], seed=1)", "get_seed(1)", "get_seed(None)", "random.get_seed(0)",
        "convert_to_tensor_or_sparse_tensor(1)", "convert_to_tensor_or_sparse_tensor(s).values", "convert_to_tensor_or_sparse_tensor(v1.SparseTensorValue([[0]], [1], [2])).dense_shape", "convert_to_tensor_or_sparse_tensor(s, tf.float32)", "sparse_matmul([[1.0, 2.0]], [[1.0], [0.0]])", "sparse_matmul([[1.0, 2.0]], [[1.0, 0.0]], transpose_b=True, b_is_sparse=True)", "sparse_matmul([[1.0], [2.0]], [[1.0], [3.0]], transpose_a=True)",
        "sparse_merge(ids, tf.SparseTensor([[0, 0], [0, 1]], [1.0, 2.0], [2, 2]), 5)", "sparse_merge(ids, tf.SparseTensor([[0, 0], [0, 1]], [1.0, 2.0], [2, 2]), 5, already_sorted=True)", "sparse_merge([ids, ids], tf.SparseTensor([[0, 0], [0, 1]], [1.0, 2.0], [2, 2]), [5, 6])", "sparse_merge([ids], ids, [5, 6])",
        "sparse_reduce_max_sparse(s, 1)", "sparse_reduce_sum_sparse(s, 0)", "sparse_reduce_sum_sparse(s, 0, keepdims=True)", "sparse_reduce_sum_sparse(s)", "sparse_reduce_max_sparse(s, reduction_axes=0, keep_dims=True)",
        "add_check_numerics_ops()", "ragged.constant_value([[1, 2], [3]]).row_splits", "ragged.constant_value([[1, 2], [3]], dtype=np.int64, row_splits_dtype='int32').row_splits", "ragged.constant_value([1, 2])", "ragged.constant_value([[[1, 2]], []], ragged_rank=1).values", "ragged.constant_value([[1.5], []]).to_list()", "ragged.constant_value([['a'], ['b', 'c']]).to_list()", "ragged.constant_value([1, [2]])",
        "errors.error_code_from_exception_type(tf.errors.NotFoundError)", "errors.exception_type_from_error_code(3) is tf.errors.InvalidArgumentError", "errors.exception_type_from_error_code(11) is tf.errors.OutOfRangeError", "errors.exception_type_from_error_code(0)", "errors.exception_type_from_error_code(99)",
        "sets.set_size(tf.sparse.from_dense([[1, 2]]))", "sets.set_union([[1, 2]], [[2, 3]]).values", "sets.set_difference([[1, 2]], [[2, 3]]).values", "sets.set_intersection([[1, 2]], [[2, 3]]).values", "dtypes.as_string(1)", "user_ops.my_fact()", "resource_loader.readahead_file_path('a')", "resource_loader.load_resource('/nonexist')", "experimental.output_all_intermediates(True)",
        "DeviceSpec(job='a').to_string()", "DeviceSpec.from_string('/job:w/task:1/GPU:0').to_string()", "DeviceSpec.from_string('/job:w/task:1/GPU:0').device_type", "DeviceSpec.from_string('/nothing')", "DeviceSpec(device_type='gpu').device_type", "initializers.tables_initializer()", "initializers.global_variables()", "extract_image_patches(tf.reshape(tf.range(4.0), [1, 2, 2, 1]), [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], 'VALID')",
        "graph_util.extract_sub_graph(1, ['a'])", "graph_util.extract_sub_graph(v1.GraphDef(), ['a'])", "graph_util.extract_sub_graph(v1.GraphDef(), 'a')", "test.get_temp_dir() != ''", "test.assert_equal_graph_def(v1.GraphDef(), v1.GraphDef())", "test.assert_equal_graph_def(v1.GraphDef(node=[v1.NodeDef(name='a')]), v1.GraphDef())", "test.mock.Mock().x is not None",
        "io.TFRecordCompressionType.GZIP", "io.QueueBase is tf.queue.QueueBase", "get_seed(3)",
    ],
) | product(
    "of tf.compat.v1, in a graph: <use>",
    """
    v1 = tf.compat.v1
    graph = tf.Graph()
    scope = graph.as_default()
    _ = scope.__enter__()
    session = v1.Session()
    x = v1.placeholder(tf.float32, [2], name="x")
    <use>
    _ = scope.__exit__(None, None, None)
    """,
    use={
        "Print": "y = v1.Print(x, [x, x * 2], message='p ', summarize=3)\n[y.name, y.op.type, y.shape]\nsession.run(y, {x: [1, 2]})\nsession.run(v1.gradients(y * 3, x)[0], {x: [1, 2]})",
        "count_up_to": "v = v1.get_variable('v', initializer=tf.constant(0))\n_ = session.run(v.initializer)\nc = v1.count_up_to(v, 3)\n[int(session.run(c)) for _ in range(3)]\nsession.run(c)\n[c.dtype, c.shape, session.run(v)]",
        "op_scope": "with v1.op_scope([x], 'n', 'def') as a: pass\nwith v1.op_scope([x], None, 'def') as b: pass\n[a, b]",
        "variable_op_scope": "with v1.variable_op_scope([x], None, 'dd') as a: pass\nwith v1.variable_op_scope([x], 'name', 'dd') as b: pass\n[a.name, b.name]",
        "container": "with v1.container('c'):\n    v = v1.get_variable('v', initializer=1.0)\n_ = session.run(v.initializer)\nsession.run(v)",
        "add_check_numerics_ops": "y = tf.math.log(x)\nz = v1.add_check_numerics_ops()\nz.type\nsession.run(z, {x: [1, 2]})\nsession.run(z, {x: [1, -1]})",
        "get_seed": "v1.get_seed(None)\nv1.set_random_seed(3)\n[v1.get_seed(1), v1.get_seed(0)]",
        "initializers": "v = v1.get_variable('v', initializer=1.0)\n[v1.initializers.global_variables().name, v1.initializers.variables([v]).name, v1.initializers.tables_initializer().type, v1.initializers.local_variables().type]",
        "a part of the graph": "y = tf.negative(x, name='y')\nz = tf.abs(y, name='z')\nd = graph.as_graph_def()\n[n.name for n in v1.graph_util.extract_sub_graph(d, ['y']).node]\nv1.graph_util.extract_sub_graph(d, ['nothing'])\nv1.graph_util.tensor_shape_from_node_def_name(graph, 'z')",
        "frozen variables": "v = v1.get_variable('v', initializer=[1.0, 2.0], use_resource=True)\ny = tf.add(tf.identity(v), x, name='y')\n_ = session.run(v.initializer)\nd = v1.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ['y'])\nsorted({n.op for n in d.node})\n[n.op for n in d.node if n.name == 'v']\nwith tf.Graph().as_default(), v1.Session() as s:\n    u, w = tf.import_graph_def(d, return_elements=['x:0', 'y:0'], name='')\n    value = s.run(w, {u: [3.0, 4.0]})\nvalue",
        "frozen rows": "v = v1.get_variable('v', initializer=[[1.0], [2.0]], use_resource=True)\ny = tf.identity(tf.nn.embedding_lookup(v, [1, 0]), name='y')\n_ = session.run(v.initializer)\nd = v1.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ['y'])\nwith tf.Graph().as_default(), v1.Session() as s:\n    value = s.run(tf.import_graph_def(d, return_elements=['y:0'], name='')[0])\nvalue",
        "frozen but for some": "v = v1.get_variable('v', initializer=1.0, use_resource=True)\nu = v1.get_variable('u', initializer=2.0, use_resource=True)\ny = tf.add(v, u, name='y')\n_ = session.run([v.initializer, u.initializer])\nd = v1.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ['y'], variable_names_blacklist=['u'])\n[[n.name, n.op] for n in d.node if n.name in ('u', 'v')]",
        "without training nodes": "y = tf.negative(tf.identity(tf.debugging.check_numerics(tf.identity(x, name='i'), 'm'), name='j'), name='y')\n[n.name for n in v1.graph_util.remove_training_nodes(graph.as_graph_def()).node]\n[n.name for n in v1.graph_util.remove_training_nodes(graph.as_graph_def(), ['j']).node]",
        "gradients measured": "y = x * x\nwith session.as_default():\n    found = v1.test.compute_gradient(x, [2], y, [2], x_init_value=np.array([1.0, 2.0], np.float32), delta=0.25)\n    error = v1.test.compute_gradient_error(x, [2], y, [2], x_init_value=np.array([1.0, 2.0], np.float32), delta=0.25)\nfound\nerror",
    },
) | listed(
    """
    # == DeviceSpec of TensorFlow 1
    v1 = tf.compat.v1
    d = v1.DeviceSpec(job="a")
    d.task = 3
    d.to_string()
    d.merge_from(v1.DeviceSpec(device_type="CPU"))
    d.to_string()
    d.parse_from_string("/gpu:1").to_string()
    d.make_merged_spec(v1.DeviceSpec(job="b")).to_string()
    d.replace(job="z").to_string()
    isinstance(d, tf.DeviceSpec)
    d.device_index = 2
    d.to_string()

    # == StubOutForTesting
    import math, types
    stubs = tf.compat.v1.test.StubOutForTesting()
    stubs.Set(math, "pi", 3)
    math.pi
    class A:
        @staticmethod
        def s(): return 1
        @classmethod
        def c(cls): return 2
        def m(self): return 3
    class B(A): pass
    stubs.Set(A, "s", lambda: 10)
    stubs.Set(A, "c", lambda cls: 20)
    stubs.SmartSet(B, "m", lambda self: 30)
    [A.s(), A.c(), A().m(), B().m()]
    stubs.CleanUp()
    [math.pi == 3, A.s(), A.c(), B().m()]
    stubs.SmartSet(B, "nothing", 1)
    """
)  # fmt: skip

ON_PURPOSE = {
    "of tf.compat.v1, in a graph: without training nodes": "TensorFlow fails on an operation that passes an input on behind another one.",
    "StubOutForTesting": "TensorFlow's leaves class methods unbound, so that calls of them fail.",
}  # fmt: skip

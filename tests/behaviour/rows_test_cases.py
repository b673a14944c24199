"""Programs that test programs: test cases, sessions and values in them, Jacobians, benchmarks."""

from __future__ import annotations

from tests.behaviour.table import listed

ROWS = listed(
    """
# == evaluate and sessions in a graph
class T(tf.test.TestCase):
    def test_a(self):
        with tf.Graph().as_default():
            with self.cached_session() as s:
                x = tf.constant([1.0, 2.0])
                print(self.evaluate(x), self.evaluate({'a': x, 'b': [x, x]}), x.eval(), s.run(x))
                with self.cached_session() as t:
                    print(t is s)
            with self.session() as s:
                print(s.run(tf.constant(3)))
    def test_b(self):
        with tf.Graph().as_default():
            v = tf.compat.v1.get_variable('v', initializer=3.0)
            with self.session():
                self.evaluate(tf.compat.v1.global_variables_initializer())
                print(self.evaluate(v), self.evaluate(v + 1))
                self.assertAllClose(v, 3.0)
                self.assertAllEqual(tf.constant([1, 2]), [1, 2])
    def test_c(self):
        print(self.evaluate(tf.constant([1])), self.evaluate([tf.Variable(2), 3, None]), self.evaluate(tf.sparse.from_dense([1, 0])), self.evaluate(tf.ragged.constant([[1], []])))
        with self.session() as s:
            try:
                s.run(1)
            except AttributeError as e:
                print('AttributeError')
    def test_d(self):
        print(self.evaluate(lambda: tf.constant(3)))
for n in ('test_a', 'test_b', 'test_c', 'test_d'):
    r = T(n).run()
    print(n, r.wasSuccessful(), [str(e[1]).strip().split(chr(10))[-1][:100] for e in r.errors + r.failures])

# == evaluate of odd things
t = tf.test.TestCase('assertAllEqual')
t.setUp()
t.evaluate(3)
t.evaluate(np.ones(2))
t.evaluate('a')
t.evaluate(None)
t.evaluate((tf.constant(1), {'a': tf.constant('x')}))
t.evaluate(tf.IndexedSlices(tf.constant([1.0]), tf.constant([0])))
t.evaluate(tf.function(lambda: tf.constant(1)))
t.evaluate(tf.zeros)
t.evaluate_if_both_tensors(tf.constant(1), 2)
t.evaluate_if_both_tensors(tf.constant(1), tf.constant(2))
t.get_temp_dir() == t.get_temp_dir()

# == main runs tests
import sys, unittest
class T(tf.test.TestCase):
    def test_one(self):
        self.assertEqual(tf.random.uniform([]).numpy(), tf.random.uniform([]).numpy())
[tf.test.main.__name__, callable(tf.test.main)]
T('test_one').run().wasSuccessful()

# == seeds of a test
class T(tf.test.TestCase):
    def test_one(self):
        import random
        print(tf.random.uniform([2]), np.random.rand(), random.random())
T('test_one').run().wasSuccessful()
T('test_one').run().wasSuccessful()

# == compute_gradient
a = tf.test.compute_gradient(lambda x: x * x, [tf.constant([1.0, 2.0])])
a
tf.test.compute_gradient(lambda x, y: x * y, [tf.constant([1.0, 2.0], tf.float64), tf.constant([3.0, 4.0], tf.float64)], delta=1e-4)
tf.test.compute_gradient(lambda x: tf.cast(x, tf.int32), [tf.constant([1.0])])
tf.test.compute_gradient(lambda x: x, [tf.constant([1])])
tf.test.compute_gradient(lambda x: x, tf.constant([1.0]))
tf.test.compute_gradient(lambda x: tf.gather(x, [0, 0]), [tf.constant([1.0, 2.0])])
tf.test.compute_gradient(lambda x: tf.reduce_sum(x) * 0 + 3.0, [tf.zeros([0])])
tf.test.compute_gradient(lambda x: tf.complex(x, x), [tf.constant([1.0])])
tf.test.compute_gradient(lambda x: x * tf.math.conj(x), [tf.constant([1.0 + 2j], tf.complex64)])
tf.test.compute_gradient(tf.function(lambda x: tf.sin(x)), [tf.constant([0.0])])

# == a benchmark
class B(tf.test.Benchmark):
    def benchmark_a(self):
        self.report_benchmark(iters=3, wall_time=0.5, extras={'k': 1.0}, name='n')
    def benchmark_b(self):
        self.report_benchmark(iters=3, wall_time=0.5, metrics=[{'name': 'm', 'value': 2.0}])
b = B()
b.benchmark_a()
b.benchmark_b()
B().run_op_benchmark
tf.test.Benchmark.is_abstract()
B.is_abstract()

# == run_op_benchmark
class B(tf.test.Benchmark):
    pass
with tf.Graph().as_default(), tf.compat.v1.Session() as s:
    import io, contextlib
    with contextlib.redirect_stdout(io.StringIO()):
        r = B().run_op_benchmark(s, tf.constant(1) + 1, min_iters=2, burn_iters=1, name='x', mbs=1)
sorted(r)
r['iters']
r['name']
tf.test.benchmark_config().graph_options.rewrite_options.dependency_optimization

# == decorators
class T(tf.test.TestCase):
    @tf.test.disable_with_predicate(pred=tf.test.is_built_with_xla, skip_message='no')
    def test_a(self):
        print('ran')
r = T('test_a').run()
[len(r.skipped), r.skipped[0][1]]
@tf.test.with_eager_op_as_function
class U(tf.test.TestCase):
    def test_b(self):
        print('b')
U('test_b').run().wasSuccessful()

# == graph defs
g = tf.compat.v1.GraphDef()
n = g.node.add()
n.name, n.op = 'a', 'NoOp'
tf.test.assert_equal_graph_def(g, g)
h = tf.compat.v1.GraphDef()
tf.test.assert_equal_graph_def(g, h)
tf.test.assert_equal_graph_def(h, g)
tf.test.assert_equal_graph_def(3, g)

# == protos
t = tf.test.TestCase('assertAllEqual')
t.setUp()
g = tf.compat.v1.GraphDef()
n = g.node.add()
n.name, n.op = 'a', 'NoOp'
t.assertProtoEquals("node { name: 'a' op: 'NoOp' }", g)
t.assertProtoEquals("nonsense {", g)
t.assertProtoEquals(g, g)
t.assertProtoEquals(3, g)

# == threads and streams
t = tf.test.TestCase('assertAllEqual')
t.setUp()
def fail():
    raise ValueError('bad')
th = t.checkedThread(target=fail)
th.start()
th.join()
ok = t.checkedThread(target=print, args=('x',))
ok.start()
ok.join()
ok.is_alive()
unjoined = t.checkedThread(target=print, args=('y',))
unjoined.start()
t.tearDown()

# == setUp twice and a class of classes
class T(tf.test.TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.x = tf.constant(3)
    def setUp(self):
        super().setUp()
        self.y = self.x + 1
    def test_a(self):
        self.assertAllEqual(self.y, 4)
        with self.subTest('sub', k=1):
            self.assertEqual(1, 2)
    def test_b(self):
        with self.assertRaises(tf.errors.InvalidArgumentError):
            tf.zeros([2]) + tf.zeros([3])
        with self.assertRaisesRegex(tf.errors.InvalidArgumentError, 'Incompatible'):
            tf.zeros([2]) + tf.zeros([3])
        with self.assertRaisesOpError('Incompatible'):
            tf.zeros([2]) + tf.zeros([3])
        with self.assertRaisesIncompatibleShapesError():
            tf.zeros([2]) + tf.zeros([3])
        with self.assertLogs('x', level='INFO') as cm:
            import logging
            logging.getLogger('x').info('hello')
        print(cm.output)
import unittest
T.setUpClass()
[len(T('test_a').run().failures), T('test_b').run().wasSuccessful()]
"""
)

"""Rows for `tf.test`: assertions that hold and that fail, values of tensors, Jacobians."""

from __future__ import annotations

_ASSERTIONS = """
assertAllClose([1.,2.],[1.,2.1])
assertAllClose({"a":[1.]},{"a":[1.1]})
assertAllClose({"a":[1.]},{"b":[1.]})
assertAllClose([[1.,2.],[3.]],[[1.,2.],[3.]])
assertAllClose((1.,[2.]),(1.,[2.0000001]))
assertAllClose([1.,2.],[1.,2.,3.])
assertAllClose(tf.ragged.constant([[1.,2.],[3.]]),tf.ragged.constant([[1.,2.],[3.]]))
assertAllClose(tf.ragged.constant([[1.,2.],[3.]]),[[1.,2.],[3.]])
assertAllClose(tf.ragged.constant([[1.,2.],[3.]]),[[1.,2.],[3.5]])
assertAllClose(np.float32(float('nan')),float('nan'))
assertAllClose(tf.constant([1.], tf.float16),[1.0005])
assertAllClose(tf.constant([1.], tf.bfloat16),[1.005])
assertAllCloseAccordingToType(tf.constant([1.], tf.float16),np.array([1.0005],np.float16))
assertAllEqual([1,2],[1,3])
assertAllEqual([1,2],[1,2,3])
assertAllEqual([1.,float('nan')],[1.,float('nan')])
assertAllEqual(tf.constant(['a']),[b'a'])
assertAllEqual(['a'],[b'a'])
assertAllEqual(tf.constant(['a']),['a'])
assertAllEqual(tf.ragged.constant([[1,2],[3]]),[[1,2],[3]])
assertAllEqual(tf.ragged.constant([[1,2],[3]]),[[1,2],[4]])
assertAllEqual(True, tf.constant(True))
assertNotAllEqual([1,2],[1,2])
assertNotAllEqual([1,2],[1,3])
assertNotAllClose([1.],[1.])
assertNotAllClose([1.],[1.5])
assertNotAllClose([1.],[1.,2.])
assertAllGreater([1,2],1)
assertAllGreaterEqual([1,2],2)
assertAllLess([1,2],2)
assertAllLessEqual([1,2],1)
assertAllInRange([1.,2.],1,2)
assertAllInRange([1.,2.],1,2,open_upper_bound=True)
assertAllInRange([1.,2.],1,2,open_lower_bound=True)
assertAllInRange(['a'],1,2)
assertAllInSet([1,2],[1])
assertNear(1.,1.1,.01)
assertNear(1.,1.1,.2)
assertArrayNear([1.],[1.1],.01)
assertArrayNear([1.],[1.,2.],.01)
assertNDArrayNear(np.ones(2),np.zeros(2),.1)
assertDTypeEqual(tf.constant(1.),tf.int32)
assertDTypeEqual(np.float32(1),np.float64)
assertDTypeEqual(np.zeros(1,np.float32),tf.float32)
assertShapeEqual(np.zeros([1,2]),tf.zeros([2,1]))
assertShapeEqual(np.zeros([1,2]),tf.zeros([1,2]))
assertShapeEqual([1],tf.zeros([1,2]))
assertDeviceEqual('/cpu:0','/device:CPU:0')
assertDeviceEqual('/cpu:0','/device:GPU:0')
assertStartsWith('abc','b')
assertEndsWith('abc','b')
assertRegexMatch('abc',['x','y'])
assertEmpty([1])
assertNotEmpty([])
assertLen([1],2)
assertLen(np.zeros(3),2)
assertEmpty(3)
assertBetween(3,1,2)
assertSameElements([1,2,2],[2,1])
assertSameElements([1,2,2],[3,1])
assertItemsEqual([1,2],[2,1,1])
assertProtoEquals('', tf.compat.v1.GraphDef())
assertSameStructure({"a":[1]},{"a":[1,2]})
assertSameStructure({"a":1},{"b":1})
assertDictAlmostEqual({"a":1.},{"a":1.1})
assertTotallyOrdered([1],[2],[2])
assertTotallyOrdered([1],[2])
assertUrlEqual('http://a/b?x=1&y=2','http://a/b?y=2&x=1')
assertUrlEqual('http://a/b?x=1&y=2','http://a/c?y=2&x=1')
assertJsonEqual('{"a":1}','{"a":2}')
assertMappingEqual({"a":1},{"a":2})
assertContainsSubset([1,3],[1,2])
assertNoCommonElements([1],[1,2])
assertContainsInOrder(['a','b'],'b a')
assertContainsSubsequence([1,2,3],[1,4])
assertContainsExactSubsequence([1,2,3],[1,3])
assertSequenceStartsWith([1],[2,1])
assertSequenceStartsWith([],[2,1])
assertSequenceAlmostEqual([1.],[1.1])
assertIsSubclass(int,str)
assertNotIsSubclass(bool,int)
assertNotStartsWith('ab','a')
assertNotEndsWith('ab','b')
assertRaisesWithLiteralMatch(ValueError,'x',int,'a')
evaluate(tf.constant(1))
evaluate({'a':[tf.constant(1),tf.Variable(2)], 'b':(1,)})
evaluate(tf.sparse.from_dense([1,0]))
evaluate(lambda: tf.constant(1))
evaluate(tf.IndexedSlices(tf.constant([1]),tf.constant([0])))
evaluate([1,None,'a'])
evaluate_if_both_tensors(tf.constant(1),2)
evaluate_if_both_tensors(tf.constant(1),tf.constant(2))
assertAllEqual([1,2],[1,3],msg='hello')
assertAllClose([1.],[2.],msg='hello')
assertAllGreater(tf.constant([]),1)
assertBetween('b','a','c')
fail('a')
fail('a','b')
fail()
assertCountEqual(tf.constant([1]),[1])
assertEqual(tf.constant([1]),[1])
assertEqual(tf.constant([1,2]),tf.constant([1,2]))
assertIn(1, tf.constant([1]))
assertAllEqual("abc", "abc")
assertAllEqual(b"abc", "abc")
assertAllEqual([[1], [2]], np.array([[1], [2]]))
assertAllEqual([tf.constant(1), tf.constant(2)], [1, 2])
assertAllEqual(tf.Variable([1, 2]), [1, 2])
assertAllClose({"a": (1.0, {"b": [2.0]})}, {"a": (1.0, {"b": [2.0]})})
assertAllClose(1.0, {"a": 1.0})
assertAllClose([tf.constant([1.0]), tf.constant([1.0, 2.0])], [[1.0], [1.0, 2.0]])
assertAllClose([[1.0], [2.0, 3.0]], [[1.0]])
assertAllClose(np.inf, np.inf)
assertAllClose(np.inf, 1.0)
assertAllClose(1.0 + 1e-7j, 1.0)
assertAllClose(tf.constant(1.0), 1.0 + 1e-5, rtol=1e-4)
assertAllClose([], [])
assertAllClose(tf.zeros([0, 3]), np.zeros([0, 3]))
assertAllClose(tf.zeros([0, 3]), np.zeros([0, 2]))
assertAllCloseAccordingToType(tf.constant(1.0, tf.bfloat16), 1.005)
assertAllCloseAccordingToType(1.0, 1.005)
assertAllInRange([np.nan], 0, 1)
assertAllInSet(tf.constant([1, 2]), {1, 2})
assertDTypeEqual(1, tf.float32)
assertDTypeEqual([1.0], np.float64)
assertDTypeEqual(tf.constant("a"), tf.string)
assertShapeEqual(tf.zeros([2]), tf.zeros([2]))
assertShapeEqual(np.float32(1), tf.zeros([]))
assertSameStructure([1, [2]], [1, [2]])
assertSameStructure([1], (1,))
assertSameStructure(1, 1.5)
assertContainsExactSubsequence([1, 2, 3], [2, 3])
assertContainsInOrder("b", "abc")
assertRegexMatch("abc", "b")
assertBetween(2, 1, 3)
assertTotallyOrdered([1, 1], [2])
assertDictEqual({"a": 1}, {"a": 1, "b": 2})
assertDictEqual({"a": 1}, {"a": 1})
evaluate(tf.Variable([1.0]))
evaluate([tf.constant(1), (tf.constant("a"), {"k": tf.constant([True])})])
evaluate(None)
evaluate([tf.constant(1), None])
assertNear(np.nan, 1.0, 0.1)
assertNear(np.nan, np.nan, 0.1)
assertNear(np.inf, np.inf, 0.1)
"""

_JACOBIANS = """
lambda x: x * x, [[1.0]]
lambda x: x * x, np.array([1.0])
lambda x: x * x, 1.0
lambda x: x * x, [np.array([[1.0, 2.0]], np.float32)]
lambda x: x * x, [np.array([[1.0, 2.0]], np.float32)], 0.5
lambda x, y: x * y, [[1.0, 2.0], 3.0]
lambda x: tf.math.conj(x) * x, [np.array([1 + 2j])]
lambda x: tf.math.real(x), [np.array([1 + 2j])]
lambda x: tf.cast(x, tf.complex64) * (1 + 2j), [np.array([1.0], np.float32)]
lambda x: tf.constant([1.0], tf.float64), [np.array([1.0])]
lambda x: tf.gather(x, [0, 0]), [np.array([1.0, 2.0])]
lambda x: x, [np.array([1, 2])]
lambda x: x, [np.array([1, 2], np.float16)]
"""

_ERRORS = (
    "raising(C.assertRaisesOpError('a'), tf.errors.OutOfRangeError(None, None, 'abc'))",
    "raising(C.assertRaisesOpError('x'), tf.errors.OutOfRangeError(None, None, 'abc'))",
    "raising(C.assertRaisesOpError('x'), ValueError('x'))",
    "raising(C.assertRaisesOpError('x'), None)",
    "raising(C.assertRaisesOpError(lambda e: e.code == 11), tf.errors.OutOfRangeError(None, None, 'abc'))",
    "raising(C.assertRaisesWithPredicateMatch(ValueError, lambda e: 'a' in str(e)), ValueError('b'))",
    "raising(C.assertRaisesWithPredicateMatch((ValueError, TypeError), 'b'), TypeError('b'))",
    "raising(C.assertRaisesWithLiteralMatch(ValueError, 'b'), ValueError('b'))",
    "raising(C.assertRaisesWithLiteralMatch(ValueError, 'b'), ValueError('bb'))",
    "raising(C.assertRaisesWithLiteralMatch(ValueError, 'b'), KeyError('b'))",
)

ROWS = [
    *(f"testing.case(tf).{assertion}" for assertion in _ASSERTIONS.strip().splitlines()),
    *(f"tf.test.compute_gradient({arguments})" for arguments in _JACOBIANS.strip().splitlines()),
    *(f"testing.{row.replace('C.', 'testing.case(tf).')}" for row in _ERRORS),
    "tf.test.is_gpu_available()",
    "tf.test.is_gpu_available(cuda_only=True)",
    "tf.test.gpu_device_name()",
    "tf.test.is_built_with_cuda()",
    "tf.test.is_built_with_rocm()",
    "tf.test.is_built_with_gpu_support()",
    "tf.test.is_built_with_xla()",
    "tf.test.experimental.sync_devices()",
    "tf.test.Benchmark.is_abstract()",
    "type('B', (tf.test.Benchmark,), {}).is_abstract()",
    "tf.test.assert_equal_graph_def(1, 2)",
]

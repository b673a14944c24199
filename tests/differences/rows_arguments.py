"""Calls of public functions with all of their arguments: in order, by keyword, the other way round, wrong.

The values differ so much that two arguments that changed places are noticed.
"""

from __future__ import annotations

from pathlib import Path

_CALLS = Path(__file__).with_name("arguments.txt").read_text(encoding="utf-8")
"""A function a line, with all of its arguments in TensorFlow's order."""


def _split(text: str) -> list[str]:
    """The arguments of a call, at the commas that stand outside of brackets and of lambdas' parameters."""
    parts, depth, at = [], 0, 0
    for place, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        following = text[place + 1 :].lstrip()
        if char == "," and depth == 0 and following.partition("=")[0].isidentifier():
            parts.append(text[at:place].strip())
            at = place + 1
    return [*parts, text[at:].strip()]


def _rows(function: str, arguments: list[str]) -> list[str]:
    pairs = [tuple(argument.split("=", 1)) for argument in arguments]
    values = [value for _, value in pairs]
    keyworded = [f"{name}={value}" for name, value in pairs]
    half = len(pairs) // 2
    return [
        f"{function}({', '.join(values)})",
        f"{function}({', '.join(reversed(keyworded))})",
        f"{function}({', '.join([*values[:half], *keyworded[half:]])})",
        f"{function}({', '.join([*values, '1'])})",
        f"{function}({', '.join([*keyworded, 'no_such=1'])})",
        f"{function}({', '.join([*values, keyworded[0]])})",
        f"{function}({', '.join(keyworded[1:])})",
        f"{function}()",
    ]


ROWS = [
    row
    for line in _CALLS.strip().splitlines()
    for function, _, arguments in [line.partition(" | ")]
    for row in _rows(function, _split(arguments))
]

_RAW = {
    "Sum": "input=t([[1, 2], [3, 5]]), axis=1",
    "Max": "input=t([[1, 2], [3, 5]]), axis=1, keep_dims=True",
    "All": "input=t([[True], [False]]), axis=0",
    "Any": "input=t([[True], [False]]), axis=0",
    "Mean": "input=t([[1., 2.], [3., 5.]]), axis=1, keep_dims=True, name='n'",
    "Min": "input=t([[1, 2], [3, 5]]), axis=1",
    "Prod": "input=t([[1, 2], [3, 5]]), axis=1",
    "EuclideanNorm": "input=t([[1., 2.], [3., 5.]]), axis=1",
    "ExpandDims": "input=t([1, 2]), axis=1",
    "Select": "condition=t([True, False]), x=t([1, 2]), y=t([3, 4])",
    "Split": "axis=0, value=t([1, 2]), num_split=2",
    "SplitV": "value=t([1, 2, 3]), size_splits=[1, 2], axis=0, num_split=2",
    "Squeeze": "input=t([[1], [2]]), axis=[1]",
    "Where": "condition=t([True, False])",
    "AddV2": "x=t([1, 2]), y=t([3, 4])",
    "MatMul": "a=t([[1., 2.]]), b=t([[3., 4.]]), transpose_b=True",
    "Cast": "x=t([1, 2]), DstT=tf.float32",
    "ConcatV2": "values=[t([1, 2]), t([3])], axis=0",
    "GatherV2": "params=t([1, 2]), indices=t([1]), axis=0",
    "TensorScatterUpdate": "tensor=t([1, 2]), indices=t([[1]]), updates=t([5])",
}
_OLD_NAMES = [
    "tf.raw_ops.Sum(input=t([1, 2]), reduction_indices=0)",
    "tf.raw_ops.ExpandDims(input=t([1, 2]), dim=0)",
    "tf.raw_ops.Select(condition=t([True]), t=t([1]), e=t([2]))",
    "tf.raw_ops.Split(split_dim=0, value=t([1, 2]), num_split=2)",
    "tf.raw_ops.Squeeze(input=t([[1]]), squeeze_dims=[0])",
    "tf.raw_ops.Where(input=t([True]))",
    "tf.raw_ops.AddV2(x=1, y=2, T=tf.int32)",
    "tf.raw_ops.Cast(x=1, SrcT=tf.int32, DstT=tf.int32)",
]
ROWS += [
    row
    for op, arguments in _RAW.items()
    for row in (
        f"tf.raw_ops.{op}({arguments})",
        f"tf.raw_ops.{op}({', '.join(reversed(_split(arguments)))})",
        f"tf.raw_ops.{op}({', '.join(a.partition('=')[2] for a in _split(arguments))})",
        f"tf.raw_ops.{op}({arguments}, no_such=1)",
        f"tf.raw_ops.{op}({', '.join(_split(arguments)[1:])})",
    )
]
ROWS += _OLD_NAMES

# Arguments of methods, in order and by name
ROWS += [
    "tf.Variable(1, False).trainable",
    "tf.Variable([1., 2.], True, True, None, 'n', None, tf.float64).dtype",
    "tf.Variable(1, synchronization=None).synchronization.name",
    "tf.Variable(1).aggregation.name",
    "tf.Variable(1).synchronization.name",
    "tf.Variable(1).assign(5, False, 'n', True)",
    "tf.Variable(1).assign(value=5, read_value=False) is None",
    "tf.Variable(1).assign_add(5, False, 'n', True)",
    "tf.Variable(1).assign_add(delta=5)",
    "tf.Variable(1).assign_add(value=5)",
    "tf.Variable(1).assign_sub(5, False, 'n', True)",
    "tf.Variable(1).assign(5, no_such=1)",
    "tf.Variable(1).assign()",
    "tf.Variable()",
    "tf.Variable(1, no_such=2)",
    "tf.nest.is_nested([1])",
    "tf.nest.is_nested(seq=(1,))",
    "tf.nest.is_nested([1], True)",
    "tf.nest.is_nested(structure=[1])",
    "tf.nest.map_structure(lambda x, y: x - y, [5, 7], [1, 2])",
    "tf.nest.map_structure(lambda x, y: x - y, [5, 7], (1, 2), check_types=False)",
    "tf.nest.map_structure(abs, [1], no_such=1)",
    "tf.meshgrid([1, 2], [3, 4, 5], indexing='ij', name='n')",
    "tf.meshgrid([1, 2], [3, 4, 5], indexing='ji')",
    "tf.meshgrid([1, 2], [3, 4, 5], no_such=1)",
    "traced(lambda: tf.group(t(1), name='n').name)",
    "traced(lambda: tf.group(t(1), no_such='n').name)",
    "tf.group(t(1), no_such='n')",
    "tf.DType(1).name",
    "tf.DType(1, None).name",
    "tf.TensorSpec([2]).is_compatible_with(spec_or_tensor=t([1., 2.]))",
    "tf.TensorSpec([2]).is_compatible_with(t([1., 2.]))",
    "tf.TensorArraySpec([2]).is_compatible_with(other=tf.TensorArraySpec([2]))",
    "tf.TensorArraySpec.from_value(tf.TensorArray(tf.int32, 2))",
    "tf.NoneTensorSpec.from_value(None)",
    "tf.TensorArray(tf.int32, 2, True, False, None, None, None, None, True, [1]).element_shape",
    "tf.TensorArray(tf.int32, size=2).write(0, 5, 'n').write(index=1, value=6).stack('n')",
    "tf.TensorArray(tf.int32, size=2, no_such=1)",
    "tf.TensorShape(dims=[1, 2])",
    "tf.TensorShape([1, 2], 3)",
    "tf.constant_initializer(3, True)([2])",
    "tf.constant_initializer(3)([2], tf.int32)",
    "tf.zeros_initializer()([2], tf.int32)",
    "tf.ones_initializer()(shape=[2], dtype=tf.float64)",
    "tf.zeros_initializer()([2])",
    "list(tf.data.Dataset.range(3).batch(2, True, None, None, 'n'))",
    "list(tf.data.Dataset.range(3).map(lambda x: x + 1, 2, True))",
    "list(tf.data.Dataset.range(2, 9, 3, output_type=tf.int32))",
    "tf.data.Dataset.range(3).cardinality()",
    "tf.data.Dataset.range(3).cardinality('n')",
    "list(tf.data.Dataset.range(5).shuffle(1, 7, True, 'n'))",
    "list(tf.data.Dataset.range(6).window(2, 3, 1, True).map(lambda w: t(1)))",
    "list(tf.data.Dataset.range(3).padded_batch(2, [], t(7, tf.int64), False))",
    "list(tf.data.Dataset.range(5).shard(2, 1, 'n'))",
    "list(tf.data.Dataset.range(5).skip(count=3))",
    "list(tf.data.Dataset.range(5).take(2, 3, 4))",
    "tf.distribute.Strategy()",
    "tf.Module('n').name",
    "tf.Module(no_such=1)",
    "tf.io.gfile.GFile('/no/such/file').seek(0)",
    "tf.autograph.experimental.Feature.BUILTIN_FUNCTIONS.name",
    "sorted(f.name for f in tf.autograph.experimental.Feature)",
    "sorted(f.value for f in tf.autograph.experimental.Feature)",
    "sorted(f.name for f in tf.autograph.experimental.Feature.all())",
    "sorted(f.name for f in tf.autograph.experimental.Feature.all_but([tf.autograph.experimental.Feature.LISTS]))",
    "sorted(f.name for f in tf.autograph.experimental.Feature.all_but(tf.autograph.experimental.Feature.LISTS))",
]

_TWO_STEPS = "inputs=t([[[0., 1., 3.]], [[2., .5, 0.]]]), sequence_length=[2]"
_BEAMS = f"tf.raw_ops.CTCBeamSearchDecoder({_TWO_STEPS}, beam_width=4,"
_MANY_RESULTS = [
    "tf.raw_ops.TopKV2(input=t([1, 2, 3]), k=2)",
    "tf.raw_ops.Unique(x=t([1, 1]))",
    "tf.raw_ops.Unpack(value=t([1, 2]), num=2)",
    "tf.raw_ops.IdentityN(input=[1, 2.])",
    "tf.raw_ops.ShapeN(input=[[1], [2]])",
    "tf.raw_ops.NoOp()",
    "tf.raw_ops.Qr(input=t([[2., 0.], [0., 3.]]))",
    "tf.raw_ops.Svd(tensor=t([[2., 0.], [0., 3.]]), compute_uv=False)",
    "tf.raw_ops.DynamicPartition(data=t([1, 2]), partitions=[1, 0], num_partitions=2)",
    "tf.raw_ops.CTCGreedyDecoder(inputs=tf.ones([2, 1, 3]), sequence_length=[2])",
    f"{_BEAMS} top_paths=2)",
    "tf.raw_ops.SoftmaxCrossEntropyWithLogits(features=t([[1., 2.]]), labels=t([[1., 0.]]))",
    "tf.raw_ops.FusedBatchNormV3(x=tf.ones([1, 1, 1, 2]), scale=[1., 2.], offset=[1., 3.], mean=[], variance=[]).y",
    "tf.raw_ops.StringSplitV2(input=['a b'], sep=' ')",
    "traced(lambda: tf.raw_ops.TopKV2(input=t([1, 2, 3]), k=2))",
    f"traced(lambda: {_BEAMS} top_paths=2))",
]
ROWS += _MANY_RESULTS

ON_PURPOSE: dict[str, str] = {
    "tf.Variable(1, no_such=2)": "An unknown keyword is a TypeError, which TensorFlow's Variable drops without a word.",
}

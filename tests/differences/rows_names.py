"""Public names that few programs use: images, convolutions by their ops, Sobol's points, initialisers, messages."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_IMAGE = "tf.reshape(tf.range(16.0), [1, 4, 4, 1])"
_SMALL = "tf.reshape(tf.range(9.0), [1, 3, 3, 1])"
_BOX = "tf.constant([[[0.1, 0.2, 0.5, 0.9]]])"
_SUMS = "lambda x, n, p: tf.nn.conv2d(x, tf.ones([2, 2, 1, 1]), 1, p)"
_DRAWN = "tf.image.sample_distorted_bounding_box"
_ANYWHERE = "min_object_covered=1.0, area_range=[0.01, 0.02]"
_FINGERPRINT = "tf.saved_model.experimental.Fingerprint"

ROWS = [
    # images
    *(f"tf.image.extract_glimpse({_SMALL}, [2, 2], [[{o}]], centered={c}, normalized={n}, noise='zero')" for c in (True, False) for n in (True, False) for o in ("0.0, 0.0", "1.0, 1.0", "-0.5, 0.25", "2.0, -1.0")),
    f"tf.image.extract_glimpse({_SMALL}, [2, 2], [[9.0, 9.0]], noise='foo')",
    f"tf.image.extract_glimpse({_SMALL}, [0, 2], [[9.0, 9.0]])",
    *(f"{_DRAWN}([40, 50, 3], {_BOX}, {a})" for a in (_ANYWHERE, "min_object_covered=-1.0", "area_range=[0.5]", "area_range=[0.5, 2.0]", "max_attempts=0", "min_object_covered=2.0", "aspect_ratio_range=[1.0]")),
    f"{_DRAWN}([40, 50], {_BOX})",
    f"{_DRAWN}([40, 50, 3], {_BOX} * 3)",
    f"{_DRAWN}([40, 50, 3], tf.zeros([1, 0, 4]))",
    f"{_DRAWN}([40, 50, 3], tf.zeros([1, 0, 4]), use_image_if_no_bounding_boxes=True, {_ANYWHERE})",
    f"tf.image.stateless_sample_distorted_bounding_box([40, 50, 3], {_BOX}, (1, 2), {_ANYWHERE})",
    f"tf.image.stateless_sample_distorted_bounding_box([40, 50, 3], {_BOX}, (1, 2, 3))",
    # pools and convolutions
    *(f"tf.nn.fractional_max_pool({_IMAGE}, {r}, seed=1)" for r in ("2", "[2.0]", "[1, 2, 2, 1]", "[1.5, 1.5]", "0.5", "[2, 2, 2, 2]")),
    *(f"tf.nn.fractional_avg_pool({_IMAGE}, {r}, seed=1)" for r in ("[1.0, 2.0, 2.0, 1.0]", "[1.0, 0.5, 2.0, 1.0]")),
    *(f"tf.nn.fractional_max_pool({_IMAGE}, 2.0, overlapping={o}, seed=1)" for o in (True, False)),
    *(f"tf.nn.with_space_to_batch({_IMAGE}, {r}, '{p}', {_SUMS}, filter_shape=[2, 2])" for r in ("[1, 1]", "[2, 2]", "[1, 2]", "[3, 2]") for p in ("SAME", "VALID")),
    f"tf.nn.with_space_to_batch({_IMAGE}, [2, 2], 'SAME', {_SUMS})",
    f"tf.nn.with_space_to_batch({_IMAGE}, [2, 2], 'FULL', {_SUMS})",
    f"tf.nn.with_space_to_batch({_IMAGE}, [0, 2], 'VALID', {_SUMS})",
    f"tf.nn.with_space_to_batch({_IMAGE}, [2], 'VALID', lambda x, n, p: x * n, spatial_dims=[2])",
    *(f"tf.conv({_IMAGE}, tf.ones([2, 2, 1, 2]), {s}, '{p}')" for s in ("[1, 1, 1, 1]", "[1, 2, 2, 1]") for p in ("SAME", "VALID")),
    *(f"tf.conv2d_backprop_filter_v2({_IMAGE}, tf.ones([2, 2, 1, 1]), tf.ones([1, {n}, {n}, 1]), [1, 1, 1, 1], '{p}')" for n, p in ((4, "SAME"), (3, "VALID"))),
    *(f"tf.conv2d_backprop_input_v2({_IMAGE}, tf.ones([2, 2, 1, 1]), tf.ones([1, {n}, {n}, 1]), [1, 1, 1, 1], '{p}')" for n, p in ((4, "SAME"), (3, "VALID"))),
    # Sobol's points
    *(f"tf.math.sobol_sample({a})" for a in ("5, 4", "1, 3", "3, 3, skip=5, dtype=tf.float64", "40, 2, skip=1000", "1111, 1, skip=3", "0, 4", "2, 0", "2, 2, skip=-1", "2, 2**31 - 1, skip=5", "30000, 2")),
    "static(lambda n: tf.math.sobol_sample(2, n), spec([], tf.int32))",
    "static(lambda n: tf.math.sobol_sample(2, 3), spec([], tf.int32))",
    # initialisers
    *(f"tf.initializers.get({n})([2, 2])" for n in ("'zeros'", "'Ones'", "'identity'", "{'class_name': 'Constant', 'config': {'value': 3}}", "tf.initializers.Zeros")),
    *(f"tf.initializers.get({n})" for n in ("None", "'foo'", "5")),
    "tf.initializers.serialize(tf.initializers.Zeros())",
    "tf.initializers.deserialize({'class_name': 'Ones', 'config': {}})([2])",
    *(f"tf.initializers.STFT({a})((4, 1, 3))" for a in ("'real', 'hann', 'density', False", "'imag', 'hamming', 'spectrum', True", "'real', None, None", "'imag', 'blackman', 'density', True", "'real', np.array([1.0, 2.0, 3.0, 4.0])", "'left'", "'real', 'hann', 'other'", "'real', 'nope'")),
    "tf.initializers.STFT().get_config()",
    # messages and files
    f"str({_FINGERPRINT}(1, 2, 3, 4, 5))",
    f"repr({_FINGERPRINT}(1, 2, 3, 4, 5))",
    f"str({_FINGERPRINT}())",
    f"{_FINGERPRINT}(1, 2, 3, 4, 5).singleprint()",
    f"{_FINGERPRINT}().singleprint()",
    f"{_FINGERPRINT}(1, 2, 3, 4, 5) == {_FINGERPRINT}(1, 2, 3, 4, 5)",
    "tf.saved_model.experimental.read_fingerprint('/no/such/model')",
    "str(tf.train.ClusterDef(job=[tf.train.JobDef(name='worker', tasks={0: 'a:1', 1: 'b:2'})]))",
    "tf.train.ServerDef(cluster=tf.train.ClusterDef(), job_name='w', replica=1, task_index=2, protocol='grpc', port=5).SerializeToString()",
    "tf.train.experimental.PythonState()",
    "tf.train.experimental.ShardByTaskPolicy().description",
    "tf.quantization.experimental.QuantizationMethod(preset_method='METHOD_STATIC_RANGE_INT8').SerializeToString()",
    "tf.quantization.experimental.QuantizationOptions(signature_keys=['a'], tags={'serve'}, op_set=2, min_num_elements_for_weights=7, freeze_all_variables=False).SerializeToString()",
    # what belongs to TensorFlow's own runtime
    "tf.check_pinned(tf.ones([2]))",
    "tf.load_op_library('/no/such.so')",
    "tf.load_library('/no/such.so')",
    "tf.experimental.register_filesystem_plugin('/no/such.so')",
    "tf.data.experimental.ServiceOptions().pinned",
    "tf.data.experimental.get_model_proto(5)",
]  # fmt: skip

ON_PURPOSE: dict[str, str] = {
    "tf.initializers.get({'class_name': 'Constant', 'config': {'value': 3}})([2, 2])": (
        "Without Keras `tf.initializers.Constant` is `tf.constant_initializer`, which keeps the dtype of its value."
    ),
}

"""Functions of `tf.compat.v1` for images, layers, embeddings and initial values."""

from __future__ import annotations

from tests.behaviour.table import product

_X = "import numpy as np\nv1 = tf.compat.v1\nx = tf.reshape(tf.range(12.0), [1, 2, 3, 2])\n"
ROWS = product(
    "of tf.compat.v1.image: <call>",
    _X + "found = v1.image.<call>\nfound\nfound.dtype\n",
    call=[
        "resize(x, [4, 4])", "resize(x, [4, 4], method=1)", "resize(x, [4, 4], method=2, align_corners=True)", "resize(x, [1, 2], method=v1.image.ResizeMethod.AREA)", "resize(x, [2, 3])", "resize(x[0], [4, 5], preserve_aspect_ratio=True)",
        "resize(x, [4, 4], method=9)", "resize(tf.cast(x, tf.int32), [2, 3])", "resize(tf.cast(x, tf.int32), [3, 3], method=1)", "resize(x, [4])", "resize(x[0, 0], [4, 4])", "resize(x, [4, 4], 'nearest')", "resize_images(x, [3, 3], align_corners=True)",
        "resize_image_with_pad(x, 4, 4)", "resize_image_with_pad(x, 4, 4, 1)", "resize_image_with_crop_or_pad(x, 3, 2)", "resize_bilinear(x, [3, 5])", "resize_bilinear(x, [3, 5], half_pixel_centers=True)", "resize_bicubic(x, [3, 5])", "resize_nearest_neighbor(x, [3, 5])", "resize_area(x, [1, 2])",
        "transpose_image(x)", "extract_image_patches(x, [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], 'VALID')", "adjust_brightness(x, 0.5)", "rot90(x)", "total_variation(x)", "central_crop(x, 0.5)",
    ],
) | product(
    "of tf.compat.v1.nn: <call>",
    _X + "shards = [tf.reshape(tf.range(6.0), [3, 2]), -tf.reshape(tf.range(4.0), [2, 2])]\nids = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], tf.constant([0, 3, 4], tf.int64), [3, 2])\nlogits = tf.math.log(tf.constant([[[0.1, 0.6, 0.3]], [[0.2, 0.5, 0.3]], [[0.1, 0.1, 0.8]]]))\nsparse = tf.SparseTensor([[0, 0]], [1], [1, 2])\nv1.nn.<call>\n",
    call=[
        "embedding_lookup(shards, [0, 1, 2, 3, 4])", "embedding_lookup(shards[0], [2, 0])", "embedding_lookup([shards[0], shards[0]], [0, 4, 5], partition_strategy='div')", "embedding_lookup(shards, [0], partition_strategy='x')", "embedding_lookup(shards, [3], max_norm=1.0)",
        "embedding_lookup_sparse(shards, ids, None, combiner='sum')", "embedding_lookup_sparse(shards[0][:, :1], ids, None, combiner='mean')", "safe_embedding_lookup_sparse(tf.concat(shards, 0), ids)",
        "relu_layer([[1.0, -2.0]], [[1.0, -1.0], [0.5, 3.0]], [0.5, 0.5])", "xw_plus_b([[1.0, -2.0]], [[1.0, -1.0], [0.5, 3.0]], [0.5, 0.5])", "xw_plus_b([[1.0]], [[1.0], [2.0]], [0.5])",
        "ctc_loss(sparse, logits, [3])", "ctc_loss(sparse, logits, [3], preprocess_collapse_repeated=True)", "ctc_loss(sparse, tf.transpose(logits, [1, 0, 2]), [3], time_major=False)", "ctc_loss([[1]], logits, [3])",
        "ctc_beam_search_decoder(logits, [3])[1]", "ctc_beam_search_decoder(logits, [3])[0][0].values", "ctc_beam_search_decoder(logits, [3], merge_repeated=False)[0][0].values",
        "dilation2d(x, tf.ones([2, 2, 2]), [1, 1, 1, 1], [1, 1, 1, 1], 'SAME')", "erosion2d(x, tf.ones([2, 2, 2]), [1, 1, 1, 1], [1, 1, 1, 1], 'VALID')",
        "conv2d_backprop_input([1, 2, 3, 2], tf.ones([1, 1, 2, 2]), x, [1, 1, 1, 1], 'SAME')", "conv2d_backprop_filter(x, [1, 1, 2, 2], x, [1, 1, 1, 1], 'SAME')", "depthwise_conv2d_native(x, tf.ones([2, 2, 2, 1]), [1, 1, 1, 1], 'SAME')",
        "batch_norm_with_global_normalization(x, tf.zeros([2]), tf.ones([2]), tf.ones([2]), tf.ones([2]), 0.1, True)", "space_to_batch(x[:, :, :2], [[0, 0], [0, 0]], 2)",
    ],
) | product(
    "of tf.compat.v1: <call>",
    _X + "v1.<call>\n",
    call=[
        "batch_to_space(tf.reshape(tf.range(4.0), [4, 1, 1, 1]), [[0, 0], [0, 0]], 2)", "batch_to_space_nd(tf.reshape(tf.range(4.0), [4, 1, 1, 1]), [2, 2], [[0, 0], [0, 0]])", "space_to_batch(x[:, :, :2], [[0, 0], [0, 0]], block_size=2)",
        "verify_tensor_all_finite([1.0], 'bad')", "verify_tensor_all_finite([1.0, np.nan], 'bad')", "debugging.assert_all_finite([1.0, np.inf], 'bad')",
        "sparse_to_dense([1, 3], [5], [7, 8])", "sparse_to_dense([[0, 1]], [2, 2], 3.0, default_value=-1.0)", "sparse_segment_sum(x[0, 0], [0, 2], [0, 0])", "sparse_segment_mean(x[0, 0], [0, 2], [0, 1], num_segments=3)", "sparse_segment_sqrt_n(x[0, 0], [0, 2], [0, 0])",
        "sparse_split(sp_input=tf.SparseTensor([[0, 0], [1, 1]], [1, 2], [2, 2]), num_split=2, axis=1)[1].values", "multinomial([[1.0, -99.0]], 3)", "multinomial([[1.0, -99.0]], 2, output_dtype=tf.int32)", "math.confusion_matrix([0, 1], [1, 1])", "math.bincount([1, 1, 3])", "math.special.bessel_j0([1.0])",
        "initializers.he_normal()([2, 3]).shape", "initializers.identity(2.0)([2, 3])", "initializers.identity()([2, 3, 1])", "initializers.orthogonal()([3])", "initializers.orthogonal(2.0)([3, 2]).shape", "uniform_unit_scaling_initializer()([0, 4])", "manip.reshape([1, 2], [2, 1])",
    ],
)  # fmt: skip

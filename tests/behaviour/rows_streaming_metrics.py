"""Metrics of TensorFlow 1: values that accumulate over batches in local variables."""

from __future__ import annotations

from tests.behaviour.table import product

_PROGRAM = """
v1 = tf.compat.v1
m = v1.metrics
g = tf.Graph()
with g.as_default():
    p = v1.placeholder(tf.float32, [2, 3])
    b = tf.round(p)
    l = v1.placeholder(tf.int32, [2, 3])
    f = tf.cast(l, tf.float32)
    w = tf.constant([[1.0], [0.5]])
    flat, also = v1.placeholder(tf.int64, [4]), v1.placeholder(tf.int64, [4])
    classes, top = v1.placeholder(tf.int64, [2, 1]), v1.placeholder(tf.int64, [2, 2])
    lists = tf.SparseTensor([[0, 0], [1, 0], [1, 1]], tf.constant([1, 0, 2], tf.int64), [2, 2])
    value, update = m.<call>
    more = v1.local_variables_initializer()
batches = [
    {p: [[.1, .6, .9], [.4, .3, .8]], l: [[0, 1, 1], [1, 0, 1]], flat: [0, 1, 2, 2], also: [0, 2, 2, 1], classes: [[1], [0]], top: [[2, 1], [2, 0]]},
    {p: [[.5, .2, .0], [1., .7, .3]], l: [[0, 0, 1], [1, 1, 0]], flat: [0, 1, 1, 1], also: [0, 1, 1, 2], classes: [[1], [2]], top: [[2, 1], [0, 1]]},
]
with v1.Session(graph=g) as s:
    s.run(more)
    for batch in batches:
        print(np.round(s.run(update, batch), 4), np.round(s.run(value), 4))
    s.run(more)
    print(np.round(s.run(value), 4))
[[v.name, v.shape, v.dtype.name, v.trainable] for v in g.get_collection("local_variables")] == [[v.name, v.shape, v.dtype.name, v.trainable] for v in g.get_collection("metric_variables")]
g.get_collection("variables")
value.dtype.name
"""
ROWS = product(
    "of tf.compat.v1.metrics: <call>",
    _PROGRAM,
    call=[
        "mean(p)", "mean(p, w)", "mean(p, 2.0)", "mean(p, [1.0, 0.0])", "mean(tf.cast(p * 10, tf.int64))", "mean_tensor(p)", "mean_tensor(p, w)", "accuracy(l, b)", "accuracy(l, b, w)", "accuracy(labels=f, predictions=b, weights=[1.0, 2.0])",
        "percentage_below(p, 0.5)", "percentage_below(p, 0.5, w)", "mean_absolute_error(f, p)", "mean_absolute_error(f, p, w)", "mean_relative_error(f, p, f)", "mean_relative_error(f, p, p + 1.0, w)", "mean_squared_error(f, p)", "mean_squared_error(f, p, w)",
        "root_mean_squared_error(f, p)", "root_mean_squared_error(f, p, w)", "mean_cosine_distance(f, p, 1)", "mean_cosine_distance(f, p, 1, w)", "mean_cosine_distance(f, p, 0)",
        "mean_iou(flat, also, 3)", "mean_iou(flat, also, 4, tf.constant([1.0, 2.0, 0.5, 1.0]))", "mean_per_class_accuracy(flat, also, 3)", "mean_per_class_accuracy(flat, also, 4, tf.constant([1.0, 2.0, 0.5, 1.0]))",
        "true_positives(l, b)", "true_positives(l, b, w)", "false_positives(l, b)", "false_positives(l, b, w)", "true_negatives(l, b)", "true_negatives(l, b, w)", "false_negatives(l, b)", "false_negatives(l, b, w)", "precision(l, b)", "precision(l, b, w)", "recall(l, b)", "recall(l, b, w)",
        "true_positives_at_thresholds(l, p, [0.2, 0.5])", "true_positives_at_thresholds(l, p, [0.2, 0.5], w)", "false_positives_at_thresholds(l, p, [0.2, 0.5])", "true_negatives_at_thresholds(l, p, [0.2, 0.5])", "false_negatives_at_thresholds(l, p, [0.2, 0.5], w)",
        "precision_at_thresholds(l, p, [0.2, 0.5])", "precision_at_thresholds(l, p, [0.2, 0.5], w)", "recall_at_thresholds(l, p, [0.2, 0.5])", "recall_at_thresholds(l, p, [0.2, 0.5], w)",
        "auc(l, p)", "auc(l, p, w)", "auc(l, p, num_thresholds=5)", "auc(l, p, curve='PR')", "auc(l, p, summation_method='minoring')", "auc(l, p, summation_method='majoring')", "auc(l, p, curve='PR', summation_method='careful_interpolation')", "auc(l, p, thresholds=[0.7, 0.3])", "auc(l, p, curve='PR', summation_method='majoring')",
        "sensitivity_at_specificity(l, p, 0.5)", "sensitivity_at_specificity(l, p, 0.9, w, num_thresholds=11)", "specificity_at_sensitivity(l, p, 0.5)", "specificity_at_sensitivity(l, p, 0.3, w, num_thresholds=11)",
        "precision_at_k(classes, p, 2)", "precision_at_k(classes, p, 2, class_id=1)", "precision_at_k(classes, p, 2, weights=[0.5, 1.0])", "precision_at_k(lists, p, 1)", "precision_at_k(classes[:, 0], p, 1)", "precision_at_top_k(classes, top)", "precision_at_top_k(classes, top, 2, class_id=0)",
        "recall_at_k(classes, p, 2)", "recall_at_k(classes, p, 2, class_id=1)", "recall_at_k(lists, p, 1)", "recall_at_k(lists, p, 2, class_id=2)", "recall_at_k(lists, p, 1, weights=[0.5, 1.0])", "recall_at_top_k(classes, top)", "recall_at_k(classes + 5, p, 2)",
        "average_precision_at_k(classes, p, 2)", "average_precision_at_k(lists, p, 3)", "average_precision_at_k(lists, p, 3, weights=[0.5, 1.0])", "sparse_precision_at_k(classes, p, 2)", "sparse_average_precision_at_k(classes, p, 1)",
    ],
) | product(
    "of tf.compat.v1.metrics: names and collections of <call>",
    """
    v1 = tf.compat.v1
    m = v1.metrics
    g = tf.Graph()
    with g.as_default():
        p, l = v1.placeholder(tf.float32, [2, 3]), v1.placeholder(tf.int64, [2, 3])
        value, update = m.<call>, metrics_collections=["values"], updates_collections=["updates", "all"])
        value is g.get_collection("values")[0]
        update is g.get_collection("all")[0]
    [v.name for v in g.get_collection("local_variables")]
    [[v.shape, v.dtype.name, v.trainable] for v in g.get_collection("metric_variables")]
    """,
    call=["mean(p", "mean(p, name='named'", "accuracy(l, p", "precision(l, p", "recall(l, p", "auc(l, p, num_thresholds=5", "mean_iou(l, l, 3", "mean_per_class_accuracy(l, l, 3", "recall_at_thresholds(l, p, [0.5]", "precision_at_k(l[:, :1], p, 2", "recall_at_k(l[:, :1], p, 2, class_id=1", "mean_tensor(p", "percentage_below(p, 1"],
) | product(
    "errors of tf.compat.v1.metrics: <call>",
    """
    v1 = tf.compat.v1
    m = v1.metrics
    def build():
        with tf.Graph().as_default(), v1.Session() as s:
            p, l = tf.constant([[.1, .6, .9], [.4, .3, .8]]), tf.constant([[0, 1, 1], [1, 0, 1]])
            value, update = m.<call>
            s.run(v1.local_variables_initializer())
            return np.round(s.run(update), 4)
    build()
    """,
    call=["mean(p, tf.ones([3]))", "mean(p, tf.ones([2, 2]))", "accuracy(tf.ones([2, 2]), p)", "accuracy(tf.ones([2, 3]), tf.ones([2, 3, 1]))", "accuracy([['a', 'b', 'b']], [['a', 'b', 'c']])", "accuracy(l, [0, 1, 1])", "auc(l, p, curve='X')", "auc(l, p, summation_method='X')", "auc(l, p + 1)", "auc(l, p - 1)",
          "sensitivity_at_specificity(l, p, 2)", "specificity_at_sensitivity(l, p, -1)", "average_precision_at_k(l, p, 0)", "mean_squared_error(l, p)", "mean_squared_error([True], [False])", "mean_iou(l, l + 4, 3)", "mean([])", "mean_relative_error([1.0, 2.0], [2.0, 4.0], [0.0, 2.0])", "mean_iou(l, l, 2, tf.constant([1.0]))"],
) | product(
    "metrics of TensorFlow 1 in eager programs: <call>",
    "tf.compat.v1.metrics.<call> # error: is not supported when eager execution is enabled\n",
    call=["mean([1.])", "accuracy([1], [1])", "auc([1], [1.])", "precision([1], [1])", "mean_iou([1], [1], 2)", "precision_at_k([[1]], [[1., 2.]], 1)", "recall_at_thresholds([1], [1.], [0.5])", "average_precision_at_k([[1]], [[1., 2.]], 1)", "true_positives([1], [1])", "mean_tensor([1.])", "sensitivity_at_specificity([1], [1.], .5)", "recall_at_k([[1]], [[1., 2.]], 1)"],
)  # fmt: skip

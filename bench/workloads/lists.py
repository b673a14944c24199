"""A list that grows: a loop writes behind the end of a TensorArray."""

import numpy as np

from bench.workload import Program, Workload

ITERATIONS, SIZE = 1000, 8


def growing(tf, stage):
    def grow(x):
        rows = tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[SIZE])
        for t in tf.range(ITERATIONS):
            rows = rows.write(t, x * tf.cast(t, tf.float32))
        return rows.stack()

    return Program("grow(x)", {"grow": stage(grow), "x": tf.constant(np.ones(SIZE, np.float32))})


def conditional(tf, stage):
    def keep(x):
        rows = tf.TensorArray(tf.float32, ITERATIONS, element_shape=[SIZE], clear_after_read=False)
        for t in tf.range(ITERATIONS):
            if t % 3 != 2:
                rows = rows.write(t, x * tf.cast(t, tf.float32))
            else:
                rows = rows.write(t, rows.read(t - 1) + rows.read(t - 2))
        return rows.stack()

    return Program("keep(x)", {"keep": stage(keep), "x": tf.constant(np.ones(SIZE, np.float32))})


WORKLOADS = [
    Workload("growing_list", f"{ITERATIONS} writes of {SIZE} floats to a TensorArray without a size", growing),
    Workload("conditional_list", f"{ITERATIONS} writes and reads of a TensorArray in branches of a loop", conditional),
]

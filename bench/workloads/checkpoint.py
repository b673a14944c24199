"""Saving 64 MiB and loading them again; NumPy writes and reads the same bytes, which shows the speed of the disk."""

import os
import tempfile

import numpy as np

from bench.workload import Program, Workload

_VARIABLES, _SIZE = 16, 1 << 20


def _arrays():
    return list(np.random.default_rng(0).standard_normal((_VARIABLES, _SIZE)).astype(np.float32))


def _folder():
    return tempfile.TemporaryDirectory(prefix="graphwright-bench-")


def tensorflow_checkpoint(tf, stage):
    folder = _folder()
    variables = [tf.Variable(array) for array in _arrays()]
    checkpoint = tf.train.Checkpoint(variables=variables)
    names = {"checkpoint": checkpoint, "path": os.path.join(folder.name, "saved"), "folder": folder}
    return Program("checkpoint.read(checkpoint.write(path))", names, result=lambda: variables[-1].numpy())


def numpy_checkpoint():
    folder = _folder()
    arrays = _arrays()
    path = os.path.join(folder.name, "saved")

    def round_trip():
        with open(path, "wb") as file:
            for array in arrays:
                file.write(array)
            file.flush()
            os.fsync(file.fileno())
        return [np.fromfile(path, np.float32, _SIZE, offset=i * 4 * _SIZE) for i in range(_VARIABLES)]

    return Program("round_trip()", {"round_trip": round_trip, "folder": folder}, result=lambda: round_trip()[-1])


WORKLOAD = Workload(
    "checkpoint",
    "saving and loading a checkpoint of 16 variables, 64 MiB",
    tensorflow_checkpoint,
    numpy_checkpoint,
    unfit=frozenset({"graphwright traced", "tf.function", "TF jit_compile"}),
    tolerance=0,
    in_quick=False,
)

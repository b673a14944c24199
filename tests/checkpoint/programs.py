"""Objects to save and restore, built alike with TensorFlow and with Graphwright.

    python -m tests.checkpoint.programs write FOLDER     what this TensorFlow writes: a checkpoint for each program
    python -m tests.checkpoint.programs read FOLDER      restores what stands there, and fails unless all values agree
    python -m tests.checkpoint.programs golden FOLDER    what tests/golden/data/checkpoints holds: the small ones

runs with TensorFlow; the tests import the programs and run them with Graphwright.
"""

from __future__ import annotations

import collections
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

DTYPES = [
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16"),
    *("float32", "float64", "complex64", "complex128", "float8_e5m2", "float8_e4m3fn", "int4", "uint4"),
]
Pair = collections.namedtuple("Pair", "first second")


class Maker:
    """Variables whose values are fresh (all different) or blank."""

    def __init__(self, tf: Any, fresh: bool) -> None:
        self.tf, self.fresh, self.count = tf, fresh, 0

    def __call__(self, shape: tuple[int, ...] = (2,), dtype: str = "float32") -> Any:
        self.count += 1
        size = int(np.prod(shape))
        numbers = (np.arange(size) * 3 + self.count) % 5 if self.fresh else np.zeros(size)
        if dtype == "string":
            texts = [b"\xff\x00" + b"t" * int(n * 50) for n in numbers] if self.fresh else [b""] * size
            value = np.array(texts, object).reshape(shape)
            return self.tf.Variable(self.tf.constant(value.tolist(), "string", shape))
        numpy_dtype = self.tf.as_dtype(dtype).as_numpy_dtype
        array = numbers.astype(np.complex128) * (1 + 2j) if "complex" in dtype else numbers
        array = array > 1 if dtype == "bool" else array
        return self.tf.Variable(np.asarray(array).reshape(shape).astype(numpy_dtype))


def _module(tf: Any, **attributes: Any) -> Any:
    module = tf.Module()
    for name, value in attributes.items():
        setattr(module, name, value)
    return module


def _dtypes(tf: Any, v: Maker) -> dict[str, Any]:
    return {"d": {dtype: v((3,), dtype) for dtype in DTYPES}}


def _shapes(tf: Any, v: Maker) -> dict[str, Any]:
    return {f"s{i}": v(shape) for i, shape in enumerate([(), (0,), (0, 3), (1,), (2, 3, 4), (1, 1, 1, 1, 1)])}


def _strings(tf: Any, v: Maker) -> dict[str, Any]:
    return {f"s{i}": v(shape, "string") for i, shape in enumerate([(), (0,), (4,), (2, 3), (0, 5)])}


def _modules(tf: Any, v: Maker) -> dict[str, Any]:
    inner = _module(tf, w=v((2, 2)), b=v())
    outer = _module(tf, first=inner, second=_module(tf, w=v()), again=inner)
    inner.parent = outer
    return {"model": outer, "step": v((), "int64")}


def _containers(tf: Any, v: Maker) -> dict[str, Any]:
    shared = v()
    return {
        "model": _module(
            tf,
            layers=[v(), [v(), "text", v()], (v(), 3, v()), Pair(v(), [v()])],
            named={"a/b.c": v(), "inner": {"x": v(), "..": v()}, "shared": shared},
            ordered=collections.OrderedDict(b=v(), a=v()),
            empty=[], nothing=None, number=3, shared=shared,
        ),
        "plain": [v(), v()],
        "table": {"one": v()},
    }  # fmt: skip


def _rooted(tf: Any, v: Maker) -> dict[str, Any]:
    return {"root": _module(tf, w=v(), inner=_module(tf, b=v())), "extra": v()}


def _generator(tf: Any, v: Maker) -> dict[str, Any]:
    return {"g": tf.random.Generator.from_seed(3 if v.fresh else 0), "v": v()}


class SlotKeeper:
    """The part of an optimizer that matters here, for Graphwright: the names and ways of TensorFlow 1's Adam."""

    def __init__(self, v: Maker, variables: list[Any]) -> None:
        self.beta1_power, self.beta2_power = v(()), v(())
        self._slots = {(name, id(w)): v(tuple(w.shape)) for w in variables for name in "mv"}

    def get_slot_names(self) -> list[str]:
        return ["m", "v"]

    def get_slot(self, variable: Any, name: str) -> Any:
        return self._slots.get((name, id(variable)))

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {"beta1_power": self.beta1_power, "beta2_power": self.beta2_power}


def _slots(tf: Any, v: Maker) -> dict[str, Any]:
    w, b = v((2, 2)), v()
    if hasattr(getattr(tf.compat.v1, "train", None), "AdamOptimizer"):
        opt = tf.compat.v1.train.AdamOptimizer(0.1)
        opt.apply_gradients([(tf.ones_like(w) * (2.0 if v.fresh else 0.0), w), (tf.ones_like(b), b)])
    else:
        opt = SlotKeeper(v, [w, b])
    return {"model": _module(tf, w=w, b=b), "opt": opt}


def _many(tf: Any, v: Maker) -> dict[str, Any]:
    return {"model": _module(tf, layers=[{"kernel": v((1,)), "bias": v((1,))} for _ in range(4500)])}


PROGRAMS: dict[str, Callable[[Any, Maker], dict[str, Any]]] = {
    "dtypes": _dtypes,
    "shapes": _shapes,
    "strings": _strings,
    "modules": _modules,
    "containers": _containers,
    "rooted": _rooted,
    "generator": _generator,
    "slots": _slots,
    "many": _many,
}


def build(tf: Any, name: str, fresh: bool) -> tuple[Any, dict[str, Any]]:
    """The checkpoint object of a program, and what it saves."""
    parts = PROGRAMS[name](tf, Maker(tf, fresh))
    return tf.train.Checkpoint(**parts), parts


def values_in(tf: Any, path: Any) -> dict[str, Any]:
    """The tensors of a checkpoint, but for the graph of objects."""
    reader = tf.train.load_checkpoint(str(path))
    return {k: reader.get_tensor(k) for k in reader.get_variable_to_shape_map() if not k.startswith("_CHECKPOINTABLE")}


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two checkpoints have the same keys, dtypes and values."""
    if one.keys() != other.keys():
        return False
    pairs = [(np.asarray(one[key]), np.asarray(other[key])) for key in one]
    return all(a.dtype == b.dtype and a.shape == b.shape and a.tolist() == b.tolist() for a, b in pairs)


def write(tf: Any, folder: Path, names: Any = tuple(PROGRAMS)) -> None:
    """Save each program with fresh values."""
    for name in names:
        build(tf, name, True)[0].save(str(folder / name / "ckpt"))


def read_back(tf: Any, folder: Path, again: Path) -> None:
    """Restore each program into blank objects, all of them; save those again, and compare the tensors."""
    for name in sorted(os.listdir(folder)):
        path = tf.train.latest_checkpoint(str(folder / name))
        checkpoint, parts = build(tf, name, False)
        checkpoint.restore(path).assert_existing_objects_matched().assert_consumed()
        written = checkpoint.write(str(again / name))
        assert same(values_in(tf, path), values_in(tf, written)), name
        assert parts


def write_parts(tf: Any, folder: Path) -> None:
    """Tensors in parts, which only TensorFlow writes; some under a key that needs escapes, some in several files."""
    x = tf.constant(PART_VALUES)
    tf.raw_ops.SaveV2(
        prefix=str(folder / "sliced" / "ckpt"),
        tensor_names=[PART_KEY, PART_KEY, PART_KEY, "whole"],
        shape_and_slices=["300 3 0,200:-", "300 3 200,100:0,1", "300 3 200,100:1,2", ""],
        tensors=[x[:200], x[200:, :1], x[200:, 1:], tf.constant(["a", "b"])],
    )
    policy = tf.train.experimental.MaxShardSizePolicy(64)
    tf.train.Checkpoint(a=tf.Variable(x[:4]), b=tf.Variable(tf.range(40)), s=tf.Variable(["a", "bb"])).write(
        str(folder / "sharded" / "ckpt"), tf.train.CheckpointOptions(experimental_sharding_callback=policy)
    )


PART_KEY = "part\0\xff/name"
PART_VALUES = np.arange(900, dtype=np.int16).reshape(300, 3)

if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import tensorflow

    tensorflow.get_logger().setLevel("ERROR")
    if sys.argv[1] == "write":
        write(tensorflow, Path(sys.argv[2]))
    elif sys.argv[1] == "golden":
        write(tensorflow, Path(sys.argv[2]), [name for name in PROGRAMS if name != "many"])
        write_parts(tensorflow, Path(sys.argv[2]))
    else:
        read_back(tensorflow, Path(sys.argv[2]), Path(sys.argv[2] + ".again"))
        print("read", *sorted(os.listdir(sys.argv[2])))

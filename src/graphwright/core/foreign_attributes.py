"""What to write instead of attributes that arrays of other libraries have: the hints in errors for tensors."""

from __future__ import annotations

from typing import Final

INSTEAD: Final[dict[str, str]] = {
    "T t permute transpose": "tf.transpose(x)",
    "reshape view": "tf.reshape(x, shape)",
    "flatten ravel": "tf.reshape(x, [-1])",
    "squeeze": "tf.squeeze(x)",
    "unsqueeze": "tf.expand_dims(x, axis)",
    "astype to type": "tf.cast(x, dtype)",
    "float": "tf.cast(x, tf.float32)",
    "double": "tf.cast(x, tf.float64)",
    "half": "tf.cast(x, tf.float16)",
    "int": "tf.cast(x, tf.int32)",
    "long": "tf.cast(x, tf.int64)",
    "sum": "tf.reduce_sum(x)",
    "mean": "tf.reduce_mean(x)",
    "prod": "tf.reduce_prod(x)",
    "max amax": "tf.reduce_max(x)",
    "min": "tf.reduce_min(x)",
    "all": "tf.reduce_all(x)",
    "any": "tf.reduce_any(x)",
    "std": "tf.math.reduce_std(x)",
    "var": "tf.math.reduce_variance(x)",
    "argmax": "tf.argmax(x)",
    "argmin": "tf.argmin(x)",
    "argsort": "tf.argsort(x)",
    "sort": "tf.sort(x)",
    "cumsum": "tf.cumsum(x)",
    "clip clamp": "tf.clip_by_value(x, low, high)",
    "round": "tf.round(x)",
    "repeat": "tf.repeat(x, repeats)",
    "nonzero": "tf.where(x)",
    "dot matmul mm bmm": "tf.matmul(x, y)",
    "exp": "tf.exp(x)",
    "log": "tf.math.log(x)",
    "sqrt": "tf.sqrt(x)",
    "size numel": "tf.size(x)",
    "dim": "tf.rank(x)",
    "append": "tf.concat([x, y], axis)",
    "copy clone": "tf.identity(x)",
    "detach": "tf.stop_gradient(x)",
    "backward grad requires_grad": "tf.GradientTape",
    "item": "x.numpy()",
    "cpu cuda": "tf.device",
}


_OF_NUMPY = ("T", "astype", "clip", "flatten", "max", "mean", "min", "ravel", "reshape", "size", "transpose")
_ENABLE = ", or call tf.experimental.numpy.experimental_enable_numpy_behavior() first"


def hint(name: str) -> str:
    """What the error for an attribute ends with; empty for other names."""
    for names, instead in INSTEAD.items():
        if name in names.split():
            return f": use {instead}{_ENABLE if name in _OF_NUMPY else ''}."
    return ""

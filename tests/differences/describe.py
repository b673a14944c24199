"""Values of either side as JSON, and whether two such descriptions agree.

Runs in TensorFlow's environment and in ours; what a value is follows from the public classes of `tf`.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tests.golden.encoding import decode, encode, same

# TensorFlow has no kernel for the dtype on this machine: nothing to compare with.
_NO_KERNEL = re.compile(
    r"Could not find device for node|No OpKernel was registered|could not find a kernel|No unary variant"
)

# How far results may be apart, relative to their size, by dtype.
TOLERANCE = {
    "float64": 2e-14,
    "complex128": 2e-14,
    "float32": 2e-6,
    "complex64": 2e-6,
    "float16": 2e-3,
    "bfloat16": 1.6e-2,
}


def describe(value: Any, tf: Any) -> dict[str, Any]:
    """A value as JSON: what kind of thing it is, its dtype, shape and contents."""
    for test, said in (
        (_is_plain, _plain),
        (_is_array, lambda v, tf: {"array": encode(np.asarray(v))}),
        (_is_structure, _structure),
        (_is_tensor_like, _tensor),
    ):
        if test(value, tf):
            return said(value, tf)
    if isinstance(value, tf.TensorShape):
        return {"shape": None if value.rank is None else value.as_list()}
    if isinstance(value, tf.DType):
        return {"dtype": value.name}
    if isinstance(value, tf.TypeSpec):
        return {"spec": re.sub(r"\bname='[^']*'", "name", repr(value))}
    return {"class": value.__name__} if isinstance(value, type) else {"object": type(value).__name__}


def failure(error: Exception) -> dict[str, Any]:
    """An exception as JSON: its class, and those it derives from."""
    names = [c.__name__ for c in type(error).__mro__ if c not in (Exception, BaseException, object)]
    return {"error": names, "no kernel": True} if _NO_KERNEL.search(str(error)) else {"error": names}


def _is_plain(value: Any, tf: Any) -> bool:
    return value is None or type(value) in (bool, int, float, complex, str, bytes, slice) or value is Ellipsis


def _plain(value: Any, tf: Any) -> dict[str, Any]:
    return {"python": [type(value).__name__, repr(value)]}


def _is_array(value: Any, tf: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic))


def _is_structure(value: Any, tf: Any) -> bool:
    return isinstance(value, (list, tuple, dict)) and not isinstance(value, tf.TensorShape)


def _structure(value: Any, tf: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return {"dict": [[repr(k), describe(v, tf)] for k, v in value.items()]}
    if hasattr(value, "_fields"):
        return {"named": [[name, describe(v, tf)] for name, v in zip(value._fields, value, strict=True)]}
    return {"list" if isinstance(value, list) else "tuple": [describe(v, tf) for v in value]}


def _is_tensor_like(value: Any, tf: Any) -> bool:
    return isinstance(value, (tf.Tensor, tf.Variable, tf.RaggedTensor, tf.SparseTensor, tf.IndexedSlices))


def _tensor(value: Any, tf: Any) -> dict[str, Any]:
    if isinstance(value, tf.RaggedTensor):
        parts = [value.flat_values, *value.nested_row_splits]
        return {"ragged": [describe(v, tf) for v in parts], "shape": value.shape.as_list()}
    if isinstance(value, tf.SparseTensor):
        return {"sparse": [describe(v, tf) for v in (value.indices, value.values, value.dense_shape)]}
    if isinstance(value, tf.IndexedSlices):
        return {"slices": [describe(v, tf) for v in (value.values, value.indices, value.dense_shape)]}
    kind = "variable" if isinstance(value, tf.Variable) else "tensor"
    if not hasattr(value, "numpy"):
        return {"symbol": value.dtype.name, "shape": None if value.shape.rank is None else value.shape.as_list()}
    if value.dtype in (tf.variant, tf.resource):
        return {"handle": value.dtype.name, "shape": value.shape.as_list()}
    try:
        array = value.numpy()
    except (NotImplementedError, AttributeError):
        return {"symbol": value.dtype.name, "shape": None if value.shape.rank is None else value.shape.as_list()}
    encoded = encode(np.asarray(array, object if isinstance(array, (bytes, str)) else None))
    return {kind: {**encoded, "dtype": value.dtype.name} if encoded["dtype"] == "string" else encoded}


def agree(ours: Any, theirs: Any) -> bool:
    """Whether our described value is TensorFlow's."""
    if isinstance(theirs, dict):
        if "error" in theirs:
            # ours may be of further classes besides
            return isinstance(ours, dict) and theirs["error"][0] in ours.get("error", ())
        if not isinstance(ours, dict) or ours.keys() != theirs.keys():
            return False
        if "data" in theirs:
            return _close(ours, theirs)
        if "python" in theirs:
            return _same_plain(ours["python"], theirs["python"])
        return all(agree(ours[key], theirs[key]) for key in theirs)
    if isinstance(theirs, list):
        return isinstance(ours, list) and len(ours) == len(theirs) and all(map(agree, ours, theirs))
    return bool(ours == theirs)


def _same_plain(ours: list[str], theirs: list[str]) -> bool:
    if ours[0] == theirs[0] == "float" and "n" not in ours[1] + theirs[1]:
        return bool(np.isclose(float(ours[1]), float(theirs[1]), rtol=TOLERANCE["float32"], atol=0))
    return ours == theirs


def _close(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    if (ours["dtype"], ours["shape"]) != (theirs["dtype"], theirs["shape"]):
        return False
    tolerance = TOLERANCE.get(theirs["dtype"])
    if tolerance is None:
        return ours["data"] == theirs["data"] if theirs["dtype"] == "string" else same(decode(ours), decode(theirs))
    wide = np.complex128 if theirs["dtype"].startswith("complex") else np.float64
    a, b = decode(ours).astype(wide), decode(theirs).astype(wide)
    if wide is np.complex128:
        return bool(_close_complex(a, b, tolerance).all())
    return np.allclose(a, b, rtol=tolerance, atol=tolerance / 4, equal_nan=True)


def _close_complex(a: np.ndarray, b: np.ndarray, tolerance: float) -> np.ndarray:
    """Numbers without NaN or infinities by their distance, others part by part, each NaN like all others."""
    finite = np.isfinite(a) & np.isfinite(b)
    near = np.isclose(a, b, rtol=tolerance, atol=tolerance / 4)
    parts = [np.isclose(x, y, rtol=tolerance, atol=tolerance / 4) for x, y in ((a.real, b.real), (a.imag, b.imag))]
    return np.where(finite, near, np.isnan(a) & np.isnan(b) | parts[0] & parts[1])

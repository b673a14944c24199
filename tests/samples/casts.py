"""Samples of the ops in `ops.math.casts`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import dtypes, errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import COMPLEX, FLOATS, INTS, UINTS, arr

_NUMBERS = [1.5, -2.75, 0.0, 3.0, 120.0]
_PLAIN = (*FLOATS, *INTS, *UINTS, *COMPLEX, "bool")
_TOO_FAR = [1e30, -1e30, np.nan, np.inf, -np.inf, 3.999, -3.999, 2147483648.0, 255.5, -0.5]


def _to(name: str, truncate: bool = False) -> dict[str, object]:
    return {"DstT": dtypes.as_dtype(name), "Truncate": truncate} if truncate else {"DstT": dtypes.as_dtype(name)}


def _source(name: str) -> np.ndarray[Any, Any]:
    return arr(np.abs(_NUMBERS) if name in UINTS else _NUMBERS, name)


SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "Cast": [
        # differences cannot be taken in a dtype coarser than the input's, nor across steps
        *(Sample((_source(a),), _to(b), False) for a in _PLAIN for b in ("float32", "int32", "bool", "uint8")),
        *(Sample((_source(a),), _to(b), False) for a in ("float32", "int64", "bool", "complex64") for b in _PLAIN),
        *(Sample((arr(_TOO_FAR, a),), _to(b), False) for a in ("float32", "float64") for b in (*INTS, *UINTS)),
        Sample((_source("float64"),), _to("complex128")),
        Sample((arr([1j, 0, 2 + 1j], "complex64"),), _to("bool"), gradient=False),
        Sample((_source("float32"),), _to("float64")),
        *(Sample((arr([300, -1, 2**31 - 1, -(2**31)], "int32"),), _to(b)) for b in (*INTS, *UINTS)),
        Sample((arr([2**32 - 2, 7], "uint32"),), _to("int32")),
        Sample((arr([2**40, 7], "int64"),), _to("int32")),
        Sample((arr([1.99999, 3.3, -3.3], "float32"),), _to("bfloat16", True), gradient=False),
        Sample((arr(2.5, "float32"),), _to("float64")),
        Sample((arr(np.zeros((0, 3)), "float32"),), _to("int64")),
        Sample((arr(["a"], "string"),), _to("string")),
        ErrorSample(
            (arr(["a"], "string"),), _to("int32"), errors.UnimplementedError, "Cast string to int32 is not supported"
        ),
        ErrorSample(
            (arr([1], "int32"),), _to("string"), errors.UnimplementedError, "Cast int32 to string is not supported"
        ),
    ],
    "Bitcast": [
        *(
            Sample((arr(_NUMBERS, a),), {"type": dtypes.as_dtype(b)})
            for a, b in (("float32", "int32"), ("int32", "float32"), ("float64", "int64"), ("float16", "int16"))
        ),
        Sample((arr([1, 2], "int32"),), {"type": dtypes.int32}),
        Sample((arr([1.0, 2.0], "float32"),), {"type": dtypes.uint8}),
        Sample((arr([[1, 2], [3, 4]], "uint8"),), {"type": dtypes.int16}),
        Sample((arr(1.0, "float64"),), {"type": dtypes.int32}),
        Sample((arr([1 + 2j], "complex64"),), {"type": dtypes.float32}),
        Sample((arr(np.zeros((0, 4)), "uint8"),), {"type": dtypes.int32}),
        ErrorSample(
            (arr([1, 2, 3], "uint8"),), {"type": dtypes.int32}, errors.InvalidArgumentError, "Cannot bitcast", True
        ),
        ErrorSample((arr(1, "uint8"),), {"type": dtypes.int16}, errors.InvalidArgumentError, "Cannot bitcast", True),
        ErrorSample((arr(True, "bool"),), {"type": dtypes.uint8}, TypeError, "not in the list of allowed values", True),
    ],
}

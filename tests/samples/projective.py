"""Samples of ImageProjectiveTransformV3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_IMAGES = np.round(np.sin(np.arange(48) * 2.3 + 0.7) * 20 + 30).reshape(2, 4, 3, 2)
_SHIFT = [[1, 0, 1, 0, 1, -1, 0, 0]]
_TURN = [[0.8, -0.6, 2, 0.6, 0.8, -1, 0, 0], [1.3, 0.2, -9, -0.3, 0.7, 11, 0.01, -0.02]]
_MODES = ("CONSTANT", "REFLECT", "WRAP", "NEAREST")


def _inputs(
    dtype: str = "float32",
    transforms: Any = _TURN,
    size: Sequence[int] = (5, 2),
    fill: Any = 7.0,
    images: Any = _IMAGES,
) -> tuple[Any, ...]:
    return arr(images, dtype), arr(transforms, "float32"), arr(size, "int32"), arr(fill, "float32")


def _refused(message: str, **inputs: Any) -> ErrorSample:
    attrs = {"interpolation": "BILINEAR"}
    return ErrorSample(_inputs(**inputs), attrs, errors.InvalidArgumentError, message)


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "ImageProjectiveTransformV3": [
        *(
            # the gradient is what the inverse transform shows: the derivative only where pixels fall on pixels
            Sample(_inputs(), {"interpolation": i, "fill_mode": m}, gradient=False)
            for m in _MODES
            for i in ("NEAREST", "BILINEAR")
        ),
        *(
            Sample(_inputs(d), {"interpolation": "BILINEAR"}, gradient=False)
            for d in ("uint8", "int32", "int64", "float16", "bfloat16", "float64")
        ),
        Sample(_inputs("float64", _SHIFT, (4, 3), 0), {"interpolation": "BILINEAR"}, gradient=(0,)),
        Sample(_inputs(images=_IMAGES[:0], transforms=_SHIFT), {"interpolation": "NEAREST"}, gradient=False),
        _refused("Input images must have rank 4", images=_IMAGES[0]),
        _refused("Input transform should be num_images x 8 or 1 x 8", transforms=np.ones((3, 8))),
        _refused("Input transform should be num_images x 8 or 1 x 8", transforms=np.ones((1, 7))),
        _refused("output shape must have two elements[1]", size=[3]),
        _refused("output dimensions must be positive", size=[0, 3]),
        _refused("fill_value must be a scalar", fill=[1.0]),
    ]
}

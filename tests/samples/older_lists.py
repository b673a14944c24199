"""Samples of older forms of the tensor list ops, and of those on batches of lists."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import float64
from graphwright.base.shape import TensorShape
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import i32
from tests.samples.lists import INVALID, PAIR, ROWS, UNKNOWN, listed, on

_ELEMENT = {"element_dtype": float64}


def _two(first: Any, second: Any) -> Any:
    return lambda: [listed(first), listed(second)]


SAMPLES = {
    "TensorListConcat": [
        Sample(on(ROWS), _ELEMENT),
        Sample(
            on([np.array([[1.0]]), np.array([[2.0], [3.0]])]), {**_ELEMENT, "element_shape": TensorShape([None, 1])}
        ),
        ErrorSample(on([np.array(1.0)]), _ELEMENT, INVALID, "requires elements to be at least vectors"),
    ],
    "TensorListScatter": [
        Sample([np.array(ROWS), i32([2, 0, 1]), PAIR]),
        Sample([np.array(ROWS), i32([3, 0, 1]), UNKNOWN]),
        ErrorSample([np.array(ROWS), i32([-1, 0, 1]), PAIR], {}, INVALID, "must all be non-negative"),
    ],
    "TensorListConcatLists": [Sample(_two(ROWS, ROWS[:1]), _ELEMENT), Sample(_two([], ROWS), _ELEMENT)],
    "TensorListPushBackBatch": [
        Sample(on(ROWS, np.array([ROWS[0]]))),
        ErrorSample(on(ROWS, np.array(ROWS)), {}, INVALID, "There are 1 lists"),
    ],
}

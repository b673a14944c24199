"""Functions with NumPy's names and arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ml_dtypes

from graphwright.base.dtypes import as_dtype
from graphwright.core.prelude import DTypeLike, Tensor, TensorLike, apply, to_tensor


def finfo(dtype: DTypeLike) -> Any:
    """What there is to know of a floating dtype: `eps`, `max`, `min`, `tiny`, `bits`.

    >>> float(tf.experimental.numpy.finfo(tf.float32).eps)
    1.1920928955078125e-07
    """
    return ml_dtypes.finfo(as_dtype(dtype).numpy)  # type: ignore[no-untyped-call]


def select(condlist: Sequence[TensorLike], choicelist: Sequence[TensorLike], default: TensorLike = 0) -> Tensor:
    """The elements of the first choice whose condition is True, `default` where none is; all broadcast together.

    Raises ValueError where there are not as many conditions as choices.

    >>> x = tf.range(4)
    >>> tf.experimental.numpy.select([x < 1, x < 3], [x + 10, x + 20], -1).numpy()
    array([10, 21, 22, -1], dtype=int32)
    """
    if len(condlist) != len(choicelist):
        raise ValueError(f"condlist must have the same length as choicelist ({len(condlist)} vs {len(choicelist)})")
    choices = [to_tensor(c) for c in choicelist]
    dtype = choices[0].dtype if choices else None
    result = to_tensor(default, None, None, dtype)
    if dtype is not None and result.dtype is not dtype:
        result = apply("Cast", (result,), {"DstT": dtype})
    for condition, choice in reversed(list(zip(condlist, choices, strict=True))):
        result = apply("SelectV2", (to_tensor(condition), choice, result))
    return result

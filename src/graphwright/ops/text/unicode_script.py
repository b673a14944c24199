"""The scripts of characters."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import int32
from graphwright.core.convert import to_tensor
from graphwright.core.prelude import TensorLike
from graphwright.core.tensor_like import AnyRagged
from graphwright.ir.prelude import op
from graphwright.ops.math._broadcast import same_shape
from graphwright.ops.text._elementwise import apply_elementwise
from graphwright.ops.text._scripts import scripts_of

UNICODE_SCRIPT = op(
    "UnicodeScript", "input: int32 -> output: int32", shape=same_shape, kernel=scripts_of, no_gradient=True
)


def unicode_script(input: TensorLike, name: str | None = None) -> Any:
    """The script of each code point, as ICU's number (`UScriptCode`): int32, -1 for what is no code point.

    `input` is an int32 tensor of any shape, or a ragged one.

    >>> tf.strings.unicode_script([ord(c) for c in "a1\\u03b1\\u4e2d"]).numpy().tolist()
    [25, 0, 14, 17]
    """
    points = input if isinstance(input, AnyRagged) else to_tensor(input, int32)
    return apply_elementwise(UNICODE_SCRIPT, points, (), None, name)

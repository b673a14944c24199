"""`tf.compat`: older names, and text in one form."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat._text": (
            "as_bytes as_str=as_text as_str_any as_text bytes_or_text_types complex_types dimension_value "
            "integral_types path_to_str real_types"
        ),
        "compat.v1": "v1=",
    },
)

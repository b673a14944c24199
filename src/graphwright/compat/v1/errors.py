"""`tf.compat.v1.errors`: `tf.errors`, and codes of classes."""

from __future__ import annotations

from graphwright._public import extended, lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    extended(
        "errors",
        {
            "compat._errors": (
                "error_code_from_exception_type exception_type_from_error_code raise_exception_on_not_ok_status"
            ),
        },
    ),
)

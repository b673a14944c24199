"""`tf.dtypes`: the dtypes and conversions between them."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "base.dtypes": (
            "DType as_dtype float16 half float32 float64 double bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 "
            "uint64 complex64 complex128 bool string resource variant qint8 quint8 qint16 quint16 qint32 "
            "QUANTIZED_DTYPES"
        ),
        "dtypes_experimental": "experimental=",
        "ops.math.casts": "cast saturate_cast",
        "ops.math.complex": "complex",
    },
)

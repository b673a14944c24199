# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.dtypes`: `tf.dtypes`, and texts of numbers."""

from graphwright import dtypes_experimental as experimental
from graphwright.base.dtypes import DType as DType
from graphwright.base.dtypes import QUANTIZED_DTYPES as QUANTIZED_DTYPES
from graphwright.base.dtypes import as_dtype as as_dtype
from graphwright.base.dtypes import bfloat16 as bfloat16
from graphwright.base.dtypes import bool as bool
from graphwright.base.dtypes import complex128 as complex128
from graphwright.base.dtypes import complex64 as complex64
from graphwright.base.dtypes import double as double
from graphwright.base.dtypes import float16 as float16
from graphwright.base.dtypes import float32 as float32
from graphwright.base.dtypes import float64 as float64
from graphwright.base.dtypes import half as half
from graphwright.base.dtypes import int16 as int16
from graphwright.base.dtypes import int32 as int32
from graphwright.base.dtypes import int64 as int64
from graphwright.base.dtypes import int8 as int8
from graphwright.base.dtypes import qint16 as qint16
from graphwright.base.dtypes import qint32 as qint32
from graphwright.base.dtypes import qint8 as qint8
from graphwright.base.dtypes import quint16 as quint16
from graphwright.base.dtypes import quint8 as quint8
from graphwright.base.dtypes import resource as resource
from graphwright.base.dtypes import string as string
from graphwright.base.dtypes import uint16 as uint16
from graphwright.base.dtypes import uint32 as uint32
from graphwright.base.dtypes import uint64 as uint64
from graphwright.base.dtypes import uint8 as uint8
from graphwright.base.dtypes import variant as variant
from graphwright.ops.math.casts import cast as cast
from graphwright.ops.math.casts import saturate_cast as saturate_cast
from graphwright.ops.math.complex import complex as complex
from graphwright.strings import as_string as as_string

__all__ = [
    "DType",
    "QUANTIZED_DTYPES",
    "as_dtype",
    "as_string",
    "bfloat16",
    "bool",
    "cast",
    "complex",
    "complex128",
    "complex64",
    "double",
    "experimental",
    "float16",
    "float32",
    "float64",
    "half",
    "int16",
    "int32",
    "int64",
    "int8",
    "qint16",
    "qint32",
    "qint8",
    "quint16",
    "quint8",
    "resource",
    "saturate_cast",
    "string",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "variant",
]

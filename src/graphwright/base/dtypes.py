"""Element types: one row for each, and the ways to name one.

Every dtype is there once, so `is` compares them, and `from_numpy` is a bare dictionary lookup. A constant here may
bear the name of a builtin: this module's own annotations say `builtins.bool`.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

_REFERENCE_OFFSET = 100  # the number of a reference type, less that of its plain type


class DType:
    """The type of a tensor's elements.

    `tf.DType(number)` gives the dtype with that number of TensorFlow's `types.proto`, and TypeError where there is
    none; use the constants such as `tf.float32`, or `tf.as_dtype`. A dtype equals whatever `tf.as_dtype` turns into it.

    >>> tf.float32, tf.float32.size, tf.float32.is_floating
    (tf.float32, 4, True)
    >>> tf.float32 == "float32"
    True
    """

    __slots__ = {
        "__weakref__": "",
        "as_datatype_enum": "The number of this dtype in TensorFlow's `types.proto`.",
        "as_numpy_dtype": "What NumPy calls the elements: a scalar class, but a structured dtype if quantized.",
        "base_dtype": "The plain dtype of a reference type; of any other, the dtype itself.",
        "is_bool": "Whether this is `tf.bool`.",
        "is_complex": "Whether the elements are complex numbers.",
        "is_floating": "Whether the elements are real floating point numbers.",
        "is_integer": "Whether the elements are integers; quantized ones do not count.",
        "is_numeric": "Whether TensorFlow counts the dtype as numeric; bool and the narrow kinds are not.",
        "is_numpy_compatible": "Whether a NumPy array can hold the elements.",
        "is_quantized": "Whether the elements are quantized numbers.",
        "is_unsigned": "Whether the elements are unsigned integers; quantized ones do not count.",
        "name": "The name, such as `'float32'`.",
        "numpy": "The `np.dtype` of arrays with such elements; object for string, resource and variant.",
        "real_dtype": "The dtype of the parts of a complex number; of any other dtype, the dtype itself.",
        "size": "Bytes of an element; 0 for string, resource and variant.",
    }

    as_datatype_enum: int
    as_numpy_dtype: Any
    base_dtype: DType
    is_bool: builtins.bool
    is_complex: builtins.bool
    is_floating: builtins.bool
    is_integer: builtins.bool
    is_numeric: builtins.bool
    is_numpy_compatible: builtins.bool
    is_quantized: builtins.bool
    is_unsigned: builtins.bool
    name: str
    numpy: np.dtype[Any]
    real_dtype: DType
    size: int

    def __new__(cls, type_enum: int, handle_data: Any = None) -> DType:
        return from_enum(type_enum)

    # --- range of values ---

    @property
    def min(self) -> Any:
        """The least finite value: an int, or a NumPy scalar if floating. TypeError if neither integer nor floating.

        >>> tf.int8.min
        -128
        """
        return _extreme(self, "min")

    @property
    def max(self) -> Any:
        """The greatest finite value: an int, or a NumPy scalar if floating. TypeError if neither.

        >>> tf.uint16.max
        65535
        """
        return _extreme(self, "max")

    @property
    def limits(self) -> tuple[int, Any]:
        """The darkest and the brightest intensity in an image of such elements, as a pair.

        Numbers below 0 are not used. ValueError if images are not made of such elements.

        >>> tf.uint8.limits, tf.float32.limits
        ((0, 255), (0, 1))
        """
        if self.is_bool:
            return 0, True
        if self.base_dtype in (float32, float64):
            return 0, 1
        if self.is_integer and self.is_numeric:
            return 0, self.max
        raise ValueError(f"{self} does not have defined limits.")

    # --- comparing ---

    def is_compatible_with(self, other: Any) -> builtins.bool:
        """Whether `other`, anything `tf.as_dtype` takes, is this dtype or a reference to it; TypeError if no dtype.

        >>> tf.int32.is_compatible_with("int32"), tf.int32.is_compatible_with(tf.int64)
        (True, False)
        """
        seen = as_dtype(other)
        return seen is self or seen is self._as_ref

    def is_subtype_of(self, other: object) -> builtins.bool:
        """Whether values of this dtype are values of `other`: only if it is the same.

        >>> tf.int32.is_subtype_of(tf.int64)
        False
        """
        return self is other

    def most_specific_common_supertype(self, types: Sequence[object]) -> DType | None:
        """Returns this dtype if all `types` are the same, and None otherwise.

        >>> tf.int32.most_specific_common_supertype([tf.int32])
        tf.int32
        """
        return self if all(self is other for other in types) else None

    def __eq__(self, other: object) -> builtins.bool:
        if isinstance(other, DType):
            return self is other
        try:
            return as_dtype(other) is self
        except TypeError:
            return False

    def __hash__(self) -> int:
        # that of its number, by which TensorFlow's dtypes are found in dictionaries too; a name or NumPy type that
        # equals a dtype has another hash
        return self.as_datatype_enum

    # --- TensorFlow 1's reference types ---

    @property
    def _is_ref_dtype(self) -> builtins.bool:
        return self.base_dtype is not self

    @property
    def _as_ref(self) -> DType:
        return _BY_NUMBER[self.base_dtype.as_datatype_enum + _REFERENCE_OFFSET]

    # --- Python's protocols ---

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """What NumPy calls the elements, where it has not been needed before."""
            if name not in ("numpy", "as_numpy_dtype"):
                raise AttributeError(f"'DType' object has no attribute {name!r}")
            _load_extension_types()
            return getattr(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"A dtype is immutable: cannot set {name!r} of {self!r}.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"A dtype is immutable: cannot delete {name!r} of {self!r}.")

    def __repr__(self) -> str:
        return f"tf.{self.name}"

    def __str__(self) -> str:
        return f"<dtype: {self.name!r}>"

    def __reduce__(self) -> tuple[Callable[[Any], DType], tuple[str]]:
        return as_dtype, (self.name,)


# --- where dtypes are found ---

_BY_NUMBER: dict[int, DType] = {}
_BY_NAME: dict[str, DType] = {}
_BY_CLASS: dict[type, DType] = {}  # Python's and NumPy's scalar classes


@cache
def _extreme(dtype: DType, which: str) -> Any:
    import ml_dtypes

    ranges: Any = ml_dtypes  # of NumPy's types, too
    if dtype.is_integer:
        return int(getattr(ranges.iinfo(dtype.as_numpy_dtype), which))
    if dtype.is_floating:
        return getattr(ranges.finfo(dtype.as_numpy_dtype), which)
    raise TypeError(f"Cannot find the {which}imum value of {dtype}: it is neither an integer nor a floating dtype.")


class _ByNumpy(dict[np.dtype[Any], DType]):
    """The dtypes of arrays. Other byte orders and strings of any width are no keys, but found all the same."""

    def __missing__(self, numpy_dtype: np.dtype[Any]) -> DType:
        found = None
        if isinstance(numpy_dtype, np.dtype):
            if _has_pending_elements(numpy_dtype.type):
                _load_extension_types()
                found = self.get(numpy_dtype)
            elif numpy_dtype.kind in "SU":
                found = string
            elif not numpy_dtype.isnative:
                found = self.get(numpy_dtype.newbyteorder("="))
        if found is None:
            raise TypeError(f"Cannot convert {numpy_dtype!r} to a tf.DType: no dtype has such elements.")
        return found


_BY_NUMPY = _ByNumpy()


# --- the rows ---


class _Kind(NamedTuple):
    """What holds for all dtypes of a kind, by the names of their attributes."""

    is_floating: builtins.bool = False
    is_integer: builtins.bool = False
    is_unsigned: builtins.bool = False
    is_complex: builtins.bool = False
    is_bool: builtins.bool = False
    is_quantized: builtins.bool = False
    is_numeric: builtins.bool = False
    is_numpy_compatible: builtins.bool = True


_FLOAT = _Kind(is_floating=True, is_numeric=True)
_SIGNED = _Kind(is_integer=True, is_numeric=True)
_UNSIGNED = _Kind(is_integer=True, is_unsigned=True, is_numeric=True)
_COMPLEX = _Kind(is_complex=True, is_numeric=True)
_BOOL = _Kind(is_bool=True)
_STRING = _Kind()
_QUANTIZED = _Kind(is_quantized=True, is_numeric=True)
# Narrow: numbers of 2, 4 or 8 bits that NumPy lacks.
_NARROW_FLOAT = _Kind(is_floating=True)
_NARROW_SIGNED = _Kind(is_integer=True)
_NARROW_UNSIGNED = _Kind(is_integer=True, is_unsigned=True)
# What stands for something that lives outside of tensors.
_HANDLE = _Kind(is_numpy_compatible=False)


def _row(number: int, name: str, kind: _Kind, elements: Any, real: DType | None = None) -> DType:
    """Makes a dtype and its reference type and files them; `elements` is NumPy's type, `real` that of the parts."""
    numpy_dtype = np.dtype(elements)
    size = 0 if numpy_dtype.hasobject else numpy_dtype.itemsize
    plain = _pair(number, name, kind, size, real)
    _set_elements(plain, elements)
    return plain


def _late_row(number: int, name: str, kind: _Kind, size: int = 1) -> DType:
    """The same for a type of `ml_dtypes`, which bears the dtype's name and is imported when it is first needed."""
    plain = _pair(number, name, kind, size)
    _pending.append(plain)
    return plain


_pending: list[DType] = []


def _has_pending_elements(elements: type) -> builtins.bool:
    return builtins.bool(_pending) and elements.__module__.partition(".")[0] == "ml_dtypes"


def _load_extension_types() -> None:
    """Complete the dtypes whose NumPy types ml_dtypes defines."""
    import ml_dtypes

    for plain in _pending:
        _set_elements(plain, getattr(ml_dtypes, plain.name))
    _pending.clear()


def _set_elements(plain: DType, elements: Any) -> None:
    numpy_dtype = np.dtype(elements)
    for dtype in (plain, plain._as_ref):
        object.__setattr__(dtype, "as_numpy_dtype", elements)
        object.__setattr__(dtype, "numpy", numpy_dtype)
    if plain.is_numpy_compatible:
        _BY_NUMPY[numpy_dtype] = plain
        if isinstance(elements, type):
            _BY_CLASS[elements] = plain


def _pair(number: int, name: str, kind: _Kind, size: int, real: DType | None = None) -> DType:
    plain = _make(number, name, kind, size, None, real)
    _make(number + _REFERENCE_OFFSET, f"{name}_ref", kind, size, plain, real)
    return plain


def _make(number: int, name: str, kind: _Kind, size: int, base: DType | None, real: DType | None) -> DType:
    dtype = _BY_NUMBER[number] = _BY_NAME[name] = object.__new__(DType)
    attributes = {
        "as_datatype_enum": number,
        "base_dtype": base or dtype,
        "name": name,
        "real_dtype": real or dtype,
        "size": size,
        **kind._asdict(),
    }
    for attribute, value in attributes.items():
        object.__setattr__(dtype, attribute, value)
    return dtype


float32: Final = _row(1, "float32", _FLOAT, np.float32)
float64: Final = _row(2, "float64", _FLOAT, np.float64)
int32: Final = _row(3, "int32", _SIGNED, np.int32)
uint8: Final = _row(4, "uint8", _UNSIGNED, np.uint8)
int16: Final = _row(5, "int16", _SIGNED, np.int16)
int8: Final = _row(6, "int8", _SIGNED, np.int8)
string: Final = _row(7, "string", _STRING, object)
complex64: Final = _row(8, "complex64", _COMPLEX, np.complex64, real=float32)
int64: Final = _row(9, "int64", _SIGNED, np.int64)
bool: Final = _row(10, "bool", _BOOL, np.bool_)
qint8: Final = _row(11, "qint8", _QUANTIZED, np.dtype([("qint8", np.int8)]))
quint8: Final = _row(12, "quint8", _QUANTIZED, np.dtype([("quint8", np.uint8)]))
qint32: Final = _row(13, "qint32", _QUANTIZED, np.dtype([("qint32", np.int32)]))
bfloat16: Final = _late_row(14, "bfloat16", _FLOAT, size=2)
qint16: Final = _row(15, "qint16", _QUANTIZED, np.dtype([("qint16", np.int16)]))
quint16: Final = _row(16, "quint16", _QUANTIZED, np.dtype([("quint16", np.uint16)]))
uint16: Final = _row(17, "uint16", _UNSIGNED, np.uint16)
complex128: Final = _row(18, "complex128", _COMPLEX, np.complex128, real=float64)
float16: Final = _row(19, "float16", _FLOAT, np.float16)
resource: Final = _row(20, "resource", _HANDLE, object)
variant: Final = _row(21, "variant", _HANDLE, object)
uint32: Final = _row(22, "uint32", _UNSIGNED, np.uint32)
uint64: Final = _row(23, "uint64", _UNSIGNED, np.uint64)
float8_e5m2: Final = _late_row(24, "float8_e5m2", _NARROW_FLOAT)
float8_e4m3fn: Final = _late_row(25, "float8_e4m3fn", _NARROW_FLOAT)
float8_e4m3fnuz: Final = _late_row(26, "float8_e4m3fnuz", _NARROW_FLOAT)
float8_e4m3b11fnuz: Final = _late_row(27, "float8_e4m3b11fnuz", _NARROW_FLOAT)
float8_e5m2fnuz: Final = _late_row(28, "float8_e5m2fnuz", _NARROW_FLOAT)
int4: Final = _late_row(29, "int4", _NARROW_SIGNED)
uint4: Final = _late_row(30, "uint4", _NARROW_UNSIGNED)
int2: Final = _late_row(31, "int2", _NARROW_SIGNED)
uint2: Final = _late_row(32, "uint2", _NARROW_UNSIGNED)
float4_e2m1fn: Final = _late_row(33, "float4_e2m1fn", _NARROW_FLOAT)

half: Final = float16
double: Final = float64


# --- families of plain dtypes; only the quantized ones count their reference types ---

ALL_DTYPES: Final = tuple(dtype for dtype in _BY_NUMBER.values() if dtype.base_dtype is dtype)
FLOATING: Final = frozenset(dtype for dtype in ALL_DTYPES if dtype.is_floating)
INTEGER: Final = frozenset(dtype for dtype in ALL_DTYPES if dtype.is_integer)
COMPLEX: Final = frozenset(dtype for dtype in ALL_DTYPES if dtype.is_complex)
NUMERIC: Final = FLOATING | INTEGER | COMPLEX
QUANTIZED_DTYPES: Final = frozenset(dtype for dtype in _BY_NUMBER.values() if dtype.is_quantized)


# --- other names ---

for _alias, _dtype in (("float", float32), ("double", float64), ("half", float16)):
    _BY_NAME[_alias], _BY_NAME[f"{_alias}_ref"] = _dtype, _dtype._as_ref

_BY_CLASS.update({float: float32, builtins.bool: bool, np.object_: string, np.str_: string, np.bytes_: string})
# C has more integer types than widths: which of these are classes of their own depends on the platform.
for _integer in (np.intc, np.long, np.longlong, np.uintc, np.ulong, np.ulonglong):
    _BY_CLASS[_integer] = _BY_NUMPY[np.dtype(_integer)]

_HINTS: dict[Any, str] = {
    int: " Python's int has no width: say tf.int32 or tf.int64.",
    complex: " Python's complex has no width: say tf.complex64 or tf.complex128.",
    str: " Say tf.string.",
    bytes: " Say tf.string.",
}


def as_dtype(type_value: Any) -> DType:
    """Returns the dtype that `type_value` names; TypeError if it names none.

    It may be a dtype, the name or number of one, a NumPy dtype or scalar class, Python's float or bool, or anything
    whose `dtype` is NumPy's.

    >>> import numpy as np
    >>> tf.as_dtype("double"), tf.as_dtype(np.int8), tf.as_dtype(np.zeros(2)), tf.as_dtype(bool)
    (tf.float64, tf.int8, tf.float64, tf.bool)
    """
    if isinstance(type_value, DType):
        return type_value
    found = None
    if isinstance(type_value, str):
        found = _BY_NAME.get(type_value)
    elif isinstance(type_value, type):
        found = _BY_CLASS.get(type_value)
        if found is None and _has_pending_elements(type_value):
            _load_extension_types()
            found = _BY_CLASS.get(type_value)
    elif isinstance(type_value, int) and not isinstance(type_value, builtins.bool):
        found = _BY_NUMBER.get(type_value)
    if found is not None:
        return found
    numpy_dtype = type_value if isinstance(type_value, np.dtype) else getattr(type_value, "dtype", None)
    if isinstance(numpy_dtype, np.dtype):
        return from_numpy(numpy_dtype)
    hint = _HINTS.get(type_value, "") if isinstance(type_value, type) else ""
    raise TypeError(f"Cannot convert {type_value!r} to a tf.DType: it names no dtype, nor is it one of NumPy's.{hint}")


def from_enum(number: int) -> DType:
    """Returns the dtype with that number in TensorFlow's `types.proto`; TypeError if there is none."""
    found = _BY_NUMBER.get(number)
    if found is None:
        raise TypeError(f"{number!r} is not the number of a dtype.")
    return found


# The dtype of an array's elements, given its np.dtype; TypeError if we have none. Every eager result goes through
# here, hence no function around the lookup.
from_numpy: Final[Callable[[np.dtype[Any]], DType]] = _BY_NUMPY.__getitem__

"""Dtypes: the table of all of them, what `as_dtype` takes, and the promises of interning."""

import copy
import pickle
import subprocess
import sys
import types

import ml_dtypes
import numpy as np
import pytest

from graphwright.base import dtypes
from graphwright.base.dtypes import ALL_DTYPES, DType, as_dtype, from_enum, from_numpy

# number, name, size, letters of the predicates that hold:
# f floating, i integer, u unsigned, c complex, b bool, q quantized, n numeric, p numpy compatible
TABLE = [
    (1, "float32", 4, "fnp"),
    (2, "float64", 8, "fnp"),
    (3, "int32", 4, "inp"),
    (4, "uint8", 1, "iunp"),
    (5, "int16", 2, "inp"),
    (6, "int8", 1, "inp"),
    (7, "string", 0, "p"),
    (8, "complex64", 8, "cnp"),
    (9, "int64", 8, "inp"),
    (10, "bool", 1, "bp"),
    (11, "qint8", 1, "qnp"),
    (12, "quint8", 1, "qnp"),
    (13, "qint32", 4, "qnp"),
    (14, "bfloat16", 2, "fnp"),
    (15, "qint16", 2, "qnp"),
    (16, "quint16", 2, "qnp"),
    (17, "uint16", 2, "iunp"),
    (18, "complex128", 16, "cnp"),
    (19, "float16", 2, "fnp"),
    (20, "resource", 0, ""),
    (21, "variant", 0, ""),
    (22, "uint32", 4, "iunp"),
    (23, "uint64", 8, "iunp"),
    (24, "float8_e5m2", 1, "fp"),
    (25, "float8_e4m3fn", 1, "fp"),
    (26, "float8_e4m3fnuz", 1, "fp"),
    (27, "float8_e4m3b11fnuz", 1, "fp"),
    (28, "float8_e5m2fnuz", 1, "fp"),
    (29, "int4", 1, "ip"),
    (30, "uint4", 1, "iup"),
    (31, "int2", 1, "ip"),
    (32, "uint2", 1, "iup"),
    (33, "float4_e2m1fn", 1, "fp"),
]
PREDICATES = {
    "f": "is_floating",
    "i": "is_integer",
    "u": "is_unsigned",
    "c": "is_complex",
    "b": "is_bool",
    "q": "is_quantized",
    "n": "is_numeric",
    "p": "is_numpy_compatible",
}


@pytest.mark.parametrize(("number", "name", "size", "letters"), TABLE, ids=[row[1] for row in TABLE])
def test_table(number: int, name: str, size: int, letters: str) -> None:
    dtype = getattr(dtypes, name)
    assert from_enum(number) is dtype is DType(number) is as_dtype(name) is as_dtype(number)
    assert (dtype.name, dtype.as_datatype_enum, dtype.size) == (name, number, size)
    assert (repr(dtype), str(dtype)) == (f"tf.{name}", f"<dtype: '{name}'>")
    for letter, predicate in PREDICATES.items():
        assert getattr(dtype, predicate) is (letter in letters), predicate
    assert isinstance(dtype.numpy, np.dtype)
    assert dtype.base_dtype is dtype
    assert not dtype._is_ref_dtype


def test_table_is_complete() -> None:
    assert [dtype.as_datatype_enum for dtype in ALL_DTYPES] == [row[0] for row in TABLE]


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_reference_types(dtype: DType) -> None:
    reference = from_enum(dtype.as_datatype_enum + 100)
    assert reference is as_dtype(f"{dtype.name}_ref") is dtype._as_ref is reference._as_ref
    assert reference.base_dtype is dtype
    assert reference._is_ref_dtype
    assert reference.size == dtype.size
    assert reference != dtype
    assert dtype.is_compatible_with(reference)
    assert not reference.is_compatible_with(dtype)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("float", "float32"),
        ("double", "float64"),
        ("half", "float16"),
        ("float_ref", "float32_ref"),
        (float, "float32"),
        (bool, "bool"),
        (object, "string"),
        (np.float16, "float16"),
        (np.float32, "float32"),
        (np.float64, "float64"),
        (np.int8, "int8"),
        (np.int16, "int16"),
        (np.int32, "int32"),
        (np.int64, "int64"),
        (np.uint8, "uint8"),
        (np.uint16, "uint16"),
        (np.uint32, "uint32"),
        (np.uint64, "uint64"),
        (np.complex64, "complex64"),
        (np.complex128, "complex128"),
        (np.bool_, "bool"),
        (np.str_, "string"),
        (np.bytes_, "string"),
        (np.object_, "string"),
        (np.intc, "int32"),
        (np.longlong, "int64"),
        (np.ulonglong, "uint64"),
        (np.dtype("f4"), "float32"),
        (np.dtype(">f4"), "float32"),
        (np.dtype(">i8"), "int64"),
        (np.dtype("S3"), "string"),
        (np.dtype("U7"), "string"),
        (np.dtype("O"), "string"),
        (np.dtype("q"), "int64"),
        (np.dtype("l"), f"int{np.dtype('l').itemsize * 8}"),
        (np.dtype([("qint8", np.int8)]), "qint8"),
        (np.dtype([("quint16", np.uint16)]), "quint16"),
        (ml_dtypes.bfloat16, "bfloat16"),
        (np.dtype(ml_dtypes.float8_e4m3fn), "float8_e4m3fn"),
        (ml_dtypes.int4, "int4"),
        (np.float32(1), "float32"),
        (np.int64(1), "int64"),
        (np.array([1], np.int16), "int16"),
    ],
)
def test_as_dtype(value: object, expected: str) -> None:
    assert as_dtype(value).name == expected
    assert as_dtype(expected) == value


@pytest.mark.parametrize(
    "value",
    [
        "nope",
        "int",
        "str",
        "<f4",
        "",
        0,
        34,
        -1,
        999,
        134,
        True,
        1.0,
        None,
        [1],
        {},
        (),
        object(),
        int,
        complex,
        str,
        bytes,
        list,
        np.generic,
        np.floating,
        np.datetime64,
        np.dtype("M8[s]"),
        np.dtype("V4"),
        np.dtype([("a", "f4")]),
        np.dtype([("resource", "u1")]),
        np.zeros(1, "M8[s]"),
        ml_dtypes.float8_e4m3,
    ],
)
def test_as_dtype_refuses(value: object) -> None:
    with pytest.raises(TypeError, match=r"Cannot convert .* to a tf\.DType"):
        as_dtype(value)
    assert (dtypes.float32 == value) is False
    assert (dtypes.float32 != value) is True


@pytest.mark.parametrize(("value", "hint"), [(int, "tf.int32 or tf.int64"), (str, "tf.string")])
def test_as_dtype_says_what_to_write(value: type, hint: str) -> None:
    with pytest.raises(TypeError, match=hint):
        as_dtype(value)


def test_unknown_number() -> None:
    with pytest.raises(TypeError, match="0 is not the number of a dtype"):
        from_enum(0)
    with pytest.raises(TypeError, match="999 is not the number of a dtype"):
        DType(999)


@pytest.mark.parametrize("dtype", [d for d in ALL_DTYPES if d.is_numpy_compatible], ids=str)
def test_numpy_there_and_back(dtype: DType) -> None:
    assert from_numpy(dtype.numpy) is dtype
    assert from_numpy(np.zeros(2, dtype.numpy).dtype) is dtype
    assert np.dtype(dtype.as_numpy_dtype) == dtype.numpy


@pytest.mark.parametrize("name", ["string", "resource", "variant"])
def test_objects(name: str) -> None:
    assert as_dtype(name).numpy == np.dtype(object)
    assert as_dtype(name).as_numpy_dtype is object


@pytest.mark.parametrize("value", [np.dtype("M8[s]"), np.float32, "f4", np.dtype([("x", ">f4")])], ids=repr)
def test_from_numpy_refuses(value: object) -> None:
    with pytest.raises(TypeError):
        from_numpy(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "least", "greatest"),
    [
        ("int2", -2, 1),
        ("uint2", 0, 3),
        ("int4", -8, 7),
        ("uint4", 0, 15),
        ("int8", -128, 127),
        ("uint8", 0, 255),
        ("int16", -(2**15), 2**15 - 1),
        ("uint16", 0, 2**16 - 1),
        ("int32", -(2**31), 2**31 - 1),
        ("uint32", 0, 2**32 - 1),
        ("int64", -(2**63), 2**63 - 1),
        ("uint64", 0, 2**64 - 1),
        ("float4_e2m1fn", -6, 6),
        ("float8_e5m2", -57344, 57344),
        ("float8_e4m3fn", -448, 448),
        ("float8_e4m3fnuz", -240, 240),
        ("float8_e4m3b11fnuz", -30, 30),
        ("float16", -65504, 65504),
        ("bfloat16", -float.fromhex("0x1.fep127"), float.fromhex("0x1.fep127")),
        ("float32", -float(np.finfo("f4").max), float(np.finfo("f4").max)),
        ("float64", -np.finfo("f8").max, np.finfo("f8").max),
        ("int32_ref", -(2**31), 2**31 - 1),
    ],
)
def test_range(name: str, least: float, greatest: float) -> None:
    dtype = as_dtype(name)
    assert (dtype.min, dtype.max) == (least, greatest)
    assert type(dtype.min) is (int if dtype.is_integer else dtype.as_numpy_dtype)


@pytest.mark.parametrize("name", ["bool", "string", "complex64", "qint8", "resource", "variant"])
def test_no_range(name: str) -> None:
    with pytest.raises(TypeError, match="Cannot find the minimum value"):
        _ = as_dtype(name).min
    with pytest.raises(TypeError, match="Cannot find the maximum value"):
        _ = as_dtype(name).max


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        ("float32", (0, 1)),
        ("float64", (0, 1)),
        ("bool", (0, True)),
        ("uint8", (0, 255)),
        ("int32", (0, 2**31 - 1)),
        ("float32_ref", (0, 1)),
        ("uint64", (0, 2**64 - 1)),
    ],
)
def test_limits(name: str, limits: tuple[int, int]) -> None:
    assert as_dtype(name).limits == limits


@pytest.mark.parametrize("name", ["float16", "bfloat16", "int4", "string", "complex64", "qint8", "resource"])
def test_no_limits(name: str) -> None:
    with pytest.raises(ValueError, match="does not have defined limits"):
        _ = as_dtype(name).limits


@pytest.mark.parametrize(
    ("name", "real"),
    [
        ("complex64", "float32"),
        ("complex128", "float64"),
        ("int32", "int32"),
        ("complex64_ref", "float32"),
        ("float32_ref", "float32_ref"),
    ],
)
def test_real_dtype(name: str, real: str) -> None:
    assert as_dtype(name).real_dtype.name == real


def test_equality_and_hash() -> None:
    f = dtypes.float32
    for equal in ("float32", "float", np.float32, np.dtype("f4"), 1, float, f, np.zeros(3, "f4")):
        assert f == equal
    for other in (None, "float64", np.float64, 2, dtypes.float64, 101):
        assert f != other
    assert {f: "a", dtypes.int32: "b"}[as_dtype("float")] == "a"
    assert f in {dtypes.float32}
    assert {1: "a", 3: "b"}[dtypes.int32] == "b"  # as TensorFlow's, by the number
    assert bool(f)


@pytest.mark.parametrize("dtype", [*ALL_DTYPES, from_enum(101)], ids=str)
def test_copies_are_the_same_object(dtype: DType) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(dtype, protocol)) is dtype
    assert copy.copy(dtype) is dtype
    assert copy.deepcopy([dtype])[0] is dtype


def test_immutable() -> None:
    for attribute in ("name", "size", "something_new"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(dtypes.float32, attribute, "x")
    with pytest.raises(AttributeError, match="immutable"):
        del dtypes.float32.name
    assert dtypes.float32.name == "float32"


def test_is_compatible_with_refuses() -> None:
    with pytest.raises(TypeError, match="'zz'"):
        dtypes.float32.is_compatible_with("zz")


def test_sets() -> None:
    assert {d for d in ALL_DTYPES if d.is_floating} == dtypes.FLOATING
    assert {d for d in ALL_DTYPES if d.is_integer} == dtypes.INTEGER
    assert {dtypes.complex64, dtypes.complex128} == dtypes.COMPLEX
    assert dtypes.NUMERIC == dtypes.FLOATING | dtypes.INTEGER | dtypes.COMPLEX
    assert len(dtypes.QUANTIZED_DTYPES) == 10
    assert dtypes.qint8 in dtypes.QUANTIZED_DTYPES


def test_trace_type_methods() -> None:
    f = dtypes.float32
    assert f.is_subtype_of(f)
    assert not f.is_subtype_of(dtypes.int32)
    assert f.most_specific_common_supertype([f, f]) is f
    assert f.most_specific_common_supertype([dtypes.int32]) is None


def test_hot_path_is_a_bare_lookup() -> None:
    assert isinstance(from_numpy, types.BuiltinMethodType)
    assert not isinstance(type(dtypes.float32).name, property)


@pytest.mark.parametrize(
    "first_use",
    [
        "as_dtype('bfloat16').numpy is np.dtype('bfloat16')",
        "as_dtype('int4_ref').as_numpy_dtype.__name__ == 'int4'",
        "as_dtype(__import__('ml_dtypes').bfloat16) is bfloat16",
        "from_numpy(np.dtype(__import__('ml_dtypes').bfloat16)) is bfloat16",
        "float(bfloat16.max) > 3e38",
        "not hasattr(bfloat16, 'shape') and 'ml_dtypes' not in sys.modules",
    ],
)
def test_types_that_numpy_lacks_are_had_on_first_use(first_use: str) -> None:
    program = (
        "import sys, numpy as np\n"
        "from graphwright.base.dtypes import as_dtype, bfloat16, from_numpy\n"
        "assert 'ml_dtypes' not in sys.modules and bfloat16.size == 2\n"
        f"assert {first_use}\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)

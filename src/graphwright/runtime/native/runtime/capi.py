"""Python's and NumPy's C interface as compiled code sees it: function addresses, object layouts, builtins.

Compiled code reads arrays and slotted objects in place. Where the fields lie is not taken on trust: the offsets are
probed on real objects once. `why_unusable` says why there can be no native code, and `why_ctypes` why it is not entered
as a builtin; both are empty in supported builds.
"""

from __future__ import annotations

import ctypes
import sys
import weakref
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from graphwright.base.config import options
from graphwright.base.frozen import frozen

#: Prefix under which compiled code declares the functions in `symbols`.
PREFIX = "gw_c_"

_PYTHON = (
    "Py_IncRef", "Py_DecRef", "PyErr_SetString", "PyErr_CheckSignals", "PyErr_Clear", "PyErr_NoMemory", "PyErr_Fetch",
    "PyType_GenericAlloc", "PyTuple_New", "PyTuple_Size", "PyList_New", "PyList_Append", "PyList_SetSlice",
    "PyObject_VectorcallDict", "PyObject_GenericGetDict", "PyObject_RichCompareBool", "PyUnicode_Compare",
    "PyBytes_FromStringAndSize", "PyDict_GetItemWithError", "PyDict_New", "PyDict_SetItem", "PyDict_Size",
    "PyGC_Disable", "PyGC_Enable",
    "PyThread_get_thread_ident", "Py_GetRecursionLimit", "PyEval_SaveThread", "PyEval_RestoreThread",
)  # fmt: skip

_LIBC = (
    "malloc", "calloc", "realloc", "free", "aligned_alloc", "memset", "clock_gettime", "sem_init", "sem_wait",
    "sem_post", "sched_yield", "sigfillset", "pthread_create", "pthread_join", "pthread_self", "pthread_sigmask",
    "pthread_getspecific", "pthread_setspecific", "madvise",
)  # fmt: skip

#: What only some systems have: who declares these asks `has` first.
_OPTIONAL = ("sched_getcpu", "sched_getaffinity", "pthread_setaffinity_np")

# Indices in NumPy's table of functions; they stay the same within a version of its binary interface.
_NUMPY = {
    "PyArray_Type": 2,
    "PyArray_New": 93,
    "PyArray_NewCopy": 85,
    "PyDataMem_SetHandler": 304,
}
_NUMPY_DATA = ("PyArray_Type",)

METH_FASTCALL = 0x80
METH_KEYWORDS = 0x02


@cache
def _numpy_table() -> int:
    """The address of NumPy's table of function pointers."""
    core = getattr(np, "_core", None) or np.core
    capsule = core._multiarray_umath._ARRAY_API
    prototype = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
    return int(prototype(("PyCapsule_GetPointer", ctypes.pythonapi))(capsule, None))


def _word(address: int) -> int:
    """The pointer-sized integer at an address."""
    return ctypes.c_void_p.from_address(address).value or 0


@cache
def address(name: str) -> int:
    """The address of a function of Python, NumPy or the C library; raises `KeyError` if there is none."""
    if name in _NUMPY:
        found = _word(_numpy_table() + 8 * _NUMPY[name])
        if not found:  # NumPy leaves a hole where it drops a function
            raise KeyError(name)
        return found
    library = ctypes.pythonapi if name.startswith(("Py", "_Py")) else ctypes.CDLL(None)
    try:
        function = getattr(library, name)
    except AttributeError:
        raise KeyError(name) from None
    return ctypes.cast(function, ctypes.c_void_p).value or 0


@cache
def symbols() -> Mapping[str, int]:
    """All functions compiled code may declare: ``PREFIX + name`` to address."""
    found = {}
    for name in (*_PYTHON, *_LIBC, *_OPTIONAL, *_NUMPY):
        if name in _NUMPY_DATA:
            continue
        try:
            found[PREFIX + name] = address(name)
        except KeyError:
            continue  # `why_unusable` reports a function that must be there, `has` one that may be
    return found


def has(*names: str) -> bool:
    """Whether this system has all of these functions, by their names in C."""
    return all(PREFIX + name in symbols() for name in names)


@frozen
class ObjectLayout:
    """Offsets in bytes of the fields that compiled code reads."""

    ob_type: int = 8
    tuple_items: int = 24
    var_size: int = 16  # of a tuple or list; of text, its length
    list_items: int = 24
    bytes: int = 32  # the first one of a bytes object
    float: int = 16  # the number in a float
    digits: int = 24  # 32 bits: the lowest digits of an int
    weak_object: int = 16  # what a weak reference leads to
    # of an ndarray
    data: int = 16
    nd: int = 24  # 32 bits
    dimensions: int = 32
    strides: int = 40
    base: int = 48
    descr: int = 56
    flags: int = 64  # 32 bits
    # of a NumPy dtype
    byteorder: int = 26  # one character, "=" or "|" when native
    type_num: int = 28  # 32 bits


#: Bits of an ndarray's flags.
C_CONTIGUOUS, F_CONTIGUOUS, OWNDATA, ALIGNED, WRITEABLE = 0x1, 0x2, 0x4, 0x100, 0x400


@cache
def layout() -> ObjectLayout:
    """The layout of objects in this process; raises `RuntimeError` when the probes do not find it."""
    _probe_numpy()
    found = ObjectLayout(tuple_items=_probe_tuple())
    _probe_builtins(found)
    for array in _sample_arrays():
        _probe_array(found, array)
    return found


def layout_numbers() -> dict[str, int]:
    """The offsets as the numbers `at_...` of the C sources (`c_modules.text`)."""
    found = layout()
    return {f"at_{name}": getattr(found, name) for name in ObjectLayout.__annotations__}


@cache
def why_unusable() -> str:
    """Why compiled code cannot work here at all; empty where it can.

    It needs objects in a known layout, and every function: the loader would let a missing one pass as address 0.
    """
    try:
        layout()
    except (RuntimeError, KeyError) as error:
        return str(error)
    needed = {*_PYTHON, *_LIBC, *_NUMPY} - {*_NUMPY_DATA}
    missing = sorted(name for name in needed if not has(name))
    return f"this process has no function {', '.join(missing)}" if missing else ""


def layout_ok() -> bool:
    """Whether compiled code may be entered as a builtin that reads objects in place, or else by ctypes."""
    return not why_ctypes()


def why_ctypes() -> str:
    """Why compiled code is entered by ctypes; empty where it is entered as a builtin."""
    return _probed() if options.native_entry == "builtin" else "the option native_entry asks for it"


@cache
def _probed() -> str:
    """Why builtins cannot read objects in place here; empty if they can."""
    free_threaded = "t" in getattr(sys, "abiflags", "")
    if sys.implementation.name != "cpython" or free_threaded or ctypes.sizeof(ctypes.c_void_p) != 8:
        return "this is no CPython of 64 bits with a global interpreter lock"
    try:
        layout()
        _probe_slots()
        _probe_builtin()
    except (RuntimeError, AttributeError, KeyError) as error:
        return str(error) or repr(error)
    return ""


def _expect(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise RuntimeError(f"unknown object layout: {what} is {found!r}, not {expected!r}")


_NUMPY_ABI = 2
"""The major version of NumPy's binary interface, which decides the places in its table of functions."""


def _probe_numpy() -> None:
    """Asks NumPy for the version of its binary interface, by the first function of its table."""
    version = ctypes.PYFUNCTYPE(ctypes.c_uint)(_word(_numpy_table()))() >> 24
    if version != _NUMPY_ABI:
        raise RuntimeError(f"NumPy's binary interface has version {version}, and only version {_NUMPY_ABI} is known")


def _probe_tuple() -> int:
    """The offset of a tuple's items."""
    first, second = object(), object()
    pair = (first, second)
    for offset in range(16, 64, 8):
        if _word(id(pair) + offset) == id(first):
            _expect("the second item", _word(id(pair) + offset + 8), id(second))
            return offset
        if offset + 16 > pair.__sizeof__():
            break
    raise RuntimeError("unknown object layout: no items in a tuple")


class _Referred:
    __slots__ = ("__weakref__",)


def _probe_builtins(at: ObjectLayout) -> None:
    """Compares the fields of lists, text, numbers and weak references with what Python says of them."""
    item, referred = object(), _Referred()
    items = [item, None]
    _expect("a list's size", _word(id(items) + at.var_size), 2)
    _expect("a tuple's size", _word(id((item, item, item)) + at.var_size), 3)
    _expect("a list's items", _word(_word(id(items) + at.list_items)), id(item))
    for text in ("seven..", "\u00e4\U0001f600"):
        _expect("the length of text", _word(id(text) + at.var_size), len(text))
    _expect("the bytes of a bytes object", ctypes.string_at(id(b"seven..") + at.bytes, 8), b"seven..\0")
    _expect("their number", _word(id(b"seven..") + at.var_size), 7)
    number = 0.1
    _expect("a float's number", ctypes.c_double.from_address(id(number) + at.float).value, number)
    for digits in (12345678, 7):
        _expect("an int's digits", ctypes.c_uint32.from_address(id(digits) + at.digits).value, digits)
    reference = weakref.ref(referred)
    _expect("a weak reference's object", _word(id(reference) + at.weak_object), id(referred))


def _sample_arrays() -> list[np.ndarray[Any, Any]]:
    grid = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    readonly = np.zeros(5, np.int64)
    readonly.flags.writeable = False
    return [
        grid,
        grid[:, ::2, 1:],
        grid.T,
        readonly,
        np.array(7, np.int8),
        np.zeros((3, 0), np.float64).astype(">f8"),
    ]


def _probe_array(at: ObjectLayout, array: np.ndarray[Any, Any]) -> None:
    """Compares every field at its offset with what Python says of the array."""
    where = id(array)
    rank = ctypes.c_int.from_address(where + at.nd).value
    _expect("ob_type", _word(where + at.ob_type), address("PyArray_Type"))
    _expect("data", _word(where + at.data), array.__array_interface__["data"][0])
    _expect("nd", rank, array.ndim)
    for field, expected in ((at.dimensions, array.shape), (at.strides, array.strides)):
        numbers = (ctypes.c_ssize_t * rank).from_address(_word(where + field)) if rank else ()
        _expect("dimensions or strides", tuple(numbers), expected)
    _expect("base", _word(where + at.base), 0 if array.base is None else id(array.base))
    _expect("descr", _word(where + at.descr), id(array.dtype))
    flags = ctypes.c_int.from_address(where + at.flags).value
    for bit, expected in (
        (C_CONTIGUOUS, array.flags.c_contiguous),
        (F_CONTIGUOUS, array.flags.f_contiguous),
        (OWNDATA, array.flags.owndata),
        (ALIGNED, array.flags.aligned),
        (WRITEABLE, array.flags.writeable),
    ):
        _expect("flags", bool(flags & bit), expected)
    dtype = id(array.dtype)
    _expect("type_num", ctypes.c_int.from_address(dtype + at.type_num).value, array.dtype.num)
    _expect("byteorder", chr(ctypes.c_ubyte.from_address(dtype + at.byteorder).value), array.dtype.byteorder)


class _Slotted:
    __slots__ = ("first", "second")


def _probe_slots() -> None:
    offsets = {slot_offset(_Slotted, "first"), slot_offset(_Slotted, "second")}
    _expect("the slots", len(offsets), 2)


def slot_offset(cls: type, name: str) -> int:
    """The offset of the slot `name` in instances of `cls`, found by storing an object there and looking for it.

    Raises `RuntimeError` when the slot cannot be found.
    """
    descriptor = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    if descriptor is None or not hasattr(descriptor, "__set__"):
        raise RuntimeError(f"{cls.__name__} has no slot {name}")
    instance: Any = object.__new__(cls)
    mark = object()
    descriptor.__set__(instance, mark)
    places = [at for at in range(16, cls.__basicsize__, 8) if _word(id(instance) + at) == id(mark)]
    descriptor.__delete__(instance)
    if len(places) != 1 or _word(id(instance) + places[0]) != 0:
        raise RuntimeError(f"unknown object layout: slot {name} of {cls.__name__} lies at {places}")
    return places[0]


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_void_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_void_p),
    )


def _method_definition(function: int, name: str, doc: str, flags: int) -> Any:
    """A PyMethodDef with its strings in one block of memory: nothing in it can die before the rest."""
    head = ctypes.sizeof(_MethodDef)
    name_bytes, doc_bytes = name.encode() + b"\0", doc.encode() + b"\0"
    block = ctypes.create_string_buffer(head + len(name_bytes) + len(doc_bytes))
    start = ctypes.addressof(block)
    ctypes.memmove(start + head, name_bytes, len(name_bytes))
    ctypes.memmove(start + head + len(name_bytes), doc_bytes, len(doc_bytes))
    definition = _MethodDef.from_buffer(block)
    definition.name, definition.function, definition.flags = start + head, function, flags
    definition.doc = start + head + len(name_bytes) if doc else None
    return block


def builtin(
    function: int,
    name: str,
    doc: str = "",
    self_obj: object = None,
    *,
    keep: object = None,
    keyword: bool = False,
) -> Any:
    """A builtin that runs the machine code at address `function`.

    The code is ``PyObject *f(PyObject *self, PyObject *const *args, Py_ssize_t n)``, with a fourth
    argument, the tuple of keyword names, if `keyword`.  `self` is a tuple whose item 0 (at
    `layout().tuple_items`) is `self_obj`; it also owns `keep` (the `Code`) and the method's definition, so
    all live exactly as long as the builtin.
    """
    block = _method_definition(function, name, doc, METH_FASTCALL | (METH_KEYWORDS if keyword else 0))
    return _builtin_maker()(ctypes.addressof(block), (self_obj, keep, block), None)


def method(cls: type, function: int, name: str, *, keep: object = None) -> Any:
    """A method for `cls` that runs the machine code at address `function`; it binds as Python's own methods do.

    The code is that of `builtin`, but `self` is the instance. What it needs is kept for good.
    """
    block = _method_definition(function, name, "", METH_FASTCALL)
    _kept_for_methods.append((block, keep))
    prototype = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.c_void_p)
    return prototype(("PyDescr_NewMethod", ctypes.pythonapi))(cls, ctypes.addressof(block))


_kept_for_methods: list[Any] = []


@cache
def _builtin_maker() -> Any:
    prototype = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    return prototype(("PyCFunction_NewEx", ctypes.pythonapi))


def _probe_builtin() -> None:
    """A builtin around a callback must see its arguments where compiled code will look for them."""
    seen: list[tuple[int, int, int]] = []

    def callback(self: int, args: int, count: int) -> int:
        seen.append((_word(self + layout().tuple_items), _word(args + 8), count))
        return count

    prototype = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ssize_t)
    function = prototype(callback)
    owner, first, second = object(), object(), object()
    where = ctypes.cast(function, ctypes.c_void_p).value or 0
    probe = builtin(where, "probe", self_obj=owner, keep=function)
    _expect("a builtin's result", probe(first, second), 2)
    _expect("a builtin's arguments", seen, [(id(owner), id(second), 2)])

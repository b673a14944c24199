"""The file that loads a library in Python: it needs `ctypes` and NumPy, and not this package."""

from __future__ import annotations

from typing import Final

from graphwright.aot.program import Argument, LibraryProgram

_LOADER: Final = '''\
"""{name} for Python: needs the library beside this file, and NumPy; no compiler and no framework.

>>> model = Model()  # doctest: +SKIP
>>> results = model({call})  # doctest: +SKIP
"""

import ctypes
import os
import sys

import numpy as np

#: dtype and sizes of each argument and result: a name stands for a size that the arguments have, None for any.
ARGUMENTS = {arguments}
RESULTS = {results}
VARIABLES = {variables}
SIZES = {sizes}
HAS_RANDOM_NUMBERS = {random}

_HERE = os.path.dirname(os.path.abspath(__file__))
_WEIGHTS = {weights}


class Error(Exception):
    """What the library reports; `code` is the number of the header."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_int64)]


def _is_open(dtype, sizes):
    return None in sizes or dtype == "string"


def _structure(fields):
    return type("Structure", (ctypes.Structure,), {{"_fields_": fields}})


def _output_fields():
    for name, (dtype, sizes) in RESULTS.items():
        yield name, ctypes.c_void_p
        if _is_open(dtype, sizes):
            yield name + "_sizes", ctypes.c_int64 * max(1, len(sizes))


_UNUSED = [("unused", ctypes.c_int)]
_Inputs = _structure([(n, ctypes.c_void_p) for n in ARGUMENTS] + [(n, ctypes.c_int64) for n in SIZES] or _UNUSED)
_Outputs = _structure(list(_output_fields()) or _UNUSED)


def _load(path):
    library = ctypes.CDLL(path)
    library.{name}_error.restype = ctypes.c_char_p
    library.{name}_error.argtypes = [ctypes.c_void_p]
    library.{name}_create_for.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p]
    library.{name}_run.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    library.{name}_destroy.argtypes = [ctypes.c_void_p]
    library.{name}_destroy.restype = None
    library.{name}_memory.argtypes = [ctypes.c_void_p]
    library.{name}_memory.restype = ctypes.c_int64
    library.{name}_set_threads.argtypes = [ctypes.c_int]
    library.{name}_set_threads.restype = None
    if VARIABLES:
        for name in ("get", "set"):
            function = getattr(library, "{name}_" + name + "_variable")
            function.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_int64]
        library.{name}_save.argtypes = library.{name}_restore.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    if HAS_RANDOM_NUMBERS:
        library.{name}_seed.argtypes = [ctypes.c_void_p, ctypes.c_int64]
    return library


class Model:
    """An instance of the program: call it with arrays, by position or name; it gives a dict of arrays.

    Args:
      library: the path of the library, by default beside this file.
      weights: the path of the weights, if those are in a file of their own.
      level: the most that the processor is taken to have, -1: all that it has.
    """

    def __init__(self, library=None, weights=None, level=-1):
        self._handle = ctypes.c_void_p()
        names = {{"darwin": "lib{name}.dylib", "win32": "{name}.dll"}}
        self._library = _load(library or os.path.join(_HERE, names.get(sys.platform, "lib{name}.so")))
        if weights is None and _WEIGHTS is not None:
            weights = os.path.join(_HERE, _WEIGHTS)
        path = None if weights is None else os.fsencode(weights)
        code = self._library.{name}_create_for(path, level, ctypes.byref(self._handle))
        if code:
            raise Error(code, self._library.{name}_error(None).decode())

    def __del__(self):
        if getattr(self, "_handle", None):
            self._library.{name}_destroy(self._handle)

    def __call__(self, *args, **kwargs):
        given = dict(zip(ARGUMENTS, args), **kwargs)
        if len(args) > len(ARGUMENTS) or given.keys() != ARGUMENTS.keys():
            raise TypeError(f"the arguments are {{list(ARGUMENTS)}}, got {{len(args)}} and {{list(kwargs)}}")
        inputs, arrays, sizes = _Inputs(), [], {{}}
        for name, (dtype, dims) in ARGUMENTS.items():
            array = np.ascontiguousarray(given[name], dtype=_storage(dtype))
            self._match(name, array.shape if dims or array.size != 1 else (), dims, sizes)
            arrays.append(_pieces(array) if dtype == "string" else array)
            setattr(inputs, name, ctypes.addressof(arrays[-1]) if dtype == "string" else array.ctypes.data)
        for name, size in sizes.items():
            setattr(inputs, name, size)
        outputs, results = _Outputs(), {{}}
        for name, (dtype, dims) in RESULTS.items():
            if not _is_open(dtype, dims):
                results[name] = np.empty([sizes.get(d, d) for d in dims], _storage(dtype))
                setattr(outputs, name, results[name].ctypes.data)
        self._check(self._library.{name}_run(self._handle, ctypes.byref(inputs), ctypes.byref(outputs)))
        for name, (dtype, dims) in RESULTS.items():
            if _is_open(dtype, dims):
                shape = list(getattr(outputs, name + "_sizes"))[: len(dims)]
                results[name] = (_texts if dtype == "string" else _copied)(getattr(outputs, name), shape, dtype)
        return {{name: results[name] for name in RESULTS}}

    @property
    def memory(self):
        """The bytes that this instance has taken."""
        return self._library.{name}_memory(self._handle)

    def set_threads(self, count):
        """Set how many threads share the work of all instances; 0: one for each processor."""
        self._library.{name}_set_threads(count)

    def get(self, variable):
        """A copy of a variable's value, by its name."""
        dtype, dims = VARIABLES[variable]
        result = np.empty(dims, _storage(dtype))
        number = list(VARIABLES).index(variable)
        self._check(self._library.{name}_get_variable(self._handle, number, result.ctypes.data, result.nbytes))
        return result

    def set(self, variable, value):
        """Give a variable another value."""
        dtype, dims = VARIABLES[variable]
        array = np.ascontiguousarray(value, dtype=_storage(dtype)).reshape(dims)
        number = list(VARIABLES).index(variable)
        self._check(self._library.{name}_set_variable(self._handle, number, array.ctypes.data, array.nbytes))

    def seed(self, seed):
        """Begin the random numbers again, as tf.random.set_seed does."""
        if not HAS_RANDOM_NUMBERS:
            raise ValueError("the program has no random numbers")
        self._check(self._library.{name}_seed(self._handle, seed))

    def save(self, path):
        """Save all variables as a checkpoint, which tf.train.Checkpoint reads."""
        self._check(self._library.{name}_save(self._handle, os.fsencode(path)))

    def restore(self, path):
        """Restore all variables from a checkpoint."""
        self._check(self._library.{name}_restore(self._handle, os.fsencode(path)))

    def _check(self, code):
        if code:
            raise Error(code, self._library.{name}_error(self._handle).decode())

    @staticmethod
    def _match(name, shape, dims, sizes):
        if len(shape) != len(dims):
            raise ValueError(f"{{name}} must have the sizes {{dims}}, got {{shape}}")
        for have, want in zip(shape, dims):
            if have != (sizes.setdefault(want, have) if isinstance(want, str) else want):
                raise ValueError(f"{{name}} must have the sizes {{dims}}, got {{shape}}")


def _pieces(array):
    texts = [each.encode() if isinstance(each, str) else bytes(each) for each in array.reshape(-1)]
    buffers = [ctypes.create_string_buffer(text, len(text) or 1) for text in texts]
    result = (_Text * max(1, len(texts)))(*[_Text(ctypes.addressof(b), len(t)) for b, t in zip(buffers, texts)])
    result.buffers = buffers  # the pieces point to them
    return result


def _texts(address, sizes, dtype):
    count = int(np.prod(sizes, dtype=np.int64))
    pieces = (_Text * count).from_address(address) if count else ()
    result = np.empty(count, object)
    result[:] = [ctypes.string_at(piece.data, piece.size) if piece.size else b"" for piece in pieces]
    return result.reshape(sizes)


def _storage(dtype):
    if dtype == "string":
        return np.dtype(object)
    return np.uint16 if dtype == "bfloat16" else np.dtype(dtype)


def _copied(address, sizes, dtype):
    result = np.empty(list(sizes), _storage(dtype))
    if result.nbytes:
        ctypes.memmove(result.ctypes.data, address, result.nbytes)
    return result
'''


def loader(name: str, program: LibraryProgram, weights_file: str | None) -> str:
    """The text of the file."""
    return _LOADER.format(
        name=name,
        call=", ".join(a.name for a in program.arguments),
        arguments=_table(program.arguments),
        results=_table(program.results),
        variables=repr({v.name: (v.dtype, v.constant.sizes) for v in program.variables}),
        sizes=repr(tuple(program.size_names.values())),
        random=repr(bool(program.streams)),
        weights=repr(weights_file),
    )


def _table(arguments: list[Argument]) -> str:
    return repr({a.name: (a.dtype, a.sizes) for a in arguments})

"""The signatures of a loaded model as plain data, which processes exchange, and inputs that fit them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphwright.base.dtypes import as_dtype, string
from graphwright.base.errors import InvalidArgumentError

Arrays = dict[str, Any]


@dataclass(frozen=True)
class Spec:
    """The dtype, by its name, and the shape of an input or an output; None is an unknown size or rank."""

    dtype: str
    shape: tuple[int | None, ...] | None

    @property
    def has_rows(self) -> bool:
        """Whether the first dimension has any size, as that of a batch."""
        return bool(self.shape) and self.shape is not None and self.shape[0] is None

    def accepts(self, shape: tuple[int, ...]) -> bool:
        """Whether an array of the shape fits."""
        if self.shape is None:
            return True
        return len(shape) == len(self.shape) and all(a in (None, b) for a, b in zip(self.shape, shape, strict=True))


@dataclass(frozen=True)
class Signature:
    """The inputs and outputs of a function of a model."""

    inputs: Mapping[str, Spec]
    outputs: Mapping[str, Spec]

    @property
    def can_batch(self) -> bool:
        """Whether rows of several requests can run together."""
        return bool(self.inputs) and all(s.has_rows for s in [*self.inputs.values(), *self.outputs.values()])


def described(function: Any) -> Signature:
    """The signature of a loaded signature function."""
    inputs = function.structured_input_signature[1]
    outputs = function.structured_outputs
    return Signature({n: _spec(s) for n, s in inputs.items()}, {n: _spec(s) for n, s in outputs.items()})


def _spec(spec: Any) -> Spec:
    shape = spec.shape
    return Spec(spec.dtype.name, None if shape.rank is None else tuple(shape.as_list()))


def checked(signature: Signature, inputs: Mapping[str, Any]) -> Arrays:
    """The inputs as arrays of their dtypes; InvalidArgumentError for other names, dtypes and shapes."""
    wrong = sorted(set(inputs) ^ set(signature.inputs))
    if wrong:
        raise InvalidArgumentError(
            f"the inputs must be {', '.join(sorted(signature.inputs))}; got {', '.join(sorted(inputs)) or 'none'}."
        )
    return {name: _array(name, value, signature.inputs[name]) for name, value in inputs.items()}


def _array(name: str, value: Any, spec: Spec) -> Any:
    dtype = as_dtype(spec.dtype)
    if isinstance(value, np.ndarray):  # of a message, which names its dtype
        if (value.dtype.kind in "OS") != (dtype is string) or (dtype is not string and value.dtype != dtype.numpy):
            raise InvalidArgumentError(f"input '{name}' must be {spec.dtype}; got {value.dtype}.")
        array = value
    else:
        array = _from_json(name, value, dtype)
    if not spec.accepts(array.shape):
        shape = tuple("?" if size is None else size for size in spec.shape or ())
        raise InvalidArgumentError(f"input '{name}' must have the shape {shape}; got {array.shape}.")
    return array


def _from_json(name: str, value: Any, dtype: Any) -> Any:
    try:
        if dtype is string:
            array = np.array(value, dtype=object)
            flat = [_as_bytes(name, each) for each in array.ravel().tolist()]
            array = np.empty(array.shape, dtype=object)
            array.ravel()[:] = flat
            return array
        plain = _numbers(value, dtype)
        if plain.size and not _holds(plain, dtype):
            raise InvalidArgumentError(f"input '{name}' must be {dtype.name}; got {_kind(plain)}.")
        with np.errstate(over="ignore"):
            array = plain.astype(dtype.numpy)
        if plain.size and not _fits(plain, array, dtype):
            raise InvalidArgumentError(f"input '{name}' has numbers that {dtype.name} does not hold.")
        return array
    except (ValueError, TypeError, OverflowError) as error:
        raise InvalidArgumentError(f"input '{name}' is not an array of {dtype.name}: {error}") from None


def _numbers(value: Any, dtype: Any) -> Any:
    """The values as NumPy reads them; integers of more than 64 bits as floats where floats are wanted."""
    plain = np.array(value)
    if plain.dtype == object and not dtype.is_bool and all(type(each) in (int, float) for each in plain.ravel()):
        if dtype.is_integer:
            raise OverflowError("it has numbers of more than 64 bits")
        plain = plain.astype(np.float64)
    return plain


def _fits(plain: Any, array: Any, dtype: Any) -> bool:
    """Whether the dtype holds all numbers: infinity and NaN only where they were sent."""
    if dtype.is_bool:
        return True
    if dtype.is_integer:
        return int(plain.min()) >= int(dtype.min) and int(plain.max()) <= int(dtype.max)
    found = array if dtype.is_complex else array.astype(np.float64)
    return bool((np.isfinite(found) | ~np.isfinite(plain)).all())


def _holds(plain: Any, dtype: Any) -> bool:
    if dtype.is_bool:
        return bool(plain.dtype.kind == "b")
    if dtype.is_integer:
        return bool(plain.dtype.kind in "iu")
    return bool(plain.dtype.kind in "iufc")


def _kind(plain: Any) -> str:
    names = {"b": "booleans", "i": "integers", "u": "integers", "f": "floats", "U": "text", "O": "other values"}
    return names.get(plain.dtype.kind, str(plain.dtype))


def _as_bytes(name: str, value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, bytes):
        return value
    raise InvalidArgumentError(f"input '{name}' must be text; got {type(value).__name__}.")

"""Inputs and results of models on the command line: literals and files, which are never executed or unpickled."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.core.convert import to_tensor


def arguments_for(function: Any, given: Sequence[str]) -> dict[str, Any]:
    """The inputs of a signature from strings `NAME=VALUE`; ValueError that names missing, unknown or invalid ones."""
    specs = function.structured_input_signature[1]
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or name not in specs:
            raise ValueError(
                f"--input {text!r} names no input; write NAME=VALUE with one of: {', '.join(sorted(specs))}."
            )
        if name in found:
            raise ValueError(f"--input gives two values for '{name}'.")
        found[name] = _tensor(name, _value(name, value), specs[name])
    missing = sorted(set(specs) - set(found))
    if missing:
        described = ", ".join(f"{n} ({specs[n].dtype.name} {specs[n].shape})" for n in missing)
        raise ValueError(f"inputs are missing: {described}; give each as --input NAME=VALUE.")
    return found


def shapes_in(given: Sequence[str]) -> dict[str, Any]:
    """Shapes by name from strings `NAME=SHAPE`, lists of them for names that come several times; or ValueError."""
    found: dict[str, list[list[int | None]]] = {}
    for text in given:
        name, equals, value = text.partition("=")
        shape = _shape(value)
        if not name or not equals or shape is None:
            raise ValueError(
                f"--input-shape {text!r} is no shape; write NAME=SHAPE with sizes or None, as in x=None,28,28 or x=()."
            )
        found.setdefault(name, []).append(shape)
    return {name: shapes if len(shapes) > 1 else shapes[0] for name, shapes in found.items()}


def _shape(text: str) -> list[int | None] | None:
    """The sizes that a text lists, with or without brackets; None if it lists anything else."""
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    sizes = list(value) if isinstance(value, (list, tuple)) else [value]
    return sizes if all(size is None or (type(size) is int and size >= 0) for size in sizes) else None


def _value(name: str, text: str) -> Any:
    if text.endswith(".npy"):
        return np.load(text, allow_pickle=False)
    if text.endswith(".npz"):
        with np.load(text, allow_pickle=False) as arrays:
            if name in arrays:
                return arrays[name]
            if len(arrays.files) == 1:
                return arrays[arrays.files[0]]
            raise ValueError(f"{text} has no array '{name}'; it has {', '.join(arrays.files)}.")
    if text.endswith(".json"):
        with open(text, encoding="utf-8") as file:
            return json.load(file)
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise ValueError(
            f"--input {name}={text}: this is neither a .npy, .npz or .json file nor a literal; quote text twice, as in "
            f"""'{name}="text"'."""
        ) from None


def _tensor(name: str, value: Any, spec: Any) -> Any:
    try:
        array = (
            value.astype(spec.dtype.numpy) if isinstance(value, np.ndarray) and value.dtype.kind in "biuf" else value
        )
        tensor = to_tensor(array, spec.dtype)
    except (ValueError, TypeError) as error:
        raise ValueError(f"input '{name}' must be {spec.dtype.name} of shape {spec.shape}: {error}") from None
    if not spec.shape.is_compatible_with(tensor.shape):
        raise ValueError(f"input '{name}' must have the shape {spec.shape}; what is given has {tensor.shape}.")
    return tensor


def _plain(tensor: Any) -> Any:
    array = np.asarray(tensor.numpy())
    values = array.tolist()
    return json.loads(
        json.dumps(values, default=lambda v: v.decode(errors="replace") if isinstance(v, bytes) else str(v))
    )


def printed(tensor: Any) -> str:
    """A result as a literal; long ones are abbreviated."""
    array = np.asarray(tensor.numpy())
    return np.array2string(array, separator=", ")


def _stored(array: Any) -> Any:
    """Strings as a NumPy string dtype: object arrays would be pickled."""
    if array.dtype.kind not in "OS":
        return array
    return np.array([v.decode(errors="replace") for v in array.reshape(-1).tolist()]).reshape(array.shape)


def write_results(path: str, results: Mapping[str, Any]) -> None:
    """Write results to a .npz or .json file; ValueError for any other extension."""
    if path.endswith(".npz"):
        np.savez(path, **{name: _stored(np.asarray(t.numpy())) for name, t in results.items()})
    elif path.endswith(".json"):
        with open(path, "w", encoding="utf-8") as file:
            json.dump({name: _plain(t) for name, t in sorted(results.items())}, file)
    else:
        raise ValueError(f"--output {path}: results are written to .npz and .json files.")

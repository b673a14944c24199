"""The `input_signature` under which calls that had traces of their own share one, as text to paste."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from graphwright.base.spec import TensorSpec, TraceType
from graphwright.base.words import with_article
from graphwright.functions.tracing.spec import FunctionSpec, takes_instance
from graphwright.functions.tracing.trace_types import Container, trace_type_of

Types = Mapping[str, TraceType]

_RAGGED: Final = "RaggedTensorSpec"
_SPARSE: Final = "SparseTensorSpec"


class Uncovered(Exception):
    """Raised for an argument that an `input_signature` cannot cover; the text names it and says why."""


def suggested_signature(
    spec: FunctionSpec, python_function: Callable[..., Any], earlier: Iterable[Types], new: Types
) -> str:
    """`input_signature=[...]` for a call and the earlier ones that can share its trace: sizes that differ are None.

    The signature is complete: it covers every argument, and leaves out those at the end that keep their defaults.
    Raises Uncovered if there is none.
    """
    common = dict(new)
    for types in earlier:
        common = _merged(common, types) or common
    names = _covered(spec, python_function, common)
    return f"input_signature=[{', '.join(_text(common[name], name) for name in names)}]"


def _merged(types: Types, other: Types) -> dict[str, TraceType] | None:
    """The types that fit two calls; None if no trace serves both."""
    if types.keys() != other.keys():
        return None
    merged = {name: types[name].most_specific_common_supertype([other[name]]) for name in types}
    return None if None in merged.values() else merged  # type: ignore[return-value]


def _covered(spec: FunctionSpec, python_function: Callable[..., Any], types: Types) -> list[str]:
    """The arguments that the signature must cover, in order."""
    parameters = {p.name: p for p in spec.parameters}
    before = int(takes_instance(python_function))
    positional = [p.name for p in spec.parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)][before:]
    variadic = next((p.name for p in spec.parameters if p.kind is p.VAR_POSITIONAL), None)
    names = list(positional)
    for name in list(types)[before:]:
        if name in names:
            continue
        if name not in parameters and variadic is not None and name.startswith(f"{variadic}_"):
            names.append(name)
        elif not _keeps_default(parameters.get(name), types[name]):
            raise Uncovered(f"it covers no keyword-only arguments, and '{name}' is one")
    while names and names[-1] in parameters and _keeps_default(parameters[names[-1]], types[names[-1]]):
        names.pop()
    return names


def _keeps_default(parameter: inspect.Parameter | None, type_: TraceType) -> bool:
    return (
        parameter is not None
        and parameter.default is not parameter.empty
        and trace_type_of(parameter.default) == type_
        and not isinstance(type_, TensorSpec)
    )


def _text(type_: TraceType, name: str) -> str:
    """A type as the spec that a user writes."""
    kind = type(type_).__name__
    if isinstance(type_, TensorSpec):
        return f"tf.TensorSpec({_shape(type_.shape)}, tf.{type_.dtype.name})"
    if isinstance(type_, Container):
        return _structure(type_, name)
    spec: Any = type_
    if kind == _SPARSE:
        return f"tf.SparseTensorSpec({_shape(spec.shape)}, tf.{spec.dtype.name})"
    if kind == _RAGGED and spec.flat_values_spec is None:
        splits = "" if spec.row_splits_dtype.name == "int64" else f", row_splits_dtype=tf.{spec.row_splits_dtype.name}"
        return f"tf.RaggedTensorSpec({_shape(spec.shape)}, tf.{spec.dtype.name}, {spec.ragged_rank}{splits})"
    raise Uncovered(f"it covers tensors alone, and '{name}' is none")


def _structure(type_: Container, name: str) -> str:
    accesses = type_.access_texts()
    parts = [_text(child, f"{name}{access}") for child, access in zip(type_.children, accesses, strict=True)]
    cls = type_.kind[0]
    if cls is dict:
        return f"{{{', '.join(f'{key!r}: {part}' for key, part in zip(type_.kind[1], parts, strict=True))}}}"
    if hasattr(cls, "_fields"):
        return f"{cls.__name__}({', '.join(f'{field}={part}' for field, part in zip(cls._fields, parts, strict=True))})"
    if cls is list:
        return f"[{', '.join(parts)}]"
    if cls is tuple:
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    raise Uncovered(f"it covers lists, tuples and dicts, and '{name}' is {with_article(cls.__name__)}")


def _shape(shape: Any) -> str:
    return "None" if shape.rank is None else f"[{', '.join(map(str, shape))}]"

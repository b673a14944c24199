"""The JSON of TensorFlow Serving's REST interface: rows or columns of values, and bytes as base64."""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
from collections.abc import Mapping
from typing import Any

from graphwright.base.errors import InvalidArgumentError
from graphwright.serving.messages import Example
from graphwright.serving.signatures import Arrays, Signature

# what a number beyond float64 has: a long exponent, or very many digits
_MAYBE_LARGE = re.compile(rb"[eE]\+?\d{3}|\d{200}")
_BYTES_SUFFIX = "_bytes"  # outputs with such names are base64


def parsed(body: bytes) -> dict[str, Any]:
    """The object that a request's body holds; InvalidArgumentError for anything else."""
    large = _MAYBE_LARGE.search(body)
    try:
        value = json.loads(body, parse_float=_finite) if large else json.loads(body)
    except InvalidArgumentError:
        raise
    except (ValueError, RecursionError) as error:
        raise InvalidArgumentError(f"the request is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise InvalidArgumentError("the request must be a JSON object.")
    return value


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        shown = text if len(text) <= 40 else text[:40] + "..."
        raise InvalidArgumentError(f"the request has the number {shown}, which no dtype holds.")
    return number


def inputs_of(request: Mapping[str, Any], signature: Signature) -> dict[str, Any]:
    """The values by input, of a request with either `instances` (rows) or `inputs` (columns)."""
    if ("instances" in request) == ("inputs" in request):
        raise InvalidArgumentError("a request has either 'instances' or 'inputs'.")
    try:
        return _inputs_of(request, signature)
    except RecursionError:
        raise InvalidArgumentError("the lists of the request are nested too deeply.") from None


def _inputs_of(request: Mapping[str, Any], signature: Signature) -> dict[str, Any]:
    names = list(signature.inputs)
    if "inputs" in request:
        columns = request["inputs"]
        if isinstance(columns, dict) and not _is_bytes(columns):
            return {name: _decoded(value) for name, value in columns.items()}
        return {_only(names): _decoded(columns)}
    rows = request["instances"]
    if not isinstance(rows, list) or not rows:
        raise InvalidArgumentError("'instances' must be a list with at least one instance.")
    if not all(isinstance(row, dict) and not _is_bytes(row) for row in rows):
        return {_only(names): _decoded(rows)}
    wanted = set(rows[0])
    for number, row in enumerate(rows):
        if set(row) != wanted:
            raise InvalidArgumentError(
                f"instance {number} has the inputs {', '.join(sorted(row))}; the first has {', '.join(sorted(wanted))}."
            )
    return {name: _decoded([row[name] for row in rows]) for name in rows[0]}


def _only(names: list[str]) -> str:
    if len(names) != 1:
        raise InvalidArgumentError(f"name the inputs, of which there are several: {', '.join(sorted(names))}.")
    return names[0]


def _is_bytes(value: Mapping[str, Any]) -> bool:
    return list(value) == ["b64"]


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return [_decoded(each) for each in value] if _may_hold_bytes(value) else value
    if isinstance(value, dict):
        if not _is_bytes(value) or not isinstance(value["b64"], str):
            raise InvalidArgumentError("an object among the values must be {'b64': '...'}.")
        try:
            return base64.b64decode(value["b64"], validate=True)
        except (binascii.Error, ValueError) as error:
            raise InvalidArgumentError(f"a value is no base64: {error}") from None
    return value


def _may_hold_bytes(value: list[Any]) -> bool:
    """Whether a list can have bytes below it: the innermost lists of numbers, which are long, are not walked."""
    return bool(value) and isinstance(value[0], list | dict | str)


def answer(request: Mapping[str, Any], outputs: Arrays) -> dict[str, Any]:
    """The outputs as rows for `instances`, as columns for `inputs`; one output stands without its name."""
    plain = {name: _encoded(name, array) for name, array in outputs.items()}
    if "inputs" in request:
        return {"outputs": next(iter(plain.values())) if len(plain) == 1 else plain}
    rows = len(request["instances"])
    for name, array in outputs.items():
        if array.ndim == 0 or len(array) != rows:
            raise InvalidArgumentError(
                f"output '{name}' has the shape {array.shape}, which is not one row for each of {rows} instances; "
                "send 'inputs' instead."
            )
    if len(plain) == 1:
        return {"predictions": next(iter(plain.values()))}
    return {"predictions": [{name: values[row] for name, values in plain.items()} for row in range(rows)]}


def _encoded(name: str, array: Any) -> Any:
    values = array.tolist()
    if array.dtype.kind in "OS":
        return _text(values, name.endswith(_BYTES_SUFFIX))
    if array.dtype.kind == "c":
        raise InvalidArgumentError(f"output '{name}' is complex, which JSON cannot hold; use gRPC.")
    return values


def _text(value: Any, as_bytes: bool) -> Any:
    if isinstance(value, list):
        return [_text(each, as_bytes) for each in value]
    if not as_bytes:
        try:
            return value.decode()
        except UnicodeDecodeError:
            pass
    return {"b64": base64.b64encode(value).decode()}


def examples_of(request: Mapping[str, Any]) -> list[Any]:
    """The examples of a request for classification or regression, each with the features of `context`."""
    context, examples = request.get("context", {}), request.get("examples")
    if not isinstance(examples, list) or not isinstance(context, dict):
        raise InvalidArgumentError("'examples' must be a list of objects, and 'context' an object.")
    return [_example({**context, **each} if isinstance(each, dict) else each) for each in examples]


def _example(features: Any) -> Any:
    if not isinstance(features, dict):
        raise InvalidArgumentError("each of 'examples' must be an object of features.")
    example = Example()
    for name, value in features.items():
        values = [_decoded(each) for each in (value if isinstance(value, list) else [value])]
        feature = example.features.feature[name]
        try:
            if all(isinstance(each, str | bytes) for each in values):
                feature.bytes_list.value.extend(v.encode() if isinstance(v, str) else v for v in values)
            elif all(isinstance(each, int) for each in values):
                feature.int64_list.value.extend(values)
            else:
                feature.float_list.value.extend(values)
                if any(map(math.isinf, feature.float_list.value)) and not any(map(math.isinf, values)):
                    raise ValueError("float32 does not hold all of them")
        except (TypeError, ValueError) as error:
            raise InvalidArgumentError(f"feature '{name}' has values that do not fit: {error}") from None
    return example

"""What dispatch makes of the arguments of an op: tensors for its inputs, and all of its attributes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from graphwright.base import errors
from graphwright.base.dtypes import DType, as_dtype, complex64, complex128, from_numpy, string
from graphwright.base.shape import TensorShape
from graphwright.core.array_likes import is_array_like, numpy_array
from graphwright.core.convert import is_tensor_like, to_array, to_tensor
from graphwright.core.tensor import Array, Tensor
from graphwright.ir.record import OpRecord
from graphwright.ir.signature import ArgDef, AttrDef


def convert_inputs(record: OpRecord, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> list[Any]:
    """Flat tensors; Python values take the dtype that tensors, attributes or earlier values have fixed."""
    if len(inputs) != len(record.inputs):
        raise TypeError(f"{record.name} takes {len(record.inputs)} inputs, got {len(inputs)}.")
    dtypes = {n: as_dtype(v) for n, v in attrs.items() if v is not None and record.attrs[n].kind == "type"}
    for arg, value in zip(record.inputs, inputs, strict=True):
        if arg.type_attr and arg.type_attr not in dtypes:
            for v in value if arg.is_list else (value,):
                if isinstance(v, Tensor) or hasattr(v, "__tf_tensor__"):
                    if (dtype := getattr(v, "dtype", None)) is not None:  # else it becomes what the others are
                        dtypes[arg.type_attr] = as_dtype(dtype)
                    break
    flat: list[Any] = []
    for arg, value in zip(record.inputs, inputs, strict=True):
        for i, v in enumerate(value if arg.is_list else (value,)):
            # like TensorFlow's: a constant for a list's first element has its number too
            label = f"{arg.name}_{i}" if arg.is_list else arg.name
            expected = arg.dtype or (dtypes.get(arg.type_attr) if arg.type_attr else None)
            preferred = record.attrs[arg.type_attr].default if arg.type_attr and expected is None else None
            if arg.type_attr is None or not isinstance(preferred, DType):
                preferred = None
            elif arg.type_attr and is_array_like(v) and not is_tensor_like(v):
                expected = _instead(record.attrs[arg.type_attr], v := numpy_array(v))
            tensor = _convert_input(record, arg, label, v, expected, preferred, inputs)
            if arg.type_attr:
                dtypes.setdefault(arg.type_attr, tensor.dtype)
            flat.append(tensor)
    return flat


def _instead(definition: AttrDef, array: Array) -> DType | None:
    """The default of an attribute, for an array whose dtype is none of those it allows; None for other arrays."""
    allowed: Any = definition.allowed
    default: DType = definition.default
    if allowed is None or any(d.numpy == array.dtype for d in allowed):
        return None
    return default


def _convert_input(
    record: OpRecord,
    arg: ArgDef,
    label: str,
    value: Any,
    dtype: DType | None,
    preferred: DType | None,
    inputs: Sequence[Any],
) -> Tensor:
    if isinstance(value, Tensor):
        return value  # `complete_attrs` reports a wrong dtype
    try:
        return to_tensor(value, dtype, label, preferred)
    except (TypeError, ValueError) as error:
        if dtype is None or isinstance(value, Tensor):
            raise
        if isinstance(error, TypeError) and not isinstance(error, errors.OpError):
            error = errors.DTypeMismatchError(str(error))
        raise errors.with_note(error, _note_on_value(record, arg, label, value, dtype, inputs)) from None


def _note_on_value(record: OpRecord, arg: ArgDef, label: str, value: Any, dtype: DType, inputs: Sequence[Any]) -> str:
    """Why an input must have a dtype that its value does not have, and what to cast for the value to be taken."""
    from graphwright.core.dtype_advice import how_to_cast

    note = f"(input '{label}' of {record.name} must be {dtype.name}"
    is_variable = isinstance(getattr(value, "dtype", None), DType)
    if not is_variable and all(declared.dtype is None for declared in record.inputs):
        note += ": a Python value takes the dtype of the tensor it is computed with"
    own = None if is_variable or value is None else _dtype_of_value(value)
    if arg.type_attr is None or (own is None and not is_variable):
        return f"{note})"
    values = () if own is None else (own,)
    advice = how_to_cast(_alike(record, arg, inputs), values, _allowed(record, arg.type_attr))
    return f"{note})" + (advice and f"\n{advice}")


def _dtype_of_value(value: object) -> DType | None:
    """The dtype that a Python value has by itself among tensors; None if it cannot be a tensor.

    A complex number takes the precision of the tensors, so its dtype is the narrow one.
    """
    try:
        found = from_numpy(to_array(value).dtype)
    except (TypeError, ValueError):
        return None
    return complex64 if found is complex128 and not hasattr(value, "dtype") else found


def _alike(record: OpRecord, arg: ArgDef, inputs: Sequence[Any]) -> list[tuple[str, DType]]:
    """The names and dtypes of the tensors and variables that must have one dtype with an input."""
    found = []
    for other, value in zip(record.inputs, inputs, strict=True):
        if other.type_attr is not None and other.type_attr == arg.type_attr:
            for i, v in enumerate(value if other.is_list else (value,)):
                if isinstance(dtype := getattr(v, "dtype", None), DType):
                    found.append((f"{other.name}[{i}]" if other.is_list else other.name, dtype))
    return found


def complete_attrs(record: OpRecord, flat: Sequence[Any], attrs: Mapping[str, Any]) -> dict[str, Any]:
    """All attributes: those passed are checked, those that follow from the inputs inferred, the rest defaulted."""
    complete: dict[str, Any] = {}
    for n, value in attrs.items():
        definition = record.attrs.get(n)
        if definition is None:
            raise TypeError(f"{record.name} got an unexpected attribute '{n}'; it has {sorted(record.attrs)}.")
        if value is not None or definition.required or definition.kind == "shape":  # None is otherwise the default
            complete[n] = _checked_attr(record, definition, value)
    at = 0
    for position, arg in enumerate(record.inputs):
        if arg.type_list_attr is not None:
            # only one list of mixed dtypes can be open-ended; others must be given
            count = (
                len(complete[arg.type_list_attr])
                if arg.type_list_attr in complete
                else _rest(record, position, flat, at)
            )
            if arg.type_list_attr not in complete:
                dtypes = [t.dtype for t in flat[at : at + count]]
                complete[arg.type_list_attr] = _checked_attr(record, record.attrs[arg.type_list_attr], dtypes)
        elif arg.number_attr is not None:
            count = complete[arg.number_attr] if arg.number_attr in complete else _rest(record, position, flat, at)
            complete[arg.number_attr] = count
        else:
            count = 1
        for i in range(at, at + count):
            _infer_dtype(record, arg, flat, i, complete, attrs)
        at += count
    if at != len(flat):
        raise TypeError(f"{record.name} takes {at} inputs, got {len(flat)}.")
    for n, definition in record.attrs.items():
        if n not in complete:
            if definition.required:
                raise TypeError(f"{record.name} is missing the required attribute '{n}'.")
            complete[n] = definition.default
    return complete


def _rest(record: OpRecord, position: int, flat: Sequence[Any], at: int) -> int:
    """How many inputs are left for an open-ended list: all but one for each declared input behind it.

    Lists behind it that are as long by declaration take as many each.
    """
    own, behind = record.inputs[position], record.inputs[position + 1 :]
    alike = sum(own.number_attr is not None and arg.number_attr == own.number_attr for arg in behind)
    return (len(flat) - at - (len(behind) - alike)) // (1 + alike)


def _infer_dtype(
    record: OpRecord,
    arg: ArgDef,
    flat: Sequence[Any],
    i: int,
    complete: dict[str, Any],
    attrs: Mapping[str, Any],
) -> None:
    """Let the input at a position of `flat` decide its type attribute, or raise if that is decided otherwise."""
    dtype = flat[i].dtype
    if arg.dtype is not None:
        if dtype is not arg.dtype:
            raise _other_dtype(record, arg, flat, i, arg.dtype, attrs)
        return
    if arg.type_attr is None:
        return
    expected = complete.get(arg.type_attr)
    if expected is None:
        allowed = record.attrs[arg.type_attr].allowed
        if allowed is not None and dtype not in allowed:
            raise _not_allowed(record, arg, flat, i, allowed)
        complete[arg.type_attr] = dtype
    elif expected is not dtype:
        raise _other_dtype(record, arg, flat, i, expected, attrs)


def _other_dtype(
    record: OpRecord, arg: ArgDef, flat: Sequence[Any], i: int, expected: DType, attrs: Mapping[str, Any]
) -> errors.DTypeMismatchError:
    from graphwright.base.words import with_article
    from graphwright.core.dtype_advice import how_to_cast, how_to_convert

    label, actual = _labels(record, flat)[i][1], flat[i].dtype
    advice = ""
    if arg.type_attr is not None and attrs.get(arg.type_attr) is None:
        advice = how_to_cast(_of_attr(record, flat, arg.type_attr), (), _allowed(record, arg.type_attr))
    advice = advice or how_to_convert(label, actual, expected)
    return errors.DTypeMismatchError(
        f"cannot compute {record.name}: input '{label}' was expected to be {with_article(expected.name)} tensor "
        f"but is {with_article(actual.name)} tensor [Op:{record.name}]" + (advice and f"\n{advice}")
    )


def _not_allowed(
    record: OpRecord, arg: ArgDef, flat: Sequence[Any], i: int, allowed: Collection[DType]
) -> errors.DTypeMismatchError:
    from graphwright.core.dtype_advice import how_to_convert, nearest_dtype

    label, actual = _labels(record, flat)[i][1], flat[i].dtype
    nearest = nearest_dtype(actual, allowed)
    advice = how_to_convert(label, actual, nearest) if nearest is not None else ""
    return errors.DTypeMismatchError(
        f"Value for attr '{arg.type_attr}' of {actual.name} is not in the list of allowed values: "
        f"{', '.join(a.name for a in allowed)}; input '{label}' of Op {record.name} [Op:{record.name}]"
        + (advice and f"\n{advice}")
    )


def _allowed(record: OpRecord, attr: str) -> tuple[DType, ...] | None:
    """The dtypes of an attribute, for advice. Text is added by another record than numbers, with the same operator."""
    allowed = record.attrs[attr].allowed
    return (*allowed, string) if record.name == "AddV2" and allowed is not None else allowed


def _of_attr(record: OpRecord, flat: Sequence[Any], attr: str) -> list[tuple[str, DType]]:
    """The names and dtypes of the inputs that must have the dtype of one attribute."""
    named = zip(_labels(record, flat), flat, strict=False)
    return [(label, tensor.dtype) for (arg, label), tensor in named if arg.type_attr == attr]


def _labels(record: OpRecord, flat: Sequence[Any]) -> list[tuple[ArgDef, str]]:
    """What each flat input is declared as, and its name: `values[1]` for the second one of a list."""
    found: list[tuple[ArgDef, str]] = []
    for position, arg in enumerate(record.inputs):
        count = _rest(record, position, flat, len(found)) if arg.is_list else 1
        found += [(arg, f"{arg.name}[{i}]" if arg.is_list else arg.name) for i in range(count)]
    return found


_PLAIN_ATTRS: Final[dict[str, type]] = {"int": int, "float": float, "bool": bool}


def _plain_attr(kind: str, value: Any) -> Any:
    """A number as TensorFlow converts it for an attribute, to an integer or a float; TypeError for other values."""
    if value.__class__ is _PLAIN_ATTRS[kind] or (kind == "int" and isinstance(value, int)):
        return value if value.__class__ is not bool or kind == "bool" else int(value)
    if kind == "bool" or isinstance(value, (str, bytes)):
        raise TypeError(value)
    return _PLAIN_ATTRS[kind](value)


def _checked_attr(record: OpRecord, definition: AttrDef, value: Any) -> Any:
    kind = definition.kind
    if kind == "type":
        value = as_dtype(value)
    elif kind == "shape":
        value = TensorShape(value)
    elif kind == "list(type)":
        value = [as_dtype(v) for v in value]
    elif kind == "list(shape)":
        value = [TensorShape(v) for v in value]
    elif kind == "string" and value is None:
        raise TypeError(f"Expected string for argument '{definition.name}' of {record.name}, not None.")
    elif (plain := kind.removeprefix("list(").removesuffix(")")) in _PLAIN_ATTRS:
        try:
            value = [_plain_attr(plain, v) for v in value] if plain is not kind else _plain_attr(plain, value)
        except TypeError:
            raise TypeError(
                f"Expected {plain} for argument '{definition.name}' of {record.name}, not {value!r}."
            ) from None
    if definition.allowed is not None:
        for v in value if kind.startswith("list(") else (value,):
            if v not in definition.allowed:
                wrong = errors.DTypeMismatchError if "type" in kind else errors.AttributeValueError
                raise wrong(
                    f"Value for attr '{definition.name}' of {getattr(v, 'name', v)} is not in the list of allowed "
                    f"values: {', '.join(str(getattr(a, 'name', a)) for a in definition.allowed)} [Op:{record.name}]"
                )
    if definition.minimum is not None and kind == "int" and value < definition.minimum:
        raise errors.AttributeValueError(
            f"Value for attr '{definition.name}' of {value} must be at least minimum "
            f"{definition.minimum} [Op:{record.name}]"
        )
    return value


__all__ = ["complete_attrs", "convert_inputs"]

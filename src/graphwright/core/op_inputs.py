"""What dispatch makes of the arguments of an op: tensors for its inputs, and all of its attributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphwright.base import errors
from graphwright.base.dtypes import DType, as_dtype
from graphwright.base.shape import TensorShape
from graphwright.core.array_likes import is_array_like, numpy_array
from graphwright.core.convert import is_tensor_like, to_tensor
from graphwright.core.tensor import Array, Tensor
from graphwright.ir.record import OpRecord
from graphwright.ir.signature import AttrDef


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
            if not isinstance(preferred, DType):
                preferred = None
            elif is_array_like(v) and not is_tensor_like(v):
                expected = _instead(record.attrs[arg.type_attr], v := numpy_array(v))
            tensor = _convert_input(record, label, v, expected, preferred)
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


def _convert_input(record: OpRecord, arg: str, value: Any, dtype: DType | None, preferred: DType | None) -> Tensor:
    if isinstance(value, Tensor):
        return value  # `complete_attrs` reports a wrong dtype
    try:
        return to_tensor(value, dtype, arg, preferred)
    except (TypeError, ValueError) as error:
        if dtype is None or isinstance(value, Tensor):
            raise
        if isinstance(error, TypeError) and not isinstance(error, errors.OpError):
            error = errors.DTypeMismatchError(str(error))
        note = f"(input '{arg}' of {record.name} must be {dtype.name}"
        if all(declared.dtype is None for declared in record.inputs):
            note += ": a Python value takes the dtype of the tensor it is computed with; tf.cast changes that"
        raise errors.with_note(error, f"{note})") from None


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
        for t in flat[at : at + count]:
            _infer_dtype(record, arg, t, complete)
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


def _infer_dtype(record: OpRecord, arg: Any, tensor: Any, complete: dict[str, Any]) -> None:
    dtype = tensor.dtype
    if arg.dtype is not None:
        if dtype is not arg.dtype:
            raise _other_dtype(record, arg, arg.dtype, dtype)
        return
    if arg.type_attr is None:
        return
    expected = complete.get(arg.type_attr)
    if expected is None:
        allowed = record.attrs[arg.type_attr].allowed
        if allowed is not None and dtype not in allowed:
            raise errors.DTypeMismatchError(
                f"Value for attr '{arg.type_attr}' of {dtype.name} is not in the list of allowed values: "
                f"{', '.join(a.name for a in allowed)}; input '{arg.name}' of Op {record.name} [Op:{record.name}]"
            )
        complete[arg.type_attr] = dtype
    elif expected is not dtype:
        raise _other_dtype(record, arg, expected, dtype)


def _other_dtype(record: OpRecord, arg: Any, expected: DType, actual: DType) -> errors.DTypeMismatchError:
    return errors.DTypeMismatchError(
        f"cannot compute {record.name}: input '{arg.name}' was expected to be a {expected.name} tensor "
        f"but is a {actual.name} tensor [Op:{record.name}]\n"
        f"Tensors are not converted by themselves: tf.cast(x, tf.{expected.name}) does it."
    )


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
                    f"Value for attr '{definition.name}' of {getattr(v, 'name', v)} is not in the "
                    f"list of allowed values: "
                    f"{', '.join(str(getattr(a, 'name', a)) for a in definition.allowed)} [Op:{record.name}]"
                )
    if definition.minimum is not None and kind == "int" and value < definition.minimum:
        raise errors.AttributeValueError(
            f"Value for attr '{definition.name}' of {value} must be at least minimum "
            f"{definition.minimum} [Op:{record.name}]"
        )
    return value


__all__ = ["complete_attrs", "convert_inputs"]

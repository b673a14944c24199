"""The enums of messages as generated modules have them: `DataType`, and its values, such as `DT_FLOAT`."""

from __future__ import annotations

from typing import Any

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from graphwright.graphdef import messages

_ENUMS = {
    "DataType": EnumTypeWrapper(messages.TensorProto.DESCRIPTOR.fields_by_name["dtype"].enum_type),
    "FullTypeId": EnumTypeWrapper(messages.FullTypeDef.DESCRIPTOR.fields_by_name["type_id"].enum_type),
}
_VALUES: dict[str, int] = {name: number for enum in _ENUMS.values() for name, number in enum.items()}


def __getattr__(name: str) -> Any:
    try:
        return _ENUMS[name] if name in _ENUMS else _VALUES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no enum or value {name!r}") from None


def __dir__() -> list[str]:
    return sorted([*_ENUMS, *_VALUES])

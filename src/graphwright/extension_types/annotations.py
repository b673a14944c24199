"""What annotations of fields mean: which are allowed, what becomes of a value, and of a spec of one."""

from __future__ import annotations

import collections.abc
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Union

from graphwright.base.dtypes import DType, as_dtype
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.extension_types.immutable import ImmutableDict

_PLAIN = (bool, int, float, str, bytes, type(None))
_UNIONS = (Union, types.UnionType)


# what is allowed -------------------------------------------------------------------------------------------


def check_annotation(name: str, annotation: Any) -> None:
    """TypeError if a field cannot have this annotation."""
    if is_value_class(annotation) or _is_one_of(annotation, (Tensor, DType, TensorShape)) or _is_plain(annotation):
        return
    origin, arguments = _taken_apart(annotation)
    if origin is tuple and annotation is not typing.Tuple:  # noqa: UP006
        for argument in arguments[:1] if _is_open_ended(arguments) else arguments:
            check_annotation(name, argument)
    elif origin is collections.abc.Mapping and arguments:
        if not _is_plain(arguments[0]):
            raise TypeError(
                f"In field {name!r}: Mapping had a key {_name(arguments[0])!r} with type "
                f"{type(arguments[0]).__name__!r}"
            )
        check_annotation(name, arguments[1])
    elif origin in _UNIONS:
        for argument in arguments:
            check_annotation(name, argument)
    else:
        shown = repr(annotation.__name__) if isinstance(annotation, type) and origin is None else repr(annotation)
        raise TypeError(
            f"In field {name!r}: Unsupported type annotation {shown}. A field is a tf.Tensor, int, float, bool, str, "
            "bytes, None, tf.DType, tf.TensorShape, an ExtensionType, or a Tuple, Mapping or Union of these."
        )


def is_value_class(annotation: Any) -> bool:
    """Whether an annotation is a class of values made of tensors, with a spec."""
    return isinstance(annotation, type) and hasattr(annotation, "_type_spec") and not issubclass(annotation, Tensor)


def _is_plain(annotation: Any) -> bool:
    return _is_one_of(annotation, _PLAIN)


def _is_one_of(annotation: Any, kinds: tuple[Any, ...]) -> bool:
    return any(annotation is kind for kind in kinds)


def _taken_apart(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """The origin and the arguments of an annotation; those of `Tuple[()]` are none."""
    arguments = typing.get_args(annotation)
    return typing.get_origin(annotation), () if arguments == ((),) else arguments


def _is_open_ended(arguments: tuple[Any, ...]) -> bool:
    return len(arguments) == 2 and arguments[1] is Ellipsis


def _name(annotation: Any) -> str:
    return getattr(annotation, "__name__", repr(annotation))


def resolve(annotation: Any, cls: type, names: Mapping[str, Any]) -> Any:
    """The annotation with names in it looked up: in the class's module, among `names`, or the class itself.

    Raises NameError where one is not known.
    """
    holder = type("holder", (), {"__annotations__": {"field": annotation}, "__module__": cls.__module__})
    try:
        found = typing.get_type_hints(holder, localns={**names, cls.__name__: cls})["field"]
    except TypeError:
        return annotation  # no type at all: `check_annotation` says so, by name
    return found


# values ----------------------------------------------------------------------------------------------------


def convert_value(annotation: Any, value: Any, path: str) -> Any:
    """The value as its annotation says; TypeError naming the field where that cannot be."""
    return _values.convert(annotation, value, path)


def convert_spec(annotation: Any, value: Any, path: str) -> Any:
    """The spec of a field's value, checked as `convert_value` checks the value."""
    return _specs.convert(annotation, value, path)


def _unlike(path: str, expected: str, value: Any) -> TypeError:
    got = type(value).__name__
    if repr(got) == expected:
        got = f"{type(value).__module__}.{got}"
    return TypeError(f"{path}: expected {expected}, got {got!r}")


class _Values:
    """The conversion of values by their annotations."""

    def convert(self, annotation: Any, value: Any, path: str) -> Any:
        if annotation is Tensor:
            return self.tensor(value, path)
        if _is_plain(annotation):
            return _instance(value, annotation, path)
        if annotation is DType:
            return _made_by(as_dtype, value, "'tf.DType'", path)
        if annotation is TensorShape:
            return _made_by(TensorShape, value, "'tf.TensorShape'", path)
        if is_value_class(annotation):
            return self.composite(annotation, value, path)
        origin, arguments = _taken_apart(annotation)
        if origin is tuple:
            return self.items(arguments, value, path)
        if origin is collections.abc.Mapping:
            return self.mapping(arguments, value, path)
        for argument in arguments:
            try:
                return self.convert(argument, value, path)
            except TypeError:
                continue
        raise _unlike(path, str(annotation), value)

    def tensor(self, value: Any, path: str) -> Any:
        if isinstance(value, Tensor):
            return value
        try:
            return to_tensor(value)
        except (TypeError, ValueError) as error:
            raise _unlike(path, "a Tensor", value) from error

    def composite(self, cls: Any, value: Any, path: str) -> Any:
        return _instance(value, cls, path)

    def items(self, arguments: tuple[Any, ...], value: Any, path: str) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise _unlike(path, "tuple", value)
        if _is_open_ended(arguments):
            arguments = (arguments[0],) * len(value)
        if len(arguments) != len(value):
            raise TypeError(
                f"{path}: expected tuple with length {len(arguments)}, got {type(value).__name__!r} with length "
                f"{len(value)}"
            )
        return tuple(
            self.convert(argument, item, f"{path}[{i}]")
            for i, (argument, item) in enumerate(zip(arguments, value, strict=True))
        )

    def mapping(self, arguments: tuple[Any, ...], value: Any, path: str) -> ImmutableDict[Any, Any]:
        if not isinstance(value, Mapping):
            raise _unlike(path, "mapping", value)
        key_type, item_type = arguments
        return ImmutableDict(
            (self.convert(key_type, key, f"{path}[<key>]"), self.convert(item_type, item, f"{path}[{key!r}]"))
            for key, item in value.items()
        )


class _Specs(_Values):
    """The same for specs: a TensorSpec in place of each tensor, a TypeSpec in that of what is made of tensors."""

    def tensor(self, value: Any, path: str) -> Any:
        if isinstance(value, TensorSpec):
            return value
        raise _unlike(path, "a TensorSpec", value)

    def composite(self, cls: Any, value: Any, path: str) -> Any:
        if isinstance(value, TypeSpec) and issubclass(value.value_type, cls):
            return value
        raise _unlike(path, f"a TypeSpec for {cls.__name__!r}", value)


_values, _specs = _Values(), _Specs()


def _instance(value: Any, cls: type, path: str) -> Any:
    if isinstance(value, cls):
        return value
    raise _unlike(path, repr(cls.__name__), value)


def _made_by(make: Callable[[Any], Any], value: Any, expected: str, path: str) -> Any:
    try:
        return make(value)
    except (TypeError, ValueError) as error:
        raise _unlike(path, expected, value) from error


def spec_of_value(value: Any) -> Any:
    """What a spec holds for the value of a field: specs in place of tensors and of what is made of them."""
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype)
    spec = getattr(value, "_type_spec", None)
    if isinstance(spec, TypeSpec):
        return spec
    if isinstance(value, tuple):
        return tuple(spec_of_value(item) for item in value)
    if isinstance(value, ImmutableDict):
        return ImmutableDict((key, spec_of_value(item)) for key, item in value.items())
    return value


# fields ----------------------------------------------------------------------------------------------------


class Field:
    """One field of an ExtensionType: the class that declares it, its name, annotation, and default or
    `inspect.Parameter.empty`."""

    __slots__ = ("annotation", "default", "name", "owner", "resolved")

    def __init__(self, owner: type, name: str, annotation: Any, default: Any) -> None:
        self.owner = owner
        self.name = name
        self.annotation = annotation
        self.default = default
        self.resolved = False

    def resolve(self, names: Mapping[str, Any], last: bool = True) -> None:
        """Look the annotation up and check it; `last` tells that an unknown name is an error by now."""
        if self.resolved:
            return
        try:
            annotation = resolve(self.annotation, self.owner, names)
        except NameError:
            if not last:
                return
            raise TypeError(f"{self.name}: Unsupported type annotation {self.annotation!r}") from None
        check_annotation(self.name, annotation)
        if self.default is not inspect.Parameter.empty:
            convert_value(annotation, self.default, f"default value for {self.name}")
        self.annotation, self.resolved = annotation, True

    def __repr__(self) -> str:
        return f"Field({self.name!r}, {self.annotation!r})"

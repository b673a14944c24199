"""ExtensionType: classes made of tensors and Python values, by their annotations."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar
from weakref import WeakValueDictionary

from graphwright.base import nest
from graphwright.base.spec import TraceType, TypeSpec
from graphwright.base.spec_registry import register
from graphwright.core.dispatch import apply
from graphwright.core.tensor import Tensor
from graphwright.extension_types.annotations import Field, convert_spec, convert_value, spec_of_value
from graphwright.extension_types.immutable import ImmutableDict, Sealed, SealingMeta, sealed_from

_OWN = frozenset(
    {"_open", "_fields", "_settled", "_field_names", "_complete", "_kind", "_abstract_root", "_value_type"}
    | {"_kept", "_kept_key", "_kept_components", "_kept_flat", "_make_component_specs"}
)
_RESERVED = _OWN | {
    "self",
    "Spec",
    "value_type",
    "is_compatible_with",
    "most_specific_compatible_type",
    "_type_spec",
    "_shape_invariant_to_type_spec",
    "_consumers",
    "_convert_variables_to_tensors",
    "_serialize",
    "_deserialize",
    "_component_specs",
    "_to_components",
    "_from_components",
    "_to_tensor_list",
    "_from_tensor_list",
    "_flat_tensor_specs",
}
_RESERVED_PREFIX = "_tf_extension_type"
_registered: WeakValueDictionary[str, type] = WeakValueDictionary()


# classes ---------------------------------------------------------------------------------------------------


class ExtensionTypeMeta(SealingMeta):
    """Makes of a class with annotations one with fields, a constructor and a spec."""

    _fields: tuple[Field, ...]
    _settled: bool
    Spec: Any

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **kwargs: Any) -> Any:
        public_name = namespace.pop("__name__", None)
        declared = namespace.get("__annotations__", {})
        is_root = "_abstract_root" in namespace
        if not is_root:
            _check_names(name, namespace, declared)
        custom = namespace.pop("Spec", None)
        cls = super().__new__(mcs, name, bases, namespace, **kwargs)
        fields = {field.name: field for base in reversed(cls.__mro__[1:]) for field in vars(base).get("_fields", ())}
        for field in declared if not is_root else ():
            fields[field] = Field(cls, field, declared[field], namespace.get(field, inspect.Parameter.empty))
        cls._fields = tuple(fields.values())
        cls._settled = False
        cls._field_names = tuple(fields)  # type: ignore[attr-defined]
        names = sys._getframe(1).f_locals
        for one in cls._fields:
            one.resolve(names, last=False)
        if not is_root and "__init__" not in namespace:
            cls.__init__ = _constructor(cls)  # type: ignore[misc]
        if not is_root:
            cls.Spec = make_spec_class(cls, custom)
        if public_name is not None:
            _register(public_name, cls)
        return cls

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if "_abstract_root" in vars(cls):
            raise AssertionError(
                f"Cannot create an instance of {cls.__name__} because {cls.__name__} is an abstract base class."
            )
        return super().__call__(*args, **kwargs)

    @property
    def __signature__(cls) -> inspect.Signature:
        result = signature(cls) if hasattr(cls.__init__, "_made_of_fields") else _without_self(cls)  # type: ignore[misc]
        return result.replace(return_annotation=cls)


def settled_fields(cls: Any) -> tuple[Field, ...]:
    """The fields of a class; TypeError where an annotation names a type that is still not known."""
    if not cls._settled:
        for field in cls._fields:
            field.resolve({})
        cls._settled = True
    fields: tuple[Field, ...] = cls._fields
    return fields


def _without_self(cls: Any) -> inspect.Signature:
    result = inspect.signature(cls.__init__)
    return result.replace(parameters=list(result.parameters.values())[1:])


def signature(cls: Any) -> inspect.Signature:
    """The signature that follows from the fields: what stands without a default behind a default is keyword-only."""
    parameters = []
    defaults_met = keyword_only = False
    for field in cls._fields:
        defaults_met = defaults_met or field.default is not inspect.Parameter.empty
        keyword_only = keyword_only or (defaults_met and field.default is inspect.Parameter.empty)
        kind = inspect.Parameter.KEYWORD_ONLY if keyword_only else inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters.append(inspect.Parameter(field.name, kind, default=field.default, annotation=field.annotation))
    return inspect.Signature(parameters)


def _constructor(cls: Any) -> Callable[..., None]:
    result = signature(cls)
    names = cls._field_names
    parameters = result.parameters.values()
    required = sum(p.default is p.empty for p in parameters)
    positional = sum(p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters)
    defaults = [p.default for p in parameters]

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        if not kwargs and required <= len(args) <= positional == len(names):
            self.__dict__.update(zip(names, (*args, *defaults[len(args) :]), strict=True))
            return
        try:
            bound = result.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{cls.__qualname__}({', '.join(names)}): {error}") from None
        bound.apply_defaults()
        self.__dict__.update(bound.arguments)

    __init__.__qualname__ = f"{cls.__qualname__}.__init__"
    __init__._made_of_fields = True  # type: ignore[attr-defined]
    return __init__


def _check_names(cls: str, namespace: Mapping[str, Any], declared: Mapping[str, Any]) -> None:
    """ValueError for fields whose names are taken, and for values that look like fields without annotations."""
    start = f"The field annotations for {cls} are invalid. Field"
    for name in declared:
        if name in _RESERVED or name.startswith(_RESERVED_PREFIX):
            raise ValueError(f"{start} '{name}' is reserved.")
    for name, value in namespace.items():
        if name in _OWN:
            raise ValueError(f"{start} '{name}' is reserved.")
        is_dunder = name.startswith("__") and name.endswith("__")
        if name in declared or is_dunder or name == "Spec" or name.startswith("_abc_"):
            continue
        if not (callable(value) or hasattr(value, "__get__")):
            raise ValueError(f"{start} {name} is missing a type annotation.")
    spec = namespace.get("Spec")
    if spec is not None and not isinstance(spec, type):
        raise ValueError(f"{cls}.Spec must be a nested class; got {spec!r}.")


def _register(name: Any, cls: Any) -> None:
    if not isinstance(name, str):
        raise TypeError(f"The __name__ of {cls.__name__} must be text, like 'my_package.{cls.__name__}', not {name!r}.")
    spec: Any = cls.Spec
    known = _registered.setdefault(name, cls)
    if known is not cls:
        where = f"{known.__module__}.{known.__name__}.Spec"
        raise ValueError(f"Name {name}.Spec has already been registered for class {where}.")
    register(f"{name}.Spec")(spec)


# values ----------------------------------------------------------------------------------------------------


class ExtensionType(Sealed, metaclass=ExtensionTypeMeta):
    """Base of classes that are made of tensors and Python values, and go wherever a tensor goes.

    Fields are declared by annotations: `tf.Tensor`, Python's simple types, `tf.DType`, `tf.TensorShape`, other
    ExtensionTypes, and Tuple, Mapping and Union of these. Values given to the constructor are converted (lists to
    tensors or tuples, dicts to immutable mappings). A class may define `__validate__`, its own `__init__`, and a
    nested class `Spec` with methods for its type.

    Raises TypeError for a value that is not what its annotation says, ValueError for fields left out by a custom
    constructor, AttributeError when an object is changed.

    >>> class Mask(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    ...     keep: tf.Tensor
    ...     def filled(self, other):
    ...         return tf.where(self.keep, self.values, other)
    >>> tf.function(lambda m: m.filled(0))(Mask([1, 2, 3], [True, False, True])).numpy()
    array([1, 0, 3], dtype=int32)
    """

    __slots__ = ("__dict__", "__weakref__", "_open", "_tf_extension_type_spec")
    _abstract_root: ClassVar[bool] = True
    _kind: ClassVar[str] = "ExtensionType"
    _tf_extension_type_spec: Any

    def _complete(self) -> None:
        super()._complete()
        values = self.__dict__
        for field in settled_fields(type(self)):
            values[field.name] = convert_value(field.annotation, values[field.name], field.name)
        self.__validate__()

    def __validate__(self) -> None:
        """Check the fields, after they are converted; a subclass raises what it likes. Does nothing here."""

    @property
    def _type_spec(self) -> Any:
        try:
            return self._tf_extension_type_spec
        except AttributeError:
            spec = type(self).Spec.from_value(self)
            if not self._open:
                object.__setattr__(self, "_tf_extension_type_spec", spec)
            return spec

    def __tf_tracing_type__(self, context: Any) -> Any:
        return self._type_spec

    def __eq__(self, other: Any) -> Any:
        """Whether all fields are equal: a scalar bool tensor, or False where shapes, dtypes or Python values differ."""
        if type(other) is not type(self) or not self._type_spec.is_compatible_with(other._type_spec):
            return False
        parts = zip(*(nest.flatten(value, expand_composites=True) for value in (self, other)), strict=True)
        answers = [_same_tensor(mine, theirs) for mine, theirs in parts]
        if any(answer is False for answer in answers):
            return False
        return apply("All", (answers, 0)) if answers else True

    __hash__ = None  # type: ignore[assignment]

    def __ne__(self, other: Any) -> Any:
        equal = self.__eq__(other)
        return apply("LogicalNot", (equal,)) if isinstance(equal, Tensor) else not equal

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={self.__dict__.get(name)!r}" for name in self._field_names)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (type(self), as_dict(self))


def _same_tensor(mine: Any, theirs: Any) -> Any:
    """Whether two tensors are equal: a scalar bool tensor, or False where their shapes differ."""
    known = mine.shape.is_fully_defined() and theirs.shape.is_fully_defined()
    if known and mine.shape != theirs.shape:
        return False
    # tensors that differ in shape are unequal as a whole, unless one is stretched to the other's
    same = [mine == theirs] if known else [mine == theirs, apply("Shape", (mine,)) == apply("Shape", (theirs,))]
    flat = [apply("Reshape", (part, [-1])) for part in same]
    return apply("All", (flat[0] if known else apply("ConcatV2", (flat, 0)), 0))


def _remade(cls: Any, values: Mapping[str, Any]) -> Any:
    return sealed_from(cls, values)


def as_dict(value: Any) -> dict[str, Any]:
    """The fields of an ExtensionType by name; values inside are left as they are.

    Raises TypeError for anything else.

    >>> class Span(tf.experimental.ExtensionType):
    ...     start: int
    ...     stop: int
    >>> tf.experimental.extension_type.as_dict(Span(2, 5))
    {'start': 2, 'stop': 5}
    """
    if not isinstance(value, ExtensionType):
        raise TypeError(f"as_dict takes an ExtensionType, not {value!r} of type {type(value).__name__}.")
    return {name: value.__dict__[name] for name in value._field_names}


# specs -----------------------------------------------------------------------------------------------------


class SpecMeta(SealingMeta):
    """The class of the specs of ExtensionTypes."""

    @property
    def __signature__(cls) -> inspect.Signature:
        init = cls.__init__  # type: ignore[misc]
        if not hasattr(init, "_made_of_fields"):
            return _without_self(cls).replace(return_annotation=cls)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        return inspect.Signature([inspect.Parameter(n, kind) for n in cls._field_names], return_annotation=cls)  # type: ignore[attr-defined]


class ExtensionTypeSpec(Sealed, TypeSpec, metaclass=SpecMeta):
    """The type of an ExtensionType's values: TensorSpecs in place of tensors, the Python values as they are.

    Each ExtensionType `X` has its own, `X.Spec`, which takes one argument for each field.

    >>> class Point(tf.experimental.ExtensionType):
    ...     at: tf.Tensor
    ...     label: str = "p"
    >>> isinstance(Point.Spec(tf.TensorSpec([2]), "q"), tf.experimental.ExtensionTypeSpec)
    True
    >>> tf.type_spec_from_value(Point([1.0, 2.0]))
    Point.Spec(at=TensorSpec(shape=(2,), dtype=tf.float32, name=None), label='p')
    """

    __slots__ = ("__dict__", "__weakref__", "_open")
    _kind: ClassVar[str] = "ExtensionTypeSpec"
    _value_type: ClassVar[Any] = ExtensionType

    @property
    def value_type(self) -> type:
        """The ExtensionType."""
        found: type = self._value_type
        return found

    @classmethod
    def from_value(cls, value: Any) -> Any:
        """The spec of a value; TypeError if that is no value of this ExtensionType."""
        if not isinstance(value, cls._value_type):
            from graphwright.base.words import with_article

            raise TypeError(f"{cls.__name__}.from_value takes {with_article(cls._value_type.__name__)}, not {value!r}.")
        return sealed_from(cls, {name: spec_of_value(value.__dict__[name]) for name in value._field_names})

    def _complete(self) -> None:
        super()._complete()
        values = self.__dict__
        for field in settled_fields(self._value_type):
            values[field.name] = convert_spec(field.annotation, values[field.name], field.name)
        self.__validate__()

    def __validate__(self) -> None:
        """Check the fields; a custom Spec raises what it likes. Does nothing here."""

    def _serialize(self) -> tuple[Any, ...]:
        return tuple((name, self.__dict__[name]) for name in self._field_names)

    @classmethod
    def _deserialize(cls, serialization: Iterable[Any]) -> Any:
        return sealed_from(cls, {name: _frozen(value) for name, value in serialization})

    @property
    def _component_specs(self) -> tuple[Any, ...]:
        return self._kept("_kept_components", self._make_component_specs)

    def _make_component_specs(self) -> tuple[Any, ...]:
        return tuple(spec for name in self._field_names for spec in _parts(self.__dict__[name], self.__dict__[name]))

    def flatten(self) -> list[TraceType]:
        """The specs of the tensors that `to_tensors` gives, in the same order."""
        return list(self._kept("_kept_flat", lambda: tuple(super(ExtensionTypeSpec, self).flatten())))

    def _kept(self, name: str, make: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
        """What follows from the fields, which do not change once the spec is made."""
        found: tuple[Any, ...] | None = self.__dict__.get(name)
        if found is None:
            found = make()
            if not self._open:
                self.__dict__[name] = found
        return found

    def _to_components(self, value: Any) -> tuple[Any, ...]:
        arguments, fields = self.__dict__, value.__dict__
        return tuple(part for name in self._field_names for part in _parts(arguments[name], fields[name]))

    def _from_components(self, components: Any) -> Any:
        parts = iter(components)
        return sealed_from(self._value_type, {name: _filled(self.__dict__[name], parts) for name in self._field_names})

    def to_tensors(self, value: Any) -> list[Any]:
        """The tensors that `value` is made of; TypeError if it is no value of this type."""
        if not isinstance(value, self._value_type):
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        spec = value._type_spec
        if spec != self and not spec.is_subtype_of(self):
            raise TypeError(f"Can not cast {spec!r} to {self!r}")
        parts = zip(self._component_specs, self._to_components(value), strict=True)
        return [tensor for inner, part in parts for tensor in inner.to_tensors(part)]

    def stored_fields(self, value: Any) -> dict[str, tuple[Any, Any]] | None:
        """For each field, what it must be for a value of this type, and what it is in `value`.

        That is a spec, a Python value, or a tuple of these. None where the fields don't tell, because a class has its
        own idea of what its tensors or its type are, and for mappings.
        """
        cls = type(value)
        if not (cls is self._value_type and _is_ours(cls, _VALUE_WAYS) and _is_ours(type(self), _SPEC_WAYS)):
            return None
        if any(map(_has_mapping, self._serialize())):
            return None
        return {name: (self.__dict__[name], value.__dict__[name]) for name in self._field_names}

    def from_fields(self, *fields: Any) -> Any:
        """A value that has these fields, which are taken as they are."""
        return sealed_from(self._value_type, dict(zip(self._field_names, fields, strict=True)))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={_shown(self.__dict__.get(name))}" for name in self._field_names)
        return f"{type(self).__name__}({fields})"


ExtensionType.Spec = ExtensionTypeSpec

# what a class may do its own way, so that the fields alone don't tell what a value is
_VALUE_WAYS = ("_type_spec", "__tf_tracing_type__", "__getattribute__", "__new__")
_SPEC_WAYS = (
    "from_value", "is_subtype_of", "flatten", "to_tensors", "from_tensors", "_to_components", "_from_components",
    "_component_specs", "__eq__",
)  # fmt: skip


def _has_mapping(spec: Any) -> bool:
    return isinstance(spec, ImmutableDict) or (type(spec) is tuple and any(map(_has_mapping, spec)))


def _is_ours(cls: type, names: Iterable[str]) -> bool:
    """Whether none of these is defined by a class of the user."""
    for name in names:
        owner = next(base for base in cls.__mro__ if name in vars(base))
        if not (owner is object or owner.__module__.startswith("graphwright.")):
            return False
    return True


def make_spec_class(cls: Any, custom: type | None) -> Any:
    """The class of the specs of an ExtensionType, with the methods of the user's nested class `Spec`."""
    root = next(base.Spec for base in cls.__mro__[1:] if "_abstract_root" in vars(base))
    inherited = {"__dict__", "__weakref__", "__module__", "__qualname__"}
    arguments = {} if custom is None else {n: v for n, v in vars(custom).items() if n not in inherited}
    namespace = {"__module__": cls.__module__, "__qualname__": f"{cls.__qualname__}.Spec", "__doc__": None, **arguments}
    spec = SpecMeta(f"{cls.__name__}.Spec", (root,), {**namespace, "_value_type": cls})
    spec._field_names = cls._field_names  # type: ignore[attr-defined]
    if "__init__" not in arguments:
        spec.__init__ = _spec_constructor(cls)  # type: ignore[misc]
    return spec


def _spec_constructor(cls: Any) -> Callable[..., None]:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    result = inspect.Signature([inspect.Parameter(name, kind) for name in cls._field_names])

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        self.__dict__.update(result.bind(*args, **kwargs).arguments)

    __init__._made_of_fields = True  # type: ignore[attr-defined]
    return __init__


def _parts(spec: Any, value: Any) -> Iterator[Any]:
    """What of a field's value stands where its spec has specs, mappings in the order of their sorted keys."""
    if isinstance(spec, TypeSpec):
        yield value
    elif isinstance(spec, tuple):
        for inner, item in zip(spec, value, strict=True):
            yield from _parts(inner, item)
    elif isinstance(spec, ImmutableDict):
        for key in sorted(spec):
            yield from _parts(spec[key], value[key])


def _filled(spec: Any, parts: Iterator[Any]) -> Any:
    """The value of a field: its spec with the next parts in place of the specs in it."""
    if isinstance(spec, TypeSpec):
        return next(parts)
    if isinstance(spec, tuple):
        return tuple(_filled(inner, parts) for inner in spec)
    if isinstance(spec, ImmutableDict):
        result = {key: _filled(spec[key], parts) for key in sorted(spec)}
        return ImmutableDict((key, result[key]) for key in spec)
    return spec


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return ImmutableDict((key, _frozen(item)) for key, item in value.items())
    return tuple(_frozen(item) for item in value) if isinstance(value, (list, tuple)) else value


def _shown(value: Any) -> str:
    return repr(dict(value)) if isinstance(value, ImmutableDict) else repr(value)


__all__ = ["ExtensionType", "ExtensionTypeSpec", "as_dict"]

"""What kinds of structure there are: how each is opened, rebuilt and its parts named.

A value's kind depends on its type alone, so it is looked up by exact type. A type is classified when first
met and remembered in an ordinary dict if its module holds it; weakly otherwise, because classes are made at
run time too. Objects that pretend to be of another class (proxies) are classified each time.
"""

from __future__ import annotations

import sys
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Mapping, MappingView, MutableMapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from graphwright.base.frozen import frozen


@frozen
class Kind:
    """One kind of structure.

    Fields:
      family: "sequence", "namedtuple", "mapping", "attrs", "custom" or "composite".
      open: gives the parts of a structure, in flattening order.
      rebuild: gives a structure like the first argument with other parts, in the same order.
      names: gives what the parts are called in a path.
    """

    family: str
    open: Callable[[Any], Sequence[Any]]
    rebuild: Callable[[Any, list[Any]], Any]
    names: Callable[[Any], Iterable[Any]]


def sorted_keys(mapping: Mapping[Any, Any]) -> list[Any]:
    """Return a mapping's keys in flattening order."""
    try:
        return sorted(mapping)
    except TypeError as error:
        raise TypeError(
            f"nest only supports dicts with sortable keys. The keys {_brief_keys(mapping)} cannot be ordered: {error}"
        ) from None


def _brief_keys(mapping: Mapping[Any, Any]) -> str:
    keys = [repr(key) for key in mapping]
    return "[" + ", ".join(keys[:10]) + (", ...]" if len(keys) > 10 else "]")


# --- sequences ----------------------------------------------------------------------------------------------


def _positions(value: Any) -> range:
    return range(len(value))


def _itself(value: Any) -> Any:
    return value


def _only_parts(original: Any, parts: list[Any]) -> Any:
    return parts


def _call_with_parts(original: Any, parts: list[Any]) -> Any:
    return type(original)(parts)


LIST = Kind("sequence", _itself, _only_parts, _positions)
TUPLE = Kind("sequence", _itself, lambda original, parts: tuple(parts), _positions)
SEQUENCE_SUBCLASS = Kind("sequence", list, _call_with_parts, _positions)
# Ranges and views cannot be built from parts; like TensorFlow we give a list in their place.
READ_ONLY_SEQUENCE = Kind("sequence", list, _only_parts, _positions)
NAMEDTUPLE = Kind(
    "namedtuple", tuple, lambda original, parts: type(original)(*parts), lambda original: original._fields
)


# --- mappings -----------------------------------------------------------------------------------------------


def _open_mapping(mapping: Mapping[Any, Any]) -> list[Any]:
    if len(mapping) < 2:
        return list(mapping.values())
    return [mapping[key] for key in sorted_keys(mapping)]


def _in_own_order(original: Mapping[Any, Any], parts: list[Any]) -> dict[Any, Any]:
    by_key = dict(zip(sorted_keys(original), parts, strict=True))
    return {key: by_key[key] for key in original}


def _rebuild_ordered_dict(original: Mapping[Any, Any], parts: list[Any]) -> Any:
    return OrderedDict(_in_own_order(original, parts))


def _rebuild_mutable_mapping(original: MutableMapping[Any, Any], parts: list[Any]) -> Any:
    # Assignment, not construction from pairs: Counter counts what it is given, and others do worse.
    cls = type(original)
    result = cls(original.default_factory) if isinstance(original, defaultdict) else cls()  # type: ignore[call-arg]
    for key, part in _in_own_order(original, parts).items():
        result[key] = part
    return result


def _rebuild_frozen_mapping(original: Mapping[Any, Any], parts: list[Any]) -> Any:
    contents = _in_own_order(original, parts)
    cls: Any = type(original)
    try:
        return cls(list(contents.items()))
    except (TypeError, ValueError):
        pass
    try:
        return cls(contents)
    except Exception as error:
        raise TypeError(
            f"Error creating an object of type {cls} like {original}. Note that it must accept a single "
            f"positional argument: a mapping, or an iterable of key-value pairs. Cause: {error}"
        ) from error


DICT = Kind("mapping", _open_mapping, _in_own_order, sorted_keys)
ORDERED_DICT = Kind("mapping", _open_mapping, _rebuild_ordered_dict, sorted_keys)
MUTABLE_MAPPING = Kind("mapping", _open_mapping, _rebuild_mutable_mapping, sorted_keys)
FROZEN_MAPPING = Kind("mapping", _open_mapping, _rebuild_frozen_mapping, sorted_keys)


# --- classes with declared fields ---------------------------------------------------------------------------


def _attrs_names(value: Any) -> list[str]:
    return [field.name for field in type(value).__attrs_attrs__]


def _open_attrs(value: Any) -> list[Any]:
    return [getattr(value, name) for name in _attrs_names(value)]


def _rebuild_attrs(original: Any, parts: list[Any]) -> Any:
    cls = type(original)
    arguments: dict[str, Any] = {}
    rest: dict[str, Any] = {}
    for field, part in zip(cls.__attrs_attrs__, parts, strict=True):
        if field.init:
            arguments[getattr(field, "alias", None) or field.name.lstrip("_")] = part
        else:
            rest[field.name] = part
    result = cls(**arguments)
    for name, part in rest.items():
        object.__setattr__(result, name, part)  # past the guard of a frozen class
    return result


def _open_custom(value: Any) -> tuple[Any, ...]:
    return tuple(value.__tf_flatten__()[1])


def _rebuild_custom(original: Any, parts: list[Any]) -> Any:
    return type(original).__tf_unflatten__(original.__tf_flatten__()[0], tuple(parts))


ATTRS = Kind("attrs", _open_attrs, _rebuild_attrs, _attrs_names)
CUSTOM = Kind("custom", _open_custom, _rebuild_custom, lambda value: range(len(_open_custom(value))))


# --- tensors made of several --------------------------------------------------------------------------------


def spec_of(composite: Any) -> Any:
    """Return the spec of a composite value; a composite spec is its own."""
    return composite._type_spec if hasattr(type(composite), "_type_spec") else composite


def _open_composite(value: Any) -> tuple[Any]:
    return (value._type_spec._to_components(value),)


def _rebuild_from_spec(original: Any, parts: list[Any]) -> Any:
    return spec_of(original)._from_components(parts[0])


def _class_name(value: Any) -> tuple[str]:
    return (type(value).__name__,)


COMPOSITE = Kind("composite", _open_composite, _rebuild_from_spec, _class_name)
COMPOSITE_SPEC = Kind("composite", lambda spec: (spec._component_specs,), _rebuild_from_spec, _class_name)


def _has_components(spec: Any) -> bool:
    """Tell whether a spec describes a value made of others; that of one tensor is its own only component."""
    if not all(hasattr(spec, name) for name in ("_to_components", "_from_components", "_component_specs")):
        return False
    parts = spec._component_specs
    alone = isinstance(parts, list | tuple) and len(parts) == 1 and parts[0] is spec
    return parts is not spec and not alone


def _composite_kind(value: Any, cls: type) -> Kind | None:
    if hasattr(cls, "_type_spec"):
        spec = getattr(value, "_type_spec", None)
        return COMPOSITE if _has_components(spec) else None
    return COMPOSITE_SPEC if _has_components(value) else None


# --- the tables ---------------------------------------------------------------------------------------------


def _plain_kind(value: Any, cls: type) -> Kind | None:
    """Classify a value by its class `cls`; None means a leaf. The order of the tests is TensorFlow's."""
    if issubclass(cls, str | bytes):
        return None
    if hasattr(cls, "__tf_flatten__") and hasattr(cls, "__tf_unflatten__"):
        return CUSTOM
    if hasattr(cls, "__attrs_attrs__"):
        return ATTRS
    if issubclass(cls, Mapping):
        return MUTABLE_MAPPING if issubclass(cls, MutableMapping) else FROZEN_MAPPING
    if issubclass(cls, tuple) and hasattr(cls, "_make") and hasattr(cls, "_fields"):
        return NAMEDTUPLE
    if issubclass(cls, MappingView | range | memoryview):
        return READ_ONLY_SEQUENCE
    return SEQUENCE_SUBCLASS if issubclass(cls, Sequence) else None


def _behind_proxy(kind: Kind) -> Kind:
    """Make the kind of a proxy from the kind of what it stands for."""
    return Kind(
        kind.family,
        lambda proxy: kind.open(proxy.__wrapped__),
        lambda proxy, parts: type(proxy)(kind.rebuild(proxy.__wrapped__, parts)),
        lambda proxy: kind.names(proxy.__wrapped__),
    )


# The leaves met most; others are found out by `KindTable.classify`.
_LEAVES = (int, float, bool, complex, str, bytes, type(None), np.ndarray, np.float32, np.float64, np.int64)


def _is_permanent(cls: type) -> bool:
    """Tell whether a class is held by its module, so that remembering it strongly keeps nothing alive."""
    return getattr(sys.modules.get(cls.__module__), cls.__qualname__, None) is cls


# Stands in the answer of `known.get` for a type that has to be classified.
UNSEEN = Kind("unseen", _itself, _only_parts, _positions)


class KindTable:
    """The kinds of all types, with or without those of composite tensors.

    `known.get(type(value), UNSEEN)` is the quick question, written out where structures are walked; its
    answer is a kind, None for a leaf, or `UNSEEN`, after which `classify` has the answer.
    """

    def __init__(self, expand_composites: bool) -> None:
        self.expand_composites = expand_composites
        self.known: dict[type, Kind | None] = dict.fromkeys(_LEAVES)
        self.known.update({list: LIST, tuple: TUPLE, dict: DICT, OrderedDict: ORDERED_DICT})
        self._seen: WeakKeyDictionary[type, Kind | None] = WeakKeyDictionary()

    def kind_of(self, value: Any) -> Kind | None:
        """Return the kind of a value, None for a leaf."""
        kind = self.known.get(type(value), UNSEEN)
        return self.classify(value) if kind is UNSEEN else kind

    def classify(self, value: Any) -> Kind | None:
        """Return the kind of a value whose type is not among the known ones, and remember it."""
        cls = type(value)
        try:
            return self._seen[cls]
        except KeyError:
            pass
        shown = value.__class__
        if shown is not cls:
            if not hasattr(value, "__wrapped__"):
                return self._kind_by_class(value, shown)
            inner = self.kind_of(value.__wrapped__)
            return inner and _behind_proxy(inner)
        kind = self._kind_by_class(value, cls)
        memory: MutableMapping[type, Kind | None] = self.known if _is_permanent(cls) else self._seen
        memory[cls] = kind
        return kind

    def _kind_by_class(self, value: Any, cls: type) -> Kind | None:
        composite = _composite_kind(value, cls) if self.expand_composites else None
        return composite or _plain_kind(value, cls)


PLAIN = KindTable(expand_composites=False)
EXPANDED = KindTable(expand_composites=True)


def register_leaf(*types: type, plain: bool = True) -> None:
    """Declare types whose instances are leaves whatever they look like; walking past them is quickest.

    Args:
      types: the types.
      plain: whether they are leaves also for walks that do not expand composite tensors.
    """
    for table in (PLAIN, EXPANDED) if plain else (EXPANDED,):
        table.known.update(dict.fromkeys(types))


def register_like(container: type, *types: type) -> None:
    """Declare subclasses of list or dict in place of which the container is built when structures are packed."""
    for table in (PLAIN, EXPANDED):
        table.known.update(dict.fromkeys(types, table.known[container]))

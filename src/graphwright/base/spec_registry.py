"""The registry of spec classes, those of libraries included: their names in files."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from graphwright.base.spec import NoneTensorSpec, TensorSpec, TypeSpec

_Spec = TypeVar("_Spec", bound=type[TypeSpec])

# weak: classes of programs may go
_NAME_TO_TYPE_SPEC: WeakValueDictionary[str, type[TypeSpec]] = WeakValueDictionary()
_TYPE_SPEC_TO_NAME: WeakKeyDictionary[type[TypeSpec], str] = WeakKeyDictionary()


def register(name: str) -> Callable[[_Spec], _Spec]:
    """Register a class of specs under a name such as `my_project.MySpec`, which is its name in files.

    Raises:
      TypeError: what is decorated is no class of specs.
      ValueError: the name or the class is registered already.
    """

    def decorate(cls: _Spec) -> _Spec:
        if not (isinstance(cls, type) and issubclass(cls, TypeSpec)):
            raise TypeError(f"Expected `cls` to be a TypeSpec; got {cls!r}")
        if cls in _TYPE_SPEC_TO_NAME:
            raise ValueError(f"Class {cls.__name__} has already been registered with name {_TYPE_SPEC_TO_NAME[cls]}.")
        if name in _NAME_TO_TYPE_SPEC:
            known = _NAME_TO_TYPE_SPEC[name]
            raise ValueError(f"Name {name} has already been registered for class {known.__module__}.{known.__name__}.")
        _NAME_TO_TYPE_SPEC[name] = cls
        _TYPE_SPEC_TO_NAME[cls] = name
        return cls

    return decorate


def get_name(cls: type[TypeSpec]) -> str:
    """The registered name of a class of specs; ValueError if there is none."""
    if cls not in _TYPE_SPEC_TO_NAME:
        raise ValueError(f"TypeSpec {cls.__module__}.{cls.__name__} has not been registered.")
    return _TYPE_SPEC_TO_NAME[cls]


def lookup(name: str) -> type[TypeSpec]:
    """The class of specs that is registered under a name; ValueError if there is none."""
    if name not in _NAME_TO_TYPE_SPEC:
        raise ValueError(f"No TypeSpec has been registered with name {name!r}")
    return _NAME_TO_TYPE_SPEC[name]


register("tf.TensorSpec")(TensorSpec)
register("tf.NoneTensorSpec")(NoneTensorSpec)

"""`tf.experimental.ExtensionType`: fields, constructors and values."""

# ruff: noqa: UP006, UP007, UP045 (annotations as users write them)

from __future__ import annotations

import abc
import collections
import copy
import gc
import inspect
import pickle
import types
import typing
import weakref
from collections.abc import Mapping
from typing import Any, Optional, Union

import numpy as np
import pytest

import graphwright as tf
from graphwright.extension_types.immutable import ImmutableDict

ExtensionType = tf.experimental.ExtensionType
as_dict = tf.experimental.extension_type.as_dict


class Masked(ExtensionType):
    values: tf.Tensor
    keep: tf.Tensor
    label: str = "m"


class Plain(ExtensionType):
    a: int
    b: float
    c: str
    d: bytes
    e: bool
    f: tf.DType
    g: tf.TensorShape
    h: None


class Nested(ExtensionType):
    many: tuple[int, ...] = ()
    pair: tuple[tf.Tensor, str] = (0, "")
    named: Mapping[str, tf.Tensor] = {}
    either: Union[int, tf.Tensor, None] = None
    text: Optional[str] = None
    newer: tf.Tensor | int | None = None
    inner: Masked | None = None
    inners: tuple[Masked, ...] = ()
    deep: Mapping[str, tuple[Masked, int]] = {}


PLAIN = {"a": 1, "b": 2.0, "c": "x", "d": b"y", "e": True, "f": tf.int32, "g": [1, None], "h": None}


def make(name: str = "X", bases: tuple[type, ...] = (ExtensionType,), **namespace: Any) -> Any:
    """A class made at run time."""
    return types.new_class(name, bases, {}, lambda body: body.update({"__module__": __name__, **namespace}))


def annotated(**annotations: Any) -> dict[str, Any]:
    return {"__annotations__": annotations}


def plainly(value: Any) -> Any:
    """A value with tensors as lists, for comparing."""
    if isinstance(value, tf.Tensor):
        return value.dtype.name, np.asarray(value.numpy()).tolist()
    if isinstance(value, ExtensionType):
        return type(value).__name__, plainly(as_dict(value))
    if isinstance(value, tuple):
        return tuple(map(plainly, value))
    return {k: plainly(v) for k, v in value.items()} if isinstance(value, Mapping) else value


# values of fields ---------------------------------------------------------------------------------------------

MASKED = Masked([1], [True])


@pytest.mark.parametrize(
    ("cls", "given", "field", "expected"),
    [
        (Plain, PLAIN, "a", 1),
        (Plain, PLAIN | {"a": True}, "a", True),
        (Plain, PLAIN | {"f": "int64"}, "f", tf.int64),
        (Plain, PLAIN | {"f": np.int32}, "f", tf.int32),
        (Plain, PLAIN | {"g": 3}, "g", tf.TensorShape([3])),
        (Plain, PLAIN | {"g": tf.TensorShape([2])}, "g", tf.TensorShape([2])),
        (Nested, {"many": [1, 2]}, "many", (1, 2)),
        (Nested, {"many": ()}, "many", ()),
        (Nested, {"pair": [3.0, "x"]}, "pair", (("float32", 3.0), "x")),
        (Nested, {"named": {"b": 1, "a": [2.0]}}, "named", {"b": ("int32", 1), "a": ("float32", [2.0])}),
        (Nested, {"named": collections.OrderedDict(k=1)}, "named", {"k": ("int32", 1)}),
        (Nested, {"either": 5}, "either", 5),
        (Nested, {"either": 2.0}, "either", ("float32", 2.0)),
        (Nested, {"either": [1, 2]}, "either", ("int32", [1, 2])),
        (Nested, {"either": None}, "either", None),
        (Nested, {"text": "s"}, "text", "s"),
        (Nested, {"newer": 5}, "newer", ("int32", 5)),  # in the order of the declaration
        (Nested, {"newer": None}, "newer", None),
        (Nested, {"inner": MASKED}, "inner", plainly(MASKED)),
        (Nested, {"inners": [MASKED, MASKED]}, "inners", (plainly(MASKED),) * 2),
        (Nested, {"deep": {"k": [MASKED, 3]}}, "deep", {"k": (plainly(MASKED), 3)}),
        (Masked, {"values": np.ones(2), "keep": 1}, "values", ("float64", [1.0, 1.0])),
        (Masked, {"values": tf.Variable(1.0), "keep": 1}, "values", ("float32", 1.0)),
        (Masked, {"values": "a", "keep": 1}, "values", ("string", b"a")),
    ],
)
def test_conversion(cls: Any, given: dict[str, Any], field: str, expected: Any) -> None:
    value = getattr(cls(**given), field)
    assert plainly(value) == expected
    assert not isinstance(value, (list, dict, tf.Variable))


@pytest.mark.parametrize(
    ("cls", "given", "message"),
    [
        (Plain, {"a": 1.5}, "a: expected 'int', got 'float'"),
        (Plain, {"a": None}, "a: expected 'int', got 'NoneType'"),
        (Plain, {"a": tf.constant(1)}, "a: expected 'int', got 'EagerTensor'"),
        (Plain, {"b": 1}, "b: expected 'float', got 'int'"),
        (Plain, {"c": b"x"}, "c: expected 'str', got 'bytes'"),
        (Plain, {"d": "x"}, "d: expected 'bytes', got 'str'"),
        (Plain, {"e": 1}, "e: expected 'bool', got 'int'"),
        (Plain, {"e": np.True_}, "e: expected 'bool', got 'numpy.bool'"),
        (Plain, {"f": int}, "f: expected 'tf.DType', got 'type'"),
        (Plain, {"g": "ab"}, "g: expected 'tf.TensorShape', got 'str'"),
        (Plain, {"g": [1, "x"]}, "g: expected 'tf.TensorShape', got 'list'"),
        (Plain, {"h": 3}, "h: expected 'NoneType', got 'int'"),
        (Nested, {"many": [1, "x"]}, "many[1]: expected 'int', got 'str'"),
        (Nested, {"many": 5}, "many: expected tuple, got 'int'"),
        (Nested, {"pair": [1]}, "pair: expected tuple with length 2, got 'list' with length 1"),
        (Nested, {"pair": [1, 2]}, "pair[1]: expected 'str', got 'int'"),
        (Nested, {"named": 5}, "named: expected mapping, got 'int'"),
        (Nested, {"named": {1: 2}}, "named[<key>]: expected 'str', got 'int'"),
        (Nested, {"named": {"a": object()}}, "named['a']: expected a Tensor, got 'object'"),
        (Nested, {"either": object()}, f"either: expected {Union[int, tf.Tensor, None]}, got 'object'"),
        (Nested, {"text": 5}, f"text: expected {Optional[str]}, got 'int'"),
        (Nested, {"inner": 3}, "got 'int'"),
        (Nested, {"inners": [3]}, "inners[0]: expected 'Masked', got 'int'"),
        (Masked, {"values": object(), "keep": 1}, "values: expected a Tensor, got 'object'"),
        (Masked, {"values": None, "keep": 1}, "values: expected a Tensor, got 'NoneType'"),
        (Masked, {"values": [[1], [1, 2]], "keep": 1}, "values: expected a Tensor, got 'list'"),
        (Masked, {"values": MASKED, "keep": 1}, "values: expected a Tensor, got 'Masked'"),
    ],
)
def test_wrong_values(cls: Any, given: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        cls(**(PLAIN | given if cls is Plain else given))
    assert message in str(caught.value)


# annotations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        (list, "Unsupported type annotation 'list'"),
        (typing.List[int], "Unsupported type annotation typing.List[int]"),
        (dict, "'dict'"), (dict[str, int], "dict[str, int]"), (object, "'object'"), (Any, "Any"), (tuple, "'tuple'"),
        (typing.Tuple, "typing.Tuple"),
        (typing.Mapping, "typing.Mapping"),
        (Mapping[tf.Tensor, int], "Mapping had a key 'Tensor' with type 'type'"),
        (Mapping[str, list[int]], "list[int]"), (tf.TensorSpec([]), "TensorSpec(shape=()"), (3, "annotation 3"),
        (tf.Variable, "'Variable'"), (np.ndarray, "'ndarray'"), (complex, "'complex'"), (type, "'type'"),
        (tf.TypeSpec, "'TypeSpec'"), (typing.Literal[1], "typing.Literal[1]"),
        (collections.abc.Sequence[int], "Sequence[int]"), (typing.ClassVar[int], "ClassVar[int]"),
        (Union[int, list], "'list'"), (tuple[int, dict], "'dict'"),
    ],
)  # fmt: skip
def test_unsupported_annotations(annotation: Any, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        make(**annotated(field=annotation))
    assert "In field 'field'" in str(caught.value) and message in str(caught.value)


def test_names_in_annotations() -> None:
    class Tree(ExtensionType):
        value: tf.Tensor
        children: tuple[Tree, ...] = ()
        left: Optional[Tree] = None

    tree = Tree(1, [Tree(2)], Tree(3, (Tree(4),)))
    assert [int(t) for t in tf.nest.flatten(tree, expand_composites=True)] == [1, 2, 3, 4]

    class Earlier(ExtensionType):
        other: NotYet  # type: ignore[name-defined]  # noqa: F821

    with pytest.raises(TypeError, match="other: Unsupported type annotation 'NotYet'"):
        Earlier(1)
    try:
        globals()["NotYet"] = Masked
        assert Earlier(MASKED).other is MASKED
    finally:
        del globals()["NotYet"]


@pytest.mark.parametrize(
    "name",
    ["self", "Spec", "value_type", "is_compatible_with", "_type_spec", "_serialize", "_component_specs",
     "_from_components", "_flat_tensor_specs", "_consumers", "_tf_extension_type_x"],
)  # fmt: skip
def test_reserved_names(name: str) -> None:
    with pytest.raises(ValueError, match=f"The field annotations for X are invalid. Field '{name}' is reserved"):
        make(**annotated(**{name: int}))


@pytest.mark.parametrize("name", ["shape", "dtype", "name", "_x", "flatten", "cast", "from_value", "values", "rank"])
def test_names_that_are_free(name: str) -> None:
    cls = make(**annotated(**{name: int}))
    value = cls(3)
    assert getattr(value, name) == getattr(value._type_spec, name) == 3 and value._type_spec == cls.Spec(3)


@pytest.mark.parametrize(
    ("namespace", "error", "message"),
    [
        ({"a": 3}, ValueError, "The field annotations for X are invalid. Field a is missing a type annotation."),
        ({"_p": None}, ValueError, "Field _p is missing a type annotation."),
        ({"_complete": lambda self: 3}, ValueError, "Field '_complete' is reserved."),
        (annotated(a=int) | {"a": "x"}, TypeError, "default value for a: expected 'int', got 'str'"),
        ({"Spec": 3}, ValueError, "X.Spec must be a nested class; got 3."),
        ({"__name__": 3}, TypeError, "must be text"),
    ],
)
def test_wrong_classes(namespace: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        make(**namespace)
    assert message in str(caught.value)


# constructors -----------------------------------------------------------------------------------------------------


class Base(ExtensionType):
    a: int = 3


class Derived(Base):
    b: int
    c: tf.Tensor = 1.0  # type: ignore[assignment]


class Doubled(ExtensionType):
    a: tf.Tensor
    b: int

    def __init__(self, a: Any) -> None:
        self.a = a
        self.b = 7


class Tripled(Doubled):
    c: str

    def __init__(self, a: Any) -> None:
        super().__init__(a)
        self.c = "c"


class Other(ExtensionType):
    z: str


@pytest.mark.parametrize(
    ("cls", "expected"),
    [
        (Masked, "(values, keep, label='m')"),
        (Derived, "(a=3, *, b, c=1.0)"),
        (Doubled, "(a)"),
        (Doubled.Spec, "(a, b)"),
        (Masked.Spec, "(values, keep, label)"),
        (make("Both", (Base, Other), **annotated(c=int)), "(z, a=3, *, c)"),
    ],
)
def test_signatures(cls: Any, expected: str) -> None:
    found = inspect.signature(cls)
    bare = [p.replace(annotation=inspect.Parameter.empty) for p in found.parameters.values()]
    assert str(found.replace(parameters=bare, return_annotation=inspect.Signature.empty)) == expected
    assert found.return_annotation is cls


@pytest.mark.parametrize(
    ("make_one", "message"),
    [
        (lambda: Masked([1]), "missing a required argument: 'keep'"),
        (lambda: Masked(1, 2, "3", 4), "too many positional arguments"),
        (lambda: Masked(1, 2, other=3), "got an unexpected keyword argument 'other'"),
        (lambda: Masked(1, values=3), "multiple values for argument 'values'"),
        (lambda: Derived(1, 2), "too many positional arguments"),
        (lambda: Masked.Spec(), "missing a required argument: 'values'"),
    ],
)
def test_wrong_arguments(make_one: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        make_one()


def test_inheritance_and_custom_constructors() -> None:
    assert plainly(Derived(b=2)) == ("Derived", {"a": 3, "b": 2, "c": ("float32", 1.0)})
    assert plainly(Doubled([1])) == ("Doubled", {"a": ("int32", [1]), "b": 7})
    assert plainly(Tripled([1])) == ("Tripled", {"a": ("int32", [1]), "b": 7, "c": "c"})
    assert isinstance(Tripled(1), Doubled)
    generated = make("Generated", (Doubled,), **annotated(c=int))
    assert plainly(generated(1, 2, 3)) == ("Generated", {"a": ("int32", 1), "b": 2, "c": 3})

    class Mixin:
        def twice(self) -> Any:
            return self.a * 2  # type: ignore[attr-defined]

    class Mixed(Mixin, ExtensionType):
        a: tf.Tensor

    assert int(Mixed(2).twice()) == 4
    overridden = make("Overridden", (Base,), **annotated(a=str))
    assert overridden("x").a == "x"


def test_abstract_bases() -> None:
    class Shape(ExtensionType):
        @abc.abstractmethod
        def area(self) -> Any: ...

    class Square(Shape):
        side: tf.Tensor

        def area(self) -> Any:
            return self.side**2

    assert float(Square(3.0).area()) == 9.0
    with pytest.raises(TypeError, match="abstract"):
        Shape()
    for root in (ExtensionType, tf.experimental.BatchableExtensionType):
        with pytest.raises(AssertionError, match=f"Cannot create an instance of {root.__name__} because"):
            root()


def _leaves_out(self: Any) -> None:
    self.a = 1


def _adds(self: Any) -> None:
    self.a = self.b = self.more = 1


def _deletes(self: Any) -> None:
    self.a = self.b = 1
    del self.a


@pytest.mark.parametrize(
    ("init", "error", "message"),
    [
        (_leaves_out, ValueError, "Missing required fields: {'b'}"),
        (_adds, AttributeError, "Cannot mutate attribute `more` outside the custom constructor of ExtensionType."),
        (_deletes, ValueError, "Missing required fields: {'a'}"),
    ],
)
def test_wrong_constructors(init: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        make(**annotated(a=int, b=int), __init__=init)()
    assert message in str(caught.value)


def test_validation() -> None:
    class Vector(ExtensionType):
        v: tf.Tensor

        def __validate__(self) -> None:
            if self.v.shape.rank != 1:
                raise ValueError(f"a vector, not {self.v.shape}")

    assert Vector([1]).v.shape == [1]
    with pytest.raises(ValueError, match=r"a vector, not \(\)"):
        Vector(1)
    assert tf.nest.pack_sequence_as(Vector([1]), [3], expand_composites=True).v == 3  # parts are not values


# objects ----------------------------------------------------------------------------------------------------------


def test_objects_do_not_change() -> None:
    value = Masked([1, 2], [True, False])
    for target in (value, value._type_spec):
        kind = "ExtensionType" if target is value else "ExtensionTypeSpec"
        for name in ("values", "other", "label"):
            with pytest.raises(AttributeError, match=f"Cannot mutate attribute `{name}` outside .* of {kind}\\."):
                setattr(target, name, 3)
            with pytest.raises(AttributeError, match=f"Cannot mutate attribute `{name}`"):
                delattr(target, name)
    mapping = Nested(named={"k": 1}).named
    assert isinstance(mapping, ImmutableDict) and not hasattr(mapping, "__setitem__")
    assert repr(mapping) == f"ImmutableDict({{'k': {mapping['k']!r}}})"
    with pytest.raises(AttributeError, match="'Masked' object has no attribute 'other'"):
        _ = value.other


ONE = Masked([1.0, 2.0], [True, False])


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (Masked([1.0, 2.0], [True, False]), True),
        (Masked([1.0, 3.0], [True, False]), False),
        (Masked([1.0, 2.0], [True, False], "n"), False),
        (Masked([1, 2], [True, False]), False),
        (Masked([[1.0, 2.0]], [True, False]), False),
        (Masked([1.0], [True]), False),
        (3, False),
        (None, False),
    ],
)
def test_equality(other: Any, expected: bool) -> None:
    equal, unequal = ONE == other, ONE != other  # noqa: SIM300 (which of the two is asked is the point)
    assert bool(equal) is expected and bool(unequal) is not expected
    assert isinstance(equal, tf.Tensor) is isinstance(unequal, tf.Tensor)
    if isinstance(other, Masked):
        assert bool(tf.function(lambda a, b: a == b)(ONE, other)) is expected
        spec = Masked.Spec(tf.TensorSpec(None, other.values.dtype), tf.TensorSpec(None, tf.bool), other.label)
        assert bool(tf.function(lambda a: a == ONE, input_signature=[spec])(other)) is expected


def test_objects_have_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable type: 'Masked'"):
        hash(ONE)
    one, same, other = Base(), Base(), Base(4)
    assert (one == same) is True and (one != other) is True


def test_printing() -> None:
    assert repr(ONE) == str(ONE) == f"Masked(values={ONE.values!r}, keep={ONE.keep!r}, label='m')"
    parts = [f"{name}=TensorSpec(shape=(2,), dtype=tf.{dtype}, name=None)" for name, dtype in
             (("values", "float32"), ("keep", "bool"))]  # fmt: skip
    assert repr(ONE._type_spec) == f"Masked.Spec({', '.join(parts)}, label='m')"
    assert "named={'k': TensorSpec(shape=()" in repr(Nested(named={"k": 1})._type_spec)


@pytest.mark.parametrize("value", [ONE, Nested(many=[1], named={"b": 1, "a": 2}, inner=ONE), Plain(**PLAIN), Base()])
def test_copies(value: Any) -> None:
    for created in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert type(created) is type(value) and plainly(created) == plainly(value)
        with pytest.raises(AttributeError):
            created.anything = 3
    spec = value._type_spec
    for same in (pickle.loads(pickle.dumps(spec)), copy.deepcopy(spec), type(spec).from_value(value)):
        assert same == spec and hash(same) == hash(spec) and type(same) is type(spec)
    assert spec._deserialize(spec._serialize()) == spec


def test_as_dict() -> None:
    assert list(as_dict(ONE)) == ["values", "keep", "label"] and as_dict(ONE)["values"] is ONE.values
    with pytest.raises(TypeError, match="as_dict takes an ExtensionType, not 3"):
        as_dict(3)


def test_classes_and_values_are_collected() -> None:
    def used() -> tuple[Any, Any]:
        class Short(ExtensionType):
            a: tf.Tensor
            more: tuple[Short, ...] = ()

            @tf.function
            def doubled(self) -> Any:
                return self.a * 2

        value = Short(1, [Short(2)])
        value.doubled(), tf.function(lambda v: v)(value), tf.nest.flatten(value, expand_composites=True)
        return weakref.ref(Short), weakref.ref(value)

    of_class, of_value = used()
    gc.collect()
    assert of_value() is None and of_class() is None


def test_class_names() -> None:
    named = make("Named", **annotated(a=int), __name__="tf.test.Named")
    assert (named.__name__, named.Spec.__name__, named.Spec.__qualname__) == ("Named", "Named.Spec", "Named.Spec")
    assert named.Spec.__module__ == __name__
    with pytest.raises(ValueError, match=r"Name tf\.test\.Named\.Spec has already been registered for class"):
        make("Again", **annotated(a=int), __name__="tf.test.Named")

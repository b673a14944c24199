"""Types of values: what tracing knows of an argument, and what a function promises to return.

`TraceType` is the protocol of the tracer, `TypeSpec` describes values that are made of tensors, `TensorSpec`
one tensor. Tensors live in a higher layer: whatever needs one is asked of the context objects handed in, and
`set_tensor_class` tells this module what a tensor is.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, cast

from graphwright.base import dtypes
from graphwright.base.dtypes import DType, as_dtype
from graphwright.base.shape import TensorShape, as_shape
from graphwright.base.spec_arguments import NOTHING, all_pairs, hashable, is_subtype, may_agree, merge
from graphwright.base.trace_type import TraceType

__all__ = ["NoneTensorSpec", "TensorSpec", "TraceType", "TypeSpec", "set_tensor_class"]


class TypeSpec(TraceType):
    """Describes a kind of value that is made of tensors.

    A subclass says in `_serialize` which arguments make an equal spec, and takes values apart and puts them
    together with `_component_specs`, `_to_components` and `_from_components`. Comparing follows from
    `_serialize`: two specs of one class are compared argument by argument, nested specs, shapes and dtypes by
    their own rules.

    >>> isinstance(tf.TensorSpec([2]), tf.TypeSpec)
    True
    """

    __slots__ = ()

    @property
    @abstractmethod
    def value_type(self) -> type:
        """The Python class of the values."""

    @abstractmethod
    def _serialize(self) -> tuple[Any, ...]:
        """Returns the arguments that make an equal spec: nests of simple things and specs."""

    @property
    @abstractmethod
    def _component_specs(self) -> Any:
        """A nest of the specs of the components that `_to_components` gives."""

    @abstractmethod
    def _to_components(self, value: Any) -> Any:
        """Returns `value` as a nest of components."""

    @abstractmethod
    def _from_components(self, components: Any) -> Any:
        """Makes a value out of a nest of components."""

    @classmethod
    def _deserialize(cls, serialization: Iterable[Any]) -> Any:
        return cls(*serialization)

    # --- comparing ---

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether some value fits both this spec and `spec_or_value`, another spec or a value.

        >>> tf.TensorSpec([None]).is_compatible_with(tf.TensorSpec([3]))
        True
        """
        other = spec_or_value
        if not isinstance(other, TypeSpec):
            other = getattr(other, "_type_spec", None)
        return type(other) is type(self) and all_pairs(may_agree, self._serialize(), other._serialize())

    def is_subtype_of(self, other: TraceType) -> bool:
        """Whether every value of this spec also fits `other`.

        >>> tf.TensorSpec([3]).is_subtype_of(tf.TensorSpec([None]))
        True
        """
        if not isinstance(other, TypeSpec) or type(other) is not type(self):
            return False
        return all_pairs(is_subtype, self._serialize(), other._serialize())

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TypeSpec | None:
        """Returns the narrowest spec that this one and all `others` are subtypes of; None if there is none.

        >>> tf.TensorSpec([3]).most_specific_common_supertype([tf.TensorSpec([4])])
        TensorSpec(shape=(None,), dtype=tf.float32, name=None)
        """
        if any(type(other) is not type(self) for other in others):
            return None
        merged = merge(self._serialize(), [cast(TypeSpec, other)._serialize() for other in others])
        return None if merged is NOTHING else cast(TypeSpec, self._deserialize(merged))

    def most_specific_compatible_type(self, other: TypeSpec) -> TypeSpec:
        """Returns `most_specific_common_supertype([other])`, but raises ValueError if there is none."""
        common = self.most_specific_common_supertype([other])
        if common is None:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return common

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, TypeSpec) or type(other) is not type(self):
            return False
        return self._comparison_key() == other._comparison_key()

    def __hash__(self) -> int:
        return hash(self._comparison_key())

    def _comparison_key(self) -> Hashable:
        """The arguments in a hashable form. A spec does not change, so where it can be kept it is."""
        try:
            return cast(Hashable, self.__dict__["_kept_key"])
        except (AttributeError, KeyError):
            pass
        key = hashable(self._serialize())
        if hasattr(self, "__dict__"):
            self.__dict__["_kept_key"] = key
        return key

    # --- values and tensors ---

    def flatten(self) -> list[TraceType]:
        """Returns the specs of the tensors that `to_tensors` gives, in the same order."""
        from graphwright.base import nest  # nest knows specs

        return [part for spec in nest.flatten(self._component_specs) for part in spec.flatten()]

    def to_tensors(self, value: Any) -> list[Any]:
        """Returns the tensors that `value` is made of."""
        from graphwright.base import nest

        specs = nest.flatten(self._component_specs)
        components = nest.flatten(self._to_components(value))
        if len(specs) != len(components):
            raise ValueError(
                f"{self} has {len(specs)} components, but {value!r} was taken apart into {len(components)}."
            )
        pairs = zip(specs, components, strict=True)
        return [part for spec, component in pairs for part in spec.to_tensors(component)]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """Makes a value out of the next tensors, as many as `flatten` names."""
        from graphwright.base import nest

        specs = self._component_specs
        components = [spec.from_tensors(tensors) for spec in nest.flatten(specs)]
        return self._from_components(nest.pack_sequence_as(specs, components))

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """Returns a value whose components are the placeholders of `_component_specs`."""
        from graphwright.base import nest

        specs = self._component_specs
        components = [spec.placeholder_value(placeholder_context) for spec in nest.flatten(specs)]
        return self._from_components(nest.pack_sequence_as(specs, components))

    def cast(self, value: Any, casting_context: Any) -> Any:
        """Returns `value` if it fits this spec, otherwise what the context can make of it."""
        return value if self.is_compatible_with(value) else casting_context.convert(value, self)

    def _to_tensor_list(self, value: Any) -> list[Any]:
        return self.to_tensors(value)

    def _from_tensor_list(self, tensors: Iterable[Any]) -> Any:
        return self.from_tensors(iter(tensors))

    @property
    def _flat_tensor_specs(self) -> list[TraceType]:
        return self.flatten()

    # --- methods by which specs of libraries compare and change ---

    __is_compatible = staticmethod(lambda a, b: all_pairs(may_agree, a, b))
    __make_cmp_key = staticmethod(hashable)

    def _with_tensor_ranks_only(self) -> TypeSpec:
        """The spec of values whose tensors have the same ranks."""
        return cast(TypeSpec, self._deserialize(_each_argument(self._serialize(), _ranks_only)))

    def _without_tensor_names(self) -> TypeSpec:
        """The spec without the names of tensors."""
        return cast(TypeSpec, self._deserialize(_each_argument(self._serialize(), _nameless)))

    # --- Python's protocols ---

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._serialize()!r}"

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return type(self)._deserialize, (self._serialize(),)


def _each_argument(arguments: Any, change: Callable[[Any], Any]) -> Any:
    """The arguments of a spec, a nest, with each leaf changed."""
    from graphwright.base import nest

    return nest.map_structure(change, arguments)


def _ranks_only(argument: Any) -> Any:
    if isinstance(argument, TypeSpec):
        return argument._with_tensor_ranks_only()
    if isinstance(argument, TensorShape) and argument.rank is not None:
        return TensorShape([None] * argument.rank)
    return argument


def _nameless(argument: Any) -> Any:
    return argument._without_tensor_names() if isinstance(argument, TypeSpec) else argument


class TensorSpec(TypeSpec):
    """Describes a tensor: its shape, dtype and, for signatures, its name.

    `shape` is anything `tf.TensorShape` takes, `dtype` anything `tf.as_dtype` takes; errors are theirs.

    >>> tf.TensorSpec([None, 2], tf.int32, name="x")
    TensorSpec(shape=(None, 2), dtype=tf.int32, name='x')
    """

    __slots__ = ("__weakref__", "_dtype", "_name", "_shape")

    _shape: TensorShape
    _dtype: DType
    _name: str | None

    def __init__(self, shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> None:
        self._shape = as_shape(shape)
        self._dtype = as_dtype(dtype)
        self._name = name

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> TensorSpec:
        """Returns a spec with the shape and dtype of `spec`, under `name` or else its own name.

        >>> tf.TensorSpec.from_spec(tf.TensorSpec([2]), name="x")
        TensorSpec(shape=(2,), dtype=tf.float32, name='x')
        """
        return cls(spec.shape, spec.dtype, name or getattr(spec, "name", None))

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> TensorSpec:
        """Returns the spec of `tensor`; ValueError if that is not a tensor.

        >>> tf.TensorSpec.from_tensor(tf.constant([1, 2]))
        TensorSpec(shape=(2,), dtype=tf.int32, name=None)
        """
        if not _is_tensor(tensor):
            raise ValueError(f"`tensor` should be a tf.Tensor, but got type {type(tensor)}.")
        return cls(tensor.shape, tensor.dtype, name)

    @property
    def shape(self) -> TensorShape:
        """The shape, as a `tf.TensorShape`."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The element type."""
        return self._dtype

    @property
    def name(self) -> str | None:
        """The name, or None."""
        return self._name

    @property
    def value_type(self) -> type:
        """The class `tf.Tensor`."""
        return _tensor_class

    def is_compatible_with(self, spec_or_tensor: Any) -> bool:
        """Whether a tensor can fit this spec and `spec_or_tensor`, a TensorSpec or tensor; names are ignored.

        >>> tf.TensorSpec([None]).is_compatible_with(tf.constant([1.0]))
        True
        """
        if not _is_tensor(spec_or_tensor) and not isinstance(spec_or_tensor, TensorSpec):
            return False
        return self._dtype is spec_or_tensor.dtype and self._shape.is_compatible_with(spec_or_tensor.shape)

    def is_subtype_of(self, other: TraceType) -> bool:
        """Whether every tensor of this spec fits `other`. A spec with a name is a subtype only of that name.

        >>> tf.TensorSpec([2]).is_subtype_of(tf.TensorSpec([None]))
        True
        """
        return (
            isinstance(other, TensorSpec)
            and self._dtype is other._dtype
            and (self._name is None or self._name == other._name)
            and self._shape.is_subtype_of(other._shape)
        )

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TensorSpec | None:
        """Returns the narrowest spec that all fit; None if one is no TensorSpec or dtypes or names differ.

        >>> tf.TensorSpec([2, 3]).most_specific_common_supertype([tf.TensorSpec([5, 3])])
        TensorSpec(shape=(None, 3), dtype=tf.float32, name=None)
        """
        shapes = [
            other._shape
            for other in others
            if isinstance(other, TensorSpec) and other._dtype is self._dtype and other._name == self._name
        ]
        if len(shapes) != len(others):
            return None
        return TensorSpec(self._shape.most_specific_common_supertype(shapes), self._dtype, self._name)

    def flatten(self) -> list[TraceType]:
        """Returns a list of this spec alone."""
        return [self]

    def to_tensors(self, value: Any) -> list[Any]:
        """Returns a list of `value`; TypeError if that is not a tensor of this spec."""
        if not _is_tensor(value) or not self.is_compatible_with(value):
            seen = TensorSpec.from_tensor(value) if _is_tensor(value) else value
            raise TypeError(f"Can not cast {seen!r} to {self!r}")
        return [value]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """Returns the next tensor."""
        return next(tensors)

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """Returns what `placeholder_context.placeholder` makes of this spec: a symbolic tensor."""
        return placeholder_context.placeholder(self)

    def cast(self, value: Any, casting_context: Any) -> Any:
        """Returns `value` as a tensor of this spec, by `casting_context.convert`."""
        return casting_context.convert(value, self)

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._name

    @property
    def _component_specs(self) -> TensorSpec:
        return self

    def _to_components(self, value: Any) -> Any:
        return value

    def _from_components(self, components: Any) -> Any:
        return components

    def _with_tensor_ranks_only(self) -> TensorSpec:
        return TensorSpec(_ranks_only(self._shape), self._dtype, self._name)

    def _without_tensor_names(self) -> TensorSpec:
        return self if self._name is None else TensorSpec(self._shape, self._dtype)

    def _batch(self, batch_size: int | None) -> TensorSpec:
        """The spec of a stack of `batch_size` such tensors."""
        return TensorSpec(TensorShape([batch_size]).concatenate(self._shape), self._dtype)

    def _unbatch(self) -> TensorSpec:
        """The spec of one row of such a tensor; ValueError for a scalar."""
        if self._shape.rank == 0:
            raise ValueError("A scalar cannot be taken apart into rows.")
        return TensorSpec(self._shape[1:], self._dtype)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            type(self) is type(other)
            and isinstance(other, TensorSpec)
            and self._dtype is other._dtype
            and self._name == other._name
            and self._shape == other._shape
        )

    def __hash__(self) -> int:
        return hash((self._shape, self._dtype))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r})"


class NoneTensorSpec(TypeSpec):
    """Describes a place where None stands in the elements of a dataset.

    >>> tf.data.Dataset.from_tensors((1, None)).element_spec
    (TensorSpec(shape=(), dtype=tf.int32, name=None), NoneTensorSpec())
    """

    __slots__ = ()

    @property
    def value_type(self) -> type:
        """The class of None."""
        return type(None)

    @staticmethod
    def from_value(value: Any) -> NoneTensorSpec:
        """The spec of None."""
        return NoneTensorSpec()

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether `spec_or_value` is None or the spec of None."""
        return spec_or_value is None or isinstance(spec_or_value, NoneTensorSpec)

    def to_tensors(self, value: Any) -> list[Any]:
        """No tensors; TypeError for anything but None."""
        if value is not None:
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        return []

    def _serialize(self) -> tuple[Any, ...]:
        return ()

    @property
    def _component_specs(self) -> Any:
        return []

    def _to_components(self, value: Any) -> Any:
        return []

    def _from_components(self, components: Any) -> Any:
        return None

    def _batch(self, batch_size: int | None) -> NoneTensorSpec:
        return self

    def _unbatch(self) -> NoneTensorSpec:
        return self

    def __repr__(self) -> str:
        return "NoneTensorSpec()"


_tensor_class: type = object


def set_tensor_class(tensor_class: type) -> None:
    """Tells this layer which class tensors are of. For the layer that defines it."""
    global _tensor_class
    _tensor_class = tensor_class


def _is_tensor(value: Any) -> bool:
    """Whether `value` shows a shape and a dtype of ours; a spec does too, but stands for no value."""
    if _tensor_class is not object and isinstance(value, _tensor_class):
        return True
    return (
        isinstance(getattr(value, "dtype", None), DType)
        and isinstance(getattr(value, "shape", None), TensorShape)
        and not isinstance(value, TypeSpec)
    )

"""Features by name as the inputs of the ops that parse, and their outputs as the tensors that were asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, int64
from graphwright.base.shape import TensorShape
from graphwright.core.prelude import apply, to_tensor
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ops.io.parsing import features as kinds
from graphwright.ops.io.parsing.partitions import divided, divided_by_example
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.sparse.construct import reorder


class Request:
    """What is asked of one set of features: those of an example, of a context, or of lists.

    Attributes:
      sparse: the dtypes of sparse outputs by key.
      ragged: the dtypes of values and row splits of ragged outputs by key.
      dense: dtype, shape and default of dense outputs by key.
      may_be_missing: the keys of the dense outputs of lists that may be missing.
    """

    def __init__(self, features: Mapping[str, Any], lists: bool = False) -> None:
        self.features, self.lists = features, lists
        self.sparse: dict[str, DType] = {}
        self.ragged: dict[str, tuple[DType, DType]] = {}
        self.dense: dict[str, tuple[DType, TensorShape, Any]] = {}
        self.may_be_missing: set[str] = set()
        for key in sorted(features):
            self._add(key, features[key])

    def _add(self, key: str, feature: Any) -> None:
        add = {
            kinds.VarLenFeature: self._add_var_len,
            kinds.SparseFeature: self._add_sparse,
            kinds.FixedLenFeature: self._add_fixed_len,
            kinds.FixedLenSequenceFeature: self._add_sequence,
            kinds.RaggedFeature: self._add_ragged,
        }.get(type(feature))
        if add is None or (self.lists and isinstance(feature, (kinds.FixedLenFeature, kinds.SparseFeature))):
            raise ValueError(f"Unsupported {type(feature).__name__} {feature} for key '{key}'")
        if not getattr(feature, "dtype", None):
            raise ValueError(f"Missing type for feature {key}. Received feature={feature}")
        add(key, feature)

    def _add_var_len(self, key: str, feature: Any) -> None:
        self._of_key(self.sparse, key, as_dtype(feature.dtype))

    def _of_key(self, found: dict[str, Any], key: str, wanted: Any) -> None:
        if found.setdefault(key, wanted) != wanted:
            raise ValueError(f"Conflicting type {wanted} vs {found[key]} for feature {key}.")

    def _add_sparse(self, key: str, feature: Any) -> None:
        if not feature.index_key:
            raise ValueError(f"Missing index_key for SparseFeature {feature}.")
        if not feature.value_key:
            raise ValueError(f"Missing value_key for SparseFeature {feature}.")
        for index_key in _index_keys(feature):
            self._of_key(self.sparse, index_key, int64)
        self._of_key(self.sparse, feature.value_key, as_dtype(feature.dtype))

    def _add_fixed_len(self, key: str, feature: Any) -> None:
        shape = _known_shape(key, feature)
        if shape.rank and shape[0] is None:
            raise ValueError(
                f"First dimension of shape for feature {key} unknown. Consider using FixedLenSequenceFeature. Received "
                f"feature={feature}."
            )
        dtype = as_dtype(feature.dtype)
        default: Any = np.empty(0, dtype.numpy)
        if feature.default_value is not None:
            default = to_tensor(feature.default_value, dtype)
            if shape.is_fully_defined():
                default = apply("Reshape", (default, np.array(shape.as_list(), np.int32)))
        self.dense[key] = (dtype, shape, default)

    def _add_sequence(self, key: str, feature: Any) -> None:
        shape, dtype = _known_shape(key, feature), as_dtype(feature.dtype)
        if self.lists:
            self.dense[key] = (dtype, shape, None)
            if feature.allow_missing:
                self.may_be_missing.add(key)
            if feature.default_value is not None:
                raise ValueError(
                    f"Unsupported: default_value of {feature} for key '{key}': steps are filled with zeros."
                )
            return
        if not feature.allow_missing:
            raise ValueError("Unsupported: FixedLenSequenceFeature requires allow_missing to be True.")
        padding = feature.default_value
        if padding is None:
            padding = b"" if dtype.name == "string" else 0
        self.dense[key] = (dtype, TensorShape([None]).concatenate(shape), to_tensor(padding, dtype))

    def _add_ragged(self, key: str, feature: Any) -> None:
        splits = as_dtype(feature.row_splits_dtype)
        if splits.name not in ("int32", "int64"):
            raise ValueError(f"row_splits_dtype must be int32 or int64, got {splits} for feature {key}.")
        self._of_key(self.ragged, _value_key(key, feature), (as_dtype(feature.dtype), splits))
        for partition in feature.partitions:
            if not isinstance(partition, kinds.UniformRowLength):
                self._of_key(self.ragged, partition.key, (int64, splits))

    # results ----------------------------------------------------------------------------------------------------

    def results(self, sparse: dict[str, SparseTensor], dense: dict[str, Any], ragged: dict[str, Any]) -> dict[str, Any]:
        """What was asked for, by the outputs of the op by key; of scalars, ragged outputs are the values."""
        found = {}
        for key, feature in self.features.items():
            if isinstance(feature, kinds.RaggedFeature):
                found[key] = self._divided(key, feature, ragged)
            elif isinstance(feature, kinds.SparseFeature):
                found[key] = _merged(feature, sparse)
            else:
                found[key] = sparse[key] if isinstance(feature, kinds.VarLenFeature) else dense[key]
        return found

    def _divided(self, key: str, feature: Any, ragged: dict[str, Any]) -> Any:
        values = ragged[_value_key(key, feature)]
        if not feature.partitions:
            return values
        dtype = as_dtype(feature.row_splits_dtype)
        rest = feature.partitions, ragged, dtype, feature.validate
        if not isinstance(values, RaggedTensor):
            return divided(values, *rest)
        if not isinstance(values.values, RaggedTensor):
            return divided_by_example(values, *rest)
        parts = {k: v.values for k, v in ragged.items()}
        return values.with_values(divided_by_example(values.values, feature.partitions, parts, dtype, feature.validate))


def _known_shape(key: str, feature: Any) -> TensorShape:
    if feature.shape is None:
        raise ValueError(f"Missing shape for feature {key}. Received feature={feature}.")
    return TensorShape(feature.shape)


def _value_key(key: str, feature: Any) -> str:
    return key if feature.value_key is None else feature.value_key


def _index_keys(feature: Any) -> list[str]:
    return [feature.index_key] if isinstance(feature.index_key, str) else list(feature.index_key)


def _merged(feature: Any, sparse: dict[str, SparseTensor]) -> SparseTensor:
    """The sparse tensor whose indices and values are features."""
    values = sparse[feature.value_key]
    columns = [apply("ExpandDims", (sparse[key].values, 1)) for key in _index_keys(feature)]
    sizes = np.atleast_1d(np.array(feature.size, np.int64))
    if len(columns) != len(sizes):
        raise ValueError(f"{feature} has {len(columns)} index keys and {len(sizes)} sizes.")
    indices = apply("ConcatV2", ([values.indices[:, :-1], *columns], 1))
    shape = apply("ConcatV2", ([values.dense_shape[:-1], sizes], 0))
    merged = SparseTensor(indices, values.values, shape)
    return merged if feature.already_sorted else reorder(merged)


__all__ = ["Request"]

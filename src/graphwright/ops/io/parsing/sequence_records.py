"""The ops that read `SequenceExample` messages: features of a whole, and lists of features step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, from_numpy
from graphwright.base.frozen import frozen
from graphwright.core.prelude import Array
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op
from graphwright.ops.io.parsing import _lists
from graphwright.ops.io.parsing._columns import Records
from graphwright.ops.io.parsing.records import (
    _check_rank,
    _dense_dims,
    _keys,
    _names_of,
    _parsed,
    _Request,
    _rows,
    _shape,
    _sparse_dims,
    _transposed,
)


@frozen
class _Lists:
    """What is read of the lists of each message: the keys and types of each kind of output."""

    sparse: tuple[Sequence[str], Sequence[DType]]
    dense: tuple[Sequence[str], Sequence[DType], Sequence[Any], Sequence[bool]]
    ragged: tuple[Sequence[str], Sequence[DType], Sequence[DType]]

    def columns(self, records: Records) -> list[Array]:
        """The outputs: of sparse lists, dense ones with their lengths, and ragged ones."""
        sparse = [_lists.sparse(records, k, t) for k, t in zip(*self.sparse, strict=True)]
        dense = [_lists.dense(records, k, t, _shape(s) or [], m) for k, t, s, m in zip(*self.dense, strict=True)]
        ragged = [_lists.ragged(records, k, t, s) for k, t, s in zip(*self.ragged, strict=True)]
        return [*_transposed(sparse, 3), *_transposed(dense, 2), *_transposed(ragged, 3)]


def _parse(serialized: Array, names: Array, context: _Request, lists: _Lists) -> list[Array]:
    messages = _parsed(serialized, "SequenceExample", "sequence example")
    said, scalar = _names_of(names, serialized), serialized.ndim == 0
    features = Records([m.context.feature for m in messages], said, scalar, context=True)
    found = Records([m.feature_lists.feature_list for m in messages], said, scalar)
    return [*context.columns(features), *lists.columns(found)]


def _parse_v2(
    serialized: Array, debug_name: Array, context_sparse_keys: Array, context_dense_keys: Array,
    context_ragged_keys: Array, feature_list_sparse_keys: Array, feature_list_dense_keys: Array,
    feature_list_ragged_keys: Array, feature_list_dense_missing_assumed_empty: Array,
    context_dense_defaults: list[Array], **attrs: Any,
) -> list[Array]:  # fmt: skip
    _check_rank(serialized, (0, 1), "scalar or vector")
    dense_types = [from_numpy(d.dtype) for d in context_dense_defaults]
    context = _Request(
        (_keys(context_sparse_keys), attrs["context_sparse_types"]),
        (_keys(context_dense_keys), dense_types, attrs["context_dense_shapes"], context_dense_defaults),
        (_keys(context_ragged_keys), attrs["context_ragged_value_types"], attrs["context_ragged_split_types"]),
        of_any_length=False,
    )
    missing = [bool(b) for b in feature_list_dense_missing_assumed_empty]
    lists = _Lists(
        (_keys(feature_list_sparse_keys), attrs["feature_list_sparse_types"]),
        (
            _keys(feature_list_dense_keys), attrs["feature_list_dense_types"], attrs["feature_list_dense_shapes"],
            missing,
        ),
        (
            _keys(feature_list_ragged_keys), attrs["feature_list_ragged_value_types"],
            attrs["feature_list_ragged_split_types"],
        ),
    )  # fmt: skip
    return _parse(serialized, debug_name, context, lists)


def _splits(rows: Dims) -> Dims:
    if rows is None:
        return None
    return (Symbol() if isinstance(rows[0], Symbol) else rows[0] + 1,) if rows else ()


def _list_dims(ctx: ShapeContext, rows: Dims, ragged: int) -> list[Dims]:
    """The dims of the outputs of lists."""
    attrs = ctx.attrs
    rank = None if rows is None else len(rows) + 2
    steps = None if rows is None else (*rows, Symbol())
    return [
        *_sparse_dims(len(attrs["feature_list_sparse_types"]), rank),
        *_dense_dims(ctx, "feature_list_dense", steps),
        *(rows for _ in attrs["feature_list_dense_shapes"]),
        *((Symbol(),) for _ in range(ragged)),
        *(_splits(rows) for _ in range(ragged)),
        *((Symbol(),) for _ in range(ragged)),
    ]


def _v2_rule(ctx: ShapeContext) -> list[Dims]:
    attrs, rows = ctx.attrs, _rows(ctx, (0, 1))
    rank = None if rows is None else len(rows) + 1
    ragged = len(attrs["context_ragged_value_types"])
    return [
        *_sparse_dims(len(attrs["context_sparse_types"]), rank),
        *_dense_dims(ctx, "context_dense", rows),
        *((Symbol(),) for _ in range(ragged)),
        *(_splits(rows) for _ in range(ragged)),
        *_list_dims(ctx, rows, len(attrs["feature_list_ragged_value_types"])),
    ]


_CONTEXT = (
    "context_sparse_indices: Ncontext_sparse*int64, context_sparse_values: [context_sparse_types], "
    "context_sparse_shapes: Ncontext_sparse*int64, context_dense_values: [Tcontext_dense], "
)
_SPARSE_LISTS = (
    "feature_list_sparse_indices: Nfeature_list_sparse*int64, feature_list_sparse_values: [feature_list_sparse_types], "
    "feature_list_sparse_shapes: Nfeature_list_sparse*int64, feature_list_dense_values: [feature_list_dense_types]"
)
_LENGTHS = ", feature_list_dense_lengths: Nfeature_list_dense*int64"
_COUNTED = "Nfeature_list_sparse: int >= 0 = 0; Nfeature_list_dense: int >= 0 = 0; "
_SHAPES = "feature_list_dense_shapes: list(shape) >= 0 = []"

PARSE_SEQUENCE_EXAMPLE_V2 = op(
    "ParseSequenceExampleV2",
    "serialized: string, debug_name: string, context_sparse_keys: string, context_dense_keys: string, "
    "context_ragged_keys: string, feature_list_sparse_keys: string, feature_list_dense_keys: string, "
    "feature_list_ragged_keys: string, feature_list_dense_missing_assumed_empty: bool, "
    f"context_dense_defaults: [Tcontext_dense] -> {_CONTEXT}context_ragged_values: [context_ragged_value_types], "
    f"context_ragged_row_splits: [context_ragged_split_types], {_SPARSE_LISTS}{_LENGTHS}, "
    "feature_list_ragged_values: [feature_list_ragged_value_types], "
    "feature_list_ragged_outer_splits: [feature_list_ragged_split_types], "
    "feature_list_ragged_inner_splits: [feature_list_ragged_split_types]",
    "Ncontext_sparse: int >= 0 = 0; Tcontext_dense: list(feature) >= 0 = []; "
    "context_sparse_types: list(feature) >= 0 = []; context_ragged_value_types: list(feature) >= 0 = []; "
    "context_ragged_split_types: list(index) >= 0 = []; context_dense_shapes: list(shape) >= 0 = []; "
    f"{_COUNTED}feature_list_dense_types: list(feature) >= 0 = []; feature_list_sparse_types: list(feature) >= 0 = []; "
    "feature_list_ragged_value_types: list(feature) >= 0 = []; feature_list_ragged_split_types: list(index) >= 0 = []; "
    + _SHAPES,
    shape=_v2_rule,
    kernel=_parse_v2,
    no_gradient=True,
)

# older forms ------------------------------------------------------------------------------------------------

_OLDER = (
    f"Ncontext_sparse: int >= 0 = 0; Ncontext_dense: int >= 0 = 0; {_COUNTED}"
    "context_sparse_types: list(feature) >= 0 = []; Tcontext_dense: list(feature) >= 0 = []; "
    "feature_list_dense_types: list(feature) >= 0 = []; context_dense_shapes: list(shape) >= 0 = []; "
    f"feature_list_sparse_types: list(feature) >= 0 = []; {_SHAPES}"
)


def _older(
    keys: Sequence[Sequence[str]], missing: Sequence[str], defaults: list[Array], attrs: Any
) -> tuple[_Request, _Lists]:
    """What the older ops ask for; `keys` are those of sparse and dense context, and of sparse and dense lists."""
    context_sparse, context_dense, sparse, dense = keys
    types = [from_numpy(d.dtype) for d in defaults]
    context = _Request(
        (context_sparse, attrs["context_sparse_types"]),
        (context_dense, types, attrs["context_dense_shapes"], defaults),
        of_any_length=False,
    )
    shapes = attrs["feature_list_dense_shapes"]
    lists = _Lists(
        (sparse, attrs["feature_list_sparse_types"]),
        (dense, attrs["feature_list_dense_types"], shapes, [k in missing for k in dense]),
        ((), (), ()),
    )
    return context, lists


def _parse_v1(serialized: Array, debug_name: Array, context_dense_defaults: list[Array], **attrs: Any) -> list[Array]:
    _check_rank(serialized, (1,), "vector")
    names = ("context_sparse_keys", "context_dense_keys", "feature_list_sparse_keys", "feature_list_dense_keys")
    missing = _keys(attrs["feature_list_dense_missing_assumed_empty"])
    return _parse(
        serialized, debug_name, *_older([_keys(attrs[n]) for n in names], missing, context_dense_defaults, attrs)
    )


def _older_rule(rank: int) -> Any:
    def rule(ctx: ShapeContext) -> list[Dims]:
        attrs, rows = ctx.attrs, _rows(ctx, (rank,))
        dims = _list_dims(ctx, rows, 0)
        if not rank:  # the form of one message says nothing of lengths
            dims = dims[: len(dims) - len(attrs["feature_list_dense_shapes"])]
        return [
            *_sparse_dims(len(attrs["context_sparse_types"]), rank + 1),
            *_dense_dims(ctx, "context_dense", rows),
            *dims,
        ]

    return rule


PARSE_SEQUENCE_EXAMPLE = op(
    "ParseSequenceExample",
    "serialized: string, debug_name: string, context_dense_defaults: [Tcontext_dense] -> "
    f"{_CONTEXT}{_SPARSE_LISTS}{_LENGTHS}",
    "feature_list_dense_missing_assumed_empty: list(string) >= 0; context_sparse_keys: list(string) >= 0; "
    "context_dense_keys: list(string) >= 0; feature_list_sparse_keys: list(string) >= 0; "
    f"feature_list_dense_keys: list(string) >= 0; {_OLDER}",
    shape=_older_rule(1),
    kernel=_parse_v1,
    no_gradient=True,
)


def _parse_single(
    serialized: Array, feature_list_dense_missing_assumed_empty: Array, context_sparse_keys: list[Array],
    context_dense_keys: list[Array], feature_list_sparse_keys: list[Array], feature_list_dense_keys: list[Array],
    context_dense_defaults: list[Array], debug_name: Array, **attrs: Any,
) -> list[Array]:  # fmt: skip
    _check_rank(serialized, (0,), "scalar")
    keys = [context_sparse_keys, context_dense_keys, feature_list_sparse_keys, feature_list_dense_keys]
    missing = _keys(feature_list_dense_missing_assumed_empty)
    request = _older([_keys([k.item() for k in ks]) for ks in keys], missing, context_dense_defaults, attrs)
    outputs = _parse(serialized, np.empty(0, object), *request)
    return outputs[: len(outputs) - len(feature_list_dense_keys)]


PARSE_SINGLE_SEQUENCE_EXAMPLE = op(
    "ParseSingleSequenceExample",
    "serialized: string, feature_list_dense_missing_assumed_empty: string, "
    "context_sparse_keys: Ncontext_sparse*string, context_dense_keys: Ncontext_dense*string, "
    "feature_list_sparse_keys: Nfeature_list_sparse*string, feature_list_dense_keys: Nfeature_list_dense*string, "
    f"context_dense_defaults: [Tcontext_dense], debug_name: string -> {_CONTEXT}{_SPARSE_LISTS}",
    _OLDER,
    shape=_older_rule(0),
    kernel=_parse_single,
    no_gradient=True,
)

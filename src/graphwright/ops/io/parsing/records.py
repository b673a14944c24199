"""The ops that read `Example` and `SequenceExample` messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, from_numpy
from graphwright.base.shape import TensorShape
from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, describe_dims, op
from graphwright.ops.io.parsing import _columns
from graphwright.ops.io.parsing._columns import Records, invalid


def _parsed(serialized: Array, message: str, kind: str) -> list[Any]:
    """The messages of strings; InvalidArgumentError for what is none."""
    from google.protobuf.message import DecodeError

    from graphwright.graphdef import examples

    read = getattr(examples, message).FromString
    found = []
    for data in serialized.reshape(-1):
        try:
            found.append(read(data))
        except DecodeError:
            shown = data[:100].decode("utf-8", "backslashreplace")
            raise invalid(f"Could not parse {kind} input, value: '{shown}'") from None
    return found


def _names_of(names: Array, serialized: Array) -> list[str] | None:
    if not names.size:
        return None
    if names.shape != serialized.shape:
        raise errors.ShapeMismatchError(
            f"Expected names have the same shape as serialized: name.shape={list(names.shape)}, "
            f"serialized.shape={list(serialized.shape)}"
        )
    return [name.decode("utf-8", "backslashreplace") for name in names.reshape(-1)]


def _check_rank(serialized: Array, allowed: tuple[int, ...], said: str) -> None:
    if serialized.ndim not in allowed:
        raise errors.ShapeMismatchError(f"Expected serialized to be a {said}, got shape: {list(serialized.shape)}")


def _keys(keys: Any) -> list[str]:
    if any(isinstance(key, np.ndarray) and key.ndim for key in keys):
        raise errors.InvalidArgumentError("Keys of features must be vectors, or a scalar each")
    return [key if isinstance(key, str) else key.decode("utf-8", "surrogateescape") for key in keys]


def _shape(shape: Any) -> list[int | None] | None:
    known = TensorShape(shape)
    return None if known.rank is None else known.as_list()


def _check_dense(
    keys: Sequence[str], dtypes: Sequence[DType], shapes: Sequence[Any], defaults: Sequence[Array]
) -> None:
    if len(keys) != len(dtypes):
        raise invalid(f"Expected len(dense_keys) == len(dense_types) but got: {len(keys)} vs. {len(dtypes)}")
    if len(keys) != len(shapes):
        raise invalid(f"len(dense_keys) != len(dense_shapes): {len(keys)} vs. {len(shapes)}")
    for i, (given, default) in enumerate(zip(shapes, defaults, strict=True)):
        shape = _shape(given)
        if shape is None or None in shape[1:]:
            raise invalid(f"dense_shapes[{i}] has unknown rank or unknown inner dimensions: {TensorShape(given)}")
        if shape and shape[0] is None:
            if default.size != 1:
                raise invalid(
                    f"dense_shape[{i}] is a variable length shape: {describe_dims(TensorShape(given).symbolic)}, "
                    f"therefore def_value[{i}] must contain a single element (the padding element).  But its shape is: "
                    f"{list(default.shape)}"
                )
        elif default.size and list(default.shape) != shape:
            raise invalid(
                f"def_value[{i}].shape() == {list(default.shape)} is not compatible with dense_shapes_[{i}] == {shape}"
            )


# Example ----------------------------------------------------------------------------------------------------


class _Request:
    """What is read of the features of each message: the keys and types of each kind of output."""

    def __init__(
        self,
        sparse: tuple[Sequence[str], Sequence[DType]],
        dense: tuple[Sequence[str], Sequence[DType], Sequence[Any], Sequence[Array]],
        ragged: tuple[Sequence[str], Sequence[DType], Sequence[DType]] = ((), (), ()),
        of_any_length: bool = True,
    ) -> None:
        _check_dense(*dense)
        for shape in dense[2]:
            if not of_any_length and not TensorShape(shape).is_fully_defined():
                raise invalid(f"Shape {TensorShape(shape)} is not fully defined")
        self.sparse, self.dense, self.ragged = sparse, dense, ragged

    def columns(self, records: Records) -> list[Array]:
        """Indices, values and shapes of sparse outputs, dense values, values and row splits of ragged ones."""
        sparse = [_columns.sparse(records, k, t) for k, t in zip(*self.sparse, strict=True)]
        dense = [_columns.dense(records, k, t, _shape(s) or [], d) for k, t, s, d in zip(*self.dense, strict=True)]
        ragged = [_columns.ragged(records, k, t, s) for k, t, s in zip(*self.ragged, strict=True)]
        return [*_transposed(sparse, 3), *dense, *_transposed(ragged, 2)]


def _transposed(groups: Sequence[tuple[Array, ...]], count: int) -> list[Array]:
    return [group[i] for i in range(count) for group in groups]


def _parse(serialized: Array, names: Array, request: _Request) -> list[Array]:
    messages = _parsed(serialized, "Example", "example")
    found = [message.features.feature for message in messages]
    return request.columns(Records(found, _names_of(names, serialized), serialized.ndim == 0))


def _parse_v2(
    serialized: Array, names: Array, sparse_keys: Array, dense_keys: Array, ragged_keys: Array,
    dense_defaults: list[Array], *, num_sparse: int, sparse_types: Any, ragged_value_types: Any,
    ragged_split_types: Any, dense_shapes: Any,
) -> list[Array]:  # fmt: skip
    _check_rank(serialized, (0, 1), "scalar or vector")
    dense_types = [from_numpy(default.dtype) for default in dense_defaults]
    request = _Request(
        (_keys(sparse_keys), sparse_types),
        (_keys(dense_keys), dense_types, dense_shapes, dense_defaults),
        (_keys(ragged_keys), ragged_value_types, ragged_split_types),
    )
    return _parse(serialized, names, request)


_TYPES = {
    "dense": "Tdense",
    "context_dense": "Tcontext_dense",
    "feature_list_dense": "feature_list_dense_types",
}  # the attributes of the dtypes of dense outputs


def _sparse_dims(count: int, rank: int | None) -> list[Dims]:
    """The dims of the indices, the values and the shapes of `count` sparse outputs."""
    amounts = [Symbol() for _ in range(count)]
    columns = Symbol() if rank is None else rank
    return [*((n, columns) for n in amounts), *((n,) for n in amounts), *((columns,) for _ in amounts)]


def _dense_dims(ctx: ShapeContext, name: str, rows: Dims) -> list[Dims]:
    """The dims of dense outputs; `rows` are those before the shape of a feature."""
    shapes, types = ctx.attrs[f"{name}_shapes"], ctx.attrs[_TYPES[name]]
    if len(shapes) != len(types):
        raise ctx.fail(f"len(dense_keys) != len(dense_shapes): {len(types)} vs. {len(shapes)}")
    result: list[Dims] = []
    for given in shapes:
        shape = _shape(given)
        if shape is None or rows is None:
            result.append(None)
        else:
            result.append((*rows, *(Symbol() if d is None else d for d in shape)))
    return result


def _rows(ctx: ShapeContext, ranks: tuple[int, ...]) -> Dims:
    dims = ctx.dims(0)
    if dims is not None and len(dims) not in ranks:
        said = "scalar or vector" if len(ranks) > 1 else "vector" if ranks == (1,) else "scalar"
        raise ctx.fail(f"Expected serialized to be a {said}, got shape: {describe_dims(dims)}")
    return dims if dims is not None or len(ranks) > 1 else (Symbol(),) * ranks[0]


def _v2_rule(ctx: ShapeContext) -> list[Dims]:
    attrs, rows = ctx.attrs, _rows(ctx, (0, 1))
    rank = None if rows is None else len(rows) + 1
    splits: Dims = None if rows is None else (Symbol() if not rows or isinstance(rows[0], Symbol) else rows[0] + 1,)
    if rows == ():
        splits = (0,)
    ragged = len(attrs["ragged_value_types"])
    return [
        *_sparse_dims(attrs["num_sparse"], rank),
        *_dense_dims(ctx, "dense", rows),
        *((Symbol(),) for _ in range(ragged)),
        *(splits if splits is None else tuple(splits) for _ in range(ragged)),
    ]


PARSE_EXAMPLE_V2 = op(
    "ParseExampleV2",
    "serialized: string, names: string, sparse_keys: string, dense_keys: string, ragged_keys: string, "
    "dense_defaults: [Tdense] -> sparse_indices: num_sparse*int64, sparse_values: [sparse_types], "
    "sparse_shapes: num_sparse*int64, dense_values: [Tdense], ragged_values: [ragged_value_types], "
    "ragged_row_splits: [ragged_split_types]",
    "Tdense: list(feature) >= 0; num_sparse: int >= 0; sparse_types: list(feature) >= 0; "
    "ragged_value_types: list(feature) >= 0; ragged_split_types: list(index) >= 0; dense_shapes: list(shape) >= 0",
    shape=_v2_rule,
    kernel=_parse_v2,
    no_gradient=True,
)


def _parse_v1(
    serialized: Array, names: Array, sparse_keys: list[Array], dense_keys: list[Array], dense_defaults: list[Array], *,
    sparse_types: Any, dense_shapes: Any, **counts: int,
) -> list[Array]:  # fmt: skip
    _check_rank(serialized, (1,), "vector")
    request = _Request(
        (_keys([k.item() for k in sparse_keys]), sparse_types),
        (
            _keys([k.item() for k in dense_keys]),
            [from_numpy(d.dtype) for d in dense_defaults],
            dense_shapes,
            dense_defaults,
        ),
    )
    return _parse(serialized, names, request)


def _v1_rule(ctx: ShapeContext) -> list[Dims]:
    rows = _rows(ctx, (1,))
    return [*_sparse_dims(ctx.attrs["Nsparse"], 2), *_dense_dims(ctx, "dense", rows)]


PARSE_EXAMPLE = op(
    "ParseExample",
    "serialized: string, names: string, sparse_keys: Nsparse*string, dense_keys: Ndense*string, "
    "dense_defaults: [Tdense] -> sparse_indices: Nsparse*int64, sparse_values: [sparse_types], "
    "sparse_shapes: Nsparse*int64, dense_values: [Tdense]",
    "Nsparse: int >= 0; Ndense: int >= 0; sparse_types: list(feature) >= 0; Tdense: list(feature) >= 0; "
    "dense_shapes: list(shape) >= 0",
    shape=_v1_rule,
    kernel=_parse_v1,
    no_gradient=True,
)


def _parse_single(
    serialized: Array, dense_defaults: list[Array], *, num_sparse: int, sparse_keys: Any, dense_keys: Any,
    sparse_types: Any, dense_shapes: Any,
) -> list[Array]:  # fmt: skip
    _check_rank(serialized, (0,), "scalar")
    request = _Request(
        (_keys(sparse_keys), sparse_types),
        (_keys(dense_keys), [from_numpy(d.dtype) for d in dense_defaults], dense_shapes, dense_defaults),
    )
    return _parse(serialized, np.empty(0, object), request)


def _single_rule(ctx: ShapeContext) -> list[Dims]:
    rows = _rows(ctx, (0,))
    return [*_sparse_dims(ctx.attrs["num_sparse"], 1), *_dense_dims(ctx, "dense", rows)]


PARSE_SINGLE_EXAMPLE = op(
    "ParseSingleExample",
    "serialized: string, dense_defaults: [Tdense] -> sparse_indices: num_sparse*int64, sparse_values: [sparse_types], "
    "sparse_shapes: num_sparse*int64, dense_values: [Tdense]",
    "num_sparse: int >= 0; sparse_keys: list(string) >= 0; dense_keys: list(string) >= 0; "
    "sparse_types: list(feature) >= 0; Tdense: list(feature) >= 0; dense_shapes: list(shape) >= 0",
    shape=_single_rule,
    kernel=_parse_single,
    no_gradient=True,
)

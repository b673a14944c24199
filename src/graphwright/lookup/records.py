"""Ops on lookup tables: creating them, filling them, looking up, changing."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, from_numpy
from graphwright.base.shape import Symbol, TensorShape
from graphwright.core.tensor import Array
from graphwright.ir.graph import Value
from graphwright.ir.handles import origin
from graphwright.ir.infer import ShapeContext
from graphwright.ir.lowering import Structural
from graphwright.ir.reach import OWN_RESOURCE, Reach
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.lookup.table import LINE_NUMBER, WHOLE_LINE, Table, key_value, read_pairs, table_of

# creating ---------------------------------------------------------------------------------------------------

_NAMED = 'container: string = ""; shared_name: string = ""; use_node_name_sharing: bool = false; '
_DTYPES = "key_dtype: type; value_dtype: type"
_VALUE_SHAPE = "; value_shape: shape = []"
_BUCKETS = "; initial_num_buckets: int = 131072; max_load_factor: float = 0.8"
_DENSE = "empty_key: key_dtype, deleted_key: key_dtype -> table_handle: resource"


def _scalar(ctx: ShapeContext) -> Dims:
    return ()


def _hash(key_dtype: DType, value_dtype: DType, **_: Any) -> Table:
    return Table("hash", key_dtype, value_dtype)


def _mutable(key_dtype: DType, value_dtype: DType, value_shape: TensorShape | None = None, **_: Any) -> Table:
    return Table("mutable", key_dtype, value_dtype, _static(value_shape))


def _static(shape: TensorShape | None) -> tuple[int, ...]:
    dims = () if shape is None else shape.static_dims
    if dims is None or None in dims:
        raise errors.InvalidArgumentError(f"A table holds values of one shape, got {shape}.")
    return tuple(int(d) for d in dims if d is not None)


def _dense(
    empty_key: Array,
    deleted_key: Array,
    value_dtype: DType,
    value_shape: TensorShape,
    initial_num_buckets: int,
    max_load_factor: float,
    **_: Any,
) -> Table:
    if empty_key.shape != deleted_key.shape:
        raise errors.InvalidArgumentError("Empty and deleted keys must have same shape")
    empty, deleted = key_value(empty_key), key_value(deleted_key)
    if empty == deleted:
        raise errors.InvalidArgumentError("Empty and deleted keys cannot be equal")
    if initial_num_buckets < 4 or initial_num_buckets & (initial_num_buckets - 1):
        raise errors.InvalidArgumentError(
            f"Number of buckets must be at least 4 and a power of 2, got: {initial_num_buckets}"
        )
    if not 0 < max_load_factor < 1:
        raise errors.InvalidArgumentError(f"max_load_factor must be between 0 and 1, got: {max_load_factor}")
    refused = {empty: "empty_key", deleted: "deleted_key"}
    dtype = from_numpy(empty_key.dtype)
    return Table("dense", dtype, value_dtype, _static(value_shape), empty_key.shape, refused)


def _maker(name: str, args: str, attrs: str, kernel: Any) -> Any:
    # "random": each run makes a table of its own; names are what TensorFlow's sessions find tables by
    return op(
        name, args, attrs, shape=_scalar, kernel=kernel, no_gradient=True, effect="random",
        reaches=OWN_RESOURCE if _NAMED in attrs else None,
    )  # fmt: skip


HASH_TABLE = _maker("HashTableV2", "-> table_handle: resource", _NAMED + _DTYPES, _hash)
ANONYMOUS_HASH_TABLE = _maker("AnonymousHashTable", "-> table_handle: resource", _DTYPES, _hash)
MUTABLE_HASH_TABLE = _maker("MutableHashTableV2", "-> table_handle: resource", _NAMED + _DTYPES, _mutable)
ANONYMOUS_MUTABLE = _maker("AnonymousMutableHashTable", "-> table_handle: resource", _DTYPES, _mutable)
MUTABLE_OF_TENSORS = _maker(
    "MutableHashTableOfTensorsV2", "-> table_handle: resource", _NAMED + _DTYPES + _VALUE_SHAPE, _mutable
)
ANONYMOUS_OF_TENSORS = _maker(
    "AnonymousMutableHashTableOfTensors", "-> table_handle: resource", _DTYPES + _VALUE_SHAPE, _mutable
)
DENSE_TABLE = _maker("MutableDenseHashTableV2", _DENSE, _NAMED + _DTYPES + _VALUE_SHAPE + _BUCKETS, _dense)
ANONYMOUS_DENSE = _maker("AnonymousMutableDenseHashTable", _DENSE, _DTYPES + _VALUE_SHAPE + _BUCKETS, _dense)

MAKERS = frozenset(
    r.name
    for r in (
        HASH_TABLE, ANONYMOUS_HASH_TABLE, MUTABLE_HASH_TABLE, ANONYMOUS_MUTABLE, MUTABLE_OF_TENSORS,
        ANONYMOUS_OF_TENSORS, DENSE_TABLE, ANONYMOUS_DENSE,
    )
)  # fmt: skip
"""The names of the ops that make tables."""

# looking ----------------------------------------------------------------------------------------------------


def _shapes_of(handle: Any) -> tuple[Dims, Dims] | None:
    """The dims of a key and of a value of the table that a handle stands for; None where the graph does not tell."""
    source = origin(handle)
    if not isinstance(source, Value):
        stored = getattr(source, "_array", None)
        return (stored.key_dims, stored.value_dims) if isinstance(stored, Table) else None
    maker = source.op
    if maker.record.name not in MAKERS:
        return None
    shape = maker.attrs.get("value_shape")
    return (maker.inputs[0].type.dims if maker.inputs else (), () if shape is None else shape.symbolic)


def _found_dims(ctx: ShapeContext) -> Dims:
    known = _shapes_of(ctx.input(0))
    keys = ctx.dims(1)
    if known is None or keys is None or known[0] is None or known[1] is None:
        return None
    return (*keys[: max(len(keys) - len(known[0]), 0)], *known[1])


def _find(stored: Any, keys: Array, default_value: Array) -> Array:
    table = table_of(stored)
    table.check(from_numpy(keys.dtype), from_numpy(default_value.dtype))
    return table.find(keys, default_value)


FIND = op(
    "LookupTableFindV2",
    "table_handle: resource, keys: Tin, default_value: Tout -> values: Tout",
    "Tin: type; Tout: type",
    shape=_found_dims, kernel=_find, no_gradient=True, effect="read", native=Structural(),
)  # fmt: skip
SIZE = op(
    "LookupTableSizeV2", "table_handle: resource -> size: int64",
    shape=_scalar, kernel=lambda stored: np.array(len(table_of(stored)), np.int64), no_gradient=True, effect="read",
    native=Structural(),
)  # fmt: skip


def _is_dense(handle: Any) -> bool:
    source = origin(handle)
    if isinstance(source, Value):
        return "Dense" in source.op.record.name
    return getattr(getattr(source, "_array", None), "kind", "") == "dense"


def _exported_dims(ctx: ShapeContext) -> list[Dims]:
    known, count = _shapes_of(ctx.input(0)), Symbol()
    if known is None or known[0] is None or known[1] is None or _is_dense(ctx.input(0)):
        return [None, None]
    return [(count, *known[0]), (count, *known[1])]


def _export(stored: Any, Tkeys: DType, Tvalues: DType) -> tuple[Array, Array]:
    table = table_of(stored)
    table.check(Tkeys, Tvalues)
    return table.export()


EXPORT = op(
    "LookupTableExportV2",
    "table_handle: resource -> keys: Tkeys, values: Tvalues",
    "Tkeys: type; Tvalues: type",
    shape=_exported_dims, kernel=_export, no_gradient=True, effect="read",
)  # fmt: skip

# changing ---------------------------------------------------------------------------------------------------


def _changing(method: str) -> Any:
    def kernel(stored: Any, keys: Array, values: Array | None = None) -> None:
        table = table_of(stored)
        table.check(from_numpy(keys.dtype), None if values is None else from_numpy(values.dtype))
        getattr(table, method)(keys, *(() if values is None else (values,)))

    return kernel


def _no_result(ctx: ShapeContext) -> list[Dims]:
    return []


_PAIRS = "table_handle: resource, keys: Tin, values: Tout ->"
INSERT = op(
    "LookupTableInsertV2", _PAIRS, "Tin: type; Tout: type",
    shape=_no_result, kernel=_changing("insert"), no_gradient=True, effect="write",
)  # fmt: skip
IMPORT = op(
    "LookupTableImportV2", _PAIRS, "Tin: type; Tout: type",
    shape=_no_result, kernel=_changing("replace"), no_gradient=True, effect="write",
)  # fmt: skip
REMOVE = op(
    "LookupTableRemoveV2", "table_handle: resource, keys: Tin ->", "Tin: type",
    shape=_no_result, kernel=_changing("remove"), no_gradient=True, effect="write",
)  # fmt: skip
INITIALIZE = op(
    "InitializeTableV2", "table_handle: resource, keys: Tkey, values: Tval ->", "Tkey: type; Tval: type",
    shape=_no_result, kernel=_changing("replace"), no_gradient=True, effect="write",
)  # fmt: skip


def _fill_from_file(
    stored: Any,
    filename: Array,
    key_index: int,
    value_index: int,
    vocab_size: int,
    delimiter: str,
    offset: int,
) -> None:
    table = table_of(stored)
    for index, dtype, what in ((key_index, table.key_dtype, "key"), (value_index, table.value_dtype, "value")):
        if index == LINE_NUMBER and dtype.name != "int64":
            raise errors.InvalidArgumentError(
                f"{what} index {LINE_NUMBER}, the number of the line, is no {dtype.name}."
            )
        if index == WHOLE_LINE and dtype.name not in ("int64", "string"):
            raise errors.InvalidArgumentError(f"{what} index {WHOLE_LINE}, the whole line, is no {dtype.name}.")
    path = filename.item()
    table.fill(read_pairs(table, path.decode(), key_index, value_index, vocab_size, delimiter, offset))


INITIALIZE_FROM_FILE = op(
    "InitializeTableFromTextFileV2",
    "table_handle: resource, filename: string ->",
    'key_index: int >= -2; value_index: int >= -2; vocab_size: int >= -1 = -1; delimiter: string = "\\t"; '
    "offset: int = 0",
    shape=_no_result, kernel=_fill_from_file, no_gradient=True, effect="write", reaches={"filename": Reach.READS},
)  # fmt: skip

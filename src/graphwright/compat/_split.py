"""Texts split into sparse tensors of tokens, as TensorFlow 1 does."""

from __future__ import annotations

from typing import Any

from graphwright.core.context import name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply_multi
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ops.array.shapes import expand_dims
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.text.split import STRING_SPLIT
from graphwright.ops.text.split import split as ragged_split


def _result(found: SparseTensor, result_type: str) -> Any:
    if result_type == "SparseTensor":
        return found
    return RaggedTensor.from_value_rowids(found.values, found.indices[:, 0], found.dense_shape[0], validate=False)


def _check(result_type: str) -> None:
    if result_type not in ("SparseTensor", "RaggedTensor"):
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")


def string_split(
    source: Any, sep: str | None = None, skip_empty: bool = True, delimiter: str | None = None,
    result_type: str = "SparseTensor", name: str | None = None,
) -> Any:  # fmt: skip
    """The tokens of each text, split at any of the characters of `sep`.

    Args:
      source: a vector of texts.
      sep: characters, a space by default; "" splits into bytes.
      skip_empty: whether empty tokens are left out.
      delimiter: the older name of `sep`.
      result_type: "SparseTensor", or "RaggedTensor".

    Raises ValueError for another type of result, InvalidArgumentError for what is no vector.

    >>> tf.sparse.to_dense(tf.compat.v1.string_split(["a b", "c"])).numpy().tolist()
    [[b'a', b'b'], [b'c', b'']]
    """
    _check(result_type)
    characters = sep if sep is not None else " " if delimiter is None else delimiter
    with name_scope(name or "StringSplit"):
        parts = apply_multi(STRING_SPLIT, (to_tensor(source), characters), {"skip_empty": skip_empty})
        return _result(SparseTensor(*parts), result_type)


def split(
    input: Any = None, sep: str | None = None, maxsplit: int = -1, result_type: str = "SparseTensor",
    source: Any = None, name: str | None = None,
) -> Any:  # fmt: skip
    """`tf.strings.split` with a sparse result by default; a single text counts as a vector of one.

    Args:
      input: a tensor of texts (`source` is its older name).
      sep, maxsplit: as for `tf.strings.split`.
      result_type: "SparseTensor", or "RaggedTensor".

    Raises ValueError for another type of result.

    >>> tf.compat.v1.strings.split(["a b", "c"]).values.numpy().tolist()
    [b'a', b'b', b'c']
    """
    texts = to_tensor(source if input is None else input)
    _check(result_type)
    with name_scope(name or "StringSplit"):
        if texts.shape.rank == 0:
            texts = expand_dims(texts, 0)
        found = ragged_split(texts, sep, maxsplit)
        return found.to_sparse() if result_type == "SparseTensor" else found


__all__ = ["split", "string_split"]

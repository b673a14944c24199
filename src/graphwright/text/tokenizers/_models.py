"""Models of tokenizers in one buffer of bytes, which a graph holds as a constant: vocabulary and options."""

from __future__ import annotations

import json
import zlib
from functools import lru_cache
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.core.tensor import Array

_MAGIC = b"graphwright.text\0"


def packed(kind: str, **options: Any) -> bytes:
    """A model in bytes."""
    return _MAGIC + zlib.compress(json.dumps({"kind": kind, **options}, ensure_ascii=False).encode())


def model_of(buffer: Array, kind: str) -> dict[str, Any]:
    """The options that `packed` got; InvalidArgumentError for other bytes."""
    found = _unpacked(np.ascontiguousarray(buffer, np.uint8).tobytes())
    if found["kind"] != kind:
        raise errors.InvalidArgumentError(f"The model buffer is one of a {found['kind']}, not of a {kind}.")
    return found


@lru_cache(maxsize=32)
def _unpacked(content: bytes) -> dict[str, Any]:
    if not content.startswith(_MAGIC):
        raise errors.InvalidArgumentError(
            "The model buffer was not built here. Buffers that TensorFlow Text built have a form of its own; build one "
            "from the vocabulary with `tf.text.build_fast_wordpiece_model` or `build_fast_bert_normalizer_model`."
        )
    try:
        found: dict[str, Any] = json.loads(zlib.decompress(content[len(_MAGIC) :]))
    except (ValueError, zlib.error) as error:
        raise errors.InvalidArgumentError(f"The model buffer is damaged: {error}") from None
    return found

"""A number that is the same for pipelines that produce the same elements in the same way."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.base.shape import TensorShape
from graphwright.data.pipeline.base import Pipeline
from graphwright.data.pipeline.functions import CapturedFunction
from graphwright.data.pipeline.shuffling import SeedGenerator
from graphwright.ir.funcgraph import FuncGraph

_NAME = re.compile(rb"__inference_\w+")  # of functions, which are numbered as they are traced


def fingerprint(pipeline: Pipeline) -> int:
    """64 bits of the stages of a pipeline, their settings, functions and data.

    Seeds of shuffling are left out, as the order of elements is no part of what they are.
    """
    digest = hashlib.blake2b(digest_size=8)
    _add(digest, pipeline)
    return int.from_bytes(digest.digest(), "little")


def _add(digest: Any, value: Any) -> None:
    if isinstance(value, Pipeline):
        digest.update(value.saved_name.encode())
        for name in sorted(vars(value)):
            digest.update(name.encode())
            _add(digest, vars(value)[name])
    elif isinstance(value, CapturedFunction):
        _add(digest, value._graph)
        _add(digest, value._captured)
    elif isinstance(value, FuncGraph):
        for graph in (value, *value.functions()):
            digest.update(_NAME.sub(b"", str(graph).encode()))
    elif isinstance(value, np.ndarray):
        digest.update(f"{value.dtype}{value.shape}".encode())
        digest.update(repr(value.tolist()).encode() if value.dtype == object else value.tobytes())
    elif isinstance(value, (list, tuple)):
        digest.update(f"{len(value)}[".encode())
        for part in value:
            _add(digest, part)
    elif isinstance(value, (str, bytes, int, float, range, type(None), DType, TensorShape, np.dtype)):
        digest.update(repr(value).encode())
    elif not isinstance(value, SeedGenerator):
        digest.update(type(value).__name__.encode())


__all__ = ["fingerprint"]

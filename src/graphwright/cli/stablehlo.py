"""Signatures of models as StableHLO, the text and bytecode that XLA and compilers like it read."""

from __future__ import annotations

import argparse
import os
from typing import Any

import numpy as np

from graphwright.interop.jax import lowered
from graphwright.runtime.xla import backend
from graphwright.saved_model.loader import load


def write_stablehlo(given: argparse.Namespace) -> None:
    """Write a signature of a model, its weights included, to a file: text if it ends in .mlir, else bytecode."""
    backend.require()
    import jax
    from jax import export

    signatures = load(given.source).signatures
    if given.signature not in signatures:
        there = ", ".join(sorted(signatures)) or "none"
        raise ValueError(f"{given.source} has no signature '{given.signature}'; it has: {there}. See --signature.")
    graph = signatures[given.signature].graph
    arguments = [jax.ShapeDtypeStruct(_sizes(v, given.size), v.dtype.numpy) for v in graph.arguments]

    def function(*arrays: Any) -> Any:
        return tuple(lowered(graph, arrays))

    with backend.settings():
        exported = export.export(jax.jit(function))(*arguments)
    data = exported.mlir_module().encode() if given.target.endswith(".mlir") else exported.mlir_module_serialized
    partial = f"{given.target}.partial"
    with open(partial, "wb") as file:
        file.write(data)
    os.replace(partial, given.target)


def _sizes(value: Any, size: int | None) -> tuple[int, ...]:
    """The sizes of an argument; those that the model leaves open are what was asked for."""
    shape = value.shape
    if shape.rank is None or (size is None and not shape.is_fully_defined()):
        raise ValueError(f"The argument '{value.op.name}' has the shape {shape}: StableHLO is written for known sizes. "
                         "Say with --size what the open ones are.")  # fmt: skip
    return tuple(int(n) for n in np.array([size if n is None else n for n in shape.as_list()], np.int64))

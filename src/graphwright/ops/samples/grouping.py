"""Samples of the ops that hold others together."""

from graphwright.ops.samples import Sample

SAMPLES = {"NoOp": [Sample([])]}

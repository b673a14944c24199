"""Samples of the ops that hold others together."""

from tests.samples import Sample

SAMPLES = {"NoOp": [Sample([])], "ControlTrigger": [Sample([])]}

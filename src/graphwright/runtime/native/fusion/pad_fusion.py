"""Turns zeros around the images of a convolution into its padding, so that no padded copy is made.

Only where nothing else reads the padded images.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.frozen import replace
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Sliding
from graphwright.runtime.native.fusion.steps import HostCall, OpStep, Plan, Step, count_readers

_PADS = ("Pad", "PadV2")


def fuse_pads(plan: Plan) -> Plan:
    """The plan, with convolutions of padded images made padding convolutions."""
    steps, readers = plan.steps, count_readers(plan)
    pads = {step.outputs[0]: step for step in steps if isinstance(step, (OpStep, HostCall)) and step.op.type in _PADS}
    result: list[Step | None] = list(steps)
    places = {step: at for at, step in enumerate(steps)}
    for at, step in enumerate(steps):
        match step:
            case OpStep(rule=Sliding() as rule) if can_pad(step):
                pad = pads.get(step.op.inputs[0])
            case _:
                continue
        if pad is None or readers[step.op.inputs[0]] > 1:
            continue
        joined = _joined(step, rule, pad.op)
        if joined is not None:
            result[at], result[places[pad]] = joined, None
    return replace(plan, steps=[step for step in result if step is not None])


def can_pad(step: Step) -> bool:
    """Whether a step is a convolution without padding that may have some."""
    if not isinstance(step, OpStep) or not isinstance(step.rule, Sliding):
        return False
    attrs = step.op.attrs
    return (
        step.rule.kernel in ("convolution", "depthwise")
        and attrs["padding"] == "VALID"
        and "explicit_paddings" in attrs
    )


def _joined(step: OpStep, rule: Sliding, pad: Operation) -> OpStep | None:
    """The convolution with the padding; None where the window cannot see it as such."""
    edges = _constant(pad.inputs[1])
    filling = _constant(pad.inputs[2]) if len(pad.inputs) > 2 else np.zeros(())
    if edges is None or filling is None or filling != 0 or edges.min() < 0:
        return None
    channels = 1 if step.op.attrs["data_format"].startswith("NC") else edges.shape[0] - 1
    if edges[0].any() or edges[channels].any():
        return None
    op = step.op
    attrs = {**op.attrs, "padding": "EXPLICIT", "explicit_paddings": edges.reshape(-1).tolist()}
    types = [value.type for value in op.outputs]
    inputs = [pad.inputs[0], *op.inputs[1:]]
    padding = Operation(op.graph, op.record, op.name, inputs, attrs, types, op.location, op.origin or op)
    if rule.window(padding) is None:
        return None
    return replace(OpStep.of(padding, rule), outputs=step.outputs)


def _constant(value: Value) -> Any:
    """The array of a constant; None where it is none."""
    return value.op.attrs["value"] if value.op.type == "Const" else None

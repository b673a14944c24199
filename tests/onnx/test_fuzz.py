"""Damaged ONNX models are loaded or refused with an error of ours; nothing else happens."""

from __future__ import annotations

import importlib.util
import os
import random
import warnings
from typing import Any

import numpy as np
import pytest

import graphwright as tf

if importlib.util.find_spec("onnx") is None:
    pytest.skip("needs the package onnx: make onnx-test", allow_module_level=True)

from google.protobuf.message import DecodeError

from tests.onnx.test_load import AFFINE, GRADIENTS, OPSETS, parsed, recurrent

COUNT = int(os.environ.get("GRAPHWRIGHT_FUZZ", "240"))
EXPECTED = (tf.errors.OpError, ValueError, TypeError, OSError, OverflowError, NotImplementedError)
INTERESTING = (0, 1, -1, 2, 7, 127, 255, 2**31 - 1, -(2**31), 2**40, 2**63 - 1, -(2**63))


def models() -> list[Any]:
    rng = np.random.default_rng(0)
    found = [parsed(text, OPSETS.get(name, 17)) for name, text in GRADIENTS.items()]
    weights = (rng.normal(size=(1, 8, n)).astype(np.float32) for n in (3, 2))
    return [parsed(AFFINE), *found, recurrent("LSTM", *weights)]


def messages_in(message: Any) -> list[Any]:
    """A message and those in it."""
    found = [message]
    for field, value in message.ListFields():
        if field.message_type is not None:
            for inner in value if field.is_repeated else [value]:
                found += messages_in(inner)
    return found


def damaged_bytes(data: bytes, rng: random.Random) -> bytes:
    """A few bytes changed, left out or added."""
    result = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(result))
        kind = rng.randrange(4)
        if kind == 0:
            result[at] = rng.randrange(256)
        elif kind == 1:
            del result[at : at + rng.randint(1, 8)]
        elif kind == 2:
            result[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 8)))
        else:
            result[at] ^= 1 << rng.randrange(8)
    return bytes(result)


def damage_field(model: Any, rng: random.Random) -> None:
    """A field of some message in the model changed to another value of its kind, doubled or cleared."""
    message = rng.choice(messages_in(model))
    fields = message.ListFields()
    if not fields:
        return
    field, value = rng.choice(fields)
    if rng.random() < 0.2:
        message.ClearField(field.name)
    elif field.is_repeated:
        if rng.random() < 0.5:
            del value[rng.randrange(len(value))]
        elif field.message_type is not None:
            value.add().CopyFrom(rng.choice(list(value)))
        elif isinstance(value[0], int):
            value[rng.randrange(len(value))] = number(rng, field)
    elif isinstance(value, int):
        setattr(message, field.name, number(rng, field))
    elif isinstance(value, str):
        setattr(message, field.name, rng.choice(["", "x", "y", "t", "Add", "nothing", "../x"]))


def number(rng: random.Random, field: Any) -> int:
    """A number that the field can have."""
    value = rng.choice(INTERESTING)
    wide = field.cpp_type in (field.CPPTYPE_INT64, field.CPPTYPE_UINT64)
    value = value if wide else max(min(value, 2**31 - 1), -(2**31))
    return value % 2 if field.enum_type is not None else abs(value) if "UINT" in str(field.type) else value


def run(data: bytes) -> None:
    """Load a model and call it once, if it can be called with little memory."""
    function = tf.onnx.load(data)
    specs = function.structured_input_signature[0]
    shapes = [[1 if d is None else d for d in (s.shape.static_dims or ())] for s in specs]
    if sum(int(np.prod(s, dtype=np.float64)) for s in shapes) < 10**6:
        function(*(tf.zeros(shape, s.dtype) for shape, s in zip(shapes, specs, strict=True)))


@pytest.mark.parametrize("part", range(4))
def test_damaged_models(part: int) -> None:
    originals = [m.SerializeToString() for m in models()]
    import onnx

    for seed in range(part, COUNT, 4):
        rng = random.Random(seed)
        data = originals[seed // 4 % len(originals)]
        if seed % 3:
            model = onnx.ModelProto.FromString(data)
            for _ in range(rng.randint(1, 3)):
                damage_field(model, rng)
            data = model.SerializeToString()
        else:
            data = damaged_bytes(data, rng)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                run(data)
        except EXPECTED:
            pass
        except DecodeError as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error
        except Exception as error:
            raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error

"""Mutated models: bits flipped, blocks swapped, fields cleared, numbers and names changed, lists cut and grown.

A loader meets any bytes: it loads a model, or says what is wrong with it; one that hangs meets the timeout. More cases
than run here by themselves: `GRAPHWRIGHT_FUZZ=100000 pytest tests/test_saved_model_fuzz.py --timeout 0`.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.saved_model.messages import CLASSES
from tests.test_saved_model import GOLDEN

CASES = int(os.environ.get("GRAPHWRIGHT_FUZZ", "1200"))
PARTS = 6

NUMBERS = (0, -1, 1, 2**31 - 1, -(2**31), 2**62, 7)
TEXTS = ("", "x", "^x", "a:b:c", "../x", "Const", "PartitionedCall", "While")


def parts_of(message: Any) -> Iterator[Any]:
    """A message and all messages in it."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if field.message_type.GetOptions().map_entry:
            if field.message_type.fields_by_name["value"].message_type is not None:
                for key in sorted(value):
                    yield from parts_of(value[key])
        elif hasattr(value, "add"):
            for each in value:
                yield from parts_of(each)
        else:
            yield from parts_of(value)


def change(choose: random.Random, message: Any, field: Any, value: Any) -> None:
    """Give a field another value of its kind; clear it where there is none."""
    if isinstance(value, bool):
        setattr(message, field.name, not value)
    elif isinstance(value, int):
        limit = 2**31 if "32" in str(field.type) or field.enum_type or field.cpp_type == field.CPPTYPE_INT32 else 2**62
        setattr(message, field.name, choose.choice([n for n in NUMBERS if -limit <= n < limit]))
    elif isinstance(value, str):
        setattr(message, field.name, choose.choice([*TEXTS, f"{value}_1", value[::-1]]))
    elif isinstance(value, bytes):
        setattr(message, field.name, choose.choice([b"", b"\xff\xfe", value * 2, value[:-1]]))
    elif hasattr(value, "extend"):
        listed = list(value)
        choose.shuffle(listed)
        del value[:]
        value.extend(choose.choice([listed + listed[:3], listed[: len(listed) // 2], listed]))
    else:
        message.ClearField(field.name)


def mutated(choose: random.Random, data: bytes) -> bytes:
    """The bytes of a model with something wrong in them."""
    kind = choose.randrange(4)
    changed = bytearray(data)
    if kind == 0:
        for _ in range(choose.randrange(1, 5)):
            changed[choose.randrange(len(data))] ^= 1 << choose.randrange(8)
        return bytes(changed)
    if kind == 1:
        length = choose.randrange(1, 64)
        i, j = choose.randrange(len(data) - length), choose.randrange(len(data) - length)
        changed[i : i + length], changed[j : j + length] = data[j : j + length], data[i : i + length]
        return bytes(changed)
    model = CLASSES["SavedModel"].FromString(data)
    for _ in range(choose.randrange(1, 4)):
        message = choose.choice(list(parts_of(model)))
        fields = message.ListFields()
        if not fields:
            continue
        field, value = choose.choice(fields)
        if kind == 2:
            message.ClearField(field.name)
        else:
            change(choose, message, field, value)
    data = model.SerializeToString(deterministic=True)
    return bytes(data)


@pytest.mark.parametrize("part", range(PARTS))
def test_a_mutated_model_is_loaded_or_told(part: int, tmp_path: Path) -> None:
    names = sorted(p.parent.name for p in GOLDEN.glob("*/saved_model.pb"))
    whole = {name: (GOLDEN / name / "saved_model.pb").read_bytes() for name in names}
    for name in names:
        shutil.copytree(GOLDEN / name, tmp_path / name)
    for case in range(part, CASES, PARTS):
        choose = random.Random(case)
        name = choose.choice(names)
        data = mutated(choose, whole[name])
        (tmp_path / name / "saved_model.pb").write_bytes(data)
        try:
            tf.saved_model.load(tmp_path / name)
        except (tf.errors.OpError, ValueError, OSError) as error:
            assert not isinstance(error, tf.errors.InternalError), (case, name, error)
        except Exception as error:
            raise AssertionError(f"case {case}, a mutated '{name}', ends in {error!r}") from error

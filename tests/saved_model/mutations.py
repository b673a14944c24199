"""What can be wrong with the files of a SavedModel: each mutation changes the files of one model, in memory."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from google.protobuf.message import DecodeError

from graphwright.base.errors import OpError
from graphwright.saved_model.messages import CLASSES
from tests.checkpoint.fuzz import DAMAGES, Files

GOLDEN = Path(__file__).parents[1] / "golden" / "data" / "saved_models"
OLD = Path(__file__).parent / "v1_models"
MODEL = "saved_model.pb"
Content = dict[str, bytes]
"""The files of a model, by their paths in its folder."""

NUMBERS = (0, -1, 1, 7, 2**20, 2**26, 2**31 - 1, -(2**31), 2**62)
TEXTS = (
    "", "x", "^x", "a:b:c", "../x", "../../../../etc/passwd", "/etc/passwd", "a\0b", "Const", "PartitionedCall",
    "While", "PyFunc", "ReadFile",
)  # fmt: skip
LENGTHS = (0x7F, 0x3FFF, 2**28, 2**31 - 1, 2**32, 2**63, 2**70)


def originals() -> dict[str, Content]:
    """The models that mutations begin with, by name."""
    found = {}
    for folder in sorted(path.parent for base in (GOLDEN, OLD) for path in base.glob(f"*/{MODEL}")):
        files = (path for path in folder.rglob("*") if path.is_file() and path.name != "results.json")
        found[folder.name] = {str(path.relative_to(folder)): path.read_bytes() for path in files}
    return found


# bytes ----------------------------------------------------------------------------------------------------------


def flipped_bits(choose: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(choose.randrange(1, 5)):
        changed[choose.randrange(len(data))] ^= 1 << choose.randrange(8)
    return bytes(changed)


def swapped_blocks(choose: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    length = choose.randrange(1, 64)
    i, j = choose.randrange(len(data) - length), choose.randrange(len(data) - length)
    changed[i : i + length], changed[j : j + length] = data[j : j + length], data[i : i + length]
    return bytes(changed)


def cut_and_doubled(choose: random.Random, data: bytes) -> bytes:
    at, length = choose.randrange(len(data)), choose.randrange(1, 200)
    doubled = data[:at] + data[at : at + length] + data[at:]
    return choose.choice([data[:at], data[:at] + data[at + length :], doubled])


def grown_lengths(choose: random.Random, data: bytes) -> bytes:
    """Let what may be the length of a field say more than there is."""
    at = next((i for i in _shuffled(choose, len(data)) if 0 < data[i] < 128 and i + data[i] < len(data)), 0)
    length = choose.choice([data[at] + 1, data[at] * 2, *LENGTHS])
    return data[:at] + _varint(length) + data[at + 1 :]


def _shuffled(choose: random.Random, count: int) -> Iterator[int]:
    return (choose.randrange(count) for _ in range(100))


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


# fields ---------------------------------------------------------------------------------------------------------


def parts_of(message: Any) -> list[Any]:
    """A message and all messages in it."""
    found: list[Any] = []
    _collect(message, found)
    return found


def _collect(message: Any, found: list[Any]) -> None:
    found.append(message)
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if field.message_type.GetOptions().map_entry:
            if field.message_type.fields_by_name["value"].message_type is not None:
                for key in sorted(value):
                    _collect(value[key], found)
        elif hasattr(value, "add"):
            for each in value:
                _collect(each, found)
        else:
            _collect(value, found)


def change(choose: random.Random, message: Any, field: Any, value: Any) -> None:
    """Give a field another value of its kind; clear it where there is none."""
    if isinstance(value, bool):
        setattr(message, field.name, not value)
    elif isinstance(value, int):
        short = field.enum_type or field.cpp_type in (field.CPPTYPE_INT32, field.CPPTYPE_UINT32)
        limit = 2**31 if short else 2**63
        least = 0 if field.cpp_type in (field.CPPTYPE_UINT32, field.CPPTYPE_UINT64) else -limit
        setattr(message, field.name, choose.choice([n for n in NUMBERS if least <= n < limit]))
    elif isinstance(value, str):
        setattr(message, field.name, choose.choice([*TEXTS, f"{value}_1", value[::-1]]))
    elif isinstance(value, bytes):
        setattr(message, field.name, choose.choice([b"", b"\xff\xfe", value * 2, value[:-1]]))
    elif hasattr(value, "extend"):
        listed = list(value)
        choose.shuffle(listed)
        del value[:]
        value.extend(choose.choice([listed + listed[:3], listed[: len(listed) // 2], listed, listed * 10]))
    else:
        message.ClearField(field.name)


def _some_fields(choose: random.Random, data: bytes, do: Callable[[Any, Any, Any], None]) -> bytes:
    model = CLASSES["SavedModel"].FromString(data)
    for _ in range(choose.randrange(1, 4)):
        message = choose.choice(parts_of(model))
        fields = message.ListFields()
        if fields:
            do(message, *choose.choice(fields))
    return bytes(model.SerializeToString(deterministic=True))


def deleted_fields(choose: random.Random, data: bytes) -> bytes:
    return _some_fields(choose, data, lambda message, field, value: message.ClearField(field.name))


def changed_fields(choose: random.Random, data: bytes) -> bytes:
    return _some_fields(choose, data, lambda *what: change(choose, *what))


def exchanged_messages(choose: random.Random, data: bytes) -> bytes:
    """Put a message in the place of another of its kind: a node, a shape, an attribute, a function."""
    model = CLASSES["SavedModel"].FromString(data)
    by_kind: dict[str, list[Any]] = {}
    for part in parts_of(model):
        by_kind.setdefault(part.DESCRIPTOR.full_name, []).append(part)
    one, other = choose.choices(by_kind[choose.choice(sorted(by_kind))], k=2)
    kept = type(other)()
    kept.CopyFrom(other)
    one.CopyFrom(kept)
    return bytes(model.SerializeToString(deterministic=True))


MUTATIONS: list[Callable[[random.Random, bytes], bytes]] = [
    flipped_bits, swapped_blocks, cut_and_doubled, grown_lengths,
    *[deleted_fields] * 2, *[changed_fields] * 4, *[exchanged_messages] * 2,
]  # fmt: skip


# cases ----------------------------------------------------------------------------------------------------------


def damaged_variables(choose: random.Random, content: Content) -> Content:
    """The model with its checkpoint damaged, half of the times with its checksums set right."""
    files = object.__new__(Files)
    files.name, files.index = "variables", "variables.index"
    inside = {path: data for path, data in content.items() if path.startswith("variables/")}
    files.content = {path.removeprefix("variables/"): data for path, data in inside.items()}
    # a damage may find nothing to begin with here
    with contextlib.suppress(OpError, DecodeError, LookupError, StopIteration, ValueError):
        choose.choice(DAMAGES)(files, choose)
    kept = {path: data for path, data in content.items() if path not in inside}
    return kept | {f"variables/{name}": data for name, data in files.content.items()}


def mutated(case: int, models: dict[str, Content]) -> tuple[str, Content]:
    """The name of the model of a case, and its files with something wrong in them."""
    choose = random.Random(case)
    name = choose.choice(sorted(models))
    content = models[name]
    if choose.randrange(8) == 0 and any(path.startswith("variables/") for path in content):
        return name, damaged_variables(choose, content)
    return name, content | {MODEL: choose.choice(MUTATIONS)(choose, content[MODEL])}

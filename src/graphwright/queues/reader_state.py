"""The saved state of a reader: a message of three numbers and the name of a file, as TensorFlow writes it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class State:
    """How many files were begun and finished, how many records were given, and the last file."""

    started: int = 0
    finished: int = 0
    produced: int = 0
    work: bytes = b""


_TEXT = 2  # the wire type of bytes; numbers have 0


def encoded(state: State) -> bytes:
    """The bytes of a state; what is zero or empty takes none."""
    fields = enumerate((state.started, state.finished, state.produced), 1)
    parts = [bytes([number << 3]) + _varint(value) for number, value in fields if value]
    if state.work:
        parts.append(bytes([4 << 3 | _TEXT]) + _varint(len(state.work)) + state.work)
    return b"".join(parts)


def decoded(data: bytes) -> State | None:
    """The state that bytes are; None for other bytes."""
    values: dict[int, int] = {}
    work, at = b"", 0
    while at < len(data):
        key = data[at]
        found = _read_varint(data, at + 1)
        if found is None or key not in (1 << 3, 2 << 3, 3 << 3, 4 << 3 | _TEXT):
            return None
        value, at = found
        if key & 7:
            work, at = data[at : at + value], at + value
            if at > len(data):
                return None
        else:
            values[key >> 3] = value
    return State(values.get(1, 0), values.get(2, 0), values.get(3, 0), work)


def _varint(value: int) -> bytes:
    parts = []
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])


def _read_varint(data: bytes, at: int) -> tuple[int, int] | None:
    value = shift = 0
    while at < len(data) and shift < 64:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at
    return None


__all__ = ["State", "decoded", "encoded"]

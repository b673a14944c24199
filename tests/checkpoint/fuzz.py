"""Damaged checkpoints: whatever is done to the files, reading them gives tensors or an error of ours.

    python -m tests.checkpoint.fuzz --cases 20000 [--seed 0] [--record]

takes TensorFlow's checkpoints of tests/golden, damages one in each case, and reads it in every way. Half of the
cases change bytes; the others change what the bytes say and set the checksums right again, so that the damage gets
past them. A case fails that ends in any other exception, takes over 2 seconds, or needs over ten times the memory of
its files (and a margin for Python itself). `--record` notes the result in tests/checkpoint/fuzz.json.
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import shutil
import struct
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

import graphwright as tf
from graphwright.base import checksum
from graphwright.checkpoint import entries, messages, table, tensor_bytes
from graphwright.checkpoint.object_graph import GRAPH_KEY
from tests.checkpoint.programs import PROGRAMS, build

GOLDEN = Path(__file__).parents[1] / "golden" / "data" / "checkpoints"
RESULT = Path(__file__).parent / "fuzz.json"
ALLOWED = (
    tf.errors.DataLossError,
    tf.errors.NotFoundError,
    tf.errors.InvalidArgumentError,
    tf.errors.FailedPreconditionError,
    tf.errors.UnimplementedError,
)
MOST_SECONDS = 2.0
MARGIN = 4 << 20  # bytes, for the classes and tables that a first look brings in

_EVIL = (
    *(0, 1, 2, 3, 7, 0x7F, 0x80, 0xFF, 0xFFFF, 1 << 31, (1 << 31) - 1, (1 << 32) - 1),
    *(1 << 40, 1 << 62, (1 << 63) - 1),
)


class Files:
    """The files of one checkpoint, in memory."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.content = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "checkpoint"}
        self.index = next(name for name in self.content if name.endswith(".index"))

    def copy(self) -> Files:
        result = object.__new__(Files)
        result.name, result.index, result.content = self.name, self.index, dict(self.content)
        return result

    def pairs(self) -> list[tuple[bytes, bytes]]:
        return list(table.read_table(self.content[self.index]))

    def set_pairs(self, pairs: list[tuple[bytes, bytes]], block_size: int = 1 << 18) -> None:
        writer = table.TableWriter(block_size)
        for pair in pairs:
            writer.add(*pair)
        self.content[self.index] = writer.finish()


# damage to the bytes --------------------------------------------------------------------------------------------


def _some_file(files: Files, random: random.Random) -> str:
    return files.index if random.random() < 0.7 else random.choice(sorted(files.content))


def damaged_bytes(data: bytes, random: random.Random) -> bytes:
    """The data with a few bits, bytes or pieces changed."""
    if not data:
        return bytes(random.randrange(9))
    at, other = random.randrange(len(data)), random.randrange(len(data))
    size = min(random.randrange(1, 40), len(data) - max(at, other))
    changed = bytearray(data)
    match random.randrange(7):
        case 0:
            for _ in range(random.randrange(1, 4)):
                changed[random.randrange(len(data))] ^= 1 << random.randrange(8)
        case 1:
            return data[:at]
        case 2:
            changed[at : at + size] = random.randbytes(size)
        case 3:
            changed[at : at + size], changed[other : other + size] = data[other : other + size], data[at : at + size]
        case 4:
            del changed[at : at + size]
        case 5:
            changed[at:at] = data[other : other + size]
        case _:
            changed[at] = random.choice((0, 0x7F, 0x80, 0xFF))
    return bytes(changed)


def bytes_of_a_file(files: Files, random: random.Random) -> None:
    name = _some_file(files, random)
    files.content[name] = damaged_bytes(files.content[name], random)


def a_file_gone_or_swapped(files: Files, random: random.Random) -> None:
    names = sorted(files.content)
    name, other = random.choice(names), random.choice(names)
    if random.random() < 0.3:
        del files.content[name]
    else:
        files.content[name], files.content[other] = files.content[other], files.content[name]


# damage that the checksums do not show --------------------------------------------------------------------------


def block_with_its_checksum(files: Files, random: random.Random) -> None:
    """Change the content of a block, its compression or the handles, and set its checksum right."""
    data = bytearray(files.content[files.index])
    footer = len(data) - 48
    _, at = table._handle(bytes(data), footer, len(data))
    (start, size), _ = table._handle(bytes(data), at, len(data))
    if random.random() < 0.5:  # the first block that the index block names, instead of that one
        _, handle = next(table._entries(table._block(bytes(data), (start, size), footer)))
        (start, size), _ = table._handle(handle, 0, len(handle))
    content = damaged_bytes(bytes(data[start : start + size]), random)[:size].ljust(size, b"\0")
    kind = bytes([random.choice((0, 0, 0, 1, 2))])
    trailer = kind + struct.pack("<I", checksum.masked(checksum.extend(0, content + kind)))
    data[start : start + size + 5] = content + trailer
    files.content[files.index] = bytes(data)


def entries_of_the_index(files: Files, random: random.Random) -> None:
    """Drop, double, swap or disorder entries."""
    pairs = files.pairs()
    one, other = random.randrange(len(pairs)), random.randrange(len(pairs))
    match random.randrange(5):
        case 0:
            del pairs[one]
        case 1:
            pairs.insert(one, pairs[other])
        case 2:
            pairs[one], pairs[other] = (pairs[one][0], pairs[other][1]), (pairs[other][0], pairs[one][1])
        case 3:
            pairs[one], pairs[other] = pairs[other], pairs[one]
        case _:
            pairs[one] = (damaged_bytes(pairs[one][0], random), pairs[one][1])
    files.set_pairs(pairs, random.choice((1, 50, 1 << 18)))


def bytes_of_an_entry(files: Files, random: random.Random) -> None:
    pairs = files.pairs()
    one = random.randrange(len(pairs))
    pairs[one] = (pairs[one][0], damaged_bytes(pairs[one][1], random))
    files.set_pairs(pairs)


def _evil(random: random.Random) -> int:
    return random.choice(_EVIL) * random.choice((1, 1, 1, -1))


def fields_of_an_entry(files: Files, random: random.Random) -> None:
    """Put strange numbers into an entry or the header."""
    pairs = files.pairs()
    one = random.randrange(len(pairs))
    key, value = pairs[one]
    result = messages.CLASSES["BundleEntryProto" if key else "BundleHeaderProto"].FromString(value)
    field = random.choice(list(result.DESCRIPTOR.fields))
    number = _evil(random)
    if field.name == "shape":
        dims = result.shape.dim
        (random.choice(list(dims)) if dims and random.random() < 0.7 else dims.add()).size = number
        for _ in range(random.choice((0, 0, 0, 300))):
            dims.add(size=1)
    elif field.name == "slices":
        extent = (random.choice(list(result.slices)) if result.slices else result.slices.add()).extent.add()
        extent.start, extent.length = number, _evil(random)
    elif field.name == "version":
        result.version.min_consumer = number & 0x7FFFFFFF
    elif field.name == "crc32c":
        result.crc32c = number & 0xFFFFFFFF
    elif field.name in ("offset", "size"):
        near = getattr(result, field.name) + random.randrange(-3, 4)
        setattr(result, field.name, random.choice((number, near)))
    else:
        setattr(result, field.name, random.choice((max(-(1 << 31), min(number, (1 << 31) - 1)), random.randrange(40))))
    pairs[one] = (key, result.SerializeToString())
    files.set_pairs(pairs)


def a_tensor_with_its_checksum(files: Files, random: random.Random) -> None:
    """Change the bytes of a tensor and set its checksum right."""
    pairs = files.pairs()
    _put_tensor(files, pairs, random.randrange(1, len(pairs)), lambda data: damaged_bytes(data, random))


def the_graph_of_objects(files: Files, random: random.Random) -> None:
    """Change the message that describes the objects, its bytes or its numbers."""

    def changed(data: bytes) -> bytes:
        value = np.array(data, object)
        return tensor_bytes.string_bytes(value)[0]

    pairs = files.pairs()
    place = next((i for i, (key, _) in enumerate(pairs) if key == GRAPH_KEY.encode()), None)
    if place is None:
        return
    entry = entries.read_entry(pairs[place][1], 1000)
    shard = sorted(name for name in files.content if ".data-" in name)[entry.shard]
    raw = files.content[shard][entry.offset : entry.offset + entry.size]
    graph = tensor_bytes.read_strings(raw, (), 1, False)[0][()]
    if random.random() < 0.3:
        graph = damaged_bytes(graph, random)
    else:
        result = messages.CLASSES["TrackableObjectGraph"].FromString(graph)
        node = random.choice(list(result.nodes))
        match random.randrange(5):
            case 0:
                node.children.add(
                    node_id=random.randrange(-1, len(result.nodes) + 2), local_name=random.choice("abds0/")
                )
            case 1 if node.attributes:
                node.attributes[0].checkpoint_key = random.choice(["", "x", GRAPH_KEY, "../../etc/passwd"])
            case 2 if node.attributes:
                node.attributes[0].name = random.choice(["", "OTHER"])
            case 3 if node.children:
                random.choice(list(node.children)).node_id = random.choice([-1, 0, 1, 10**6, len(result.nodes) - 1])
            case _:
                slot = node.slot_variables.add(slot_name="m", slot_variable_node_id=random.randrange(20))
                slot.original_variable_node_id = random.randrange(-1, 20)
        graph = result.SerializeToString()
    _put_tensor(files, pairs, place, lambda _: changed(graph), string=graph)


def _put_tensor(
    files: Files,
    pairs: list[tuple[bytes, bytes]],
    place: int,
    change: Callable[[bytes], bytes],
    string: bytes | None = None,
) -> None:
    """Move a tensor, changed, to the end of its file, its entry set right."""
    key, value = pairs[place]
    result = messages.CLASSES["BundleEntryProto"].FromString(value)
    name = sorted(name for name in files.content if ".data-" in name)[result.shard_id]
    data = change(files.content[name][result.offset : result.offset + result.size])
    crc = checksum.extend(0, data) if string is None else tensor_bytes.string_bytes(np.array(string, object))[1]
    result.offset, result.size, result.crc32c = len(files.content[name]), len(data), checksum.masked(crc)
    files.content[name] += data
    pairs[place] = (key, result.SerializeToString())
    files.set_pairs(pairs)


DAMAGES: list[Callable[[Files, random.Random], None]] = [
    bytes_of_a_file, bytes_of_a_file, bytes_of_a_file, a_file_gone_or_swapped, block_with_its_checksum,
    entries_of_the_index, bytes_of_an_entry, fields_of_an_entry, a_tensor_with_its_checksum, the_graph_of_objects,
]  # fmt: skip


# reading --------------------------------------------------------------------------------------------------------


def read_in_every_way(prefix: str, name: str) -> list[str]:
    """Read the checkpoint by key and into objects; gives the names of the errors."""
    seen = []

    def tried(task: Callable[[], Any]) -> Any:
        try:
            return task()
        except ALLOWED as error:
            seen.append(type(error).__name__)
            assert Path(prefix).parent.name in str(error), f"it does not say which file: {error}"
        return None

    reader = tried(lambda: tf.train.load_checkpoint(prefix))
    if reader is not None:
        tried(reader.debug_string)
        for key in reader.get_variable_to_shape_map():
            tried(lambda: reader.get_tensor(key))  # noqa: B023
    if name in PROGRAMS:
        checkpoint, _ = build(tf, name, False)
        try:
            status = tried(lambda: checkpoint.restore(prefix))
            if status is not None:
                status.expect_partial()
        except ValueError as error:  # of another shape than the variable
            assert "Received incompatible tensor" in str(error)
            seen.append("ValueError")
    return seen


def run_case(
    seed: int, originals: list[Files], folder: Path, timed: bool = True
) -> tuple[str, str | None, float, float]:
    """One case: the errors it ended in, what is wrong with that, its seconds and its memory in bytes."""
    rng = random.Random(seed)
    files = rng.choice(originals).copy()
    for _ in range(rng.choice((1, 1, 2))):
        try:
            rng.choice(DAMAGES)(files, rng)
        except (*ALLOWED, DecodeError, LookupError, StopIteration, ValueError):
            pass  # damaged too far for this damage
    target = folder / f"case{seed}"
    target.mkdir()
    for name, content in files.content.items():
        (target / name).write_bytes(content)
    total = sum(map(len, files.content.values()))
    wrong = None
    tracemalloc.start()
    start = time.perf_counter()
    try:
        seen = read_in_every_way(str(target / files.index.removesuffix(".index")), files.name)
    except Exception as error:
        seen, wrong = [type(error).__name__], f"{type(error).__name__}: {error}"
    seconds = time.perf_counter() - start
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    shutil.rmtree(target)
    if timed and seconds > MOST_SECONDS:
        wrong = wrong or f"took {seconds:.1f} s"
    if peak > 10 * total + MARGIN:
        wrong = wrong or f"needed {peak} bytes for files of {total}"
    return "+".join(sorted(set(seen))) or "read", wrong, seconds, peak


def run(cases: int, seed: int) -> dict[str, Any]:
    """Run that many cases; how they ended, and those that failed."""
    originals = [Files(folder) for folder in sorted(GOLDEN.iterdir())]
    ends: collections.Counter[str] = collections.Counter()
    failed: dict[int, str] = {}
    slowest = most = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(seed * 1_000_000, seed * 1_000_000 + cases):
            end, wrong, seconds, peak = run_case(i, originals, Path(folder))
            ends[end] += 1
            slowest, most = max(slowest, seconds), max(most, peak)
            if wrong is not None:
                failed[i] = wrong
    return {
        "cases": cases, "seed": seed, "ends": dict(ends.most_common()), "slowest case in ms": round(slowest * 1000),
        "most memory in KiB": int(most) // 1024, "failed": failed,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    result = run(arguments.cases, arguments.seed)
    text = json.dumps(result, indent=2)
    print(text)
    if arguments.record:
        RESULT.write_text(text + "\n", encoding="utf-8")
    raise SystemExit(bool(result["failed"]))


if __name__ == "__main__":
    main()

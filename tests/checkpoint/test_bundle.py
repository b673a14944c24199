"""TensorBundle files: what is written comes back, what TensorFlow wrote is read, a crash leaves nothing half done."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphwright.base import checksum, errors
from graphwright.base.dtypes import ALL_DTYPES, DType, from_numpy, resource, string, variant
from graphwright.checkpoint import entries, messages, slices, snappy, table, varints
from graphwright.checkpoint.bundle_reader import BundleReader
from graphwright.checkpoint.bundle_writer import BundleWriter, data_files
from tests.checkpoint.programs import PART_KEY, PART_VALUES
from tests.golden.load import read as golden

each = pytest.mark.parametrize
GOLDEN = Path(__file__).parents[1] / "golden" / "data" / "checkpoints"
Array = Any


def save(prefix: Path, tensors: dict[str, Array], most: int | None = None) -> None:
    with BundleWriter(str(prefix), most) as writer:
        for key, array in tensors.items():
            writer.add(key, array, from_numpy(array.dtype))


def load(prefix: Path) -> dict[str, Array]:
    reader = BundleReader(str(prefix))
    return {key: reader.read(key) for key in reader.entries}


def assert_same(one: dict[str, Array], other: dict[str, Array]) -> None:
    assert one.keys() == other.keys()
    for key, array in one.items():
        found = other[key]
        assert (found.dtype, found.shape) == (array.dtype, array.shape), key
        assert found.tolist() == array.tolist(), key


# tensors --------------------------------------------------------------------------------------------------------


@each("shape", [(), (0,), (3,), (2, 0, 4), (2, 3), (1,) * 20], ids=str)
@each("dtype", [d for d in ALL_DTYPES if d not in (resource, variant, string)], ids=str)
def test_numbers_come_back(tmp_path: Path, dtype: DType, shape: tuple[int, ...]) -> None:
    bits = np.arange(np.prod(shape, dtype=int) * dtype.size, dtype=np.uint8) % 2
    array = np.frombuffer(bits.tobytes(), dtype.numpy).reshape(shape)
    with BundleWriter(str(tmp_path / "c")) as writer:
        writer.add("x", array, dtype)
    reader = BundleReader(str(tmp_path / "c"))
    assert reader.entry("x").dtype is dtype
    found = reader.read("x")
    assert (found.dtype, found.shape, found.tobytes()) == (array.dtype, array.shape, array.tobytes())


@each(
    "value",
    [b"", [], [b"a"], [b"", b"x" * 127, b"y" * 128, b"z" * 70000], [[b"\0\xff"], [b"2"]]],
    ids=lambda v: repr(v)[:20],
)
def test_strings_come_back(tmp_path: Path, value: Any) -> None:
    array = np.array(value, object)
    save(tmp_path / "c", {"s": array})
    assert_same({"s": array}, load(tmp_path / "c"))


def test_arrays_of_any_layout_come_back(tmp_path: Path) -> None:
    x = np.arange(24.0).reshape(2, 3, 4)
    tensors = {"f": np.asfortranarray(x), "t": x.T, "s": x[:, ::2, ::-1], "b": np.broadcast_to(x[:1], (5, 3, 4))}
    save(tmp_path / "c", tensors)
    assert_same(tensors, load(tmp_path / "c"))
    save(tmp_path / "swapped", {"x": x.astype(">f8")})
    assert_same({"x": x}, load(tmp_path / "swapped"))


def test_large_tensors_go_in_pieces(tmp_path: Path) -> None:
    x = np.arange(3 * (1 << 20) + 17, dtype=np.uint8)
    tensors = {"before": np.int8(3).reshape(()), "x": x, "y": x[::-1].copy()}
    save(tmp_path / "c", tensors)
    assert_same(tensors, load(tmp_path / "c"))


def test_large_tensors_are_read_side_by_side(tmp_path: Path) -> None:
    tensors = {f"x{i}": np.full(1 << 22, i, np.uint8) for i in range(9)}
    save(tmp_path / "c", tensors)
    found = BundleReader(str(tmp_path / "c")).read_many([*tensors, "x0"])
    assert {key: (array.min(), array.max(), array.size) for key, array in found.items()} == {
        f"x{i}": (i, i, 1 << 22) for i in range(9)
    }
    file = tmp_path / "c.data-00000-of-00001"
    with open(file, "r+b") as data:
        data.seek(5 << 22)
        data.write(b"damage")
    with pytest.raises(errors.DataLossError, match=r"c\.index: tensor 'x5': its checksum does not match"):
        BundleReader(str(tmp_path / "c")).read_many(tensors)


def test_an_index_of_9000_variables(tmp_path: Path) -> None:
    tensors = {f"layer_{i}/kernel": np.full((1, 1), i, np.float32) for i in range(9000)}
    save(tmp_path / "c", tensors)
    assert os.path.getsize(tmp_path / "c.index") > 1 << 18, "it has several blocks"
    assert_same(tensors, load(tmp_path / "c"))


def test_keys_of_any_kind(tmp_path: Path) -> None:
    keys = ["a", "ab", "é/ü", "a b\n", "k" * 5000, "\U0001f600"]
    tensors = {key: np.full((), i, np.int32) for i, key in enumerate(keys)}
    save(tmp_path / "c", tensors)
    assert_same(tensors, load(tmp_path / "c"))


@each("key", ["x", "", "\0x"])
def test_keys_that_cannot_be_written(tmp_path: Path, key: str) -> None:
    with pytest.raises(errors.InvalidArgumentError), BundleWriter(str(tmp_path / "c")) as writer:
        writer.add("x", np.zeros(2), from_numpy(np.dtype(float)))
        writer.add(key, np.zeros(2), from_numpy(np.dtype(float)))
    assert os.listdir(tmp_path) == []


# several files --------------------------------------------------------------------------------------------------


def test_data_files_of_a_largest_size(tmp_path: Path) -> None:
    tensors = {f"x{i}": np.full(10, i, np.uint8) for i in range(10)} | {"large": np.zeros(100, np.uint8)}
    save(tmp_path / "c", tensors, 25)
    sizes = [os.path.getsize(name) for name in sorted(data_files(str(tmp_path / "c")))]
    assert sizes == [20] * 5 + [100]
    assert_same(tensors, load(tmp_path / "c"))
    save(tmp_path / "c", {"x": np.zeros(3)})
    assert sorted(os.listdir(tmp_path)) == ["c.data-00000-of-00001", "c.index"]


def test_an_empty_bundle(tmp_path: Path) -> None:
    save(tmp_path / "c", {})
    assert load(tmp_path / "c") == {}


def test_other_files_of_a_like_name_stay(tmp_path: Path) -> None:
    others = ["c.data-00000-of-00001.bak", "c.data-x", "c2.data-00000-of-00001", "c[0].index"]
    for name in others:
        (tmp_path / name).touch()
    save(tmp_path / "c", {"x": np.zeros(3)})
    save(tmp_path / "c", {"x": np.zeros(3)}, 1)
    assert set(others) < set(os.listdir(tmp_path))


# what TensorFlow wrote ------------------------------------------------------------------------------------------


def test_parts_written_by_tensorflow() -> None:
    reader = BundleReader(str(GOLDEN / "sliced" / "ckpt"))
    (key,) = [key for key in reader.entries if key != "whole"]
    assert key.encode("utf-8", "surrogateescape").decode("utf-8") == PART_KEY
    assert reader.read(key).tolist() == PART_VALUES.tolist()
    assert reader.read("whole").tolist() == [b"a", b"b"]


def test_our_index_is_tensorflow_s_byte_for_byte(tmp_path: Path) -> None:
    path = GOLDEN / "shapes" / "ckpt-1"
    reader = BundleReader(str(path))
    order = sorted(reader.entries, key=lambda key: (reader.entries[key].offset, reader.entries[key].size))
    save(tmp_path / "c", {key: reader.read(key) for key in order})
    written = table.read_table((tmp_path / "c.index").read_bytes())
    assert dict(written) == dict(table.read_table(Path(f"{path}.index").read_bytes()))
    assert (tmp_path / "c.data-00000-of-00001").read_bytes() == Path(f"{path}.data-00000-of-00001").read_bytes()


@each(
    "value, code",
    [(0, "80"), (63, "bf"), (64, "c040"), (8191, "dfff"), (8192, "e02000"), (1048575, "efffff"), (1048576, "f0100000"),
     (-1, "7f")],
)  # fmt: skip
def test_the_numbers_in_the_key_of_a_part(value: int, code: str) -> None:
    assert slices.slice_key(b"k", [(value, 1)]).hex() == "00" + b"k".hex() + "0001" + "0101" + code + "81"


def big_endian(prefix: Path) -> dict[str, Array]:
    """Write files as a machine of the other byte order would."""
    tensors = {"c": np.array([1 + 2j], np.complex64), "f": np.array([1, 2, 3], np.float32), "i": np.array(-2, np.int16),
               "s": np.array([b"hello", b""], object)}  # fmt: skip
    data, writer = b"", table.TableWriter()
    header = messages.CLASSES["BundleHeaderProto"](num_shards=1, endianness=1)
    writer.add(b"", header.SerializeToString())
    for key, array in tensors.items():
        if key == "s":
            words = b"".join(struct.pack(">I", len(text)) for text in array)
            total = struct.pack(">I", checksum.masked(checksum.extend(0, words)))
            content = b"".join(varints.encode(len(text)) for text in array) + total + b"".join(array)
            crc = checksum.extend(0, words + total + b"".join(array))
        else:
            content = array.astype(array.dtype.newbyteorder(">")).tobytes()
            crc = checksum.extend(0, content)
        dtype, crc = from_numpy(array.dtype), checksum.masked(crc)
        entry = entries.TensorEntry(dtype, array.shape, 0, len(data), len(content), crc)
        writer.add(key.encode(), entries.entry_message(entry))
        data += content
    Path(f"{prefix}.index").write_bytes(writer.finish())
    Path(f"{prefix}.data-00000-of-00001").write_bytes(data)
    return tensors


def test_files_of_the_other_byte_order(tmp_path: Path) -> None:
    tensors = big_endian(tmp_path / "c")
    assert_same(tensors, load(tmp_path / "c"))


# the parts of the index file ------------------------------------------------------------------------------------


@each("block_size", [1, 100, 1 << 18])
def test_a_table_comes_back(block_size: int) -> None:
    pairs = [(f"key{i:05d}".encode(), b"v" * (i % 7)) for i in range(500)]
    writer = table.TableWriter(block_size)
    for pair in pairs:
        writer.add(*pair)
    assert list(table.read_table(writer.finish())) == pairs


@each(
    "compressed, plain",
    [
        (b"\x00", b""),
        (b"\x05\x10abcde", b"abcde"),
        (b"\x0a\x04ab" + b"\x11\x02", b"ababababab"),  # copies 8 from 2 back, with a length of 3 bits
        (b"\x0c\x0cwxyz" + b"\x1e\x04\x00", b"wxyzwxyzwxyz"),  # an offset of two bytes
        (b"\x08\x0cwxyz" + b"\x0f\x04\x00\x00\x00", b"wxyzwxyz"),  # of four
        (b"\x80\x02\xf0\xff" + bytes(range(256)), bytes(range(256))),  # a literal with a length of one byte
        (b"\xac\x02\xf4\x2b\x01" + b"q" * 300, b"q" * 300),  # of two
    ],
    ids=range(7),
)  # fmt: skip
def test_compressed_blocks(compressed: bytes, plain: bytes) -> None:
    assert snappy.decompress(compressed) == plain
    for cut in range(1, len(compressed)):
        with pytest.raises(errors.DataLossError):
            snappy.decompress(compressed[:cut] + (b"" if cut > 1 else b"\x10"))


@each("compressed", [b"", b"\xff\xff\xff\xff\x0f\x00a", b"\x04\x01\x05", b"\x01\x04ab", b"\xff" * 11], ids=range(5))
def test_compressed_blocks_that_are_none(compressed: bytes) -> None:
    with pytest.raises(errors.DataLossError):
        snappy.decompress(compressed)


def test_a_compressed_index_file(tmp_path: Path) -> None:
    save(tmp_path / "c", {"x": np.arange(3)})
    path = tmp_path / "c.index"
    (key, value), *rest = table.read_table(path.read_bytes())
    path.write_bytes(compressed_table([(key, value), *rest]))
    assert_same({"x": np.arange(3)}, load(tmp_path / "c"))


def compressed_table(pairs: list[tuple[bytes, bytes]]) -> bytes:
    """An index file whose blocks are marked as compressed, and consist of literals."""

    def squeezed(content: bytes) -> bytes:
        return varints.encode(len(content)) + b"".join(
            bytes([len(content[i : i + 60]) - 1 << 2]) + content[i : i + 60] for i in range(0, len(content), 60)
        )

    class Squeezing(table.TableWriter):
        def _write(self, block: Any) -> bytes:
            content = squeezed(block.finish())
            handle = varints.encode(len(self._data)) + varints.encode(len(content))
            self._data += content + b"\1" + struct.pack("<I", checksum.masked(checksum.extend(0, content + b"\1")))
            return handle

    writer = Squeezing()
    for pair in pairs:
        writer.add(*pair)
    return writer.finish()


@each("crc, data", [(0xE3069283, b"123456789"), (0x8A9136AA, bytes(32)), (0x62A8AB43, b"\xff" * 32)])
def test_checksums(crc: int, data: bytes) -> None:
    begun = checksum.extend(0, data[:5])
    assert checksum.extend(0, data) == crc == checksum.extend(begun, np.frombuffer(data[5:], "u1"))


def test_the_messages_that_tensorflow_tells_of() -> None:
    declared = golden("descriptors")
    for name in ("ObjectReference", "SlotVariableReference"):
        full = f"TrackableObjectGraph.TrackableObject.{name}"
        fields = messages.CLASSES[full].DESCRIPTOR.fields
        assert [line.split()[::2] for line in declared[full]] == [[f.name, str(f.number)] for f in fields]


# all or nothing -------------------------------------------------------------------------------------------------


class Crash(BaseException):
    """The machine stops here."""


@each("writes", range(12))
def test_a_crash_leaves_the_old_checkpoint_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    old, new = {f"x{i}": np.full(9, i) for i in range(3)}, {f"x{i}": np.full(9, -i) for i in range(4)}
    save(tmp_path / "c", old, 100)
    left = writes

    def stopping(call: Any) -> Any:
        def stop(*args: Any, **kwargs: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise Crash
            return call(*args, **kwargs)

        return stop

    with monkeypatch.context() as patch:
        for name in ("replace", "fsync", "remove"):
            patch.setattr(os, name, stopping(getattr(os, name)))
        try:
            save(tmp_path / "c", new, 100)
        except Crash:
            assert writes < 40
    if (tmp_path / "c.index").exists():
        found = load(tmp_path / "c")
        assert_same(new if len(found) == 4 else old, found)


def test_a_failure_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(tmp_path / "c", {"x": np.zeros(3)})
    before = {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)}

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(errors.ResourceExhaustedError, match="No space left"):
        patch.setattr(os, "fsync", full)
        save(tmp_path / "c", {"x": np.ones(3)})
    assert {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)} == before


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(errors.FailedPreconditionError, match="is not a directory"):
        save(tmp_path / "file" / "c", {})

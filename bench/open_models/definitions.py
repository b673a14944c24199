"""The models: which exporter writes them, and what they are called with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Size = tuple[int, ...]
Arguments = Callable[[np.random.Generator, Size], list[np.ndarray]]


@dataclass(frozen=True)
class Model:
    """A model: `arguments` for a size, sizes that it is called with in turn, and one for any number of a call.

    `exporter` is the module next to this one that writes it. `new_size` repeats a size after thousands of calls, or
    after a hundred where one axis is open.
    """

    title: str
    exporter: str
    arguments: Arguments
    sizes: tuple[Size, ...]
    new_size: Callable[[int], Size]

    def size(self, pattern: str, call: int) -> Size:
        """The size of a call by its number."""
        if pattern == "new":
            return self.new_size(call)
        return self.sizes[call % len(self.sizes) if pattern == "repeating" else 0]


PATTERNS = {"fixed": "one size", "repeating": "four sizes in turn", "new": "new sizes in every call"}
VOCABULARY, WIDTH, LAYERS, HEADS = 2000, 256, 3, 4


def _floats(random: np.random.Generator, *shape: int) -> np.ndarray:
    return random.standard_normal(shape, np.float32)


def _images(channels: int) -> Arguments:
    return lambda random, size: [_floats(random, size[0], channels, *size[1:])]


def _last_channels(channels: int) -> Arguments:
    return lambda random, size: [_floats(random, *size, channels)]


def _sound(random: np.random.Generator, size: Size) -> list[np.ndarray]:
    return [_floats(random, *size)]


def _tokens(random: np.random.Generator, size: Size) -> list[np.ndarray]:
    lengths = random.integers(1, size[1] + 1, size[0])
    mask = np.arange(size[1]) < lengths[:, None]
    return [random.integers(0, VOCABULARY, size), mask.astype(np.int64)]


def _step(random: np.random.Generator, size: Size) -> list[np.ndarray]:
    batch, source, past = size
    cache = _floats(random, LAYERS, 2, batch, HEADS, past, WIDTH // HEADS)
    return [random.integers(0, VOCABULARY, (batch, 1)), _floats(random, batch, source, WIDTH), cache]


def _speech(random: np.random.Generator, size: Size) -> list[np.ndarray]:
    return [random.integers(0, 80, (1, *size)), np.ones(1, np.float32)]


def _chunk(random: np.random.Generator, size: Size) -> list[np.ndarray]:
    return [_floats(random, *size), _floats(random, 1, size[0], 64)]


def _picture(least: int, multiple: int = 1) -> Callable[[int], Size]:
    """Sizes from this number of pixels up to twice as many, along both axes."""
    count = least // multiple
    return lambda call: (1, *(multiple * (count + call * step % (count + odd)) for step, odd in ((17, 1), (23, 2))))


MODELS = {
    "crnn": Model(
        "CRNN of text lines, lines of 32 pixels", "torch_models",
        lambda random, size: [_floats(random, size[0], 1, 32, size[1])],
        ((1, 100), (1, 157), (4, 200), (1, 320)), lambda call: (1 + call % 3, 80 + call * 7 % 241),
    ),
    "segmentation": Model(
        "segmentation (MobileNet, LR-ASPP)", "torch_models", _images(3),
        ((1, 128, 160), (1, 241, 307), (2, 96, 97), (1, 320, 320)), _picture(128),
    ),
    "detector": Model(
        "detector with non-max suppression", "torch_models", _images(3),
        ((1, 128, 160), (1, 256, 320), (2, 96, 96), (1, 192, 224)), _picture(112),
    ),
    "transformer": Model(
        "transformer of 4 layers, masked", "torch_models", _tokens,
        ((1, 17), (4, 60), (1, 128), (2, 33)), lambda call: (1 + call % 3, 10 + call * 7 % 113),
    ),
    "seq2seq": Model(
        "step of a decoder with a growing cache", "torch_models", _step,
        ((1, 20, 1), (1, 20, 2), (4, 31, 50), (1, 40, 100)),
        lambda call: (1 + call % 2, 10 + call * 5 % 23, 1 + call * 3 % 101),
    ),
    "tts": Model(
        "speech from text by computed durations", "torch_models", _speech,
        ((10,), (25,), (60,), (41,)), lambda call: (8 + call * 7 % 113,),
    ),
    "vad": Model(
        "voice activity, step by step (GRU)", "torch_models", _chunk,
        ((1, 512), (1, 1024), (3, 768), (1, 1536)), lambda call: (1 + call % 3, 512 + call * 7 % 1999),
    ),
    "super_resolution": Model(
        "super-resolution (three times)", "tf2onnx_models", _last_channels(1),
        ((1, 60, 80), (1, 101, 77), (2, 48, 64), (1, 120, 160)), _picture(48),
    ),
    "wav2vec": Model(
        "speech recognition like wav2vec, 4 layers", "torch_models", _sound,
        ((1, 8000), (1, 16000), (2, 6001), (1, 12345)), lambda call: (1, 6000 + call * 331 % 10007),
    ),
    "unet": Model(
        "U-Net, padded to what it skips", "torch_models", _images(3),
        ((1, 96, 128), (1, 121, 103), (2, 64, 64), (1, 160, 160)), _picture(64),
    ),
    "unet_keras": Model(
        "U-Net of Keras", "tf2onnx_models", _last_channels(3),
        ((1, 96, 128), (1, 120, 104), (2, 64, 64), (1, 160, 160)), _picture(64, 8),
    ),
}  # fmt: skip


def sample(results: list[Any], most: int = 256) -> list[float]:
    """Numbers that stand for the results of a call: their shapes, and some elements."""
    numbers: list[float] = []
    for result in results:
        flat = np.asarray(result, np.float64).reshape(-1)
        places = np.unique(np.linspace(0, max(flat.size - 1, 0), most).astype(int)) if flat.size else []
        numbers += [*map(float, np.shape(result)), *flat[places].tolist()]
    return numbers

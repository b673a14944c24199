"""The models of the suite: their sizes and first weights, their steps here, and the same steps by hand for jax.

Both sides compute the same formulas in float32. A step takes its data on the device and keeps its weights there.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Arrays = dict[str, np.ndarray[Any, Any]]


class Model(NamedTuple):
    """One row of the suite.

    Attributes:
      weights: the first values of what a step changes.
      data: what a step is given.
      loss: of a library's functions (see `Library`), weights and data by name: the loss of a training step.
      decode: the same for a step that changes its state itself: gives the results and the new state by name.
    """

    weights: Arrays
    data: Arrays
    loss: Callable[..., Any] | None = None
    decode: Callable[..., Any] | None = None


RATE = 0.01


def _normal(rng: np.random.Generator, *shape: int) -> np.ndarray[Any, Any]:
    fan_in = int(np.prod(shape[:-1])) if len(shape) > 1 else 1
    return (rng.normal(size=shape) / np.sqrt(fan_in)).astype(np.float32)


def mlp(large: bool) -> Model:
    """Three dense layers on pictures of 784 numbers."""
    rng, wide, batch = np.random.default_rng(0), 4096 if large else 512, 1024 if large else 128
    weights = {
        "w0": _normal(rng, 784, wide), "b0": np.zeros(wide, np.float32), "w1": _normal(rng, wide, wide),
        "b1": np.zeros(wide, np.float32), "w2": _normal(rng, wide, 10), "b2": np.zeros(10, np.float32),
    }  # fmt: skip
    data = {"x": _normal(rng, batch, 784), "y": rng.integers(0, 10, batch).astype(np.int32)}

    def loss(lib: Any, w: Any, x: Any, y: Any) -> Any:
        h = lib.relu(lib.matmul(x, w["w0"]) + w["b0"])
        h = lib.relu(lib.matmul(h, w["w1"]) + w["b1"])
        return lib.cross_entropy(lib.matmul(h, w["w2"]) + w["b2"], y)

    return Model(weights, data, loss)


def cnn(large: bool) -> Model:
    """Three convolutions, two pools and a dense layer on colour pictures of 32 x 32."""
    rng, c, batch = np.random.default_rng(1), 128 if large else 16, 512 if large else 32
    weights = {
        "k0": _normal(rng, 3, 3, 3, c), "k1": _normal(rng, 3, 3, c, 2 * c), "k2": _normal(rng, 3, 3, 2 * c, 2 * c),
        "w": _normal(rng, 8 * 8 * 2 * c, 10),
    }  # fmt: skip
    data = {"x": _normal(rng, batch, 32, 32, 3), "y": rng.integers(0, 10, batch).astype(np.int32)}

    def loss(lib: Any, w: Any, x: Any, y: Any) -> Any:
        h = lib.relu(lib.conv(x, w["k0"]))
        h = lib.max_pool(lib.relu(lib.conv(h, w["k1"])))
        h = lib.max_pool(lib.relu(lib.conv(h, w["k2"])))
        return lib.cross_entropy(lib.matmul(lib.reshape(h, (h.shape[0], -1)), w["w"]), y)

    return Model(weights, data, loss)


def transformer(large: bool) -> Model:
    """A language model of two (six) layers with causal attention."""
    rng = np.random.default_rng(2)
    layers, wide, heads, length, batch, words = (6, 512, 8, 256, 16, 8192) if large else (2, 64, 4, 32, 8, 512)
    weights = {"embedding": _normal(rng, words, wide), "positions": _normal(rng, length, wide)}
    for i in range(layers):
        weights[f"qkv{i}"] = _normal(rng, wide, 3 * wide)
        weights[f"out{i}"] = _normal(rng, wide, wide)
        weights[f"up{i}"] = _normal(rng, wide, 4 * wide)
        weights[f"down{i}"] = _normal(rng, 4 * wide, wide)
        weights[f"scale{i}"] = np.ones((2, wide), np.float32)
    tokens = rng.integers(0, words, (batch, length + 1)).astype(np.int32)
    mask = np.triu(np.full((length, length), -1e9, np.float32), 1)

    def loss(lib: Any, w: Any, x: Any, y: Any) -> Any:
        h = lib.take(w["embedding"], x) + w["positions"]
        for i in range(layers):
            n = _normed(lib, h) * w[f"scale{i}"][0]
            q, k, v = lib.split(lib.reshape(lib.matmul(n, w[f"qkv{i}"]), (batch, length, 3 * heads, wide // heads)), 3)
            scores = lib.einsum("bqhd,bkhd->bhqk", q, k) * float((wide // heads) ** -0.5) + mask
            mixed = lib.einsum("bhqk,bkhd->bqhd", lib.softmax(scores), v)
            h = h + lib.matmul(lib.reshape(mixed, (batch, length, wide)), w[f"out{i}"])
            n = _normed(lib, h) * w[f"scale{i}"][1]
            h = h + lib.matmul(lib.gelu(lib.matmul(n, w[f"up{i}"])), w[f"down{i}"])
        logits = lib.einsum("btd,wd->btw", _normed(lib, h), w["embedding"])
        return lib.cross_entropy(lib.reshape(logits, (-1, words)), lib.reshape(y, (-1,)))

    return Model(weights, {"x": tokens[:, :-1], "y": tokens[:, 1:]}, loss)


def decode(large: bool) -> Model:
    """One step of a language model that writes a word, with its keys and values kept in variables."""
    rng = np.random.default_rng(3)
    layers, wide, heads, length, batch, words = (12, 1024, 16, 1024, 8, 32000) if large else (2, 64, 4, 64, 4, 512)
    deep = wide // heads
    weights: Arrays = {"embedding": _normal(rng, words, wide), "at": np.zeros((), np.int32)}
    for i in range(layers):
        weights[f"qkv{i}"], weights[f"out{i}"] = _normal(rng, wide, 3 * wide), _normal(rng, wide, wide)
        weights[f"up{i}"], weights[f"down{i}"] = _normal(rng, wide, 4 * wide), _normal(rng, 4 * wide, wide)
        weights[f"keys{i}"] = np.zeros((batch, length, heads, deep), np.float32)
        weights[f"values{i}"] = np.zeros((batch, length, heads, deep), np.float32)
    places = np.arange(length, dtype=np.int32)

    def step(lib: Any, w: Any, word: Any) -> Any:
        state: dict[str, Any] = {"at": (w["at"] + 1) % length}
        h = lib.take(w["embedding"], word)
        here = lib.reshape(lib.equal(places, w["at"]), (1, length, 1, 1))
        unseen = lib.reshape(lib.where(places > w["at"], -1e9, 0.0), (1, 1, length))
        for i in range(layers):
            q, k, v = lib.split(lib.reshape(lib.matmul(_normed(lib, h), w[f"qkv{i}"]), (batch, 1, 3 * heads, deep)), 3)
            keys = state[f"keys{i}"] = lib.where(here, k, w[f"keys{i}"])
            values = state[f"values{i}"] = lib.where(here, v, w[f"values{i}"])
            scores = lib.einsum("bqhd,bkhd->bhk", q, keys) * float(deep**-0.5) + unseen
            mixed = lib.einsum("bhk,bkhd->bhd", lib.softmax(scores), values)
            h = h + lib.matmul(lib.reshape(mixed, (batch, wide)), w[f"out{i}"])
            h = h + lib.matmul(lib.gelu(lib.matmul(_normed(lib, h), w[f"up{i}"])), w[f"down{i}"])
        return lib.argmax(lib.einsum("bd,wd->bw", _normed(lib, h), w["embedding"])), state

    return Model(weights, {"word": rng.integers(0, words, batch).astype(np.int32)}, decode=step)


def _normed(lib: Any, x: Any) -> Any:
    centred = x - lib.mean(x)
    return centred * lib.rsqrt(lib.mean(centred * centred) + 1e-5)


MODELS: dict[str, Callable[[bool], Model]] = {
    "MLP training step": mlp,
    "CNN training step": cnn,
    "transformer training step": transformer,
    "decode step": decode,
}

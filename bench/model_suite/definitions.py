"""The models, written once for Keras: the same code runs on every backend of Keras, and on Graphwright."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from bench.model_suite import programs


@dataclass(frozen=True)
class Row:
    """A model and what is done with it: `build(keras, small, batch)` gives the model and its input for a batch.

    Where it is trained, `build` gives the targets too, and compiles the model; a "program" is `build(keras, small,
    batch, set_weights)`, which gives the function that takes a step.
    """

    name: str
    title: str
    build: Callable[..., Any]
    batch: int = 1
    what: str = "inference"  # or "train_on_batch", "fit" (of FIT_BATCHES), "tape", "eager" (a step) or "program"
    contenders: tuple[str, ...] = (
        "graphwright", "earlier", "tensorflow", "onnxruntime", "jax", "torch", "torch_compiled",
    )  # fmt: skip


TRAINED = ("graphwright", "earlier", "tensorflow", "jax", "torch")
LIKE_TENSORFLOW = ("graphwright", "earlier", "tensorflow")
#: Batches of an epoch that `fit` is timed with.
FIT_BATCHES = 8


def _rng() -> np.random.Generator:
    return np.random.default_rng(0)


def _images(batch: int, side: int, channels: int = 3) -> np.ndarray:
    return _rng().standard_normal((batch, side, side, channels), np.float32)


def _tokens(batch: int, length: int, vocabulary: int) -> np.ndarray:
    return _rng().integers(0, vocabulary, (batch, length)).astype(np.int32)


def _application(name: str, keras: Any, small: bool, batch: int) -> tuple[Any, ...]:
    side = 64 if small else 224
    build = getattr(keras.applications, name)
    return build(weights=None, input_shape=(side, side, 3)), _images(batch, side)


# transformers ------------------------------------------------------------------------------------------------


def _gelu(keras: Any, x: Any) -> Any:
    """The exact GELU, by an op that the converter to ONNX knows: Keras's own uses `erfc`."""
    return 0.5 * x * (1.0 + keras.ops.erf(x * np.float32(np.sqrt(0.5))))


def _block(keras: Any, x: Any, width: int, heads: int, causal: bool = False, first: bool = False) -> Any:
    """A transformer's block; with `first` the normalisation comes before each part, else after it."""
    layers = keras.layers

    def attended(y: Any) -> Any:
        return layers.MultiHeadAttention(heads, width // heads)(y, y, use_causal_mask=causal)

    def widened(y: Any) -> Any:
        return layers.Dense(width)(layers.Activation(lambda z: _gelu(keras, z))(layers.Dense(4 * width)(y)))

    for part in (attended, widened):
        x = x + part(layers.LayerNormalization()(x)) if first else layers.LayerNormalization()(x + part(x))
    return x


def _positions(keras: Any, x: Any, length: int, width: int) -> Any:
    """The embedded tokens, with learned positions added."""

    class Positions(keras.layers.Layer):  # type: ignore[misc]
        def build(self, shape: Any) -> None:
            self.table = self.add_weight(shape=(1, length, width), initializer="zeros")

        def call(self, y: Any) -> Any:
            return y + self.table

    return Positions()(x)


def _vision_transformer(keras: Any, small: bool, batch: int) -> tuple[Any, ...]:
    layers = keras.layers
    side, width, heads, depth = (64, 48, 3, 2) if small else (224, 192, 3, 12)
    images = layers.Input((side, side, 3))
    x = layers.Reshape((-1, width))(layers.Conv2D(width, 16, 16)(images))
    x = _positions(keras, x, (side // 16) ** 2, width)
    for _ in range(depth):
        x = _block(keras, x, width, heads, first=True)
    x = layers.GlobalAveragePooling1D()(layers.LayerNormalization()(x))
    return keras.Model(images, layers.Dense(1000)(x)), _images(batch, side)


def _encoder(length: int, keras: Any, small: bool, batch: int) -> tuple[Any, ...]:
    layers = keras.layers
    width, heads, depth, vocabulary = (64, 4, 2, 100) if small else (768, 12, 12, 30522)
    length = 16 if small else length
    tokens = layers.Input((length,), dtype="int32")
    x = _positions(keras, layers.Embedding(vocabulary, width)(tokens), length, width)
    x = layers.LayerNormalization()(x)
    for _ in range(depth):
        x = _block(keras, x, width, heads)
    return keras.Model(tokens, x), _tokens(batch, length, vocabulary)


def _decoder(keras: Any, small: bool, batch: int) -> tuple[Any, ...]:
    """What a language model does with a prompt: the logits of the last position."""
    layers = keras.layers
    width, heads, depth, vocabulary, length = (64, 4, 2, 100, 16) if small else (768, 12, 12, 50257, 128)
    tokens = layers.Input((length,), dtype="int32")
    x = _positions(keras, layers.Embedding(vocabulary, width)(tokens), length, width)
    for _ in range(depth):
        x = _block(keras, x, width, heads, causal=True, first=True)
    last = layers.LayerNormalization()(x)[:, -1]
    return keras.Model(tokens, layers.Dense(vocabulary, use_bias=False)(last)), _tokens(batch, length, vocabulary)


def _decoding(keras: Any, small: bool, batch: int) -> tuple[Any, ...]:
    """One more token, given the keys and values of those before: its logits, and its own keys and values."""
    layers, ops = keras.layers, keras.ops
    width, heads, depth, vocabulary, past = (64, 4, 2, 100, 16) if small else (768, 12, 12, 50257, 512)
    size = width // heads
    token = layers.Input((1,), dtype="int32")
    keys, values = layers.Input((depth, heads, past, size)), layers.Input((depth, heads, past, size))
    x = layers.Embedding(vocabulary, width)(token)
    found = []
    for at in range(depth):
        y = layers.LayerNormalization()(x)
        query, key, value = (layers.Reshape((heads, 1, size))(layers.Dense(width)(y)) for _ in range(3))
        every_key = layers.Concatenate(axis=2)([keys[:, at], key])
        every_value = layers.Concatenate(axis=2)([values[:, at], value])
        scores = ops.matmul(query, ops.transpose(every_key, (0, 1, 3, 2))) / np.float32(np.sqrt(size))
        attended = ops.matmul(ops.softmax(scores), every_value)
        x = x + layers.Dense(width)(layers.Reshape((1, width))(attended))
        y = layers.Dense(4 * width)(layers.LayerNormalization()(x))
        x = x + layers.Dense(width)(layers.Activation(lambda z: _gelu(keras, z))(y))
        found += [layers.Flatten()(key), layers.Flatten()(value)]
    logits = layers.Dense(vocabulary, use_bias=False)(layers.LayerNormalization()(x)[:, -1])
    model = keras.Model([token, keys, values], layers.Concatenate()([logits, *found]))
    held = [_rng().standard_normal((batch, depth, heads, past, size), np.float32) for _ in range(2)]
    return model, [_tokens(batch, 1, vocabulary), *held]


# others ------------------------------------------------------------------------------------------------------


def _speech(keras: Any, small: bool, batch: int) -> tuple[Any, ...]:
    """Recurrent speech recognition: convolutions over a spectrogram, then bidirectional layers."""
    layers = keras.layers
    steps, bins, units, depth = (32, 16, 16, 1) if small else (400, 160, 256, 3)
    spectrogram = layers.Input((steps, bins))
    x = layers.Conv1D(units, 11, 2, padding="same", activation="relu")(spectrogram)
    for _ in range(depth):
        x = layers.Bidirectional(layers.GRU(units, return_sequences=True))(x)
    model = keras.Model(spectrogram, layers.Dense(29)(x))
    return model, _rng().standard_normal((batch, steps, bins), np.float32)


def _recommender(keras: Any, small: bool, batch: int) -> tuple[Any, ...]:
    """Recommendation: tables of embeddings, their products with each other, dense layers below and above."""
    layers, ops = keras.layers, keras.ops
    rows, width, tables = (50, 8, 4) if small else (100_000, 64, 26)
    numbers, choices = layers.Input((13,)), layers.Input((tables,), dtype="int32")
    dense = numbers
    for units in (8 * width, 4 * width, width):
        dense = layers.Dense(units, activation="relu")(dense)
    embedded = [layers.Embedding(rows, width)(choices[:, i]) for i in range(tables)]
    stacked = ops.stack([dense, *embedded], axis=1)
    products = ops.matmul(stacked, ops.transpose(stacked, (0, 2, 1)))
    x = layers.Concatenate()([dense, layers.Flatten()(products)])
    for units in (8 * width, 4 * width):
        x = layers.Dense(units, activation="relu")(x)
    data = [_rng().standard_normal((batch, 13), np.float32), _tokens(batch, tables, rows)]
    return keras.Model([numbers, choices], layers.Dense(1)(x)), data


# training ----------------------------------------------------------------------------------------------------


def _trained(keras: Any, model: Any, x: Any, classes: int, *, each: bool = False) -> tuple[Any, ...]:
    """The compiled model, its input, and classes to learn, for each position of the result with `each`."""
    shape = (x.shape[0], *model.output_shape[1:-1]) if each else (x.shape[0],)
    y = _rng().integers(0, classes, shape).astype(np.int32)
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss, jit_compile=False if keras.backend.backend() == "tensorflow" else "auto")
    return model, x, y


def _mobile_training(keras: Any, small: bool, batch: int) -> tuple[Any, ...]:
    side = 32 if small else 96
    model = keras.applications.MobileNetV2((side, side, 3), weights=None, classes=10, classifier_activation=None)
    return _trained(keras, model, _images(batch, side), 10)


def _residual_training(keras: Any, small: bool, batch: int) -> tuple[Any, ...]:
    """The residual network of 20 layers for images of 32 by 32."""
    layers = keras.layers

    def normalised(x: Any, filters: int, size: int, step: int) -> Any:
        return layers.BatchNormalization()(layers.Conv2D(filters, size, step, "same", use_bias=False)(x))

    images = layers.Input((32, 32, 3))
    x = layers.ReLU()(normalised(images, 16, 3, 1))
    for stage, filters in enumerate((16, 32, 64)):
        for unit in range(1 if small else 3):
            step = 2 if stage and not unit else 1
            short = normalised(x, filters, 1, step) if step == 2 else x
            y = layers.ReLU()(normalised(x, filters, 3, step))
            x = layers.ReLU()(layers.Add()([short, normalised(y, filters, 3, 1)]))
    logits = layers.Dense(10)(layers.GlobalAveragePooling2D()(x))
    return _trained(keras, keras.Model(images, logits), _images(batch, 32), 10)


def _segmentation_training(keras: Any, small: bool, batch: int) -> tuple[Any, ...]:
    layers = keras.layers
    side, widths = (32, (8, 16)) if small else (128, (16, 32, 64, 128))

    def twice(x: Any, filters: int) -> Any:
        for _ in range(2):
            x = layers.Conv2D(filters, 3, padding="same", activation="relu")(x)
        return x

    images = x = layers.Input((side, side, 3))
    passed = []
    for filters in widths[:-1]:
        x = twice(x, filters)
        passed.append(x)
        x = layers.MaxPooling2D()(x)
    x = twice(x, widths[-1])
    for filters, beside in zip(widths[-2::-1], reversed(passed), strict=True):
        up = layers.Conv2DTranspose(filters, 2, 2, padding="same")(x)
        x = twice(layers.Concatenate()([up, beside]), filters)
    model = keras.Model(images, layers.Conv2D(2, 1)(x))
    return _trained(keras, model, _images(batch, side), 2, each=True)


def language_training(causal: bool, keras: Any, small: bool, batch: int, depth: int | None = None) -> tuple[Any, ...]:
    """Blocks (four) of an encoder with one class for a text, or of a decoder with one for each token."""
    layers = keras.layers
    width, usual, length, vocabulary = (32, 1, 16, 50) if small else (256, 4, 128, 5000)
    depth = depth or usual
    tokens = layers.Input((length,), dtype="int32")
    x = _positions(keras, layers.Embedding(vocabulary, width)(tokens), length, width)
    for _ in range(depth):
        x = _block(keras, x, width, 4, causal=causal, first=causal)
    logits = layers.Dense(vocabulary)(x) if causal else layers.Dense(2)(layers.GlobalAveragePooling1D()(x))
    model = keras.Model(tokens, logits)
    return _trained(keras, model, _tokens(batch, length, vocabulary), vocabulary if causal else 2, each=causal)


def _recurrent_training(keras: Any, small: bool, batch: int) -> tuple[Any, ...]:
    layers = keras.layers
    length, units, vocabulary = (8, 8, 50) if small else (100, 64, 5000)
    tokens = layers.Input((length,), dtype="int32")
    x = layers.Bidirectional(layers.GRU(units))(layers.Embedding(vocabulary, units)(tokens))
    return _trained(keras, keras.Model(tokens, layers.Dense(2)(x)), _tokens(batch, length, vocabulary), 2)


def _autoencoder_training(keras: Any, small: bool, batch: int) -> tuple[Any, ...]:
    layers = keras.layers
    sizes = (64, 8, 64) if small else (1024, 256, 64, 256, 1024)
    x = vector = layers.Input((784,))
    for units in sizes:
        x = layers.ReLU()(layers.BatchNormalization()(layers.Dense(units)(x)))
    model = keras.Model(vector, layers.Dense(784)(x))
    model.compile("adam", "mse", jit_compile=False if keras.backend.backend() == "tensorflow" else "auto")
    data = _rng().random((batch, 784), np.float32)
    return model, data, data


def _inference(name: str, title: str, build: Callable[[Any, bool, int], tuple[Any, ...]]) -> list[Row]:
    return [Row(f"{name}_{batch}", f"{title}, batch {batch}", build, batch) for batch in (1, 32)]


_TRAINED_MODELS: dict[str, tuple[str, Callable[..., Any], int]] = {
    "mobilenet": ("MobileNetV2 96x96, batch 64", _mobile_training, 64),
    "resnet20": ("ResNet20 32x32, batch 64", _residual_training, 64),
    "unet": ("U-Net 128x128, batch 4", _segmentation_training, 4),
    "encoder": ("encoder of 4 layers, 128 tokens, batch 8", partial(language_training, False), 8),
    "decoder": ("decoder of 4 layers, 128 tokens, batch 8", partial(language_training, True), 8),
    "gru": ("bidirectional GRU, 100 tokens, batch 32", _recurrent_training, 32),
    "autoencoder": ("autoencoder with batch norm, batch 128", _autoencoder_training, 128),
}
_WAYS = {"fit": f"`fit` of {FIT_BATCHES} batches", "tape": "step by a tape", "eager": "eager step"}


def _as_trained(name: str, what: str, contenders: tuple[str, ...]) -> Row:
    title, build, batch = _TRAINED_MODELS[name]
    return Row(f"{what}_{name}", f"{_WAYS[what]}: {title}", build, batch, what, contenders)


ROWS: dict[str, Row] = {
    row.name: row
    for row in [
        *_inference("mobilenet_v2", "MobileNetV2", partial(_application, "MobileNetV2")),
        *_inference("resnet50", "ResNet50", partial(_application, "ResNet50")),
        *_inference("efficientnet_b0", "EfficientNetB0", partial(_application, "EfficientNetB0")),
        *_inference("convnext_tiny", "ConvNeXt-Tiny", partial(_application, "ConvNeXtTiny")),
        *_inference("vit_tiny", "ViT-Ti/16", _vision_transformer),
        Row("bert_128", "encoder of BERT-base's size, 128 tokens, batch 1", partial(_encoder, 128)),
        Row("bert_512", "encoder of BERT-base's size, 512 tokens, batch 1", partial(_encoder, 512)),
        Row("gpt2_prefill", "decoder of GPT-2's size, a prompt of 128 tokens", _decoder),
        Row("gpt2_decode", "decoder of GPT-2's size, the token after 512", _decoding),
        *_inference("speech", "bidirectional GRUs over a spectrogram", _speech),
        # the converter to ONNX wants 20 GB for the tables
        Row("recommender", "embeddings and their products, batch 128", _recommender, 128, "inference", TRAINED),
        *(
            Row(f"train_{name}", f"step: {title}", build, batch, "train_on_batch", TRAINED)
            for name, (title, build, batch) in _TRAINED_MODELS.items()
        ),
        *(_as_trained(name, "fit", TRAINED) for name in ("resnet20", "encoder")),
        *(_as_trained(name, "tape", LIKE_TENSORFLOW) for name in ("resnet20", "encoder")),
        *(_as_trained(name, "eager", LIKE_TENSORFLOW) for name in ("resnet20", "encoder", "gru", "autoencoder")),
        Row("train_gan", "step: DCGAN 28x28 by two tapes, batch 64", programs.adversarial, 64, "program", TRAINED),
        Row("train_pinn", "step: Burgers' equation, 1,024 places", programs.physics, 1024, "program", TRAINED),
        Row(
            "train_policy",
            "step: policy of 64 pendulums, 128 steps",
            programs.rollout,
            64,
            "program",
            LIKE_TENSORFLOW,
        ),
    ]
}


def set_weights(model: Any) -> None:
    """The same numbers in every library: as large as initialisers make them, moving variances one."""
    values = []
    for at, weight in enumerate(model.get_weights()):
        name = model.weights[at].path
        if weight.dtype.kind != "f" or weight.ndim == 0:
            values.append(weight)
        elif weight.ndim == 1:
            near = 1.0 if name.endswith(("gamma", "variance")) else 0.0
            spread = 0.05 * np.random.default_rng(at).random(weight.shape)
            values.append((near + spread).astype(weight.dtype))
        else:
            fan = max(1, int(np.prod(weight.shape[:-1])))
            fan = fan if weight.ndim != 2 or "embedding" not in name else weight.shape[-1]
            scale = np.sqrt(1.0 / fan)
            values.append((np.random.default_rng(at).standard_normal(weight.shape) * scale).astype(weight.dtype))
    model.set_weights(values)

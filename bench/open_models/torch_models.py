"""Models that torch writes, with random weights: python bench/open_models/torch_models.py FOLDER NAME ... [--small]

Each class says what it is called with while it is written, and which axes of its inputs are open. With `--small` they
have a sixteenth of the channels: the tests of ONNX read such files (`tests/onnx/open_models`).
"""

import math
import sys
from pathlib import Path
from typing import Any, ClassVar

import torch
import torch.nn.functional as F
from torch import nn

OPSET = 17
Axes = dict[str, dict[int, str]]
SMALL = "--small" in sys.argv


def _few(channels: int) -> int:
    """A number of channels, or of a small model a sixteenth of it."""
    return max(channels // 16, 1) if SMALL else channels


VOCABULARY, PLACES, WIDTH, LAYERS, HEADS = _few(2000), _few(512), _few(256), 1 if SMALL else 3, 4
BINS, STATE = _few(65), _few(64)
PICTURE = {"x": {0: "batch", 2: "height", 3: "width"}}


def _normalized(inputs: int, outputs: int, stride: int = 1, size: int = 3, groups: int = 1) -> nn.Sequential:
    convolution = nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU())


class Crnn(nn.Module):
    axes: ClassVar[Axes] = {"x": {0: "batch", 3: "width"}}

    def __init__(self) -> None:
        super().__init__()
        few, more, many, most = _few(32), _few(64), _few(128), _few(256)
        self.features = nn.Sequential(
            _normalized(1, few), nn.MaxPool2d(2), _normalized(few, more), nn.MaxPool2d(2), _normalized(more, many),
            _normalized(many, many), nn.MaxPool2d((2, 1)), _normalized(many, most), nn.MaxPool2d((2, 1)),
            nn.Conv2d(most, most, (2, 1)), nn.ReLU(),
        )  # fmt: skip
        self.recurrent = nn.LSTM(most, most // 2, 2, bidirectional=True)
        self.out = nn.Linear(2 * (most // 2), _few(97))

    def example(self) -> tuple[Any, ...]:
        return (torch.randn(2, 1, 32, 100),)

    def forward(self, x: Any) -> Any:
        y, _ = self.recurrent(self.features(x).squeeze(2).permute(2, 0, 1))
        steps, batch, channels = y.size()
        return F.log_softmax(self.out(y.reshape(steps * batch, channels)).view(steps, batch, -1), 2)


class _InvertedResidual(nn.Module):
    def __init__(self, inputs: int, outputs: int, stride: int, wider: int) -> None:
        super().__init__()
        inner = inputs * wider
        self.adds = stride == 1 and inputs == outputs
        self.layers = nn.Sequential(
            nn.Conv2d(inputs, inner, 1, bias=False), nn.BatchNorm2d(inner), nn.Hardswish(),
            nn.Conv2d(inner, inner, 3, stride, 1, groups=inner, bias=False), nn.BatchNorm2d(inner), nn.Hardswish(),
            nn.Conv2d(inner, outputs, 1, bias=False), nn.BatchNorm2d(outputs),
        )  # fmt: skip

    def forward(self, x: Any) -> Any:
        return x + self.layers(x) if self.adds else self.layers(x)


class Segmentation(nn.Module):
    axes: ClassVar[Axes] = PICTURE

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, _few(16), 3, 2, 1, bias=False), nn.BatchNorm2d(_few(16)), nn.Hardswish())
        self.low = nn.Sequential(
            *(
                _InvertedResidual(*v)
                for v in ((_few(16), _few(24), 2, 4), (_few(24), _few(24), 1, 3), (_few(24), _few(40), 2, 3))
            )
        )
        self.high = nn.Sequential(
            _InvertedResidual(_few(40), _few(96), 2, 4), _InvertedResidual(_few(96), _few(96), 1, 4)
        )
        self.features = _normalized(_few(96), _few(128), size=1)
        self.scale = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(_few(96), _few(128), 1, bias=False), nn.Sigmoid())
        self.of_low, self.of_high = nn.Conv2d(_few(40), _few(21), 1), nn.Conv2d(_few(128), _few(21), 1)

    def example(self) -> tuple[Any, ...]:
        return (torch.randn(1, 3, 130, 162),)

    def forward(self, x: Any) -> Any:
        low = self.low(self.stem(x))
        high = self.high(low)
        y = self.features(high) * self.scale(high)
        y = F.interpolate(y, size=low.shape[-2:], mode="bilinear", align_corners=False)
        y = self.of_low(low) + self.of_high(y)
        return F.interpolate(y, size=x.shape[-2:], mode="bilinear", align_corners=False)


class Detector(nn.Module):
    axes: ClassVar[Axes] = PICTURE

    def __init__(self) -> None:
        super().__init__()
        widths = [_few(channels) for channels in (16, 32, 64, 64, 128, 128)]
        layers = zip([3, *widths], widths, (2, 2, 2, 1, 2, 1), strict=False)
        self.body = nn.Sequential(*(_normalized(*layer) for layer in layers))
        self.head = nn.Conv2d(_few(128), 8, 1)
        self.head.weight.data.mul_(8)

    def example(self) -> tuple[Any, ...]:
        return (torch.randn(1, 3, 128, 160),)

    def forward(self, x: Any) -> Any:
        y = self.head(self.body(x))
        batch, channels, height, width = y.shape
        rows, columns = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
        grid = torch.stack([columns, rows], -1).reshape(1, height * width, 2).to(y.dtype)
        y = y.permute(0, 2, 3, 1).reshape(batch, height * width, channels)
        centres = (grid + torch.sigmoid(y[..., :2])) * 16
        sides = torch.exp(y[..., 2:4].clamp(-2, 2)) * 24
        boxes = torch.cat([centres - sides / 2, centres + sides / 2], -1)
        return boxes, torch.sigmoid(y[..., 4:]).permute(0, 2, 1)


class _Block(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads, self.project, self.out = heads, nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.inner = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x: Any, mask: Any = None) -> Any:
        batch, steps, width = x.shape
        parts = self.project(self.before(x)).view(batch, steps, 3, self.heads, width // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4).unbind(0)
        scores = q @ k.transpose(-1, -2) / math.sqrt(width // self.heads)
        scores = scores if mask is None else scores + mask
        x = x + self.out((scores.softmax(-1) @ v).transpose(1, 2).reshape(batch, steps, width))
        return x + self.inner(self.between(x))


class Transformer(nn.Module):
    axes: ClassVar[Axes] = {"ids": {0: "batch", 1: "tokens"}, "mask": {0: "batch", 1: "tokens"}}

    def __init__(self) -> None:
        super().__init__()
        self.tokens, self.places = nn.Embedding(VOCABULARY, WIDTH), nn.Embedding(PLACES, WIDTH)
        self.blocks = nn.ModuleList(_Block(WIDTH, HEADS) for _ in range(LAYERS + 1))
        self.norm, self.out = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, _few(64))

    def example(self) -> tuple[Any, ...]:
        return torch.randint(0, VOCABULARY, (2, 20)), torch.ones(2, 20, dtype=torch.int64)

    def forward(self, ids: Any, mask: Any) -> Any:
        x = self.tokens(ids) + self.places(torch.arange(ids.shape[1]))[None]
        hidden = (1.0 - mask[:, None, None, :].to(x.dtype)) * -1e4
        for block in self.blocks:
            x = block(x, hidden)
        weights = mask[:, :, None].to(x.dtype)
        return self.out((self.norm(x) * weights).sum(1) / weights.sum(1))


class Seq2seq(nn.Module):
    axes: ClassVar[Axes] = {
        "token": {0: "batch"},
        "memory": {0: "batch", 1: "source"},
        "past": {2: "batch", 4: "steps"},
    }

    def __init__(self) -> None:
        super().__init__()
        self.tokens, self.places = nn.Embedding(VOCABULARY, WIDTH), nn.Embedding(PLACES, WIDTH)
        sizes = {
            "own": (1, 3),
            "out": (1, 1),
            "query": (1, 1),
            "both": (1, 2),
            "out2": (1, 1),
            "up": (1, 4),
            "down": (4, 1),
        }
        for name, (inputs, outputs) in sizes.items():
            self.add_module(name, nn.ModuleList(nn.Linear(inputs * WIDTH, outputs * WIDTH) for _ in range(LAYERS)))
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(3 * LAYERS + 1))

    def example(self) -> tuple[Any, ...]:
        past = torch.randn(LAYERS, 2, 2, HEADS, 7, WIDTH // HEADS)
        return torch.randint(0, VOCABULARY, (2, 1)), torch.randn(2, 15, WIDTH), past

    def split(self, x: Any) -> Any:
        return x.view(x.shape[0], x.shape[1], HEADS, WIDTH // HEADS).transpose(1, 2)

    def attend(self, q: Any, k: Any, v: Any) -> Any:
        y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2)
        return y.reshape(y.shape[0], y.shape[1], WIDTH)

    def forward(self, token: Any, memory: Any, past: Any) -> Any:
        steps = past.shape[4]
        x = self.tokens(token) + self.places(torch.arange(steps, steps + token.shape[1]))[None]
        caches = []
        for i in range(LAYERS):
            first, second, third = self.norms[3 * i : 3 * i + 3]
            q, k, v = (self.split(part) for part in self.own[i](first(x)).chunk(3, -1))
            k, v = torch.cat([past[i, 0], k], 2), torch.cat([past[i, 1], v], 2)
            caches.append(torch.stack([k, v]))
            x = x + self.out[i](self.attend(q, k, v))
            k, v = (self.split(part) for part in self.both[i](memory).chunk(2, -1))
            x = x + self.out2[i](self.attend(self.split(self.query[i](second(x))), k, v))
            x = x + self.down[i](F.gelu(self.up[i](third(x))))
        return self.norms[-1](x) @ self.tokens.weight.T, torch.stack(caches)


class Tts(nn.Module):
    axes: ClassVar[Axes] = {"ids": {1: "tokens"}, "speed": {}}

    def __init__(self) -> None:
        super().__init__()
        self.tokens = nn.Embedding(80, _few(128))
        few, more, many = _few(32), _few(64), _few(128)
        self.encoder = nn.Sequential(*(m for _ in range(3) for m in (nn.Conv1d(many, many, 5, padding=2), nn.ReLU())))
        self.durations = nn.Sequential(nn.Conv1d(many, more, 3, padding=1), nn.ReLU(), nn.Conv1d(more, 1, 1))
        self.decoder = nn.Sequential(
            nn.Conv1d(many, many, 5, padding=2), nn.ReLU(), nn.ConvTranspose1d(many, more, 8, 4, 2), nn.LeakyReLU(0.1),
            nn.ConvTranspose1d(more, few, 8, 4, 2), nn.LeakyReLU(0.1), nn.Conv1d(few, 1, 7, padding=3), nn.Tanh(),
        )  # fmt: skip

    def example(self) -> tuple[Any, ...]:
        return torch.randint(0, 80, (1, 20)), torch.ones(1)

    def forward(self, ids: Any, speed: Any) -> Any:
        x = self.encoder(self.tokens(ids).transpose(1, 2))
        lengths = torch.ceil(torch.exp(self.durations(x)) * 4 / speed).squeeze(0).squeeze(0)
        ends = torch.cumsum(lengths, 0)
        at = torch.arange(ends[-1].to(torch.int64)).to(ends.dtype)
        begun = (at[:, None] < ends[None]).to(x.dtype)
        path = begun - F.pad(begun, (1, 0))[:, :-1]
        return self.decoder(x @ path.T[None])


class Vad(nn.Module):
    axes: ClassVar[Axes] = {"x": {0: "batch", 1: "samples"}, "state": {1: "batch"}}

    def __init__(self) -> None:
        super().__init__()
        self.spectrum = nn.Conv1d(1, 2 * BINS, 256, 64, bias=False)
        self.encoder = nn.Sequential(
            nn.Conv1d(BINS, STATE, 3, 1, 1), nn.ReLU(), nn.Conv1d(STATE, STATE, 3, 2, 1), nn.ReLU()
        )
        self.recurrent, self.out = nn.GRU(STATE, STATE), nn.Linear(STATE, 1)

    def example(self) -> tuple[Any, ...]:
        return torch.randn(1, 512), torch.zeros(1, 1, STATE)

    def forward(self, x: Any, state: Any) -> Any:
        y = self.spectrum(F.pad(x[:, None], (32, 32), mode="reflect"))
        y = torch.sqrt(y[:, :BINS] ** 2 + y[:, BINS:] ** 2 + 1e-6)
        y, state = self.recurrent(self.encoder(y).permute(2, 0, 1), state)
        return torch.sigmoid(self.out(y)).mean(0), state


class Wav2vec(nn.Module):
    axes: ClassVar[Axes] = {"x": {0: "batch", 1: "samples"}}

    def __init__(self) -> None:
        super().__init__()
        widths = [_few(channels) for channels in (64, 128, 128, 192, 192)]
        layers = zip([1, *widths], widths, (10, 8, 4, 4, 4), (5, 4, 2, 2, 2), strict=False)
        self.convolutions = nn.ModuleList(nn.Conv1d(*layer, bias=False) for layer in layers)
        width = widths[-1]
        self.groups, self.norm = nn.GroupNorm(widths[0], widths[0]), nn.LayerNorm(width)
        self.places = nn.Conv1d(width, width, 16, padding=8, groups=_few(16))
        self.blocks = nn.ModuleList(_Block(width, HEADS) for _ in range(LAYERS + 1))
        self.out = nn.Linear(width, _few(32))

    def example(self) -> tuple[Any, ...]:
        return (torch.randn(1, 8000),)

    def forward(self, x: Any) -> Any:
        y = x[:, None]
        for i, convolution in enumerate(self.convolutions):
            y = convolution(y)
            y = F.gelu(y if i else self.groups(y))
        y = self.norm(y.transpose(1, 2))
        y = y + F.gelu(self.places(y.transpose(1, 2))[:, :, :-1]).transpose(1, 2)
        for block in self.blocks:
            y = block(y)
        return self.out(y)


class Unet(nn.Module):
    axes: ClassVar[Axes] = PICTURE

    def __init__(self) -> None:
        super().__init__()
        widths = [_few(channels) for channels in (16, 32, 64, 128)]
        self.down = nn.ModuleList(
            nn.Sequential(_normalized(i, o), _normalized(o, o)) for i, o in zip([3, *widths], widths, strict=False)
        )
        self.up = nn.ModuleList(nn.ConvTranspose2d(2 * width, width, 2, 2) for width in widths[:-1])
        self.merge = nn.ModuleList(nn.Sequential(_normalized(2 * w, w), _normalized(w, w)) for w in widths[:-1])
        self.out = nn.Conv2d(widths[0], 2, 1)

    def example(self) -> tuple[Any, ...]:
        return (torch.randn(1, 3, 97, 130),)

    def forward(self, x: Any) -> Any:
        skipped = []
        for i, down in enumerate(self.down):
            x = down(F.max_pool2d(x, 2) if i else x)
            skipped.append(x)
        for up, merge, skip in list(zip(self.up, self.merge, skipped, strict=False))[::-1]:
            x = up(x)
            rows, columns = skip.shape[2] - x.shape[2], skip.shape[3] - x.shape[3]
            x = F.pad(x, (columns // 2, columns - columns // 2, rows // 2, rows - rows // 2))
            x = merge(torch.cat([skip, x], 1))
        return self.out(x)


def _select_boxes(file: Path) -> None:
    """Add non-max suppression to a model that gives boxes and their scores."""
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(file)
    boxes, scores = (value.name for value in model.graph.output)
    numbers = {"most": 50, "first": 0, "last": 2, "overlap": np.float32(0.5), "least": np.float32(0.6)}
    for name, number in numbers.items():
        array = np.array([number], np.float32 if isinstance(number, np.float32) else np.int64)
        model.graph.initializer.append(numpy_helper.from_array(array, name))
    model.graph.node.extend(
        [
            helper.make_node("NonMaxSuppression", [boxes, scores, "most", "overlap", "least"], ["selected"]),
            helper.make_node("Gather", ["selected", "first"], ["of_batch"], axis=1),
            helper.make_node("Gather", ["selected", "last"], ["of_box"], axis=1),
            helper.make_node("Concat", ["of_batch", "of_box"], ["places"], axis=1),
            helper.make_node("GatherND", [boxes, "places"], ["kept"]),
            helper.make_node("GatherND", [scores, "selected"], ["kept_scores"]),
        ]
    )
    del model.graph.output[:]
    for name, kind, dims in (
        ("kept", "FLOAT", ["n", 4]),
        ("kept_scores", "FLOAT", ["n"]),
        ("selected", "INT64", ["n", 3]),
    ):
        model.graph.output.append(helper.make_tensor_value_info(name, getattr(TensorProto, kind), dims))
    onnx.save(model, file)


MODELS: dict[str, Any] = {
    each.__name__.lower(): each
    for each in (Crnn, Segmentation, Detector, Transformer, Seq2seq, Tts, Vad, Wav2vec, Unet)
}


def write(name: str, folder: Path) -> None:
    """Write a model with random weights and statistics of normalization."""
    torch.manual_seed(0)
    model = MODELS[name]().eval()
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    file, axes = folder / f"{name}.onnx", model.axes
    torch.onnx.export(
        model, model.example(), file, input_names=list(axes), dynamic_axes=axes, opset_version=OPSET, dynamo=False
    )
    if name == "detector":
        _select_boxes(file)


if __name__ == "__main__":
    folder, *names = (given for given in sys.argv[1:] if given != "--small")
    for each in names:
        write(each, Path(folder))

"""Which form serves the layers of well-known networks, for machines that are given."""

from __future__ import annotations

import pytest

from graphwright.base.dimension import Dim, Symbol
from graphwright.ir.lowering import SlidingKernel, Window
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.forms import CONVOLUTION_FORMS, form_of
from graphwright.runtime.native.llvm.storage import ELEMENTS


def machine(vector_bits: int) -> jit.Host:
    return jit.Host("any", "", vector_bits, True, (), "x86_64-linux-gnu")


def layer(
    image: tuple[int, int, int],
    window: tuple[int, int],
    results: int,
    *,
    strides: int = 1,
    dilations: int = 1,
    groups: int = 1,
    padding: str = "SAME",
    batch: Dim = 1,
) -> Window:
    """The window of a layer: an image's height, width and channels, the filter's size and results."""
    sizes, before = [], []
    for size, taps in zip(image, window, strict=False):
        span = (taps - 1) * dilations + 1
        count = -(-size // strides) if padding == "SAME" else (size - span) // strides + 1
        sizes.append(count)
        before.append(max(0, (count - 1) * strides + span - size) // 2 if padding == "SAME" else 0)
    return Window(
        batch, (1, *image[:2]), image[2], (1, sizes[0], sizes[1]), results, (1, *window), (1, strides, strides),
        (1, dilations, dilations), (0, before[0], before[1]), groups, False,
    )  # fmt: skip


DIRECT_TAIL = "direct, along the window"

#: What is computed, the layer, the dtype; and the forms with vectors of 512, 256 and 128 bits.
LAYERS: dict[str, tuple[SlidingKernel, Window, str, tuple[str, str, str]]] = {
    "ResNet's first, 3 channels":
        ("convolution", layer((224, 224, 3), (7, 7), 64, strides=2), "float32", ("direct", "direct", "im2col")),
    "1x1":
        ("convolution", layer((56, 56, 256), (1, 1), 64), "float32", ("indirect", "indirect", "im2col")),
    "1x1, strides":
        ("convolution", layer((56, 56, 256), (1, 1), 512, strides=2), "float32", ("indirect", "indirect", "im2col")),
    "1x1, few channels":
        ("convolution", layer((32, 32, 3), (1, 1), 64), "float32", ("indirect", "indirect", "im2col")),
    "3x3":
        ("convolution", layer((28, 28, 128), (3, 3), 128), "float32", ("indirect", "indirect", "im2col")),
    "3x3, double precision":
        ("convolution", layer((28, 28, 128), (3, 3), 128), "float64", ("indirect", "indirect", "im2col")),
    "3x3, integers":
        ("convolution", layer((28, 28, 128), (3, 3), 128), "int32", ("im2col", "im2col", "im2col")),
    "3x3, dilated":
        ("convolution", layer((28, 28, 64), (3, 3), 64, dilations=2), "float32", ("indirect", "indirect", "im2col")),
    "3x3, one pixel left":
        ("convolution", layer((3, 3, 512), (3, 3), 512, padding="VALID"), "float32", ("im2col", "im2col", "im2col")),
    "3x3, 3 results":
        ("convolution", layer((64, 64, 64), (3, 3), 3), "float32", (DIRECT_TAIL, "im2col", "im2col")),
    "3x3, 20 results":
        ("convolution", layer((64, 64, 64), (3, 3), 20), "float32", (DIRECT_TAIL, "indirect", "im2col")),
    "ResNeXt, 32 groups":
        ("convolution", layer((28, 28, 256), (3, 3), 256, groups=32), "float32", ("direct", "direct", "im2col")),
    "groups of 2 results":
        ("convolution", layer((28, 28, 64), (3, 3), 64, groups=32), "float32", ("im2col", "im2col", "im2col")),
    "1-D, a long filter":
        ("convolution", layer((1, 16000, 1), (1, 400), 64, strides=160), "float32", ("direct", "direct", "im2col")),
    "1-D, many channels":
        ("convolution", layer((1, 1000, 80), (1, 3), 512), "float32", ("indirect", "indirect", "im2col")),
    "images' gradient, 3x3":
        ("convolution into input", layer((28, 28, 64), (3, 3), 64), "float32", ("indirect", "indirect", "im2col")),
    "transposed, strides of 2":
        ("convolution into input", layer((32, 32, 64), (4, 4), 128, strides=2), "float32",
         ("indirect", "indirect", "im2col")),
    "transposed, strides of 5":
        ("convolution into input", layer((40, 40, 64), (5, 5), 128, strides=5), "float32",
         ("im2col", "im2col", "im2col")),
    "images' gradient, 1x1":
        ("convolution into input", layer((28, 28, 64), (1, 1), 64), "float32", ("im2col", "im2col", "im2col")),
    "images' gradient, 3 channels":
        ("convolution into input", layer((64, 64, 3), (3, 3), 64), "float32", (DIRECT_TAIL, "im2col", "im2col")),
    "images' gradient, 8 channels":
        ("convolution into input", layer((32, 32, 8), (3, 3), 64), "float32", ("direct", "indirect", "im2col")),
    "filter's gradient, 3x3":
        ("convolution into filter", layer((28, 28, 64), (3, 3), 64), "float32", ("indirect", "indirect", "im2col")),
    "filter's gradient, 3 channels":
        ("convolution into filter", layer((32, 32, 3), (3, 3), 32), "float32", ("direct", "direct", "im2col")),
    "filter's gradient, few pixels":
        ("convolution into filter", layer((4, 4, 512), (3, 3), 512), "float32", ("im2col", "im2col", "im2col")),
    "filter's gradient, any batch":
        ("convolution into filter", layer((4, 4, 512), (3, 3), 512, batch=Symbol()), "float32",
         ("indirect", "indirect", "im2col")),
    "depthwise, 3x3":
        ("depthwise", layer((56, 56, 144), (3, 3), 144, groups=144), "float32", ("tiles", "tiles", "loops")),
    "depthwise, 7x7":
        ("depthwise", layer((14, 14, 384), (7, 7), 384, groups=384), "float32", ("tiles", "tiles", "loops")),
    "depthwise, dilated":
        ("depthwise", layer((14, 14, 96), (3, 3), 96, groups=96, dilations=2), "float32", ("loops", "loops", "loops")),
    "depthwise, two results of a channel":
        ("depthwise", layer((14, 14, 96), (3, 3), 192, groups=96), "float32", ("loops", "loops", "loops")),
    "depthwise, images' gradient":
        ("depthwise into input", layer((14, 14, 96), (5, 5), 96, groups=96), "float32", ("tiles", "tiles", "loops")),
    "depthwise, images' gradient, strides":
        ("depthwise into input", layer((14, 14, 96), (5, 5), 96, groups=96, strides=2), "float32",
         ("loops", "loops", "loops")),
    "depthwise, filter's gradient, strides":
        ("depthwise into filter", layer((14, 14, 96), (5, 5), 96, groups=96, strides=2), "float32",
         ("tiles", "tiles", "loops")),
    "max pool, 2x2":
        ("max", layer((28, 28, 32), (2, 2), 32, strides=2, padding="VALID"), "float32",
         ("written", "written", "written")),
    "max pool, padding":
        ("max", layer((112, 112, 64), (3, 3), 64, strides=2), "float32", ("loops", "loops", "loops")),
    "max pool, overlapping, gradient":
        ("max into input", layer((27, 27, 64), (3, 3), 64, strides=2, padding="VALID"), "float32",
         ("loops", "loops", "loops")),
    "average pool of all pixels":
        ("average", layer((7, 7, 512), (7, 7), 512, padding="VALID"), "float32", ("loops", "loops", "loops")),
    "average pool, 2x2, gradient":
        ("average into input", layer((28, 28, 32), (2, 2), 32, strides=2, padding="VALID"), "float32",
         ("written", "written", "written")),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYERS)
def test_forms(name: str) -> None:
    kernel, window, dtype, wanted = LAYERS[name]
    found = tuple(form_of(kernel, window, ELEMENTS[dtype], machine(bits)).name for bits in (512, 256, 128))
    assert found == wanted


def test_every_form_serves_a_layer() -> None:
    served = {
        form_of(kernel, window, ELEMENTS[dtype], machine(bits)).symbol(window, dtype)
        for kernel, window, dtype, _ in LAYERS.values()
        for bits in (512, 128)
    }
    assert len(served) > 10
    last = {form.kernel: form for form in CONVOLUTION_FORMS}
    window, element = layer((5, 5, 1), (5, 5), 1), ELEMENTS["int32"]
    assert all(form.serves(window, element, machine(128)) for form in last.values())


SHOWN = {
    ("ResNet's first, 3 channels", 512):
        ("slots 8, sheets 1, lines 92, room 129843, entries 10483, run 0",
         "scratch: tables 670912, rows 4154976"),
    ("3x3", 512):
        ("block 504, entries 7280, pass_taps 5, pass_channels 128, panel_rows 1152",
         "scratch: tables 1863680, rows 512, parts 589824"),
    ("3x3", 128):
        ("block 48, slots 8, columns 0",
         "scratch: rows 1769472, packed 589888"),
    ("transposed, strides of 2", 256):
        ("block 510, entries 4734, pass_taps 4, pass_channels 128, panel_rows 2048",
         "scratch: tables 1211904, rows 512, parts 524288"),
    ("filter's gradient, 3x3", 512):
        ("block 128, slots 8, room 8192, entries 2016",
         "scratch: tables 129024, rows 262400, parts 1179648"),
    ("depthwise, 3x3", 512):
        ("no blocks",
         "scratch: none"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "bits"), SHOWN)
def test_blocking(name: str, bits: int) -> None:
    kernel, window, dtype, _ = LAYERS[name]
    form = form_of(kernel, window, ELEMENTS[dtype], machine(bits))
    assert form.show(window, ELEMENTS[dtype], machine(bits)).splitlines()[1:] == list(SHOWN[name, bits])

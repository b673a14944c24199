"""ONNX models with open sizes: what exporters compute of shapes is followed while a model is loaded."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.passes import optimize

if importlib.util.find_spec("onnx") is None or importlib.util.find_spec("onnxruntime") is None:
    pytest.skip("needs the packages onnx and onnxruntime: make onnx-test", allow_module_level=True)

# ruff: noqa: E501 (graphs in ONNX's text form)
import onnx.numpy_helper
import onnx.parser
import onnxruntime

SIZES = (
    "<int64[1] i0 = {0}, int64[1] i1 = {1}, int64[1] i2 = {2}, int64[1] i3 = {3}, int64[1] i4 = {4}, int64[1] m1 = {-1}, int64[1] c8 = {8}, int64[1] c4 = {4}, int64 s0 = {0}, int64 s2 = {2}, float[3, 8, 1, 1] w = {WEIGHTS}>"
).replace("WEIGHTS", ", ".join(["0.5"] * 24))

MODELS: dict[str, tuple[str, list[int | None]]] = {
    "Slice, Concat, Reshape, Conv": (
        "s = Shape(x) n = Slice(s, i0, i1) hw = Slice(s, i2, i4) t = Concat<axis = 0>(n, c8, hw) r = Reshape(x, t) y = Conv(r, w)",
        [None, 3, None, None],
    ),
    "Gather, Unsqueeze, Concat, Reshape, Conv": (
        "s = Shape(x) a = Gather(s, s0) n = Unsqueeze(a, i0) b = Gather(s, s2) h = Unsqueeze(b, i0) t = Concat<axis = 0>(n, c8, h, m1) r = Reshape(x, t) y = Conv(r, w)",
        [None, 3, None, None],
    ),
    "Reshape with 0": ("t = Concat<axis = 0>(i0, c8, i0, m1) r = Reshape(x, t) y = Conv(r, w)", [None, 3, None, None]),
    "Where": (
        "s = Shape(x) n = Slice(s, i0, i1) t = Concat<axis = 0>(m1, c8, n, m1) e = Shape(x) c = Equal(t, m1) p = Where(c, e, t) f = Expand(o, p) y = Conv(f, w)",
        [None, 3, None, None],
    ),
    "Cast, Mul, Div, Reshape": (
        "s = Shape(x) n = Slice(s, i0, i1) k = Mul(n, c4) q = Div(k, c4) t = Concat<axis = 0>(q, c8, m1, i1) r = Reshape(x, t) y = Conv(r, w)",
        [None, 3, None, 1],
    ),
    "ConstantOfShape": (
        "s = Shape(x) n = Slice(s, i0, i1) hw = Slice(s, i2, i4) t = Concat<axis = 0>(n, c8, hw) z = ConstantOfShape(t) y = Conv(z, w)",
        [None, 3, None, None],
    ),
    "Tile": (
        "s = Shape(x) one = Slice(x, i0, i1, i1) d = Div(s, s) g = Slice(d, i0, i1) k = Concat<axis = 0>(g, c8, g, g) r = Tile(one, k) y = Conv(r, w)",
        [None, 3, None, None],
    ),
    "Pad": (
        "s = Shape(x) z = Sub(s, s) a = Slice(z, i0, i2) p = Concat<axis = 0>(a, i1, i2, a, i1, i1) r = Pad(x, p) y = Conv(r, w)",
        [None, 3, None, None],
    ),
    "Slice of channels": (
        "s = Shape(x) e = Slice(s, i1, i2) r2 = Concat<axis = 1>(x, x) r = Slice(r2, i0, e, i1) y = Conv(r, w)",
        [None, 3, None, None],
    ),
    "Resize": (
        "s = Shape(x) nc = Slice(s, i0, i2) hw = Slice(s, i2, i4) d = Mul(hw, i2) t = Concat<axis = 0>(nc, d) r = Resize(x, , , t) y = Conv(r, w)",
        [None, 3, None, None],
    ),
    "Flatten and back": (
        "s = Shape(x) t = Concat<axis = 0>(i0, c8, m1) f = Reshape(x, t) hw = Slice(s, i2, i4) n = Slice(s, i0, i1) u = Concat<axis = 0>(n, c8, hw) r = Reshape(f, u) y = Conv(r, w)",
        [None, 3, None, None],
    ),
}


def model_of(body: str, inputs: str = "float[n, 8, h, w0] x, float[1, 1, 1, 1] o", weights: str = SIZES) -> Any:
    return onnx.parser.parse_model(
        f'<ir_version: 8, opset_import: ["": 17]>\ng ({inputs}) => (float[a, b, c, d] y) {weights} {{ {body} }}'
    )


@pytest.mark.parametrize("name", MODELS)
def test_constants_of_shapes_are_known(name: str) -> None:
    body, expected = MODELS[name]
    model = model_of(body)
    function = tf.onnx.load(model)
    assert function.structured_outputs["y"].shape.as_list() == expected
    session = onnxruntime.InferenceSession(model.SerializeToString())
    for n, h in ((2, 3), (1, 2)):
        x = np.random.default_rng(0).normal(size=(n, 8, h, 4)).astype(np.float32)
        arguments = {"x": x, "o": np.ones((1, 1, 1, 1), np.float32)}
        np.testing.assert_allclose(function(**arguments)["y"], session.run(None, arguments)[0], rtol=1e-5, atol=1e-5)


def test_sizes_of_one_name_are_one_size() -> None:
    found: dict[str, Any] = {}
    model = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["": 17]>\n'
        "g (float[n, t, 4] x, float[n, t] m, float[u] z, float[u, u] q) => (float[n, t, 4] y) <int64[1] i2 = {2}, float zero = {0}>"
        " { e = Unsqueeze(m, i2) p = Mul(x, e) k = ReduceSum<keepdims = 0>(z) l = ReduceSum<keepdims = 0>(q)"
        " j = Add(k, l) o = Mul(j, zero) y = Add(p, o) }"
    )
    function = tf.onnx.load(model)
    for op in function.graph.get_operations():
        if op.type == "Mul" and len(op.outputs[0].shape) == 3:
            found["dims"] = [v._type.dims for v in op.inputs]
    x_dims, mask_dims = found["dims"]
    assert x_dims[:2] == mask_dims[:2]
    x, m, z, q = (
        np.ones((2, 3, 4), np.float32),
        np.ones((2, 3), np.float32),
        np.ones(5, np.float32),
        np.ones((5, 5), np.float32),
    )
    np.testing.assert_array_equal(function(x, m, z, q)["y"], x)
    for wrong in (
        (x, m[:1], z, q),
        (x, m[:, :1], z, q),
        (x, np.ones((3, 2), np.float32), z, q),
        (x, m, z[:4], q),
        (x, m, z, q[:4]),
    ):
        with pytest.raises(tf.errors.InvalidArgumentError, match="shared_sizes=False"):
            function(*wrong)


def test_sizes_of_one_name_may_differ_where_that_is_asked_for() -> None:
    model = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["": 17]>\n'
        "g (float[n, 3] x, float[n, 3] y) => (float[m, 3] z) { z = Concat<axis = 0>(x, y) }"
    )
    function = tf.onnx.load(model, shared_sizes=False)
    x, y = np.ones((2, 3), np.float32), np.zeros((4, 3), np.float32)
    np.testing.assert_array_equal(function(x, y)["z"], np.concatenate([x, y]))


def test_boxes_of_an_open_number_of_batches_and_classes_are_selected() -> None:
    model = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["": 17]>\n'
        "g (float[n, b, 4] boxes, float[n, c, b] scores) => (int64[k, 3] y)"
        " <int64 most = {3}, float overlap = {0.3}, float least = {0.2}>"
        " { y = NonMaxSuppression(boxes, scores, most, overlap, least) }"
    )
    function, session = tf.onnx.load(model), onnxruntime.InferenceSession(model.SerializeToString())
    rng = np.random.default_rng(0)
    for n, c, b in ((2, 3, 20), (1, 1, 5), (3, 2, 0), (0, 2, 4)):
        corners = rng.uniform(size=(n, b, 2)).astype(np.float32)
        boxes = np.concatenate([corners, corners + rng.uniform(0.1, 0.5, (n, b, 2)).astype(np.float32)], -1)
        arguments = {"boxes": boxes, "scores": rng.uniform(size=(n, c, b)).astype(np.float32)}
        np.testing.assert_array_equal(function(**arguments)["y"], session.run(None, arguments)[0])


TRANSPOSED = [  # spatial axes, groups, size of the filter, attributes
    (2, 1, 2, "strides = [2, 2]"),
    (2, 1, 4, "strides = [2, 2], pads = [1, 1, 1, 1]"),
    (2, 2, 3, "strides = [2, 3], pads = [1, 0, 1, 2], output_padding = [1, 0]"),
    (2, 4, 3, "strides = [2, 2], pads = [1, 1, 1, 1]"),
    (2, 1, 2, "strides = [3, 3], output_padding = [2, 2]"),
    (2, 1, 3, "strides = [2, 2], dilations = [2, 2]"),
    (1, 1, 8, "strides = [4], pads = [2, 2]"),
    (1, 2, 3, "strides = [2], pads = [0, 1], output_padding = [1]"),
    (3, 1, 3, "strides = [2, 2, 2], pads = [1, 1, 1, 1, 1, 1]"),
]


@pytest.mark.parametrize(("space", "groups", "size", "attributes"), TRANSPOSED)
def test_transposed_convolutions_of_open_sizes(space: int, groups: int, size: int, attributes: str) -> None:
    random, axes = np.random.default_rng(0), "abc"[:space]
    filters = random.normal(size=(4, 8 // groups, *[size] * space)).astype(np.float32)
    model = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["": 17]>\n'
        f"g (float[n, 4, {', '.join(axes)}] x, float[8] b) => (float[n, 8, {', '.join(a * 2 for a in axes)}] y)"
        f" {{ y = ConvTranspose<group = {groups}, {attributes}>(x, w, b) }}"
    )
    model.graph.initializer.append(onnx.numpy_helper.from_array(filters, "w"))
    function, session = tf.onnx.load(model), onnxruntime.InferenceSession(model.SerializeToString())
    for n, sizes in ((2, (5, 6, 7)), (1, (3, 2, 4))):
        x = random.normal(size=(n, 4, *sizes[:space])).astype(np.float32)
        arguments = {"x": x, "b": np.arange(8, dtype=np.float32)}
        np.testing.assert_allclose(function(**arguments)["y"], session.run(None, arguments)[0], rtol=1e-4, atol=1e-4)


BEHIND = {  # what follows a convolution, with the channels last until the end of the network
    "DepthToSpace, columns first": 'y = DepthToSpace<blocksize = 2, mode = "CRD">(k)',
    "DepthToSpace": "y = DepthToSpace<blocksize = 2>(k)",
    "Slice": "y = Slice(k, starts, ends, axes, steps)",
    "Pad": "y = Pad(k, widths)",
    "Pad, reflected": 'y = Pad<mode = "reflect">(k, narrow)',
    "Resize by factors": 'y = Resize<mode = "linear">(k, , factors)',
    "Resize by broken factors": 'y = Resize<mode = "linear">(k, , broken)',
    "Resize to a size": "s = Shape(k) f = Slice(s, zero, two) t = Concat<axis = 0>(f, size)"
    ' y = Resize<mode = "linear", coordinate_transformation_mode = "pytorch_half_pixel">(k, , , t)',
    "Resize between corners": 'y = Resize<mode = "linear", coordinate_transformation_mode = "align_corners">(k, , factors)',
    "Resize to the nearest": 'y = Resize<coordinate_transformation_mode = "asymmetric", nearest_mode = "floor">(k, , factors)',
    "Resize with cubes": 'y = Resize<mode = "cubic">(k, , factors)',
}
CONSTANTS = (
    "int64[3] starts = {1, 0, -4}, int64[3] ends = {9, -1, 9}, int64[3] axes = {1, 2, 3}, int64[3] steps = {2, 1, 1},"
    " int64[8] widths = {0, 1, 2, 0, 0, 0, 1, 3}, int64[8] narrow = {0, 0, 2, 1, 0, 0, 1, 3}, int64[1] zero = {0},"
    " float[4] factors = {1.0, 1.0, 2.0, 3.0}, float[4] broken = {1.0, 1.0, 0.6, 1.5}, int64[2] size = {1, 13},"
    " int64[1] two = {2}"
)


@pytest.mark.parametrize("name", BEHIND)
def test_channels_stay_last_behind_convolutions(name: str) -> None:
    model = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["": 17]>\n'
        f"g (float[n, 3, h, w] x) => (float[a, b, c, d] y) <{CONSTANTS}>"
        f" {{ k = Conv<pads = [1, 1, 1, 1], strides = [1, 2]>(x, filters) {BEHIND[name]} }}"
    )
    random = np.random.default_rng(0)
    filters = random.normal(size=(8, 3, 3, 3)).astype(np.float32)
    model.graph.initializer.append(onnx.numpy_helper.from_array(filters, "filters"))
    function, session = tf.onnx.load(model), onnxruntime.InferenceSession(model.SerializeToString())
    last = optimize(function.graph).outputs[0].op
    while last.type == "Identity":
        last = last.inputs[0].op
    assert last.type == "Transpose"
    for shape in ((2, 3, 8, 12), (1, 3, 5, 17)):
        x = random.normal(size=shape).astype(np.float32)
        np.testing.assert_allclose(function(x)["y"], session.run(None, {"x": x})[0], rtol=1e-4, atol=1e-4)

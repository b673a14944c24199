"""`tf.image`: colours, crops, transforms, edges and similarity, against values recorded from TensorFlow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

IMAGE = np.arange(24, dtype=np.float32).reshape(1, 4, 3, 2)


def test_colors_by_hue() -> None:
    colors = [[0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.2], [0.2, 0.5, 0.5], [-0.5, 0.2, 0.1], [2, 3, 1], [-1, -2, -3]]
    hsv = [[0, 0, 0], [0, 0, 1], [1 / 6, 0.6, 0.5], [0.5, 0.6, 0.5], [0.4761905, 3.5, 0.2], [0.25, 2 / 3, 3]]
    np.testing.assert_allclose(tf.image.rgb_to_hsv(np.float32(colors)), [*hsv, [1 / 12, 0, -1]], rtol=1e-6)
    rgb = [[0, 0, 0], [1, 0, 0], [0.1, 0.2, 0.2], [0.45, 0.5, 0.25], [0.1, 0.08, 0.08], [1, -2, -2], [-3, -9, -9]]
    np.testing.assert_allclose(tf.image.hsv_to_rgb(np.float32(colors)), rgb, rtol=1e-6)


def test_grey_of_integers() -> None:
    colors = np.array([[[1, 2, 3], [250, 251, 252], [255, 255, 255], [0, 100, 200]]])
    assert tf.image.rgb_to_grayscale(colors.astype(np.uint8)).numpy().ravel().tolist() == [1, 251, 255, 81]
    wide = tf.image.rgb_to_grayscale(colors.astype(np.int32) * 1_000_000).numpy().ravel()
    np.testing.assert_allclose(wide, [1814900, 250790016, 254974512, 81500000], rtol=1e-6)
    with pytest.raises(tf.errors.InvalidArgumentError, match="3 channels"):
        tf.image.rgb_to_grayscale(IMAGE)


def test_grey_needs_one_channel() -> None:
    assert tf.image.grayscale_to_rgb(tf.ones([1, 2, 1])).shape == [1, 2, 3]
    with pytest.raises(ValueError, match="should be size 1"):
        tf.image.grayscale_to_rgb(IMAGE)
    with pytest.raises(ValueError, match="at least two-dimensional"):
        tf.image.grayscale_to_rgb([1.0])


@pytest.mark.parametrize(
    ("values", "dtype", "result"),
    [
        (np.array([0, 1, 5, 127], np.uint8), "int16", [0, 128, 640, 16256]),
        (np.array([0, 1, 5, 127], np.uint8), "float32", [0, 0.003921569, 0.019607844, 0.49803925]),
        (np.array([0, 200, 30000], np.int16), "uint8", [0, 1, 234]),
        (np.array([0, 0.25, 0.5, 0.9999, 1], np.float32), "uint8", [0, 63, 127, 255, 255]),
        (np.array([0, 0.25, 0.5, 0.9999, 1], np.float64), "int32", [0, 536870911, 1073741823, 2147268899, 2147483647]),
    ],
)
def test_dtypes_of_images(values: Any, dtype: str, result: list[float]) -> None:
    converted = tf.image.convert_image_dtype(values, dtype)
    assert converted.dtype == dtype
    np.testing.assert_allclose(converted, result, rtol=1e-7)


def test_saturated_images() -> None:
    image = tf.image.convert_image_dtype([1.5, -0.2, 0.5], tf.uint8, saturate=True)
    assert image.numpy().tolist() == [255, 0, 127]


def test_crop_and_pad() -> None:
    cropped = tf.image.crop_to_bounding_box(IMAGE, 1, 0, 2, 2)
    assert cropped.numpy().tolist() == IMAGE[:, 1:3, :2].tolist()
    padded = tf.image.pad_to_bounding_box(IMAGE[0], 1, 2, 6, 5)
    assert padded.numpy().tolist() == np.pad(IMAGE[0], [(1, 1), (2, 0), (0, 0)]).tolist()


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ((-1, 0, 2, 2), "offset_height must be >= 0."),
        ((0, -1, 2, 2), "offset_width must be >= 0."),
        ((0, 0, 0, 2), "target_height must be > 0."),
        ((3, 0, 2, 2), "height must be >= target \\+ offset."),
        ((0, 2, 2, 2), "width must be >= target \\+ offset."),
    ],
)
def test_boxes_outside_are_refused(box: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tf.image.crop_to_bounding_box(IMAGE, *box)


def test_pads_that_would_crop_are_refused() -> None:
    with pytest.raises(ValueError, match="height must be <= target - offset"):
        tf.image.pad_to_bounding_box(IMAGE, 2, 0, 5, 5)
    with pytest.raises(ValueError, match="3 or 4 dimensions"):
        tf.image.pad_to_bounding_box(IMAGE[0, 0], 0, 0, 5, 5)


def test_frames_of_images_of_any_size() -> None:
    shapes = []

    @tf.function(input_signature=[tf.TensorSpec([None, None, None, 2])])
    def framed(x: Any) -> Any:
        cropped, padded = tf.image.crop_to_bounding_box(x, 0, 0, 2, 2), tf.image.pad_to_bounding_box(x, 1, 1, 6, 6)
        shapes.append((cropped.shape.as_list(), padded.shape.as_list()))
        return cropped, padded

    cropped, padded = framed(IMAGE)
    assert shapes == [([None, 2, 2, 2], [None, 6, 6, 2])]
    assert cropped.numpy().tolist() == IMAGE[:, :2, :2].tolist()
    assert padded.numpy().tolist() == np.pad(IMAGE, [(0, 0), (1, 1), (1, 2), (0, 0)]).tolist()
    with pytest.raises(tf.errors.InvalidArgumentError):
        framed(IMAGE[:, :1])


def test_flips() -> None:
    assert tf.image.flip_left_right(IMAGE).numpy().tolist() == IMAGE[:, :, ::-1].tolist()
    assert tf.image.flip_up_down(IMAGE[0]).numpy().tolist() == IMAGE[0, ::-1].tolist()


@pytest.mark.parametrize(
    ("mode", "shift", "row"),
    [
        ("CONSTANT", -2, [-1, -1, 0, 10, 20, 30, 40, 50, -1]),
        ("NEAREST", -2, [0, 0, 0, 10, 20, 30, 40, 50, 50]),
        ("REFLECT", -2, [10, 0, 0, 10, 20, 30, 40, 50, 50]),
        ("WRAP", -7, [50, 50, 50, 20, 30, 40, 50, 0, 10]),
        ("WRAP", 3, [30, 40, 50, 0, 10, 20, 30, 0, 0]),
    ],
)
def test_images_go_on_outside(mode: str, shift: int, row: list[float]) -> None:
    shown = tf.raw_ops.ImageProjectiveTransformV3(
        images=np.arange(6, dtype=np.float32).reshape(1, 1, 6, 1) * 10,
        transforms=[[1.0, 0, shift, 0, 1, 0, 0, 0]],
        output_shape=[1, 9],
        fill_value=-1.0,
        interpolation="NEAREST",
        fill_mode=mode,
    )
    assert shown.numpy().ravel().tolist() == row


def test_gradient_of_a_turned_image() -> None:
    image = tf.ones([1, 5, 6, 1])
    with tf.GradientTape() as tape:
        tape.watch(image)
        turned = tf.raw_ops.ImageProjectiveTransformV3(
            images=image, transforms=[[0.8, -0.6, 2, 0.6, 0.8, -1, 0, 0]], output_shape=[5, 6], fill_value=0.0,
            interpolation="BILINEAR",
        )  # fmt: skip
    grad = tape.gradient(turned, image).numpy()[0, :, :, 0]
    np.testing.assert_allclose(grad[0], [0, 0.8, 1, 1, 0.6, 0], atol=1e-6)
    np.testing.assert_allclose(grad[4], [0, 0.4, 1, 1, 1, 0.6], atol=1e-6)


def test_sobel_edges() -> None:
    edges = tf.image.sobel_edges(IMAGE).numpy()
    assert edges.shape == (1, 4, 3, 2, 2)
    assert edges[0, 1, 1].tolist() == [[48, 16], [48, 16]]
    assert not edges[0, 0, 0].any()


def test_structural_similarity() -> None:
    first = np.random.RandomState(0).rand(2, 16, 16, 3).astype(np.float32)
    noise = np.random.RandomState(1).randn(2, 16, 16, 3)
    second = np.clip(first + 0.05 * noise, 0, 1).astype(np.float32)
    np.testing.assert_allclose(tf.image.ssim(first, second, 1.0), [0.9857483, 0.98815733], rtol=1e-6)
    stored = [(x * 255).astype(np.uint8) for x in (first, second)]
    np.testing.assert_allclose(tf.image.ssim(*stored, 255), [0.98572606, 0.98807526], rtol=1e-6)
    one = tf.image.ssim(first[0], second[0], 1.0, filter_size=7, filter_sigma=1.0, k1=0.02, k2=0.05)
    np.testing.assert_allclose(one, 0.984817, rtol=1e-6)
    by_place = tf.image.ssim(first[:, :14], second[:, :14], 1.0, return_index_map=True)
    assert by_place.shape == [2, 4, 6]
    np.testing.assert_allclose(
        tf.reduce_mean(by_place, [1, 2]), tf.image.ssim(first[:, :14], second[:, :14], 1.0), 1e-6
    )
    turned = [tf.transpose(x[:, :14], [0, 2, 1, 3]) for x in (first, second)]
    by_turned_place = tf.image.ssim(*turned, 1.0, return_index_map=True)
    np.testing.assert_allclose(tf.transpose(by_turned_place, [0, 2, 1]), by_place, rtol=1e-5)
    with pytest.raises(ValueError, match="incompatible"):
        tf.image.ssim(first, second[:, :12], 1.0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="smaller than the filter"):
        tf.image.ssim(first[:, :5], second[:, :5], 1.0)


@pytest.mark.parametrize("how", ["eager", "known sizes", "open sizes"])
@pytest.mark.parametrize("method", ["bilinear", "nearest"])
@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_boxes_of_crops_are_finite(value: float, side: int, method: str, how: str) -> None:
    boxes = np.tile(np.array([0, 0, 1, 1], np.float32), (2, 1))
    boxes[1, side] = value

    def crop(image: Any, boxes: Any) -> Any:
        return tf.image.crop_and_resize(image, boxes, [0, 0], [2, 2], method)

    image = tf.ones([1, 4, 4, 1])
    if how == "known sizes":
        crop = tf.function(crop)
    elif how == "open sizes":
        crop = tf.function(crop, input_signature=[tf.TensorSpec([None] * 4), tf.TensorSpec([None, None])])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"not finite: box 1 is"):
        crop(image, tf.constant(boxes))
    assert (crop(image, tf.constant(boxes[:1].repeat(2, 0))).numpy() == 1).all()

"""Programs that change pictures: colours, frames, chance, similarity."""

from __future__ import annotations

from tests.behaviour.table import product

_X = "x = tf.reshape(tf.cast(tf.range(2 * 5 * 4 * 3), tf.float32) * 7.3 % 1.0, [2, 5, 4, 3])\n"
_U = "u = tf.cast(tf.reshape(tf.range(60) * 37 % 251, [5, 4, 3]), tf.uint8)\n"

ROWS = product(
    "<image> <what>",
    _X + _U + "y = <image>\ntf.image.<what>\n",
    image=["x", "u", "tf.cast(u, tf.float64)", "x[0]"],
    what=["adjust_brightness(y, 0.3)", "adjust_contrast(y, 1.7)", "adjust_gamma(y, 2.0, 0.5)", "adjust_hue(y, 0.3)",
          "adjust_hue(y, -0.4)", "adjust_saturation(y, 0.4)", "adjust_saturation(y, 3.0)", "per_image_standardization(y)",
          "transpose(y)", "rot90(y)", "rot90(y, 3)", "rot90(y, tf.constant(2))", "central_crop(y, 0.5)", "central_crop(y, 0.7)",
          "central_crop(y, 1.0)", "resize_with_crop_or_pad(y, 3, 6)", "resize_with_crop_or_pad(y, 8, 2)",
          "resize_with_crop_or_pad(y, 4, 3)", "resize_with_pad(y, 7, 7)", "resize_with_pad(y, 3, 9)", "resize_with_pad(y, 4, 3)",
          "resize_with_pad(y, 11, 4, method='nearest')", "total_variation(y)"],
)  # fmt: skip
ROWS |= product(
    "chance: <what>",
    _X + _U + "tf.random.set_seed(4)\ntf.image.<what>\n",
    what=[
        *(f"stateless_random_{f}, seed=({s}, 7))" for s in (1, 2, 9) for f in (
            "brightness(x, 0.3", "contrast(x, 0.5, 1.5", "hue(x, 0.2", "saturation(x, 0.5, 1.5", "flip_left_right(x",
            "flip_left_right(u", "flip_up_down(x", "flip_up_down(u", "crop(x, [1, 2, 3, 3]", "crop(u, [5, 1, 2]")),
        *(f"random_{f}, seed={s})" for s in (3, 8) for f in (
            "brightness(x, 0.3", "contrast(x, 0.5, 1.5", "hue(x, 0.2", "saturation(x, 0.5, 1.5", "flip_left_right(x",
            "flip_left_right(u", "flip_up_down(x", "flip_up_down(u", "crop(x, [1, 2, 3, 3]", "crop(u, [5, 1, 2]")),
        "random_brightness(x, -1.0)", "random_contrast(x, 2.0, 1.0)", "random_contrast(x, -1.0, 1.0)", "random_hue(x, 0.7)",
        "random_hue(x, -0.1)", "random_saturation(x, 2.0, 1.0)", "random_crop(x, [1, 9, 2, 3])", "adjust_gamma(x, -1.0)",
        "central_crop(x, 0.0)", "central_crop(x, 1.5)", "central_crop(x[0, 0], 0.5)", "rot90(x[0, 0])", "transpose(x[0, 0])",
        "rot90(x, [1])", "image_gradients(x[0])", "resize_with_pad(x, 0, 1)", "resize_with_crop_or_pad(x, 0, 1)",
        "total_variation(x[0, 0])", "per_image_standardization(x[0, 0])", "adjust_hue(x[..., :2], 0.2)", "adjust_contrast(x[0, 0], 0.2)",
        "per_image_standardization(tf.ones([3, 3, 1]))", "image_gradients(x)", "image_gradients(u[tf.newaxis])",
        "psnr(x, x[::-1], 1.0)", "psnr(u, u[::-1], 255)", "psnr(x, x, 1.0)", "rgb_to_yiq(x)", "yiq_to_rgb(x)", "rgb_to_yuv(x)",
        "yuv_to_rgb(x[0, 0])", "ssim_multiscale(tf.image.resize(x, [25, 31]), tf.image.resize(x[::-1] * 0.8, [25, 31]), 1.0, (0.4, 0.6), 5)",
        "ssim_multiscale(x, x, 1.0)",
    ],
)  # fmt: skip
_COLORS = "[[0, 0, 0], [1, 1, 1], [.5, .5, .25], [.25, .5, .5], [.5, .25, .5], [1, 0, 0], [-.5, .25, .125], [2, 3, 1], [.5, .25, .25], [.1, .2, .3], [.3, .2, .1], [.3, .1, .2], [.2, .1, .3], [.1, .3, .2], [.2, .3, .1], [-1, -2, -3], [0, 1, 1]]"
ROWS |= product(
    "gradients of <what> by <channel>",
    f"x = tf.constant({_COLORS}, tf.float32)\nwith tf.GradientTape() as t:\n    t.watch(x)\n    y = tf.image.<what>(x)[:, <channel>]\nt.gradient(y, x)\n",
    what=["rgb_to_hsv", "hsv_to_rgb"],
    channel=["0", "1", "2"],
)
ROWS |= product(
    "boxes by seed <seed>: <what>",
    "r = np.random.RandomState(<seed>)\nc = r.rand(40, 2).astype('float32')\nb = np.concatenate([c, c + r.rand(40, 2).astype('float32') * 0.5 - 0.1], 1)\n"
    "s = r.rand(40).astype('float32')\no = r.rand(40, 40).astype('float32')\no = o + o.T\ntf.image.<what>\n",
    seed=["0", "1"],
    what=["non_max_suppression(b, s, 10)", "non_max_suppression(b, s, 40, 0.2)", "non_max_suppression(b, s, 40, 0.0, 0.5)", "non_max_suppression(b, s, 0)",
          "non_max_suppression(b, s, 40, 1.0)", "non_max_suppression(b, np.round(s, 1), 40, 0.3)", "non_max_suppression_with_scores(b, s, 20)",
          "non_max_suppression_with_scores(b, s, 40, 0.3, 0.1, 0.5)", "non_max_suppression_with_scores(b, s, 40, 1.0, 0.2, 0.1)",
          "non_max_suppression_with_scores(b, s, 15, 0.1, -1.0, 0.3)", "non_max_suppression_overlaps(o, s, 10)", "non_max_suppression_overlaps(o, s, 40, 0.9, 0.2)",
          "non_max_suppression(b, s, 10, 1.5)", "non_max_suppression(b[0], s, 10)", "non_max_suppression(b, s[:3], 10)", "non_max_suppression(b, s, -1)",
          "non_max_suppression_with_scores(b, s, 10, soft_nms_sigma=-1.0)"],
)  # fmt: skip
ON_PURPOSE = {
    f"tf.cast(u, tf.float64) adjust_{what}": "It is computed in float32, and the last digits differ."
    for what in ("hue(y, 0.3)", "hue(y, -0.4)", "saturation(y, 0.4)", "saturation(y, 3.0)")
}

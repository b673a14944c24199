"""Images: sizes, colours, crops, boxes, measures, seeded changes."""

# ruff: noqa: E501 - templates are data

from __future__ import annotations

from tests.compare.grammar import Family, each

_CALLS = [
    *["tf.image.resize({image}, {size}, {method}, antialias={flag}, preserve_aspect_ratio={flag})"] * 4,
    "tf.image.resize_with_pad({image}, {extent}, {extent}, {method}, antialias={flag})",
    "tf.image.resize_with_crop_or_pad({image}, {extent}, {extent})",
    *each("tf.image.NAME({image})", "flip_left_right flip_up_down transpose per_image_standardization"),
    *each(
        "tf.image.NAME({image})", "rgb_to_grayscale rgb_to_hsv hsv_to_rgb rgb_to_yiq yiq_to_rgb rgb_to_yuv yuv_to_rgb"
    ),
    "tf.image.rot90({image}, {turn})",
    "tf.image.grayscale_to_rgb({image}[..., :1])",
    "tf.image.adjust_brightness({image}, {delta})",
    "tf.image.adjust_contrast({image}, {factor})",
    "tf.image.adjust_gamma({image}, {factor}, gain={factor})",
    "tf.image.adjust_hue({image}, {delta})",
    "tf.image.adjust_saturation({image}, {factor})",
    "tf.image.convert_image_dtype({image}, {other}, saturate={flag})",
    "tf.image.central_crop({image}, {fraction})",
    "tf.image.crop_to_bounding_box({image}, {start}, {start}, {extent}, {extent})",
    "tf.image.pad_to_bounding_box({image}, {start}, {start}, 8, {extent})",
    "tf.image.crop_and_resize({batch}, {boxes}, {ints:3;0,2}, {size}, {crop}, extrapolation_value={delta})",
    "tf.image.draw_bounding_boxes({unit:2,6,7,3;tf.float32}, tf.stack([{boxes}, {boxes}]), {unit:2,3;tf.float32})",
    "tf.image.extract_patches({batch}, [1, {k}, {k}, 1], [1, {k}, {k}, 1], [1, {k}, 1, 1], {padding})",
    "tf.image.sobel_edges({batch})",
    "tf.image.image_gradients({batch})",
    "tf.image.total_variation({image})",
    "tf.image.psnr({unit:2,{H},3,3}, {unit:2,{H},3,3}, {peak})",
    "tf.image.ssim({unit:2,{LARGE}}, {unit:2,{LARGE}}, {peak}, filter_size={window}, filter_sigma={factor}, return_index_map={flag})",
    "tf.image.ssim_multiscale({huge}, {huge}, {peak}, [0.4, 0.6], filter_size={window})",
    "tf.image.non_max_suppression({boxes}, {unit:3;tf.float32}, {k}, {fraction}, {delta})",
    "tf.image.non_max_suppression_with_scores({boxes}, {unit:3;tf.float32}, {k}, {fraction}, {delta}, {sigma})",
    "tf.image.non_max_suppression_padded({boxes}, {unit:3;tf.float32}, {k}, {fraction}, {delta}, pad_to_max_output_size={flag})",
    "tf.image.non_max_suppression_overlaps({unit:3,3;tf.float32}, {unit:3;tf.float32}, {k}, {fraction}, {delta})",
    "tf.image.combined_non_max_suppression({several}, {unit:2,3,2;tf.float32}, {k}, {k}, {fraction}, {delta}, "
    "pad_per_class={flag}, clip_boxes={flag})",
    *each("tf.image.stateless_random_NAME({image}, {seed})", "flip_left_right flip_up_down"),
    "tf.image.stateless_random_brightness({image}, 0.4, {seed})",
    "tf.image.stateless_random_contrast({image}, 0.4, 1.5, {seed})",
    "tf.image.stateless_random_hue({image}, 0.3, {seed})",
    "tf.image.stateless_random_saturation({image}, 0.4, 1.5, {seed})",
    "tf.image.stateless_random_crop({single}, [{k}, {k}, 3], {seed})",
    "tf.image.decode_png(tf.image.encode_png(tf.cast({single}, tf.uint8)), {channels})",
    "tf.image.decode_image(tf.image.encode_png(tf.cast({single}, tf.uint8)), dtype={other})",
]
_PARTS = {
    "image": ["{batch}", "{batch}", "{single}"],
    "batch": ["{unit:{n},{h},{h},3}"],
    "single": ["{unit:{h},{h},3}"],
    "LARGE": ["9,11,3", "8,9,1"],
    "huge": ["{unit:1,20,24,3}"],
    "boxes": ["{unit:3,4;tf.float32}", "tf.sort({unit:3,4;tf.float32})", "tf.concat([{unit:3,2;tf.float32} / 2, 1 - {unit:3,2;tf.float32} / 4], 1)"],
    "several": ["{unit:2,3,1,4;tf.float32}", "tf.sort({unit:2,3,2,4;tf.float32})"],
    "n": ["2", "1", "2", "1", "3", "0"],
    "H": ["4", "1", "9"],
    "h": ["4", "5", "3", "7", "1", "6"],
    "size": ["[{extent}, {extent}]"],
    "extent": ["2", "3", "4", "5", "8", "1"],
    "start": ["0", "1", "2"],
    "k": ["1", "2", "3"],
    "turn": ["0", "1", "2", "3", "-1", "5"],
    "delta": ["0.0", "0.25", "-0.5", "1.0"],
    "factor": ["0.5", "1.0", "1.75", "0.0", "3.0"],
    "fraction": ["0.5", "0.3", "0.75", "1.0"],
    "sigma": ["0.0", "0.5"],
    "peak": ["1.0", "255.0", "1"],
    "window": ["3", "4", "7"],
    "channels": ["0", "1", "3", "4"],
    "padding": ["'SAME'", "'VALID'"],
    "crop": ["'bilinear'", "'nearest'"],
    "method": [
        *("'bilinear'", "'nearest'", "'bicubic'", "'area'", "'lanczos3'", "'lanczos5'", "'gaussian'", "'mitchellcubic'"),
        "tf.image.ResizeMethod.BICUBIC",
    ],
    "other": ["tf.float32", "tf.uint8", "tf.float16", "tf.int16", "tf.float64", "tf.int32", "tf.uint16"],
}  # fmt: skip

FAMILY = Family(_CALLS, ["float32"] * 5 + ["uint8"] * 3 + ["float64", "float16", "bfloat16", "int32", "int16"], _PARTS)

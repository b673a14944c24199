"""`tf.image`: resizing, colours, crops, edges and other operations on images."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.image.adjust": (
            "adjust_brightness adjust_contrast adjust_gamma adjust_hue adjust_saturation per_image_standardization "
            "rgb_to_yiq rgb_to_yuv yiq_to_rgb yuv_to_rgb"
        ),
        "ops.image.augment": (
            "random_brightness random_contrast random_crop random_flip_left_right random_flip_up_down random_hue "
            "random_saturation stateless_random_brightness stateless_random_contrast stateless_random_crop "
            "stateless_random_flip_left_right stateless_random_flip_up_down stateless_random_hue "
            "stateless_random_saturation"
        ),
        "ops.image.boxes": "draw_bounding_boxes",
        "ops.image.combined_suppression": "combined_non_max_suppression non_max_suppression_padded",
        "ops.image.crops": "crop_and_resize",
        "ops.image.distorted_boxes": "sample_distorted_bounding_box stateless_sample_distorted_bounding_box",
        "ops.image.glimpses": "extract_glimpse",
        "ops.image.codecs.api": (
            "decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_png decode_webp encode_jpeg "
            "encode_png extract_jpeg_shape is_jpeg"
        ),
        "ops.image.codecs.quality": "adjust_jpeg_quality random_jpeg_quality stateless_random_jpeg_quality",
        "ops.image.colors": "convert_image_dtype grayscale_to_rgb hsv_to_rgb rgb_to_grayscale rgb_to_hsv",
        "ops.image.frames": "crop_to_bounding_box flip_left_right flip_up_down pad_to_bounding_box",
        "ops.image.frames_api": "central_crop resize_with_crop_or_pad resize_with_pad rot90 transpose",
        "ops.image.measures": "image_gradients psnr sobel_edges ssim ssim_multiscale total_variation",
        "ops.image.patches": "extract_patches",
        "ops.image.suppression": ("non_max_suppression non_max_suppression_overlaps non_max_suppression_with_scores"),
        "ops.image.resize_api": "ResizeMethod resize",
    },
)

"""`tf.compat.v1.image`: pictures, with the older parameters of their functions."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat._adapters": (
            "extract_image_patches resize_area resize_bicubic resize_bilinear resize_image_with_crop_or_pad "
            "resize_nearest_neighbor"
        ),
        "compat._images": "ResizeMethod resize resize_image_with_pad resize_images=resize",
        "image": (
            "adjust_brightness adjust_contrast adjust_gamma adjust_hue adjust_jpeg_quality adjust_saturation "
            "central_crop combined_non_max_suppression decode_and_crop_jpeg decode_bmp decode_gif decode_image "
            "decode_jpeg decode_png decode_webp encode_jpeg encode_png extract_jpeg_shape is_jpeg "
            "non_max_suppression_padded random_jpeg_quality "
            "convert_image_dtype crop_to_bounding_box extract_patches flip_left_right flip_up_down grayscale_to_rgb "
            "hsv_to_rgb image_gradients non_max_suppression non_max_suppression_overlaps "
            "non_max_suppression_with_scores pad_to_bounding_box per_image_standardization psnr random_brightness "
            "random_contrast random_crop random_flip_left_right random_flip_up_down random_hue random_saturation "
            "resize_with_crop_or_pad rgb_to_grayscale rgb_to_hsv rgb_to_yiq rgb_to_yuv rot90 sobel_edges ssim "
            "ssim_multiscale total_variation transpose transpose_image=transpose yiq_to_rgb yuv_to_rgb"
        ),
    },
)

# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.image`: pictures, with the older parameters of their functions."""

from graphwright.compat._adapters import extract_image_patches as extract_image_patches
from graphwright.compat._adapters import resize_area as resize_area
from graphwright.compat._adapters import resize_bicubic as resize_bicubic
from graphwright.compat._adapters import resize_bilinear as resize_bilinear
from graphwright.compat._adapters import resize_image_with_crop_or_pad as resize_image_with_crop_or_pad
from graphwright.compat._adapters import resize_nearest_neighbor as resize_nearest_neighbor
from graphwright.compat._images import ResizeMethod as ResizeMethod
from graphwright.compat._images import resize as resize
from graphwright.compat._images import resize as resize_images
from graphwright.compat._images import resize_image_with_pad as resize_image_with_pad
from graphwright.image import adjust_brightness as adjust_brightness
from graphwright.image import adjust_contrast as adjust_contrast
from graphwright.image import adjust_gamma as adjust_gamma
from graphwright.image import adjust_hue as adjust_hue
from graphwright.image import adjust_jpeg_quality as adjust_jpeg_quality
from graphwright.image import adjust_saturation as adjust_saturation
from graphwright.image import central_crop as central_crop
from graphwright.image import combined_non_max_suppression as combined_non_max_suppression
from graphwright.image import convert_image_dtype as convert_image_dtype
from graphwright.image import crop_to_bounding_box as crop_to_bounding_box
from graphwright.image import decode_and_crop_jpeg as decode_and_crop_jpeg
from graphwright.image import decode_bmp as decode_bmp
from graphwright.image import decode_gif as decode_gif
from graphwright.image import decode_image as decode_image
from graphwright.image import decode_jpeg as decode_jpeg
from graphwright.image import decode_png as decode_png
from graphwright.image import decode_webp as decode_webp
from graphwright.image import encode_jpeg as encode_jpeg
from graphwright.image import encode_png as encode_png
from graphwright.image import extract_jpeg_shape as extract_jpeg_shape
from graphwright.image import extract_patches as extract_patches
from graphwright.image import flip_left_right as flip_left_right
from graphwright.image import flip_up_down as flip_up_down
from graphwright.image import grayscale_to_rgb as grayscale_to_rgb
from graphwright.image import hsv_to_rgb as hsv_to_rgb
from graphwright.image import image_gradients as image_gradients
from graphwright.image import is_jpeg as is_jpeg
from graphwright.image import non_max_suppression as non_max_suppression
from graphwright.image import non_max_suppression_overlaps as non_max_suppression_overlaps
from graphwright.image import non_max_suppression_padded as non_max_suppression_padded
from graphwright.image import non_max_suppression_with_scores as non_max_suppression_with_scores
from graphwright.image import pad_to_bounding_box as pad_to_bounding_box
from graphwright.image import per_image_standardization as per_image_standardization
from graphwright.image import psnr as psnr
from graphwright.image import random_brightness as random_brightness
from graphwright.image import random_contrast as random_contrast
from graphwright.image import random_crop as random_crop
from graphwright.image import random_flip_left_right as random_flip_left_right
from graphwright.image import random_flip_up_down as random_flip_up_down
from graphwright.image import random_hue as random_hue
from graphwright.image import random_jpeg_quality as random_jpeg_quality
from graphwright.image import random_saturation as random_saturation
from graphwright.image import resize_with_crop_or_pad as resize_with_crop_or_pad
from graphwright.image import rgb_to_grayscale as rgb_to_grayscale
from graphwright.image import rgb_to_hsv as rgb_to_hsv
from graphwright.image import rgb_to_yiq as rgb_to_yiq
from graphwright.image import rgb_to_yuv as rgb_to_yuv
from graphwright.image import rot90 as rot90
from graphwright.image import sobel_edges as sobel_edges
from graphwright.image import ssim as ssim
from graphwright.image import ssim_multiscale as ssim_multiscale
from graphwright.image import total_variation as total_variation
from graphwright.image import transpose as transpose
from graphwright.image import transpose as transpose_image
from graphwright.image import yiq_to_rgb as yiq_to_rgb
from graphwright.image import yuv_to_rgb as yuv_to_rgb

__all__ = [
    "ResizeMethod",
    "adjust_brightness",
    "adjust_contrast",
    "adjust_gamma",
    "adjust_hue",
    "adjust_jpeg_quality",
    "adjust_saturation",
    "central_crop",
    "combined_non_max_suppression",
    "convert_image_dtype",
    "crop_to_bounding_box",
    "decode_and_crop_jpeg",
    "decode_bmp",
    "decode_gif",
    "decode_image",
    "decode_jpeg",
    "decode_png",
    "decode_webp",
    "encode_jpeg",
    "encode_png",
    "extract_image_patches",
    "extract_jpeg_shape",
    "extract_patches",
    "flip_left_right",
    "flip_up_down",
    "grayscale_to_rgb",
    "hsv_to_rgb",
    "image_gradients",
    "is_jpeg",
    "non_max_suppression",
    "non_max_suppression_overlaps",
    "non_max_suppression_padded",
    "non_max_suppression_with_scores",
    "pad_to_bounding_box",
    "per_image_standardization",
    "psnr",
    "random_brightness",
    "random_contrast",
    "random_crop",
    "random_flip_left_right",
    "random_flip_up_down",
    "random_hue",
    "random_jpeg_quality",
    "random_saturation",
    "resize",
    "resize_area",
    "resize_bicubic",
    "resize_bilinear",
    "resize_image_with_crop_or_pad",
    "resize_image_with_pad",
    "resize_images",
    "resize_nearest_neighbor",
    "resize_with_crop_or_pad",
    "rgb_to_grayscale",
    "rgb_to_hsv",
    "rgb_to_yiq",
    "rgb_to_yuv",
    "rot90",
    "sobel_edges",
    "ssim",
    "ssim_multiscale",
    "total_variation",
    "transpose",
    "transpose_image",
    "yiq_to_rgb",
    "yuv_to_rgb",
]

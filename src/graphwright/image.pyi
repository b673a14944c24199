# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.image`: resizing, colours, crops, edges and other operations on images."""

from graphwright.ops.image.adjust import adjust_brightness as adjust_brightness
from graphwright.ops.image.adjust import adjust_contrast as adjust_contrast
from graphwright.ops.image.adjust import adjust_gamma as adjust_gamma
from graphwright.ops.image.adjust import adjust_hue as adjust_hue
from graphwright.ops.image.adjust import adjust_saturation as adjust_saturation
from graphwright.ops.image.adjust import per_image_standardization as per_image_standardization
from graphwright.ops.image.adjust import rgb_to_yiq as rgb_to_yiq
from graphwright.ops.image.adjust import rgb_to_yuv as rgb_to_yuv
from graphwright.ops.image.adjust import yiq_to_rgb as yiq_to_rgb
from graphwright.ops.image.adjust import yuv_to_rgb as yuv_to_rgb
from graphwright.ops.image.augment import random_brightness as random_brightness
from graphwright.ops.image.augment import random_contrast as random_contrast
from graphwright.ops.image.augment import random_crop as random_crop
from graphwright.ops.image.augment import random_flip_left_right as random_flip_left_right
from graphwright.ops.image.augment import random_flip_up_down as random_flip_up_down
from graphwright.ops.image.augment import random_hue as random_hue
from graphwright.ops.image.augment import random_saturation as random_saturation
from graphwright.ops.image.augment import stateless_random_brightness as stateless_random_brightness
from graphwright.ops.image.augment import stateless_random_contrast as stateless_random_contrast
from graphwright.ops.image.augment import stateless_random_crop as stateless_random_crop
from graphwright.ops.image.augment import stateless_random_flip_left_right as stateless_random_flip_left_right
from graphwright.ops.image.augment import stateless_random_flip_up_down as stateless_random_flip_up_down
from graphwright.ops.image.augment import stateless_random_hue as stateless_random_hue
from graphwright.ops.image.augment import stateless_random_saturation as stateless_random_saturation
from graphwright.ops.image.boxes import draw_bounding_boxes as draw_bounding_boxes
from graphwright.ops.image.codecs.api import decode_and_crop_jpeg as decode_and_crop_jpeg
from graphwright.ops.image.codecs.api import decode_bmp as decode_bmp
from graphwright.ops.image.codecs.api import decode_gif as decode_gif
from graphwright.ops.image.codecs.api import decode_image as decode_image
from graphwright.ops.image.codecs.api import decode_jpeg as decode_jpeg
from graphwright.ops.image.codecs.api import decode_png as decode_png
from graphwright.ops.image.codecs.api import decode_webp as decode_webp
from graphwright.ops.image.codecs.api import encode_jpeg as encode_jpeg
from graphwright.ops.image.codecs.api import encode_png as encode_png
from graphwright.ops.image.codecs.api import extract_jpeg_shape as extract_jpeg_shape
from graphwright.ops.image.codecs.api import is_jpeg as is_jpeg
from graphwright.ops.image.codecs.quality import adjust_jpeg_quality as adjust_jpeg_quality
from graphwright.ops.image.codecs.quality import random_jpeg_quality as random_jpeg_quality
from graphwright.ops.image.codecs.quality import stateless_random_jpeg_quality as stateless_random_jpeg_quality
from graphwright.ops.image.colors import convert_image_dtype as convert_image_dtype
from graphwright.ops.image.colors import grayscale_to_rgb as grayscale_to_rgb
from graphwright.ops.image.colors import hsv_to_rgb as hsv_to_rgb
from graphwright.ops.image.colors import rgb_to_grayscale as rgb_to_grayscale
from graphwright.ops.image.colors import rgb_to_hsv as rgb_to_hsv
from graphwright.ops.image.combined_suppression import combined_non_max_suppression as combined_non_max_suppression
from graphwright.ops.image.combined_suppression import non_max_suppression_padded as non_max_suppression_padded
from graphwright.ops.image.crops import crop_and_resize as crop_and_resize
from graphwright.ops.image.distorted_boxes import sample_distorted_bounding_box as sample_distorted_bounding_box
from graphwright.ops.image.distorted_boxes import stateless_sample_distorted_bounding_box as stateless_sample_distorted_bounding_box
from graphwright.ops.image.frames import crop_to_bounding_box as crop_to_bounding_box
from graphwright.ops.image.frames import flip_left_right as flip_left_right
from graphwright.ops.image.frames import flip_up_down as flip_up_down
from graphwright.ops.image.frames import pad_to_bounding_box as pad_to_bounding_box
from graphwright.ops.image.frames_api import central_crop as central_crop
from graphwright.ops.image.frames_api import resize_with_crop_or_pad as resize_with_crop_or_pad
from graphwright.ops.image.frames_api import resize_with_pad as resize_with_pad
from graphwright.ops.image.frames_api import rot90 as rot90
from graphwright.ops.image.frames_api import transpose as transpose
from graphwright.ops.image.glimpses import extract_glimpse as extract_glimpse
from graphwright.ops.image.measures import image_gradients as image_gradients
from graphwright.ops.image.measures import psnr as psnr
from graphwright.ops.image.measures import sobel_edges as sobel_edges
from graphwright.ops.image.measures import ssim as ssim
from graphwright.ops.image.measures import ssim_multiscale as ssim_multiscale
from graphwright.ops.image.measures import total_variation as total_variation
from graphwright.ops.image.patches import extract_patches as extract_patches
from graphwright.ops.image.resize_api import ResizeMethod as ResizeMethod
from graphwright.ops.image.resize_api import resize as resize
from graphwright.ops.image.suppression import non_max_suppression as non_max_suppression
from graphwright.ops.image.suppression import non_max_suppression_overlaps as non_max_suppression_overlaps
from graphwright.ops.image.suppression import non_max_suppression_with_scores as non_max_suppression_with_scores

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
    "crop_and_resize",
    "crop_to_bounding_box",
    "decode_and_crop_jpeg",
    "decode_bmp",
    "decode_gif",
    "decode_image",
    "decode_jpeg",
    "decode_png",
    "decode_webp",
    "draw_bounding_boxes",
    "encode_jpeg",
    "encode_png",
    "extract_glimpse",
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
    "resize_with_crop_or_pad",
    "resize_with_pad",
    "rgb_to_grayscale",
    "rgb_to_hsv",
    "rgb_to_yiq",
    "rgb_to_yuv",
    "rot90",
    "sample_distorted_bounding_box",
    "sobel_edges",
    "ssim",
    "ssim_multiscale",
    "stateless_random_brightness",
    "stateless_random_contrast",
    "stateless_random_crop",
    "stateless_random_flip_left_right",
    "stateless_random_flip_up_down",
    "stateless_random_hue",
    "stateless_random_jpeg_quality",
    "stateless_random_saturation",
    "stateless_sample_distorted_bounding_box",
    "total_variation",
    "transpose",
    "yiq_to_rgb",
    "yuv_to_rgb",
]

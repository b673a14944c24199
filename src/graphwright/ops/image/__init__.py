"""Resizing images and extracting patches.

resize      the records: nearest, bilinear, bicubic, area, scale and translate
resize_api  `tf.image.resize` and its methods
patches     ExtractImagePatches
_resample   resizing as one weight matrix for each axis
"""

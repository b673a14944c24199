"""Image codecs.

records     the records: DecodeJpeg, DecodePng, DecodeImage, EncodeJpeg and the others
api         their public functions
quality     images through JPEG and back: `adjust_jpeg_quality`, `random_jpeg_quality`
_formats    the format of a file, and one decoder for all of them
_jpeg       JPEG, by simplejpeg and Pillow
_png        PNG, by Pillow; files of 16 bits by ourselves, since Pillow drops half of them
_frames     GIF and WebP, by Pillow; BMP
_libraries  the libraries, loaded on first use
"""

"""Picture files: every format by every op, channels and dtypes, damaged files, and encoding."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_PNG = [
    *("g1", "g2", "g4", "g8", "g16", "gt8", "gt16", "la8", "la16", "rgb8", "rgb16", "rgb8i", "rgb16i", "rgbt8"),
    *("rgbt16", "rgba8", "rgba16", "rgb8bg", "rgbgamma", "p4", "p4i", "p4t", "bad", "trunc"),
]
_GIF = ["anim.gif", "one.gif", "box2.gif", "box3.gif", "trans0.gif", "trans2.gif", "trunc.gif", "trunc2.gif"]
_BMP = ["rgb.bmp", "rgba.bmp", "l.bmp", "palette.bmp", "topdown.bmp"]
_WEBP = ["ll.webp", "lossy.webp", "rgba.webp"]
_JPEG = ["rgb.jpg", "l.jpg", "cmyk.jpg", "wide422.jpg", "progressive.jpg", "trunc.jpg", "trunc2.jpg"]
_EACH = ["rgb8.png", "one.gif", "anim.gif", "rgb.bmp", "ll.webp", "rgb.jpg"]
_OTHER = ["codecs.file('rgb.jpg')[:2]", "b''", "'hello world'", "[b'a', b'b']"]
_DECODED = [
    (3, "uint8", True),
    (None, "uint8", False),
    (None, "uint16", True),
    (0, "float32", False),
    (None, "float16", False),
    (None, "int32", False),
]
_WINDOWS = [
    "[0, 0, 12, 16]",
    "[3, 5, 9, 11]",
    "[0, 0, 13, 16]",
    "[-1, 0, 3, 3]",
    "[0, 0, 0, 3]",
    "[0, 0, 5]",
    "[[0, 0, 5, 5]]",
]


def _f(name: str) -> str:
    return f"codecs.file({name!r})"


ROWS = [
    *(f"tf.image.decode_png({_f(n + '.png')}, {c}, tf.{d})" for n in _PNG for c in (0, 1, 3, 4) for d in ("uint8", "uint16")),
    *(f"tf.image.decode_gif({_f(n)})" for n in _GIF),
    *(f"tf.image.decode_bmp({_f(n)}, {c})" for n in (*_BMP, "one.bmp") for c in (0, 1, 3, 4)),
    *(f"tf.image.decode_webp({_f(n)}, {c})" for n in _WEBP for c in (0, 1, 3, 4)),
    *(f"tf.image.decode_jpeg({_f(n)}, {c})" for n in _JPEG for c in (0, 1, 3, 4)),
    *(f"tf.image.decode_jpeg({_f(n)}, ratio={r}, fancy_upscaling={f}, dct_method={d!r})" for n in ("rgb.jpg", "l.jpg", "wide422.jpg") for r in (1, 2, 4, 8) for f in (True, False) for d in ("", "INTEGER_ACCURATE")),
    *(f"tf.image.decode_jpeg({_f('rgb.jpg')}, {a})" for a in ("ratio=3", "ratio=0", "dct_method='x'", "channels=2", "channels=-1", "try_recover_truncated=True")),
    f"tf.image.decode_jpeg({_f('trunc.jpg')}, try_recover_truncated=True)",
    *(f"tf.image.decode_and_crop_jpeg({_f('rgb.jpg')}, {w}, {c})" for w in _WINDOWS for c in (0, 1, 3)),
    *(f"tf.image.decode_and_crop_jpeg({_f('rgb.jpg')}, [1, 2, 4, 5], ratio=2, dct_method={d!r})" for d in ("", "INTEGER_ACCURATE")),
    *(f"tf.image.decode_and_crop_jpeg({_f(n)}, [1, 2, 3, 4])" for n in _EACH),
    *(f"tf.image.decode_{k}({_f(n)})" for k in ("jpeg", "png", "gif", "bmp") for n in _EACH),
    *(f"tf.image.decode_image({_f(n)}, {c}, tf.{d}, expand_animations={e})" for n in _EACH for c, d, e in _DECODED),
    *(f"tf.image.decode_image({_f(n)}, dtype=tf.float32)" for n in ("rgb16.png", "g8.png", "la16.png")),
    *(f"tf.image.decode_image({_f(n)}, 5)" for n in _EACH),
    *(f"tf.image.decode_{k}({x})" for k in ("jpeg", "png", "gif", "bmp", "image") for x in _OTHER),
    *(f"tf.image.{k}({x})" for k in ("is_jpeg", "extract_jpeg_shape") for x in (*_OTHER, *map(_f, (*_JPEG, "one.gif")))),
    f"tf.image.extract_jpeg_shape({_f('l.jpg')}, tf.int64)",
    *(f"tf.image.encode_jpeg(codecs.image({c}), quality={q})" for c in (1, 3) for q in (0, 1, 10, 75, 95, 100)),
    *(f"tf.image.encode_jpeg(codecs.image(3), {a})" for a in ("progressive=True", "optimize_size=True", "chroma_downsampling=False", "density_unit='cm', x_density=100, y_density=50", "xmp_metadata='<x>hello</x>'", "format='rgb'", "format='grayscale'", "format='x'", "density_unit='mm'", "quality=101", "quality=-1", "x_density=72")),
    *(f"tf.image.encode_jpeg({x})" for x in ("codecs.image(4)", "codecs.image(2)", "codecs.image(3)[0]", "codecs.image(3)[None]", "codecs.image(3)[:0]", "codecs.image(3, np.float32)")),
    *(f"tf.raw_ops.EncodeJpegVariableQuality(images=codecs.image({c}), quality={q})" for c in (1, 3) for q in (0, 50, 101, [50])),
    *(f"tf.image.decode_png(tf.image.encode_png(codecs.image({c}, np.{d}), {z}), dtype=tf.{d})" for c in (1, 2, 3, 4) for d in ("uint8", "uint16") for z in (-1, 0, 9)),
    *(f"tf.image.encode_png({x})" for x in ("codecs.image(3)[0]", "codecs.image(3), 10", "codecs.image(3), -2", "codecs.image(3)[:0]", "codecs.image(3, np.float32)", "np.zeros([2, 3, 5], np.uint8)", "np.zeros([0, 2, 3, 3], np.uint8)")),
    "tf.shape(tf.image.encode_png(np.zeros([2, 3, 4, 5, 1], np.uint8)))",
    *(f"tf.image.adjust_jpeg_quality(codecs.image(3), {q}{a})" for q in (5, 60, "tf.constant(80)") for a in ("", ", dct_method='INTEGER_ACCURATE'")),
    *(f"tf.image.adjust_jpeg_quality({x}, 40)" for x in ("codecs.image(3, np.float32) / np.float32(255)", "codecs.image(1)", "codecs.image(4)", "codecs.image(3)[0]", "codecs.image(3, np.float32) / np.float32(100)")),
    *(f"tf.image.random_jpeg_quality(codecs.image(3), {a}, seed=3)" for a in ("20, 90", "90, 20", "-1, 20", "20, 101", "30, 30")),
    *(f"tf.image.stateless_random_jpeg_quality(codecs.image(3), {a}, seed=(3, 4))" for a in ("20, 90", "90, 20", "-1, 20", "20, 101", "30, 30")),
    *(f"static(lambda x: tf.image.decode_{k}(x{a}), spec({s}, tf.string))" for k in ("jpeg", "png", "bmp", "webp") for a in ("", ", 3") for s in ("[]", "None", "[2]")),
    *(f"static(lambda x: tf.image.decode_image(x{a}), spec([], tf.string))" for a in ("", ", 3", ", expand_animations=False", ", 4, expand_animations=False")),
    "static(lambda x: tf.image.decode_gif(x), spec([], tf.string))",
    *(f"static(lambda x: tf.image.decode_and_crop_jpeg(x, {w}, channels=3), spec([], tf.string))" for w in ("[1, 2, 3, 4]", "tf.constant([1, 2, 3, 4])")),
    "static(lambda x: tf.image.extract_jpeg_shape(x), spec([], tf.string))",
    *(f"static(lambda x: tf.image.encode_{k}(x), spec({s}, tf.uint8))" for k in ("jpeg", "png") for s in ("None", "[None, None, 3]", "[4, None, None, 3]", "[4]")),
]  # fmt: skip

_REASONS: dict[str, list[str]] = {
    "A PNG file with a gamma is made grey by the same weights as others, not in linear light.": [
        f"tf.image.decode_png({_f('rgbgamma.png')}, 1, tf.{d})" for d in ("uint8", "uint16")
    ],
    "Of a truncated JPEG file, the block that is cut off comes out otherwise.": [
        f"tf.image.decode_jpeg({_f('trunc.jpg')}, try_recover_truncated=True)"
    ],
    "A window of a JPEG file is cut out of the whole image; TensorFlow decodes little more than the window, and in its "
    "last column colours of half resolution (4:2:0, 4:2:2) are interpolated without their neighbours: up to 11 levels apart.": [
        f"tf.image.decode_and_crop_jpeg({_f('rgb.jpg')}, [1, 2, 3, 4])"
    ],
    "WebP files are read by decode_webp and decode_image, and by the ops of other formats as an image without an axis of "
    "frames, as their static shapes say.": [
        f"tf.image.decode_{k}({_f('ll.webp')}{a})"
        for k, a in (("jpeg", ""), ("png", ""), ("bmp", ""), ("and_crop_jpeg", ", [1, 2, 3, 4]"))
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}

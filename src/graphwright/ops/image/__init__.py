"""Images: resizing, transforms, crops, colours, patches.

resize      the records: nearest, bilinear, bicubic, area, scale and translate
resize_api  `tf.image.resize` and its methods
patches     ExtractImagePatches
projective  ImageProjectiveTransformV3
colors      RGBToHSV, HSVToRGB, grey, dtypes of images
frames      cropping, padding and flipping
measures    edges, and the similarity of images
_resample   resizing as one weight matrix for each axis
"""

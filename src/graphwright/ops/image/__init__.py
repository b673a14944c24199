"""Images: resizing, transforms, crops, colours, patches.

resize      the records: nearest, bilinear, bicubic, area, scale and translate
resize_api  `tf.image.resize` and its methods
patches     ExtractImagePatches
projective  ImageProjectiveTransformV3
colors      RGBToHSV, HSVToRGB, grey, dtypes of images
adjust      AdjustContrastv2, AdjustHue, AdjustSaturation; colour spaces
augment     `random_*` and `stateless_random_*`
frames      cropping, padding and flipping
frames_api  turning, fitting into frames of another size
boxes       boxes drawn into images
crops       CropAndResize and its gradients
codecs      image files
suppression the NonMaxSuppression ops but the combined one
combined_suppression that one, and the padded form
measures    edges, and the similarity of images
_resample   resizing as one weight matrix for each axis
"""

"""Checkpoints in TensorFlow's TensorBundle format, and the saving and restoring of objects.

From the bottom up: `varints`, `snappy`, `checksum` and `table` know the index file, `tensor_bytes`, `slices`,
`entries`, `bundle_reader` and `bundle_writer` the tensors; `object_graph` finds what there is to save, `restoration`
pairs it with what a checkpoint holds; `checkpoint` and `manager` are what users call.
"""

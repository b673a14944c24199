"""Reading and writing by index: slices, gather, scatter, segments, sorting.

slicing         Slice, StridedSlice, `tensor[key]`
gather          GatherV2, GatherNd
scatter         ScatterNd, TensorScatter*, unsorted segments
segments        sums, means, products and extremes of sorted segments
dynamic_stitch  DynamicPartition, DynamicStitch, ReverseSequence
sort            TopKV2, sort, argsort, searchsorted, InTopK
arg_max         ArgMax, ArgMin
_strided_slice  what the inputs and masks of StridedSlice mean, axis by axis
"""

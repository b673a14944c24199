"""Reading and writing by index: slices, gather, scatter, partition and stitch, segments, sorting."""

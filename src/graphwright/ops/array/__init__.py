"""Creating, reshaping, joining, splitting, padding, repeating and selecting.

constants       Const, Placeholder, Fill, zeros, ones
ranges          Range, LinSpace, OneHot, the identity matrix
shapes          Shape, Size, Rank, Reshape, ExpandDims, Squeeze
rearrange       Identity, Transpose, Reverse, Roll, StopGradient
broadcasting    BroadcastTo, shapes of broadcasts, EnsureShape
concat          ConcatV2, Pack
split           Split, SplitV, Unpack
pad             Pad, PadV2, MirrorPad
tile            Tile, repeat, meshgrid
select          Where, SelectV2, Unique
masks           sequence_mask, tests of order
sets            `tf.sets`
space_to_batch  SpaceToBatch, SpaceToDepth and their inverses
_dims           what shape rules share: axes, agreement of dimensions, element counts
"""

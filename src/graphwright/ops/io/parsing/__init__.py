"""Reading `Example` and `SequenceExample` messages: `tf.io.parse_example` and its variants.

api        the public functions
features   the descriptions of features: `FixedLenFeature` and the others
requests   features as the inputs of the ops, and their results as tensors, sparse and ragged ones
records    ParseExampleV2, ParseSequenceExampleV2 and the older forms
_columns   the values of one feature of many messages: dense, sparse or ragged
_lists     the same for lists of features
"""

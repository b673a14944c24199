"""The helpers of `tensorflow.python.util` that libraries import: one module here for each module there."""

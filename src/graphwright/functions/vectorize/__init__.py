"""Vectorisation: run the graph of one row for all rows at once (`tf.vectorized_map`).

`batching.py` walks the graph of a row and applies each op to whole batches by its *batching rule*; the `rules_*`
modules hold the rules, one for each family of ops. An op without a rule runs in a loop over the rows.
"""

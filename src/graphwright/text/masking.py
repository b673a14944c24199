"""Masked language models: which tokens are masked, and what stands in their place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import graphwright as tf
from graphwright.text._rows import tensor_or_ragged


class ItemSelector:
    """Base class of what selects items of rows.

    Args:
      unselectable_ids: values of items that are never selected.
    """

    def __init__(self, unselectable_ids: Sequence[Any] | None = None) -> None:
        self._unselectable_ids = unselectable_ids

    @property
    def unselectable_ids(self) -> Sequence[Any] | None:
        """Values of items that are never selected."""
        return self._unselectable_ids

    def get_selectable(self, input_ids: Any, axis: int) -> Any:
        """A bool tensor that is true where an item may be selected; below `axis`, where all that it holds may.

        Args:
          input_ids: a ragged tensor with a row for each example.
          axis: that of the items.
        """
        allowed = tf.ones_like(input_ids.flat_values, tf.bool)
        for value in [] if self._unselectable_ids is None else list(self._unselectable_ids):
            allowed &= tf.not_equal(input_ids.flat_values, tf.convert_to_tensor(value, input_ids.dtype))
        result = input_ids.with_flat_values(allowed)
        while result.ragged_rank > axis:
            result = _innermost(result, lambda rows: tf.reduce_all(rows, axis=1))
        return result

    def get_selection_mask(self, input_ids: Any, axis: int = 1) -> Any:
        """A bool tensor that is true where an item is selected; its rank is `axis` and 1."""
        selectable = self.get_selectable(input_ids, axis)
        return _innermost(selectable, self._select)

    def _select(self, selectable: Any) -> Any:
        """Which of the selectable items of each row are selected."""
        raise NotImplementedError


def _innermost(x: Any, function: Callable[[Any], Any]) -> Any:
    """Apply a function to the innermost rows of a ragged tensor."""
    if isinstance(x.values, tf.RaggedTensor):
        return x.with_values(_innermost(x.values, function))
    return function(x)


def _positions(selectable: Any) -> Any:
    """The places of the selectable items, as the rows of a ragged tensor."""
    return tf.ragged.boolean_mask(selectable.with_values(tf.range(tf.size(selectable.values))), selectable)


def _at(positions: Any, like: Any) -> Any:
    """A bool tensor with the rows of another one that is true at these places."""
    count = tf.size(like.values)
    found = tf.scatter_nd(tf.expand_dims(positions, 1), tf.ones_like(positions), tf.expand_dims(count, 0))
    return like.with_values(tf.cast(found, tf.bool))


class FirstNItemSelector(ItemSelector):
    """Selects the first items of each row that may be selected.

    Args:
      num_to_select: how many in each row.
      unselectable_ids: values of items that are never selected.

    >>> ids = tf.ragged.constant([[101, 7, 8, 9]])
    >>> tf.text.FirstNItemSelector(2, unselectable_ids=[101]).get_selection_mask(ids)
    <tf.RaggedTensor [[False, True, True, False]]>
    """

    def __init__(self, num_to_select: Any, unselectable_ids: Sequence[Any] | None = None) -> None:
        super().__init__(unselectable_ids)
        self._num_to_select = num_to_select

    def get_selectable(self, input_ids: Any, axis: int) -> Any:
        """A bool tensor that is true where an item is among those that are selected."""
        return _innermost(super().get_selectable(input_ids, axis), self._chosen)

    def _select(self, selectable: Any) -> Any:
        return selectable

    def _chosen(self, selectable: Any) -> Any:
        """Which of the selectable items of each row are selected."""
        return _at(_positions(selectable)[:, : self._num_to_select].values, selectable)


class LastNItemSelector(FirstNItemSelector):
    """Selects the last items of each row that may be selected.

    Args:
      num_to_select: how many in each row.
      unselectable_ids: values of items that are never selected.

    >>> ids = tf.ragged.constant([[101, 7, 8, 9]])
    >>> tf.text.LastNItemSelector(2, unselectable_ids=[9]).get_selection_mask(ids)
    <tf.RaggedTensor [[False, True, True, False]]>
    """

    def _chosen(self, selectable: Any) -> Any:
        if isinstance(self._num_to_select, int) and self._num_to_select == 0:
            return tf.zeros_like(selectable)
        return _at(_positions(selectable)[:, -self._num_to_select :].values, selectable)


class RandomItemSelector(ItemSelector):
    """Selects items at random among those of each row that may be selected.

    Args:
      max_selections_per_batch: how many at most in each row.
      selection_rate: which share of the items that may be selected; at least one is selected where there are any.
      unselectable_ids: values of items that are never selected.
      shuffle_fn: puts a vector into random order; by default `tf.random.shuffle`.

    >>> ids = tf.ragged.constant([[101, 7, 8, 9]])
    >>> chosen = tf.text.RandomItemSelector(2, 0.5, unselectable_ids=[101]).get_selection_mask(ids, axis=1)
    >>> int(tf.reduce_sum(tf.cast(chosen.values, tf.int32))), bool(chosen.values[0])
    (2, False)
    """

    def __init__(
        self,
        max_selections_per_batch: Any,
        selection_rate: Any,
        unselectable_ids: Sequence[Any] | None = None,
        shuffle_fn: Callable[[Any], Any] | None = None,
    ) -> None:
        super().__init__(unselectable_ids)
        self._max_selections_per_batch = max_selections_per_batch
        self._selection_rate = selection_rate
        self._shuffle_fn = shuffle_fn or tf.random.shuffle

    @property
    def max_selections_per_batch(self) -> Any:
        """How many items are selected at most in each row."""
        return self._max_selections_per_batch

    @property
    def selection_rate(self) -> Any:
        """Which share of the items is selected."""
        return self._selection_rate

    @property
    def shuffle_fn(self) -> Callable[[Any], Any]:
        """What puts a vector into random order."""
        return self._shuffle_fn

    def get_selection_mask(self, input_ids: Any, axis: int = 1) -> Any:
        """A bool tensor that is true where an item is selected; its rank is `axis` and 1."""
        return super().get_selection_mask(input_ids, axis)

    def _select(self, selectable: Any) -> Any:
        positions = _positions(selectable)
        shuffled = _shuffled(self._shuffle_fn, positions)
        count = tf.cast(positions.row_lengths(), tf.float32)
        wanted = tf.cast(tf.math.ceil(count * self._selection_rate), tf.int64)
        wanted = tf.minimum(wanted, tf.cast(self._max_selections_per_batch, tf.int64))
        starts = tf.gather(shuffled.row_starts(), shuffled.value_rowids())
        within = tf.range(tf.size(shuffled.values, tf.int64)) - tf.cast(starts, tf.int64)
        chosen = tf.boolean_mask(shuffled.values, within < tf.gather(wanted, shuffled.value_rowids()))
        return _at(chosen, selectable)


def _shuffled(shuffle: Callable[[Any], Any], positions: Any) -> Any:
    """The rows of a ragged tensor, each put into order by a function."""
    spec = tf.RaggedTensorSpec([None], positions.dtype, ragged_rank=0, row_splits_dtype=positions.row_splits.dtype)
    return tf.map_fn(shuffle, positions, fn_output_signature=spec)


class MaskValuesChooser:
    """Chooses what stands in the place of masked tokens: the mask, a random token, or the token itself.

    Args:
      vocab_size: random tokens are numbers below it.
      mask_token: the mask.
      mask_token_rate: how often it is chosen.
      random_token_rate: how often a random token is chosen; in all other cases the token stays.

    Raises ValueError for rates that are no probabilities.

    >>> chooser = tf.text.MaskValuesChooser(100, mask_token=103, mask_token_rate=1.0, random_token_rate=0.0)
    >>> chooser.get_mask_values(tf.ragged.constant([[7], [8, 9]]))
    <tf.RaggedTensor [[103], [103, 103]]>
    """

    def __init__(
        self, vocab_size: Any, mask_token: Any, mask_token_rate: float = 0.8, random_token_rate: float = 0.1
    ) -> None:
        if mask_token_rate is None or random_token_rate is None or mask_token_rate < 0 or random_token_rate < 0:
            raise ValueError("`mask_token_rate` and `random_token_rate` are probabilities.")
        self._vocab_size, self._mask_token = vocab_size, mask_token
        self._mask_token_rate, self._random_token_rate = mask_token_rate, random_token_rate

    @property
    def mask_token(self) -> Any:
        """The mask."""
        return self._mask_token

    @property
    def random_token_rate(self) -> float:
        """How often a random token is chosen."""
        return self._random_token_rate

    @property
    def vocab_size(self) -> Any:
        """How many tokens there are."""
        return self._vocab_size

    def get_mask_values(self, masked_lm_ids: Any) -> Any:
        """What stands in the place of these tokens, a ragged tensor."""
        ids = masked_lm_ids.flat_values
        shape = tf.shape(ids)
        draw = tf.random.uniform(shape, maxval=1, dtype=tf.float32)
        values = tf.where(draw < self._mask_token_rate, tf.cast(self._mask_token, ids.dtype), ids)
        is_random = (draw >= self._mask_token_rate) & (draw < self._mask_token_rate + self._random_token_rate)
        other = tf.random.uniform(shape, maxval=1, dtype=tf.float32) * tf.cast(self._vocab_size, tf.float32)
        return masked_lm_ids.with_flat_values(tf.where(is_random, tf.cast(other, ids.dtype), values))


def mask_language_model(input_ids: Any, item_selector: Any, mask_values_chooser: Any, axis: int = 1) -> Any:
    """Mask tokens of each example, as masked language models are trained.

    Args:
      input_ids: a ragged tensor with a row for each example.
      item_selector: selects what is masked: `RandomItemSelector` and others.
      mask_values_chooser: chooses what stands in its place: a `MaskValuesChooser`.
      axis: that of the items: 1 for tokens; with words of several tokens at axis 1, they are masked as a whole.

    Returns the tokens with masks, of the input's shape but for dimensions between words and tokens; the places of the
    masked tokens in their rows, int64; and these tokens.

    >>> ids = tf.ragged.constant([[101, 7, 8, 102]], dtype=tf.int64)
    >>> selector = tf.text.FirstNItemSelector(1, unselectable_ids=[101, 102])
    >>> tf.text.mask_language_model(ids, selector, tf.text.MaskValuesChooser(100, 103, 1.0, 0.0))
    (<tf.RaggedTensor [[101, 103, 8, 102]]>, <tf.RaggedTensor [[1]]>, <tf.RaggedTensor [[7]]>)
    """
    ids = tensor_or_ragged(input_ids)
    if not isinstance(ids, tf.RaggedTensor):
        ids = tf.RaggedTensor.from_tensor(ids)
    with tf.name_scope("mask_language_model"):
        mask = item_selector.get_selection_mask(ids, axis)
        while mask.ragged_rank < ids.ragged_rank:  # what is in a selected item is selected
            mask = mask.with_flat_values(_spread(mask.flat_values, ids.nested_row_splits[mask.ragged_rank]))
        tokens, chosen = _flat_rows(ids), _flat_rows(mask)
        positions = _row_positions(tokens)
        masked_positions = tf.ragged.boolean_mask(positions, chosen)
        masked_ids = tf.ragged.boolean_mask(tokens, chosen)
        values = mask_values_chooser.get_mask_values(masked_ids)
        places = tf.where(chosen.values)
        flat = tf.tensor_scatter_nd_update(tokens.values, places, tf.cast(values.flat_values, tokens.dtype))
        return tokens.with_values(flat), masked_positions, masked_ids


def _spread(values: Any, splits: Any) -> Any:
    """The rows of a tensor whose elements each become a row of their own."""
    rows = tf.RaggedTensor.from_row_splits(tf.range(splits[-1]), splits, validate=False)
    return rows.with_values(tf.gather(values, rows.value_rowids()))


def _flat_rows(x: Any) -> Any:
    return x.merge_dims(1, -1) if x.ragged_rank > 1 else x


def _row_positions(x: Any) -> Any:
    """The place of each element in its row, int64."""
    positions = tf.range(tf.size(x.values, tf.int64)) - tf.cast(tf.gather(x.row_starts(), x.value_rowids()), tf.int64)
    return x.with_values(positions)


__all__ = [
    "FirstNItemSelector", "LastNItemSelector", "MaskValuesChooser", "RandomItemSelector", "mask_language_model",
]  # fmt: skip

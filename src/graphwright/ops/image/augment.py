"""Images changed at random: `random_*` from the stream of seeds, `stateless_random_*` from a seed pair.

Each pair of functions draws its number in `_pair` and differs by nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.base.dtypes import int32
from graphwright.core.prelude import Tensor, TensorLike, apply, convert_to_tensor, name_scope
from graphwright.ops.image import adjust
from graphwright.ops.image.frames import _image, flip_left_right, flip_up_down

_Draw = Callable[..., Any]


def _stateful(seed: int | None) -> _Draw:
    from graphwright.ops.random.sampling import uniform

    return lambda shape, low=0, high=None, **kw: uniform(shape, low, high, seed=seed, **kw)


def _stateless(seed: TensorLike) -> _Draw:
    from graphwright.ops.random.stateless import stateless_uniform

    return lambda shape, low=0, high=None, **kw: stateless_uniform(shape, seed, low, high, **kw)


def _require_delta(max_delta: Any, largest: float | None = None) -> None:
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")
    if largest is not None and max_delta > largest:
        raise ValueError("max_delta must be <= 0.5.")


def _require_range(lower: Any, upper: Any) -> None:
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")


def _brightness(image: TensorLike, max_delta: Any, draw: _Draw) -> Tensor:
    _require_delta(max_delta)
    return adjust.adjust_brightness(image, draw([], -max_delta, max_delta))


def random_brightness(image: TensorLike, max_delta: Any, seed: int | None = None) -> Tensor:
    """`adjust_brightness` by a number between `-max_delta` and `max_delta`.

    >>> tf.image.random_brightness(tf.ones([2, 2, 3]), 0.2).shape
    TensorShape([2, 2, 3])
    """
    return _brightness(image, max_delta, _stateful(seed))


def stateless_random_brightness(image: TensorLike, max_delta: Any, seed: TensorLike) -> Tensor:
    """`random_brightness`, determined by a pair of seeds.

    >>> tf.image.stateless_random_brightness([[[1.0]]], 0.5, seed=(1, 2)).numpy().ravel()
    array([1.3440604], dtype=float32)
    """
    return _brightness(image, max_delta, _stateless(seed))


def _contrast(image: TensorLike, lower: Any, upper: Any, draw: _Draw) -> Tensor:
    _require_range(lower, upper)
    return adjust.adjust_contrast(image, draw([], lower, upper))


def random_contrast(image: TensorLike, lower: Any, upper: Any, seed: int | None = None) -> Tensor:
    """`adjust_contrast` by a factor between `lower` and `upper`.

    >>> tf.image.random_contrast(tf.ones([2, 2, 3]), 0.5, 1.5).shape
    TensorShape([2, 2, 3])
    """
    return _contrast(image, lower, upper, _stateful(seed))


def stateless_random_contrast(image: TensorLike, lower: Any, upper: Any, seed: TensorLike) -> Tensor:
    """`random_contrast`, determined by a pair of seeds.

    >>> tf.image.stateless_random_contrast(tf.ones([2, 2, 3]), 0.5, 1.5, seed=(1, 2)).shape
    TensorShape([2, 2, 3])
    """
    return _contrast(image, lower, upper, _stateless(seed))


def _hue(image: TensorLike, max_delta: Any, draw: _Draw) -> Tensor:
    _require_delta(max_delta, 0.5)
    return adjust.adjust_hue(image, draw([], -max_delta, max_delta))


def random_hue(image: TensorLike, max_delta: Any, seed: int | None = None) -> Tensor:
    """`adjust_hue` by a number between `-max_delta` and `max_delta`, which is at most 0.5.

    >>> tf.image.random_hue(tf.ones([2, 2, 3]), 0.2).shape
    TensorShape([2, 2, 3])
    """
    return _hue(image, max_delta, _stateful(seed))


def stateless_random_hue(image: TensorLike, max_delta: Any, seed: TensorLike) -> Tensor:
    """`random_hue`, determined by a pair of seeds.

    >>> tf.image.stateless_random_hue(tf.ones([2, 2, 3]), 0.2, seed=(1, 2)).shape
    TensorShape([2, 2, 3])
    """
    return _hue(image, max_delta, _stateless(seed))


def _saturation(image: TensorLike, lower: Any, upper: Any, draw: _Draw) -> Tensor:
    _require_range(lower, upper)
    return adjust.adjust_saturation(image, draw([], lower, upper))


def random_saturation(image: TensorLike, lower: Any, upper: Any, seed: int | None = None) -> Tensor:
    """`adjust_saturation` by a factor between `lower` and `upper`.

    >>> tf.image.random_saturation(tf.ones([2, 2, 3]), 0.5, 1.5).shape
    TensorShape([2, 2, 3])
    """
    return _saturation(image, lower, upper, _stateful(seed))


def stateless_random_saturation(image: TensorLike, lower: Any, upper: Any, seed: Any = None) -> Tensor:
    """`random_saturation`, determined by a pair of seeds.

    >>> tf.image.stateless_random_saturation(tf.ones([2, 2, 3]), 0.5, 1.5, seed=(1, 2)).shape
    TensorShape([2, 2, 3])
    """
    return _saturation(image, lower, upper, _stateless(seed))


# flips and crops -------------------------------------------------------------------------------------------------


def _flipped(image: TensorLike, flip: Callable[[TensorLike], Tensor], draw: _Draw, name: str) -> Tensor:
    with name_scope(name):
        tensor, _, outer = _image(image)
        if not outer:
            return apply("SelectV2", (apply("Less", (draw([]), 0.5)), flip(tensor), tensor))
        drawn = draw(apply("Shape", (tensor,))[:1])
        chosen = apply("Greater", (apply("Reshape", (drawn, [-1, 1, 1, 1])), 0.5))
        return apply("SelectV2", (chosen, flip(tensor), tensor))


def random_flip_left_right(image: TensorLike, seed: int | None = None) -> Tensor:
    """An image, or each image of a batch by itself, mirrored or not, with equal chances.

    >>> tf.image.random_flip_left_right(tf.ones([2, 2, 3])).shape
    TensorShape([2, 2, 3])
    """
    return _flipped(image, flip_left_right, _stateful(seed), "random_flip_left_right")


def random_flip_up_down(image: TensorLike, seed: int | None = None) -> Tensor:
    """An image, or each image of a batch by itself, upside down or not, with equal chances.

    >>> tf.image.random_flip_up_down(tf.ones([2, 2, 3])).shape
    TensorShape([2, 2, 3])
    """
    return _flipped(image, flip_up_down, _stateful(seed), "random_flip_up_down")


def stateless_random_flip_left_right(image: TensorLike, seed: TensorLike) -> Tensor:
    """`random_flip_left_right`, determined by a pair of seeds.

    >>> tf.image.stateless_random_flip_left_right([[[1], [2]]], seed=(1, 3)).shape
    TensorShape([1, 2, 1])
    """
    return _flipped(image, flip_left_right, _stateless(seed), "random_flip")


def stateless_random_flip_up_down(image: TensorLike, seed: TensorLike) -> Tensor:
    """`random_flip_up_down`, determined by a pair of seeds.

    >>> tf.image.stateless_random_flip_up_down([[[1], [2]]], seed=(1, 3)).shape
    TensorShape([1, 2, 1])
    """
    return _flipped(image, flip_up_down, _stateless(seed), "random_flip")


def _cropped(value: TensorLike, size: TensorLike, draw: _Draw, name: str) -> Tensor:
    from graphwright.ops.control.assertions import assert_

    with name_scope(name):
        tensor: Any = convert_to_tensor(value, name="value")
        wanted: Any = convert_to_tensor(size, int32, name="size")
        shape = apply("Shape", (tensor,))
        fits = apply("All", (apply("GreaterEqual", (shape, wanted)), [0]))
        assert_(fits, ["Need value.shape >= size, got ", shape, wanted], summarize=1000)
        drawn = draw(apply("Shape", (shape,)), 0, int32.max, dtype=int32)
        return apply("Slice", (tensor, apply("FloorMod", (drawn, shape - wanted + 1)), wanted))


def random_crop(value: TensorLike, size: TensorLike, seed: int | None = None, name: str | None = None) -> Tensor:
    """A part of a tensor, of the given size along each axis, from any place.

    Raises InvalidArgumentError for a size that is larger than the tensor.

    >>> tf.image.random_crop(tf.ones([5, 5, 3]), [2, 2, 3]).shape
    TensorShape([2, 2, 3])
    """
    return _cropped(value, size, _stateful(seed), name or "random_crop")


def stateless_random_crop(value: TensorLike, size: TensorLike, seed: TensorLike, name: str | None = None) -> Tensor:
    """`random_crop`, determined by a pair of seeds.

    >>> tf.image.stateless_random_crop([1, 2, 3, 4, 5], [2], seed=(1, 2)).shape
    TensorShape([2])
    """
    return _cropped(value, size, _stateless(seed), name or "random_crop")

"""Initialisers by their names and configurations, and the one of Fourier transforms: `tf.initializers.get`, `STFT`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from graphwright.base.dtypes import as_dtype
from graphwright.core.prelude import DTypeLike, Tensor, to_tensor
from graphwright.ops.nn import initializers
from graphwright.ops.nn.initializers import Initializer

_WINDOWS: dict[str, Callable[[int], Any]] = {
    "hann": np.hanning, "hanning": np.hanning, "hamming": np.hamming, "blackman": np.blackman,
    "bartlett": np.bartlett, "boxcar": np.ones,
}  # fmt: skip


class STFT(Initializer):
    """The filters of a convolution that is a Fourier transform of short windows: one part of complex numbers.

    Args:
      side: "real" or "imag".
      window: "hann", "hamming", "blackman", "bartlett", "boxcar", or its values; None for none.
      scaling: "density" divides by the root of the sum of squares of the window, "spectrum" by its sum; or None.
      periodic: whether the window is periodic, and not symmetric.

    Raises ValueError for anything else.

    >>> tf.initializers.STFT("real", None, None)([2, 1, 2])[:, 0].numpy().round(3)
    array([[ 1.,  1.],
           [ 1., -1.]], dtype=float32)
    """

    def __init__(
        self, side: str = "real", window: Any = "hann", scaling: str | None = "density", periodic: bool = False
    ) -> None:
        if side not in ("real", "imag"):
            raise ValueError(f"side should be 'real' or 'imag', not {side}")
        if scaling not in (None, "density", "spectrum"):
            raise ValueError(
                f"Scaling is invalid, it must be `None`, 'density' or 'spectrum'. Received scaling={scaling}"
            )
        self.side, self.window, self.periodic, self.scaling = side, window, periodic, scaling

    def __call__(self, shape: Any, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        length, channels, bins = (int(n) for n in shape)
        angles = np.arange(length)[:, None] * np.arange(bins) * (2 * np.pi / ((bins - 1) * 2))
        window = self._window(length)
        scale = {None: 1.0, "density": np.sqrt((window**2).sum()), "spectrum": np.abs(window).sum()}[self.scaling]
        part = (np.cos(angles) if self.side == "real" else -np.sin(angles)) * (window / scale)[:, None]
        whole = np.repeat(part[:, None], channels, 1)
        return to_tensor(whole.astype(as_dtype(dtype or "float32").numpy))

    def _window(self, length: int) -> Any:
        if self.window is None:
            return np.ones(length)
        if not isinstance(self.window, str):
            return np.asarray(self.window, np.float64)
        if self.window not in _WINDOWS:
            raise ValueError(f"Invalid window name {self.window!r} in parameter window={self.window!r}!")
        return _WINDOWS[self.window](length + 1)[:-1] if self.periodic else _WINDOWS[self.window](length)


_CLASSES: dict[str, type[Initializer]] = {
    **{name: kind for name, kind in vars(initializers).items()
       if isinstance(kind, type) and issubclass(kind, Initializer) and not name.startswith("_")},
    "IdentityInitializer": initializers.Identity, "OrthogonalInitializer": initializers.Orthogonal,
    "STFT": STFT, "STFTInitializer": STFT,
}  # fmt: skip
_NAMES = {
    **_CLASSES,
    **{"".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(n)): kind
       for n, kind in _CLASSES.items() if n.isalpha() and not n.isupper()},
    "stft": STFT,
}  # fmt: skip


def get(identifier: Any) -> Any:
    """An initialiser by its name, its configuration, its class, or as it is.

    Args:
      identifier: "glorot_uniform" or "GlorotUniform", what `serialize` returns, a class, a function of a shape and a
        dtype, the values as an array, or None, which gives None.

    Raises ValueError for anything else.

    >>> tf.initializers.get("ones")([2]).numpy()
    array([1., 1.], dtype=float32)
    """
    if identifier is None:
        return None
    if isinstance(identifier, Mapping):
        return deserialize(identifier)
    if isinstance(identifier, str) and identifier in _NAMES:
        return _NAMES[identifier]()
    if isinstance(identifier, (np.ndarray, Tensor)):
        values = to_tensor(identifier)
        return lambda shape, dtype=None: values
    if callable(identifier):
        return identifier() if isinstance(identifier, type) else identifier
    raise ValueError(f"Could not interpret initializer identifier: {identifier}")


def serialize(initializer: Any) -> dict[str, Any]:
    """The class and the arguments of an initialiser, for `deserialize`.

    >>> tf.initializers.serialize(tf.initializers.Zeros())["class_name"]
    'Zeros'
    """
    own = _CLASSES.get(type(initializer).__name__) is type(initializer)
    return {
        "module": "keras.initializers" if own else type(initializer).__module__,
        "class_name": type(initializer).__name__,
        "config": initializer.get_config(),
        "registered_name": None if own else type(initializer).__name__,
    }


def deserialize(config: Any, custom_objects: Mapping[str, Any] | None = None) -> Any:
    """The initialiser that `serialize` has described, or that a name stands for.

    `custom_objects` has further classes by their names. ValueError for a class that is not known.

    >>> tf.initializers.deserialize({"class_name": "Constant", "config": {"value": 2.0}})([1]).numpy()
    array([2.], dtype=float32)
    """
    if isinstance(config, str):
        return get(config)
    name = config["class_name"]
    kind = (custom_objects or {}).get(name) or _CLASSES.get(name)
    if kind is None:
        raise ValueError(f"Unknown initializer: {name}. Pass it in `custom_objects`.")
    return kind.from_config(dict(config.get("config") or {}))


__all__ = ["STFT", "deserialize", "get", "serialize"]

"""Helpers of the rows about devices."""

from __future__ import annotations

from typing import Any


def placed(tf: Any, device: Any) -> Any:
    """A sum of the block of a device."""
    with tf.device(device):
        return tf.add(1, 2)


def strictly_placed(tf: Any, device: Any) -> Any:
    """`placed`, without soft placement."""
    tf.config.set_soft_device_placement(False)
    try:
        return placed(tf, device)
    finally:
        tf.config.set_soft_device_placement(True)


def kept(tf: Any, setting: str, value: Any) -> Any:
    """What `get_...` says after `set_...`; the setting is put back."""
    options = tf.config.experimental
    before = getattr(options, f"get_{setting}")()
    getattr(options, f"set_{setting}")(value)
    try:
        return getattr(options, f"get_{setting}")()
    finally:
        getattr(options, f"set_{setting}")(before)

# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.test.experimental`: devices during tests."""

from graphwright.testing.environment import sync_devices as sync_devices

__all__ = [
    "sync_devices",
]

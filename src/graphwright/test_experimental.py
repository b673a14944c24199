"""`tf.test.experimental`: devices during tests."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"testing.environment": "sync_devices"})

"""`tensorflow.python.platform.tf_logging`: messages of libraries, in the logger of this package."""

from __future__ import annotations

import logging
from typing import Final

_log: Final = logging.getLogger("graphwright")

debug = _log.debug
info = _log.info
warn = warning = _log.warning
error = _log.error
fatal = _log.critical

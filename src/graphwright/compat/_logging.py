"""Messages of programs, in the logger of this package."""

from __future__ import annotations

import itertools
import logging
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

_log: Final = logging.getLogger("graphwright")

DEBUG: Final = logging.DEBUG
INFO: Final = logging.INFO
WARN: Final = logging.WARNING
ERROR: Final = logging.ERROR
FATAL: Final = logging.CRITICAL

debug = _log.debug
info = _log.info
warn = warning = _log.warning
error = _log.error
fatal = _log.critical
log = _log.log

_calls: defaultdict[str, Iterator[int]] = defaultdict(itertools.count)


def vlog(level: int, msg: str, *args: object, **kwargs: object) -> None:
    """Log a message at a level.

    >>> import graphwright as tf
    >>> tf.compat.v1.logging.vlog(tf.compat.v1.logging.DEBUG, "%d steps", 3)
    """
    _log.log(level, msg, *args)


def log_if(level: int, msg: str, condition: bool, *args: object) -> None:
    """Log a message if the condition holds.

    >>> import graphwright as tf
    >>> tf.compat.v1.logging.log_if(tf.compat.v1.logging.ERROR, "%d steps", False, 3)
    """
    if condition:
        _log.log(level, msg, *args)


def log_every_n(level: int, msg: str, n: int, *args: object) -> None:
    """Log a message in the first call with it, and in each n-th call after that.

    >>> import graphwright as tf
    >>> tf.compat.v1.logging.log_every_n(tf.compat.v1.logging.DEBUG, "%d steps", 10, 3)
    """
    log_if(level, msg, not next(_calls[msg]) % n, *args)


def log_first_n(level: int, msg: str, n: int, *args: object) -> None:
    """Log a message in the first n calls with it.

    >>> import graphwright as tf
    >>> tf.compat.v1.logging.log_first_n(tf.compat.v1.logging.DEBUG, "%d steps", 1, 3)
    """
    log_if(level, msg, next(_calls[msg]) < n, *args)


def TaskLevelStatusMessage(msg: str) -> None:
    """Log a message as an error.

    >>> import graphwright as tf
    >>> tf.compat.v1.logging.get_verbosity() <= tf.compat.v1.logging.ERROR
    True
    """
    _log.error(msg)


def flush() -> None:
    """Write what the handlers of the logger have buffered.

    >>> import graphwright as tf
    >>> tf.compat.v1.logging.flush()
    """
    for handler in _log.handlers:
        handler.flush()


def get_verbosity() -> int:
    """The level from which on messages are logged.

    >>> import graphwright as tf
    >>> tf.compat.v1.logging.get_verbosity()
    30
    """
    return _log.getEffectiveLevel()


def set_verbosity(v: int | str) -> None:
    """Log messages from this level on.

    >>> import graphwright as tf
    >>> before = tf.compat.v1.logging.get_verbosity()
    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
    >>> tf.compat.v1.logging.get_verbosity()
    40
    >>> tf.compat.v1.logging.set_verbosity(before)
    """
    _log.setLevel(v)

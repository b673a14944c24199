"""Messages of programs, in the logger of this package."""

from __future__ import annotations

import itertools
import logging
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

_log: Final = logging.getLogger("graphwright")

DEBUG: Final = logging.DEBUG
INFO: Final = logging.INFO
WARN: Final = logging.WARNING
ERROR: Final = logging.ERROR
FATAL: Final = logging.CRITICAL

_calls: defaultdict[str, Iterator[int]] = defaultdict(itertools.count)


def debug(msg: str, *args: object, **kwargs: Any) -> None:
    """Log a message for debugging.

    >>> tf.compat.v1.logging.debug
    <function debug at ...>
    """
    _log.debug(msg, *args, stacklevel=2, **kwargs)


def info(msg: str, *args: object, **kwargs: Any) -> None:
    """Log a message of information.

    >>> tf.compat.v1.logging.info
    <function info at ...>
    """
    _log.info(msg, *args, stacklevel=2, **kwargs)


def warn(msg: str, *args: object, **kwargs: Any) -> None:
    """Log a message of warning.

    >>> tf.compat.v1.logging.warn
    <function warn at ...>
    """
    _log.warning(msg, *args, stacklevel=2, **kwargs)


def error(msg: str, *args: object, **kwargs: Any) -> None:
    """Log a message of an error.

    >>> tf.compat.v1.logging.error
    <function error at ...>
    """
    _log.error(msg, *args, stacklevel=2, **kwargs)


def fatal(msg: str, *args: object, **kwargs: Any) -> None:
    """Log a message of a fatal error.

    >>> tf.compat.v1.logging.fatal
    <function fatal at ...>
    """
    _log.critical(msg, *args, stacklevel=2, **kwargs)


warning = warn


def log(level: int, msg: str, *args: object, **kwargs: Any) -> None:
    """Log a message at a level.

    >>> tf.compat.v1.logging.log(tf.compat.v1.logging.DEBUG, "%d steps", 3)
    """
    _log.log(level, msg, *args, stacklevel=2, **kwargs)


def vlog(level: int, msg: str, *args: object, **kwargs: Any) -> None:
    """Log a message at a level.

    >>> tf.compat.v1.logging.vlog(tf.compat.v1.logging.DEBUG, "%d steps", 3)
    """
    _log.log(level, msg, *args)


def log_if(level: int, msg: str, condition: bool, *args: object) -> None:
    """Log a message if the condition holds.

    >>> tf.compat.v1.logging.log_if(tf.compat.v1.logging.ERROR, "%d steps", False, 3)
    """
    if condition:
        _log.log(level, msg, *args)


def log_every_n(level: int, msg: str, n: int, *args: object) -> None:
    """Log a message in the first call with it, and in each n-th call after that.

    >>> tf.compat.v1.logging.log_every_n(tf.compat.v1.logging.DEBUG, "%d steps", 10, 3)
    """
    log_if(level, msg, not next(_calls[msg]) % n, *args)


def log_first_n(level: int, msg: str, n: int, *args: object) -> None:
    """Log a message in the first n calls with it.

    >>> tf.compat.v1.logging.log_first_n(tf.compat.v1.logging.DEBUG, "%d steps", 1, 3)
    """
    log_if(level, msg, next(_calls[msg]) < n, *args)


def TaskLevelStatusMessage(msg: str) -> None:
    """Log a message as an error.

    >>> tf.compat.v1.logging.get_verbosity() <= tf.compat.v1.logging.ERROR
    True
    """
    _log.error(msg)


def flush() -> None:
    """Write what the handlers of the logger have buffered.

    >>> tf.compat.v1.logging.flush()
    """
    for handler in _log.handlers:
        handler.flush()


def get_verbosity() -> int:
    """The level from which on messages are logged.

    >>> tf.compat.v1.logging.get_verbosity()
    30
    """
    return _log.getEffectiveLevel()


def set_verbosity(v: int | str) -> None:
    """Log messages from this level on.

    >>> before = tf.compat.v1.logging.get_verbosity()
    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
    >>> tf.compat.v1.logging.get_verbosity()
    40
    >>> tf.compat.v1.logging.set_verbosity(before)
    """
    _log.setLevel(v)

# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.logging`: messages of programs."""

from graphwright.compat._logging import DEBUG as DEBUG
from graphwright.compat._logging import ERROR as ERROR
from graphwright.compat._logging import FATAL as FATAL
from graphwright.compat._logging import INFO as INFO
from graphwright.compat._logging import TaskLevelStatusMessage as TaskLevelStatusMessage
from graphwright.compat._logging import WARN as WARN
from graphwright.compat._logging import debug as debug
from graphwright.compat._logging import error as error
from graphwright.compat._logging import fatal as fatal
from graphwright.compat._logging import flush as flush
from graphwright.compat._logging import get_verbosity as get_verbosity
from graphwright.compat._logging import info as info
from graphwright.compat._logging import log as log
from graphwright.compat._logging import log_every_n as log_every_n
from graphwright.compat._logging import log_first_n as log_first_n
from graphwright.compat._logging import log_if as log_if
from graphwright.compat._logging import set_verbosity as set_verbosity
from graphwright.compat._logging import vlog as vlog
from graphwright.compat._logging import warn as warn
from graphwright.compat._logging import warning as warning

__all__ = [
    "DEBUG",
    "ERROR",
    "FATAL",
    "INFO",
    "TaskLevelStatusMessage",
    "WARN",
    "debug",
    "error",
    "fatal",
    "flush",
    "get_verbosity",
    "info",
    "log",
    "log_every_n",
    "log_first_n",
    "log_if",
    "set_verbosity",
    "vlog",
    "warn",
    "warning",
]

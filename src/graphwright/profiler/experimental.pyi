# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.profiler.experimental`: profiles begun and ended, and named parts of them."""

from graphwright.profiler import client as client
from graphwright.profiler import server as server
from graphwright.profiler.recording import Profile as Profile
from graphwright.profiler.recording import ProfilerOptions as ProfilerOptions
from graphwright.profiler.recording import Trace as Trace
from graphwright.profiler.recording import start as start
from graphwright.profiler.recording import stop as stop

__all__ = [
    "Profile",
    "ProfilerOptions",
    "Trace",
    "client",
    "server",
    "start",
    "stop",
]

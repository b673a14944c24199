"""Run a program where system calls are refused: `python -m tests.platforms.sandboxed FILE`.

Containers and sandboxes refuse what a thread pool and profilers would ask for: which processors a process may use, and
counters of the processor. The filter is seccomp's (prctl(2), seccomp(2)); it holds for this process and its children.
"""

from __future__ import annotations

import ctypes
import os
import runpy
import struct
import sys
from typing import Final

#: The numbers of perf_event_open, sched_setaffinity, sched_getaffinity and getcpu.
REFUSED: Final = {"x86_64": (298, 203, 204, 309), "aarch64": (241, 122, 123, 168)}

_SET_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_LOAD_NUMBER, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _NOT_PERMITTED = 0x7FFF0000, 0x00050001


def refuse(numbers: tuple[int, ...]) -> None:
    """Make these system calls of this process fail with EPERM."""
    jumps = [(_JUMP_IF_EQUAL, len(numbers) - i, 0, number) for i, number in enumerate(numbers)]
    code = [(_LOAD_NUMBER, 0, 0, 0), *jumps, (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _NOT_PERMITTED)]
    instructions = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in code))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(code), ctypes.addressof(instructions)))
    libc = ctypes.CDLL(None, use_errno=True)
    for words in ((_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0), (_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0)):
        if libc.prctl(*words):
            raise OSError(ctypes.get_errno(), "prctl")


if __name__ == "__main__":
    refuse(REFUSED[os.uname().machine])
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")

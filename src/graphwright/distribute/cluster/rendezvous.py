"""Waiting for all processes of a cluster before they are connected: says who is missing, or is of another cluster."""

from __future__ import annotations

import contextlib
import socket
import time
from typing import Final

from graphwright.base import errors
from graphwright.distribute.cluster.membership import Membership

_PAUSE: Final = 0.1  # seconds between tries to reach the first process
_GREETING: Final = "graphwright"


def meet(membership: Membership, seconds: float) -> None:
    """Return when all processes of the cluster are there.

    Raises:
      UnavailableError: the first process cannot listen at its port.
      DeadlineExceededError: some did not come in time.
      InvalidArgumentError: one has another cluster in mind, or two have the same number.
    """
    end = time.monotonic() + seconds
    if membership.index == 0:
        _welcome(membership, end, seconds)
    else:
        _visit(membership, end, seconds)


def _line_of(membership: Membership) -> str:
    return f"{_GREETING} {','.join(membership.addresses)}"


def _welcome(membership: Membership, end: float, seconds: float) -> None:
    """The first process: take the others' greetings, and answer when all have come."""
    with contextlib.ExitStack() as stack:
        door = stack.enter_context(_listening(membership.addresses[0]))
        guests: dict[int, socket.socket] = {}
        while len(guests) < len(membership.addresses) - 1:
            door.settimeout(max(0.01, end - time.monotonic()))
            try:
                guest = stack.enter_context(door.accept()[0])
                guest.settimeout(max(0.01, end - time.monotonic()))
                index, _, line = guest.makefile("r").readline().strip().partition(" ")
            except TimeoutError:
                missing = [i for i in range(1, len(membership.addresses)) if i not in guests]
                raise errors.DeadlineExceededError(
                    f"Process 0 of {len(membership.addresses)} waited {seconds:g} seconds for the others: process "
                    + ", ".join(f"{i} ({membership.addresses[i]})" for i in missing)
                    + " did not come."
                ) from None
            wrong = _objection(membership, index, line, guests)
            if wrong:
                guest.sendall(f"{wrong}\n".encode())
                raise errors.InvalidArgumentError(wrong)
            if line.startswith(_GREETING):
                guests[int(index)] = guest
        for guest in guests.values():
            guest.sendall(b"welcome\n")


def _objection(membership: Membership, index: str, line: str, guests: dict[int, socket.socket]) -> str:
    """What is wrong with a greeting; empty where nothing is, or it is none."""
    if not line.startswith(_GREETING) or not index.isdigit():
        return ""
    if line != _line_of(membership):
        return (
            f"Process {index} belongs to the cluster [{line.partition(' ')[2]}], and process 0 to "
            f"[{','.join(membership.addresses)}]: give all the same TF_CONFIG but for the task."
        )
    if int(index) in guests:
        return f"Two processes say that they are number {index} of the cluster: give each another task in TF_CONFIG."
    return ""


def _listening(address: str) -> socket.socket:
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind(("", int(address.rpartition(":")[2])))
        door.listen(128)
    except OSError as error:
        door.close()
        raise errors.UnavailableError(
            f"The first process of the cluster cannot listen at {address}: {error.strerror}. End what uses the "
            "port, or name another one in TF_CONFIG."
        ) from None
    return door


def _visit(membership: Membership, end: float, seconds: float) -> None:
    """Another process: greet the first one, and wait for its answer."""
    host, _, port = membership.addresses[0].rpartition(":")
    answer = ""
    while not answer:
        left = end - time.monotonic()
        if left <= 0:
            raise errors.DeadlineExceededError(
                f"Process {membership.index} of {len(membership.addresses)} waited {seconds:g} seconds for the first "
                f"one at {membership.addresses[0]}, or for one of the others: not all processes have come."
            )
        try:
            with socket.create_connection((host, int(port)), timeout=left) as line:
                line.sendall(f"{membership.index} {_line_of(membership)}\n".encode())
                answer = line.makefile("r").readline().strip()
        except OSError:
            pass
        if not answer:
            time.sleep(_PAUSE)
    if answer != "welcome":
        raise errors.InvalidArgumentError(answer)

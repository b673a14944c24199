"""The files of profiles: where they lie under a folder of logs, and how they are read back."""

from __future__ import annotations

import glob
import gzip
import itertools
import json
import os
import socket
import time
from collections.abc import Mapping
from typing import Any

from graphwright.base.files import told_as_tensorflow_does

TIMELINE, REGIONS, PLANES = "trace.json.gz", "regions.json.gz", "xplane.pb"


def write(logdir: str, contents: Mapping[str, Any]) -> str:
    """Write the files of one profile, each by the end of its name, bytes as they are; gives their folder."""
    at = os.path.join(logdir, "plugins", "profile", time.strftime("%Y_%m_%d_%H_%M_%S"))
    names = itertools.chain([at], (f"{at}_{n}" for n in itertools.count(1)))  # several in one second
    folder = next(name for name in names if not os.path.exists(name))
    with told_as_tensorflow_does(folder):
        os.makedirs(folder, exist_ok=True)
        for name, content in contents.items():
            path = os.path.join(folder, f"{socket.gethostname()}.{name}")
            if isinstance(content, bytes):
                with open(path, "wb") as plain:
                    plain.write(content)
                continue
            with gzip.open(path, "wt") as file:
                json.dump(content, file)
    return folder


def latest(logdir: str, name: str = REGIONS) -> dict[str, Any]:
    """The data of the latest profile under a folder of logs, or its timeline by the end of the file's name.

    Raises FileNotFoundError where there is none.
    """
    pattern = os.path.join(glob.escape(logdir), "plugins", "profile", "*", f"*.{name}")
    files = sorted(glob.glob(pattern), key=lambda file: (os.path.getmtime(file), file))
    if not files:
        raise FileNotFoundError(f"There is no profile under {logdir}.")
    with gzip.open(files[-1], "rt") as file:
        found: dict[str, Any] = json.load(file)
    return found


__all__ = ["PLANES", "REGIONS", "TIMELINE", "latest", "write"]

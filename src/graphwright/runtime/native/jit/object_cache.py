"""The disk cache of machine code: another process loads what this one has compiled.

An entry is a file: a checksum over its name and content, then the object code. It is written under another name and
renamed, so that readers see all of it or nothing; there is no lock. Whatever goes wrong on the disk, and whatever is
damaged there, only means that the code is compiled.

Object code is run as it is read, so the folder must belong to this user and be writable by nobody else.
"""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress
from functools import cache
from hashlib import sha256
from typing import Final

from graphwright.base.config import options
from graphwright.base.files import read_regular

MOST_BYTES: Final = 256 << 20
_CHECKED_EVERY: Final = 16  # stores between checks of the folder's size, on average
_CHECKSUM: Final = sha256().digest_size
_SUFFIX, _UNFINISHED = ".o", ".part"
_ABANDONED: Final = 3600.0  # seconds after which what a dead process was writing is removed


def key(*facts: object) -> str:
    """The key of an entry that depends on these facts alone."""
    return sha256("\0".join(map(str, facts)).encode()).hexdigest()


def fetch(name: str) -> bytes | None:
    """The object code stored under a key; None where there is none, or a damaged one."""
    folder = folder_in_use()
    if folder is None:
        return None
    path = os.path.join(folder, name + _SUFFIX)
    try:
        found = read_regular(path)
    except OSError:
        return None
    content = found[_CHECKSUM:]
    if found[:_CHECKSUM] != _checksum(name, content):
        return None
    with suppress(OSError):
        os.utime(path)  # the least recently used are removed first
    return content


def store(name: str, content: bytes) -> None:
    """Keep object code under a key, if there is a folder for it."""
    folder = folder_in_use()
    if folder is None:
        return
    path = os.path.join(folder, name + _SUFFIX)
    unfinished = os.path.join(folder, f"{name}.{os.getpid()}.{os.urandom(4).hex()}{_UNFINISHED}")
    try:
        with open(unfinished, "xb") as file:
            file.write(_checksum(name, content) + content)
        os.replace(unfinished, path)
    except OSError:
        with suppress(OSError):
            os.unlink(unfinished)
    if int(name[:8], 16) % _CHECKED_EVERY == 0:
        prune(folder, MOST_BYTES)


def prune(folder: str, most_bytes: int) -> None:
    """Remove the least recently used entries down to three quarters of `most_bytes`, if there are more than that."""
    entries = []
    with suppress(OSError), os.scandir(folder) as found:
        for item in found:
            with suppress(OSError):
                about = item.stat(follow_symlinks=False)
                if item.name.endswith(_SUFFIX):
                    entries.append((about.st_mtime, about.st_size, item.path))
                elif item.name.endswith(_UNFINISHED) and about.st_mtime < time.time() - _ABANDONED:
                    os.unlink(item.path)
    left = sum(size for _, size, _ in entries)
    if left <= most_bytes:
        return
    for _, size, path in sorted(entries):
        if left <= most_bytes * 3 // 4:
            break
        left -= size
        with suppress(OSError):
            os.unlink(path)


def _checksum(name: str, content: bytes) -> bytes:
    return sha256(name.encode() + content).digest()


def folder_in_use() -> str | None:
    """The folder that entries are kept in; None where the cache is off, or no folder is safe to use."""
    return _folder(options.cache_dir) if options.cache else None


@cache
def _folder(chosen: str) -> str | None:
    """The folder of the entries, created where it is missing; None where there can be none that is safe."""
    if not chosen:
        from platformdirs import user_cache_dir

        chosen = user_cache_dir("graphwright", appauthor=False)
    if not os.path.isabs(chosen):
        return None
    folder = os.path.join(chosen, "native")
    try:
        os.makedirs(chosen, exist_ok=True)
        with suppress(FileExistsError):
            os.mkdir(folder, 0o700)
        return folder if _ours_alone(os.lstat(folder)) else None
    except OSError:
        return None


def _ours_alone(about: os.stat_result) -> bool:
    if not stat.S_ISDIR(about.st_mode):
        return False
    if not hasattr(os, "geteuid"):  # the user's folders are protected by their access lists
        return True
    return about.st_uid == os.geteuid() and not about.st_mode & 0o022

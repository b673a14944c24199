"""The versions of models: found in their folders, loaded, served, and unloaded when nothing uses them any more."""

from __future__ import annotations

import asyncio
import enum
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphwright.base.errors import NotFoundError, OpError, UnavailableError
from graphwright.serving.batching import Batcher
from graphwright.serving.options import ModelConfig, Options, checked_models
from graphwright.serving.signatures import Arrays, Signature
from graphwright.serving.worker_pool import WorkerPool

_LOG = logging.getLogger("graphwright.serving")
_MODEL_FILES = ("saved_model.pb", "saved_model.pbtxt")


class State(enum.IntEnum):
    """The states of a version, with the numbers of the interface."""

    START = 10
    LOADING = 20
    AVAILABLE = 30
    UNLOADING = 40
    END = 50


@dataclass
class Version:
    """One version of a model."""

    model: str
    number: int
    path: str
    state: State = State.START
    error: OpError | None = None
    signatures: dict[str, Signature] = field(default_factory=dict)
    batchers: dict[str, Batcher] = field(default_factory=dict)
    in_flight: int = 0
    seen: tuple[object, ...] = ()  # the files as they were when it was loaded

    @property
    def key(self) -> tuple[str, int]:
        """What workers call it."""
        return self.model, self.number


class ModelManager:
    """Keeps what the workers hold like what the folders hold."""

    def __init__(self, options: Options, pool: WorkerPool) -> None:
        self._options, self._pool = options, pool
        self._configs: dict[str, ModelConfig] = {config.name: config for config in options.models}
        self._versions: dict[tuple[str, int], Version] = {}
        self._lock = asyncio.Lock()

    @property
    def ready(self) -> bool:
        """Whether each model has a version that answers."""
        return all(any(v.state is State.AVAILABLE for v in self._of(name)) for name in self._configs)

    def knows(self, model: str) -> bool:
        """Whether a model of the name is configured."""
        return model in self._configs

    def configure(self, models: Sequence[ModelConfig]) -> None:
        """Serve these models from the next `refresh` on; InvalidArgumentError for ones that cannot be served."""
        checked_models(models)
        self._configs = {config.name: config for config in models}

    async def watch(self) -> None:
        """Look at the folders again and again."""
        while True:
            await asyncio.sleep(self._options.poll)
            try:
                await self.refresh()
            except Exception:
                _LOG.exception("looking for versions of models failed")

    async def refresh(self) -> None:
        """Load new versions, then unload the ones that are to go."""
        async with self._lock:
            wanted = {}
            for config in self._configs.values():
                for number, path in _wanted(config).items():
                    wanted[config.name, number] = path
            await asyncio.gather(*(self._load(key, path) for key, path in wanted.items()))
            for key, version in list(self._versions.items()):
                if key not in wanted and version.state is State.AVAILABLE and self._can_go(version, wanted):
                    await self._unload(version)

    def _can_go(self, version: Version, wanted: dict[tuple[str, int], str]) -> bool:
        """Whether another version answers in its place: a version that does not load replaces nothing."""
        if version.model not in self._configs:
            return True
        others = [self._versions[key] for key in wanted if key[0] == version.model]
        return any(other.state is State.AVAILABLE for other in others)

    async def _load(self, key: tuple[str, int], path: str) -> None:
        old, seen = self._versions.get(key), _fingerprint(path)
        if old is not None and (old.state is State.AVAILABLE or (old.state is State.END and old.seen == seen)):
            return  # what failed is tried again when its files have changed
        self._versions[key] = version = Version(*key, path, State.LOADING, seen=seen)
        try:
            version.signatures = await self._pool.load(key, path)
        except Exception as error:
            version.error = error if isinstance(error, OpError) else NotFoundError(str(error))
            version.state = State.END
            _LOG.error("model '%s', version %d was not loaded: %s", *key, version.error.message)
            return
        version.batchers = self._batchers(version)
        version.state = State.AVAILABLE
        _LOG.info("model '%s', version %d is there", *key)

    def _batchers(self, version: Version) -> dict[str, Batcher]:
        if self._options.max_batch_size == 1:
            return {}

        def batcher(name: str) -> Batcher:
            async def run(inputs: Arrays) -> Arrays:
                return await self._pool.run(version.key, name, inputs)

            return Batcher(run, self._options.max_batch_size, self._options.batch_wait)

        return {name: batcher(name) for name, signature in version.signatures.items() if signature.can_batch}

    async def _unload(self, version: Version) -> None:
        version.state = State.UNLOADING
        while version.in_flight:
            await asyncio.sleep(0.01)
        await self._pool.unload(version.key)
        version.state = State.END
        _LOG.info("model '%s', version %d is gone", *version.key)

    def find(self, model: str, number: int | None = None, label: str | None = None) -> Version:
        """The version that a request names, or the newest that answers; NotFoundError, or UnavailableError."""
        if model not in self._configs:
            raise NotFoundError(f"no model is called '{model}'; there is {', '.join(sorted(self._configs))}.")
        if label is not None:
            labels = self._configs[model].labels
            if label not in labels:
                raise NotFoundError(f"model '{model}' has no version with the label '{label}'.")
            number = labels[label]
        if number is not None:
            version = self._versions.get((model, number))
            if version is None or version.state in (State.END, State.UNLOADING):
                raise NotFoundError(f"model '{model}' has no version {number}.")
            if version.state is not State.AVAILABLE:
                raise UnavailableError(f"version {number} of model '{model}' is being loaded.")
            return version
        ready = [version for version in self._of(model) if version.state is State.AVAILABLE]
        if not ready:
            raise UnavailableError(f"no version of model '{model}' is loaded.")
        return max(ready, key=lambda version: version.number)

    def status(self, model: str, number: int | None = None) -> list[Version]:
        """The versions of a model, newest first; NotFoundError if there is no such one."""
        found = [v for v in self._of(model) if number is None or v.number == number]
        if not found:
            what = f"version {number} of model '{model}'" if number is not None else f"model '{model}'"
            raise NotFoundError(f"there is no {what}.")
        return sorted(found, key=lambda version: -version.number)

    def _of(self, model: str) -> list[Version]:
        return [version for version in self._versions.values() if version.model == model]

    async def run(self, version: Version, signature: str, inputs: Arrays) -> Arrays:
        """Run a signature, with other requests where that is on."""
        version.in_flight += 1
        try:
            batcher = version.batchers.get(signature)
            if batcher is not None:
                return await batcher.run(inputs)
            return await self._pool.run(version.key, signature, inputs)
        finally:
            version.in_flight -= 1


def _wanted(config: ModelConfig) -> dict[int, str]:
    """The folders of the versions to serve."""
    base = config.base_path
    if _is_model(base):
        return {1: base}
    try:
        names = os.listdir(base)
    except OSError:
        return {}
    found = {int(name): os.path.join(base, name) for name in names if name.isascii() and name.isdigit()}
    found = {number: path for number, path in found.items() if _is_model(path)}
    if config.versions == "latest":
        return {number: found[number] for number in sorted(found)[-config.latest :]}
    if config.versions == "all":
        return found
    return {number: found[number] for number in config.versions if number in found}


def _is_model(path: str) -> bool:
    return any(os.path.isfile(os.path.join(path, name)) for name in _MODEL_FILES)


def _fingerprint(path: str) -> tuple[object, ...]:
    found: list[tuple[str, int, int]] = []
    for folder, _, names in os.walk(path):
        for name in names:
            status = os.stat(os.path.join(folder, name))
            found.append((os.path.join(folder, name), status.st_size, status.st_mtime_ns))
    return tuple(sorted(found))

"""The options of a server: its models, ports, workers and limits."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from google.protobuf import text_format

from graphwright.base.errors import InvalidArgumentError
from graphwright.serving.messages import CLASSES


@dataclass(frozen=True)
class ModelConfig:
    """A model to serve, and which of its versions.

    Attributes:
      name: what requests call it.
      base_path: a folder whose subfolders with numbers for names hold a SavedModel each; or a SavedModel, version 1.
      versions: "latest", "all", or the numbers to serve.
      latest: with "latest", how many.
      labels: other names of versions, such as `{"stable": 3}`.
    """

    name: str
    base_path: str
    versions: Literal["latest", "all"] | tuple[int, ...] = "latest"
    latest: int = 1
    labels: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Options:
    """How a server runs.

    Attributes:
      models: the models, with different names.
      host: the address to listen at.
      rest_port: the port of the REST interface; 0 takes a free one, None leaves the interface out.
      grpc_port: likewise for gRPC.
      workers: how many processes run models; 0 runs them in the process of the server.
      threads: how many requests a worker runs at a time.
      max_batch_size: rows of requests that are run together; 1 runs each request by itself.
      batch_wait: seconds that a request waits for others.
      max_request_bytes: larger requests are refused.
      max_in_flight: requests beyond are refused while so many are unanswered.
      max_connections: as many may be open by each interface, or a quarter of the files that the process may have open;
        a new one by REST takes the place of one without a request.
      receive_timeout: seconds in which a request must arrive whole.
      timeout: seconds for a request; a worker that takes longer is stopped and started again.
      poll: seconds between two looks for new versions.
      grace: seconds that a stopping server waits for the requests in flight.
    """

    models: Sequence[ModelConfig]
    host: str = "127.0.0.1"
    rest_port: int | None = 8501
    grpc_port: int | None = 8500
    workers: int = 1
    threads: int = 2
    max_batch_size: int = 1
    batch_wait: float = 0.002
    max_request_bytes: int = 64 << 20
    max_in_flight: int = 1000
    max_connections: int = 1000
    receive_timeout: float = 30.0
    timeout: float = 30.0
    poll: float = 1.0
    grace: float = 10.0

    def __post_init__(self) -> None:
        checked_models(self.models)
        sizes = ("threads", "max_batch_size", "max_request_bytes", "max_in_flight", "max_connections")
        for name in (*sizes, "receive_timeout", "timeout", "poll"):
            if getattr(self, name) <= 0:
                raise InvalidArgumentError(f"{name} must be greater than 0; got {getattr(self, name)}.")
        if self.workers < 0:
            raise InvalidArgumentError(f"workers must be 0 or more; got {self.workers}.")


def checked_models(models: Sequence[ModelConfig]) -> None:
    """Raise InvalidArgumentError for models without a name, with one name twice, or without a folder."""
    if not models:
        raise InvalidArgumentError("there is no model to serve.")
    names = [model.name for model in models]
    for name in names:
        if not name or "/" in name or ":" in name:
            raise InvalidArgumentError(f"{name!r} cannot be the name of a model: it must have no '/' and no ':'.")
        if names.count(name) > 1:
            raise InvalidArgumentError(f"two models have the name '{name}'.")
    for model in models:
        if not os.path.isdir(model.base_path):
            raise InvalidArgumentError(f"model '{model.name}': there is no folder '{model.base_path}'.")


def read_config(path: str) -> list[ModelConfig]:
    """The models of a configuration file of TensorFlow Serving (`model_config_list`, as text)."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        config = text_format.Parse(text, CLASSES["ModelServerConfig"]())
    except text_format.ParseError as error:
        raise InvalidArgumentError(f"{path} is no configuration of models: {error}") from None
    return models_of(config)


def models_of(config: Any) -> list[ModelConfig]:
    """The models of a `ModelServerConfig`."""
    return [
        ModelConfig(
            name=each.name,
            base_path=each.base_path,
            versions=_versions(each.model_version_policy),
            latest=each.model_version_policy.latest.num_versions or 1,
            labels=dict(each.version_labels),
        )
        for each in config.model_config_list.config
    ]


def _versions(policy: Any) -> Literal["latest", "all"] | tuple[int, ...]:
    choice = policy.WhichOneof("choice")
    if choice == "specific":
        return tuple(policy.specific.versions)
    return "all" if choice == "all" else "latest"

"""Tokenizers that are models of TensorFlow Hub, which are not fetched here."""

from __future__ import annotations

from typing import Any

from graphwright.base import errors
from graphwright.text.tokenizers.interfaces import SplitterWithOffsets, TokenizerWithOffsets


def _refuse(handle: Any) -> errors.UnimplementedError:
    return errors.UnimplementedError(
        f"The model {handle!r} is not fetched. Load it from a folder with `tf.saved_model.load`, and call it."
    )


class HubModuleTokenizer(TokenizerWithOffsets):
    """A tokenizer that is a model of TensorFlow Hub: UnimplementedError; load the model with `tf.saved_model.load`."""

    def __init__(self, hub_module_handle: Any) -> None:
        raise _refuse(hub_module_handle)


class HubModuleSplitter(SplitterWithOffsets):
    """A splitter that is a model of TensorFlow Hub: UnimplementedError; load the model with `tf.saved_model.load`."""

    def __init__(self, hub_module_handle: Any) -> None:
        raise _refuse(hub_module_handle)


__all__ = ["HubModuleSplitter", "HubModuleTokenizer"]

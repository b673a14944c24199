"""A model of SentencePiece, and what its library makes of texts and of tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from graphwright.base import errors
from graphwright.base.install import install_command
from graphwright.ops.io._summaries import bytes_of, text_of


class Token(NamedTuple):
    """A token: its number, its text, and the bytes of the input where it starts and ends."""

    number: int
    piece: bytes
    start: int
    end: int


class Choice(NamedTuple):
    """How texts are cut: what TensorFlow Text's ops take besides the text."""

    nbest_size: int = 0
    alpha: float = 1.0
    add_bos: bool = False
    add_eos: bool = False
    reverse: bool = False
    return_nbest: bool = False


class SentencePieces:
    """The processor of a model.

    Args:
      model: the model as a serialized `ModelProto`. Raises InternalError for what is none, ImportError without the
        library.
    """

    def __init__(self, model: bytes) -> None:
        try:
            from sentencepiece import SentencePieceProcessor
        except ImportError:
            raise ImportError(
                f"SentencePiece tokenizers need the library sentencepiece: {install_command('text')}"
            ) from None
        if not model:
            raise errors.InvalidArgumentError("Model argument must be specified.")
        try:
            self.processor: Any = SentencePieceProcessor(model_proto=model)
        except (RuntimeError, ValueError) as error:
            raise errors.InternalError(f"The model is none of SentencePiece: {error}") from None
        self.size: int = self.processor.get_piece_size()

    def cuts(self, text: bytes, choice: Choice) -> list[list[Token]]:
        """The tokens of a text: of one cut, or of each of the best ones."""
        try:
            if choice.return_nbest:
                found = self.processor.nbest_encode(text, nbest_size=choice.nbest_size, out_type="serialized_proto")
                cuts = [cut for field, cut in _fields(found) if field == 1]
            else:
                sampling = {"enable_sampling": True, "nbest_size": choice.nbest_size, "alpha": choice.alpha}
                sampled = sampling if choice.nbest_size not in (0, 1) else {}
                cuts = [self.processor.encode(text, out_type="serialized_proto", **sampled)]
        except (RuntimeError, ValueError) as error:
            raise errors.InternalError(str(error)) from None
        return [self._marked(_tokens(cut), choice) for cut in cuts]

    def _marked(self, tokens: list[Token], choice: Choice) -> list[Token]:
        """Tokens between those of the text's beginning and end, in the order that is wanted."""
        begin, end = self.processor.bos_id(), self.processor.eos_id()
        before, after = ([self._mark(begin)] if choice.add_bos else []), ([self._mark(end)] if choice.add_eos else [])
        marked = [*before, *tokens, *after]
        return marked[::-1] if choice.reverse else marked

    def _mark(self, number: int) -> Token:
        return Token(number, bytes_of(self.processor.id_to_piece(number)), 0, 0)

    def text(self, tokens: Sequence[Any], choice: Choice) -> bytes:
        """The text of tokens, numbers or pieces."""
        chosen = list(tokens)[::-1] if choice.reverse else list(tokens)
        if chosen and isinstance(chosen[0], bytes):
            return bytes_of(self.processor.decode_pieces([text_of(piece) for piece in chosen]))
        self.check(chosen)
        return bytes_of(self.processor.decode(chosen)) if chosen else b""

    def check(self, numbers: Sequence[int]) -> None:
        """Refuse what is no number of a piece."""
        wrong = [n for n in numbers if not 0 <= n < self.size]
        if wrong:
            raise errors.InvalidArgumentError(f"{wrong[0]} is not the number of a piece; there are {self.size}.")


def _tokens(content: bytes) -> list[Token]:
    """The tokens of a serialized `SentencePieceText`."""
    result = []
    for field, message in _fields(content):
        if field == 2:
            piece: dict[int, Any] = {1: b"", 2: 0, 4: 0, 5: 0, **dict(_fields(message))}
            result.append(Token(piece[2], piece[1], piece[4], piece[5]))
    return result


def _fields(message: bytes) -> Iterator[tuple[int, Any]]:
    """The fields of a serialized message that are whole numbers, texts and messages."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        if key & 7 in (1, 5):  # numbers of 8 and of 4 bytes
            at += 8 if key & 7 == 1 else 4
            continue
        value: Any
        value, at = _varint(message, at)
        if key & 7 == 2:
            value, at = message[at : at + value], at + value
        yield key >> 3, value


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at

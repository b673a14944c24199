"""Words cut into the longest pieces that a vocabulary has, from left to right."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Piece(NamedTuple):
    """A piece of a word: its text, with the mark of a piece that does not begin the word, and its bytes in the word."""

    text: bytes
    start: int
    end: int


class Wordpieces(NamedTuple):
    """How words are cut.

    Attributes:
      knows: whether a piece is in the vocabulary.
      suffix: what marks a piece that does not begin its word.
      longest_word: how many bytes words have at most that are cut; longer ones are unknown.
      longest_piece: how many characters pieces have at most; 0 for any number.
      unknown: what unknown words become; None: they stay as they are.
      long_end: where the token of a word that is too long ends; None: where the word ends.
      by_character: cut what is unknown into characters, of which each is a piece.
    """

    knows: Callable[[bytes], bool]
    suffix: bytes
    longest_word: int
    longest_piece: int = 0
    unknown: bytes | None = None
    by_character: bool = False
    long_end: int | None = None

    def cut(self, word: bytes) -> list[Piece]:
        """The pieces of a word; one for all of an unknown word."""
        if not word:
            return []
        if len(word) > self.longest_word:
            return [self._whole(word)._replace(end=len(word) if self.long_end is None else self.long_end)]
        bounds = _characters(word)
        found: list[Piece] = []
        at = 0
        while at < len(bounds) - 1:
            piece, to = self._longest(word, bounds, at)
            if piece is None:
                if not self.by_character:
                    return [self._whole(word)]
                character = word[bounds[at] : bounds[at + 1]] if self.unknown is None else self.unknown
                piece, to = self.suffix * (at > 0) + character, at + 1
            found.append(Piece(piece, bounds[at], bounds[to]))
            at = to
        return found

    def _whole(self, word: bytes) -> Piece:
        return Piece(word if self.unknown is None else self.unknown, 0, len(word))

    def _longest(self, word: bytes, bounds: list[int], at: int) -> tuple[bytes | None, int]:
        last = len(bounds) - 1
        if self.longest_piece:
            last = min(last, at + self.longest_piece)
        mark = self.suffix if at else b""
        for to in range(last, at, -1):
            piece = mark + word[bounds[at] : bounds[to]]
            if self.knows(piece):
                return piece, to
        return None, at


def _characters(word: bytes) -> list[int]:
    """Where the characters of a word in UTF-8 start, and its end."""
    if word.isascii():
        return list(range(len(word) + 1))
    return [i for i, byte in enumerate(word) if byte & 0xC0 != 0x80 or not i] + [len(word)]

"""The shapes of words: capitals, digits, punctuation, emoticons."""

# ruff: noqa: RUF001

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Any

import graphwright as tf
from graphwright.text._rows import tensor_or_ragged

_EMOTICONS = (
    r""":-) :) :o) :] :3 :> =] =) :} :^) :-D :-)) :-))) :-)))) :-))))) >:[ :-( :( :-c :c :-< :< :-[ :[ :{ ;( :-|| """
    r""":@ >:( :'-( :'( :'-) :') D:< >:O :-O :-o :* :-* :^* ;-) ;) *-) *) ;-] ;] ;^) :-, >:P :-P :p =p :-p :P =P ;p """
    r""";-p ;P ;-P >:\ >:/ :-/ :-. :/ :\ =/ =\ :| :-| :$ :-# :# O:-) 0:-) 0:) 0;^) >:) >;) >:-) }:-) }:) 3:-) >_>^ """
    r"""^<_< |;-) |-O :-J :-& :& #-) %-) %) <:-| ~:-\ *<|:-) =:o] ,:-) 7:^] </3 <3 8-) ^_^ :D =D ^_^;; O=) }=) B) """
    r"""B-) =| -_- o_o; u_u :-\ :s :S :-s :-S ;* ;-* =( >.< >:-( >=( ;_; T_T ='( >_< D: :o =o o.o :O =O O.O x_x X-( """
    r"""X( X-o X-O :X) (=^.^=) (=^..^=) =^_^= -<@% :(|) :(:) (]:{ <\3 ~@~ 8'( XD DX :っ) :っC ಠ_ಠ"""
)
_EMOJI = (
    "‼⁉ℹ↔-↙↩↪⌚⌛⌨⏏⏩-⏳⏸-⏺Ⓜ▪▫▶◀◻-◾☀-⛿✂✅✈-✍✏✒✔✖✝✡✨✳✴❄❇❌❎❓-❕❗❣❤➕-➗⤴⤵⬅-⬇⬛⬜⭐⭕〰〽㊗㊙🀄🃏🅰🅱🅾🅿🆎🆑-🆚🇦-🇿🈁🈂🈚🈯🈲-🈺🉐🉑"
    "\U0001f300-\U0001f6ff\U0001f900-\U0001f9ff🩰-🩴🩸-🩺🪀-🪆🪐-🪨🪰-🪶🫀-🫂🫐-🫖"
)
_OPENING, _CLOSING = "\"'`＇＂‘‚‛“«„‟‹「『〝⹂｢﹁﹃", "\"'`＇＂»’”›」』〞〟﹂﹄｣"


def _any_of(texts: Iterable[str]) -> str:
    """A pattern that matches one of some texts."""
    return "|".join("".join(c if c.isalnum() or ord(c) > 127 else "\\" + c for c in text) for text in texts)


class WordShape(enum.Enum):
    """Shapes that words may have; the values are patterns that a word of the shape matches as a whole.

    >>> tf.text.WordShape.IS_UPPERCASE.value
    '\\\\p{Lu}+'
    """

    HAS_PUNCTUATION_DASH = r".*\p{Pd}.*"
    HAS_NO_DIGITS = r"\P{Nd}*"
    HAS_SOME_DIGITS = r".*(\P{Nd}\p{Nd}|\p{Nd}\P{Nd}).*"
    HAS_ONLY_DIGITS = r"\p{Nd}+"
    IS_NUMERIC_VALUE = r"[+-]?(\p{Nd}+\.?\p{Nd}*|\.\p{Nd}+)([eE]-?\p{Nd}+)?"
    HAS_NO_PUNCT_OR_SYMBOL = r"[^\p{P}\p{S}]*"
    HAS_SOME_PUNCT_OR_SYMBOL = r".*([^\p{P}\p{S}][\p{P}\p{S}]|[\p{P}\p{S}][^\p{P}\p{S}]).*"
    IS_PUNCT_OR_SYMBOL = r"[\p{P}\p{S}]+"
    BEGINS_WITH_PUNCT_OR_SYMBOL = r"[\p{P}\p{S}].*"
    ENDS_WITH_PUNCT_OR_SYMBOL = r".*[\p{P}\p{S}]"
    ENDS_WITH_ELLIPSIS = r".*(\.\.\.|[…⋯])"
    IS_EMOTICON = _any_of(_EMOTICONS.split())
    ENDS_WITH_EMOTICON = f".*({_any_of(_EMOTICONS.split())})"
    HAS_EMOJI = f".*[{_EMOJI}].*"
    IS_ACRONYM_WITH_PERIODS = r"(\p{Lu}\.)+"
    IS_UPPERCASE = r"\p{Lu}+"
    IS_LOWERCASE = r"\p{Ll}+"
    HAS_MIXED_CASE = r".*(\p{Lu}.*\p{Ll}|\p{Ll}.*\p{Lu}).*"
    IS_MIXED_CASE_LETTERS = r"\p{L}*(\p{Lu}\p{L}*\p{Ll}|\p{Ll}\p{L}*\p{Lu})\p{L}*"
    HAS_TITLE_CASE = r"\P{L}*[\p{Lu}\p{Lt}]\p{Ll}+.*"
    BEGINS_WITH_OPEN_QUOTE = rf"``.*|[{_OPENING}][^{_OPENING}]*"
    ENDS_WITH_CLOSE_QUOTE = rf".*''|[^{_CLOSING}]*[{_CLOSING}]"
    HAS_MATH_SYMBOL = r".*\p{Sm}.*"
    HAS_CURRENCY_SYMBOL = r".*\p{Sc}.*"
    HAS_NON_LETTER = r".*\P{L}.*"


def wordshape(input_tensor: Any, pattern: Any, name: str | None = None) -> Any:
    """Whether words have a shape.

    Args:
      input_tensor: string tensor of any shape, or a ragged one.
      pattern: a `WordShape`, or a list of them.
      name: of the operation.

    Returns a bool tensor of the input's shape; for a list of shapes with a dimension more, for the shapes.

    >>> shapes = [tf.text.WordShape.HAS_TITLE_CASE, tf.text.WordShape.IS_UPPERCASE]
    >>> tf.text.wordshape(["Word", "WORD"], shapes).numpy().tolist()
    [[True, False], [False, True]]
    """
    with tf.name_scope(name or "Wordshape"):
        words = tensor_or_ragged(input_tensor, dtype=tf.string)
        if isinstance(pattern, (list, tuple, set)):
            return tf.stack([tf.strings.regex_full_match(words, shape.value) for shape in pattern], axis=-1)
        return tf.strings.regex_full_match(words, pattern.value)


__all__ = ["WordShape", "wordshape"]

"""Words of messages: articles."""

from __future__ import annotations

_SPOKEN_WITH_A_CONSONANT = ("uint", "uni", "use", "utf")


def with_article(noun: str) -> str:
    """The noun behind `a` or `an`, by how it is spoken.

    >>> with_article("int32 tensor"), with_article("uint8 tensor"), with_article("float32 tensor")
    ('an int32 tensor', 'a uint8 tensor', 'a float32 tensor')
    """
    start = noun.lower()
    vowel = start.startswith(("a", "e", "i", "o", "u")) and not start.startswith(_SPOKEN_WITH_A_CONSONANT)
    return f"{'an' if vowel else 'a'} {noun}"

"""Plans the scratch block for temporaries while code is written, and the slots for owned references."""

from __future__ import annotations

from graphwright.runtime.native.lower.frame.values import Buffer

_ALIGNMENT = 64
_MOST_BYTES = 1 << 62  # no machine has so many bytes: a program that needs more fails as one that needs these

# How much larger than what lives at once the block may become before a better order is looked for, and for how many
# places at most: that takes the square of their number.
_ENOUGH = 1.05
_MOST_ORDERED = 600


class ScratchPlan:
    """Gives out places in the scratch block; what is given back is used again.

    Code is written in the order in which it runs, and inner code of a loop is done before what comes behind it: so
    the places taken at any moment of writing are exactly those in use at that point of the program. The loop IR names
    places by number (`ScratchPointer`); where they lie is decided when all is written: first come, first served, or,
    where that leaves many gaps, the largest first.
    """

    def __init__(self) -> None:
        self._room = 0
        self._free: list[tuple[int, int]] = []  # (offset, size), by offset
        self._live = self._most = 0  # bytes that are taken, and that were at most
        self._now = 0
        self._taken: list[Buffer] = []
        self._spans: list[tuple[int, float]] = []  # of each: when it was taken and given back

    def take(self, size: int) -> Buffer:
        """A place of at least `size` bytes; its offset is not the last word."""
        size = -(-max(size, 1) // _ALIGNMENT) * _ALIGNMENT
        buffer = Buffer(self._allocate(size), size, number=len(self._taken))
        self._taken.append(buffer)
        self._spans.append((self._now, float("inf")))
        self._now += 1
        self._live += size
        self._most = max(self._most, self._live)
        return buffer

    def give_back(self, buffer: Buffer) -> None:
        """A place is free again; it joins its free neighbours."""
        self._insert(buffer.offset, buffer.size)
        self._spans[buffer.number] = self._spans[buffer.number][0], self._now
        self._now += 1
        self._live -= buffer.size

    @property
    def size(self) -> int:
        """The bytes of the whole block."""
        self._lay_out()
        return min(self._room, _MOST_BYTES)

    def offset(self, number: int) -> int:
        """Where the place of this number lies; all places have been taken."""
        self._lay_out()
        return min(self._taken[number].offset, _MOST_BYTES)

    def _lay_out(self) -> None:
        if self._room <= self._most * _ENOUGH or len(self._taken) > _MOST_ORDERED:
            return
        offsets = self._largest_first()
        room = max(offset + b.size for offset, b in zip(offsets, self._taken, strict=True))
        if room < self._room:
            self._room = room
            for offset, buffer in zip(offsets, self._taken, strict=True):
                buffer.offset = offset
        self._most = self._room  # there is nothing better

    def _largest_first(self) -> list[int]:
        """An offset for each place: in the tightest gap between what lies there at the same time."""
        spans = self._spans
        offsets = [0] * len(spans)
        done: list[int] = []
        for number in sorted(range(len(spans)), key=lambda n: (-self._taken[n].size, spans[n])):
            (start, end), size = spans[number], self._taken[number].size
            around = [(offsets[n], self._taken[n].size) for n in done if spans[n][0] < end and start < spans[n][1]]
            best, least, top = None, float("inf"), 0
            for offset, length in sorted(around):
                if size <= offset - top < least:
                    best, least = top, offset - top
                top = max(top, offset + length)
            offsets[number] = top if best is None else best
            done.append(number)
        return offsets

    def _allocate(self, size: int) -> int:
        """The tightest free place, else new room at the end."""
        fitting = [(have, offset) for offset, have in self._free if have >= size]
        if fitting:
            have, offset = min(fitting)
            self._free.remove((offset, have))
            if have > size:
                self._insert(offset + size, have - size)
            return offset
        if self._free and sum(self._free[-1]) == self._room:
            offset, _ = self._free.pop()  # grows the free end
        else:
            offset = self._room
        self._room = offset + size
        return offset

    def _insert(self, offset: int, size: int) -> None:
        free = self._free
        low, high = 0, len(free)
        while low < high:
            middle = (low + high) // 2
            if free[middle][0] < offset:
                low = middle + 1
            else:
                high = middle
        if low < len(free) and offset + size == free[low][0]:
            size += free.pop(low)[1]
        if low and sum(free[low - 1]) == offset:
            offset, before = free.pop(low - 1)
            size, low = size + before, low - 1
        free.insert(low, (offset, size))


class SlotPlan:
    """Gives out the frame's slots; every slot that is not in use holds null."""

    def __init__(self) -> None:
        self.count = 0
        self._free: list[int] = []

    def take(self) -> Buffer:
        """A slot."""
        if self._free:
            return Buffer(slot=self._free.pop())
        self.count += 1
        return Buffer(slot=self.count - 1)

    def give_back(self, buffer: Buffer) -> None:
        """The slot holds null again."""
        assert buffer.slot is not None
        self._free.append(buffer.slot)

"""What the compiler may spend anywhere: text for LLVM, values in registers, steps between polls for signals.

LLVM takes some 0.5 us for a character of optimised code, a millisecond for a loop in a function of its own. Nothing
here depends on the machine: a program has the same form everywhere, and only limits of `limits.py` differ.
"""

from __future__ import annotations

from typing import Final

# code ------------------------------------------------------------------------------------------------------

#: Operations of one fused step, at most. LLVM keeps what does not change in registers across a loop, and spills: very
#: long bodies compile slowly.
STEP_MEMBERS: Final = 256
#: Passes over a tile, at most: each costs a loop, and longer chains are held in registers.
TILE_PASSES: Final = 32
#: Steps, or nests, of one form from which on they share a function.
REPEATED: Final = 4
#: Elements of a nest that is worth a call; in a plan of `LONG_PLAN_STEPS` any is.
CALLED_NEST_ELEMENTS: Final = 64
#: Steps of a plan that is long: its nests become functions.
LONG_PLAN_STEPS: Final = 100
#: Lines of a nest that is worth a call.
CALLED_NEST_LINES: Final = 10
#: Rows of a table that are many: one that needs more to be worth sharing is not shared, as a function takes a while to
#: compile.
MANY_ROWS: Final = 1 << 12
#: Instructions of a body that takes time worth saving to compile, and how many there are for each that computes an
#: element where a body mostly calls.
LONG_BODY_INSTRUCTIONS: Final = 200
CALLING_INSTRUCTIONS: Final = 4
#: Characters of the smallest part of a module, some 20 lines: an object of its own for less does not pay.
PART_CHARACTERS: Final = 700
#: Characters of optimised code that are cut in two for two processors: some 10 ms.
HALVED_CHARACTERS: Final = 20_000
#: Characters of optimised code from which on another thread compiles a part: some 3 ms.
PARALLEL_CHARACTERS: Final = 5000
#: How many times as fast code is compiled at level 0.
QUICK_SPEED: Final = 6

# registers -------------------------------------------------------------------------------------------------

#: Constants that a loop may hold in registers: of 32, eight are for what it computes. With 16 registers LLVM reads some
#: from memory, which costs little.
HELD_CONSTANTS: Final = 24
#: Operations of a chain that leave room for four registers of each value, and for two.
SHORT_CHAIN, LONG_CHAIN = 32, 200
#: Lanes that a routine works on at once: what it holds has to fit.
ROUTINE_LANES: Final = 16

# memory ----------------------------------------------------------------------------------------------------

#: Bytes of a scratch block that is put on the stack, at most: threads of Python may have no more than 512K.
STACK_SCRATCH_BYTES: Final = 16 << 10

# time ------------------------------------------------------------------------------------------------------

#: Steps of nested loops between two looks for signals, some 100 us, and those of a loop of unknown length.
STEPS_BETWEEN_POLLS: Final = 1 << 14
UNKNOWN_STEPS: Final = 1 << 6
#: Calls of a recursive function between two looks for signals.
CALLS_BETWEEN_POLLS: Final = 1 << 10
#: The power of two of rounds between two looks of a loop of numbers; one that does more in a round looks more often.
POLL_BITS: Final = 16
#: Nanoseconds that a call of Python from a program takes at least.
HOST_CALL_NS: Final = 2000.0
#: Nanoseconds of a region of a profile: shorter steps are put together, so that a lap costs less than a twentieth.
REGION_NS: Final = 500.0
#: Work, in elements, that a step of unknown size is taken for.
UNKNOWN_WORK: Final = 1 << 12

// Regular expressions over bytes, in time proportional to the text. `ops/text/_regex_program.py` compiles patterns.
#pragma once

#include "core/text.h"

// An instruction: an operation, two operands, and where to go on.
enum { gw_regex_byte, gw_regex_split, gw_regex_save, gw_regex_assert, gw_regex_match };
struct gw_regex_step {
    int32_t operation, a, b, next;
};

// What an assertion asks for at a position.
enum { gw_regex_text_begin, gw_regex_text_end, gw_regex_line_begin, gw_regex_line_end, gw_regex_word, gw_regex_no_word };

// A pattern, ready to run; null if there is no memory. `backward` is the program of the reversed pattern, or null if the
// pattern has assertions other than those of the text's ends. Bytes of one class are alike for every instruction. The
// programs and classes must stay where they are. One thread uses a pattern at a time.
struct gw_regex *gw_regex_new(const struct gw_regex_step *forward, int64_t size, const struct gw_regex_step *backward,
                              int64_t backward_size, const uint8_t *classes, int64_t class_count);
void gw_regex_free(struct gw_regex *regex);

// Whether each piece matches from its begin to its end. `result[i]` is 2 for a piece that is not valid UTF-8. Returns -1 if
// there is no memory.
int64_t gw_regex_full_match(struct gw_regex *regex, const struct gw_piece *pieces, int64_t count, uint8_t *result);

// Each piece with the first match replaced, or with `everywhere` all. The replacement is a list of `parts`: bytes, or a group
// by its number in `size` where the address is null; `uses_groups` says whether there are any but the whole match. Pieces
// that are not valid UTF-8 are left out. `*room` gets the memory of what is new, for `gw_regex_release`. Returns -1 if there is
// no memory.
int64_t gw_regex_replace(struct gw_regex *regex, const struct gw_piece *parts, int64_t part_count, int64_t uses_groups,
                         int64_t everywhere, const struct gw_piece *pieces, int64_t count, struct gw_piece *result,
                         char **room);
void gw_regex_release(char *room);

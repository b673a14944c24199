// Text: each element of an array is a piece, an address and a size in bytes. Pieces may point into other pieces, so
// splitting and stripping copy nothing; bytes that are new are written into room that the caller provides.
#pragma once

#include <stdint.h>

struct gw_piece {
    _Alignas(8) const char *data;  // null: not computed here
    _Alignas(8) int64_t size;
};

// Whether a byte continues a character of UTF-8.
static inline int gw_continues(char byte) { return (byte & 0xC0) == 0x80; }

// What C and Python call whitespace in ASCII.
static inline int gw_is_space(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

// How many bytes the character at the start of `bytes` has, with its code point; 0 if it is not valid UTF-8: cut off, a
// surrogate, above U+10FFFF, or longer than it has to be (The Unicode Standard, table 3-7).
static inline int64_t gw_character_at(const unsigned char *bytes, int64_t size, int32_t *point) {
    unsigned char first = bytes[0];
    if (first < 0x80) {
        *point = first;
        return 1;
    }
    int64_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (!length || length > size)
        return 0;
    int32_t found = first & (0xFF >> (length + 1));
    for (int64_t at = 1; at < length; at++) {
        if (!gw_continues((char)bytes[at]))
            return 0;
        found = found << 6 | (bytes[at] & 0x3F);
    }
    if ((length == 3 && found < 0x800) || (length == 4 && (found < 0x10000 || found > 0x10FFFF)))
        return 0;
    if (found >= 0xD800 && found < 0xE000)
        return 0;
    *point = found;
    return length;
}

// text_hash.c: FarmHash's fingerprint, and the bucket of each piece, by FarmHash, by MurmurHash or by SipHash with a key of two words

uint64_t gw_fingerprint(const char *text, int64_t size);
void gw_find_buckets(const struct gw_piece *pieces, int64_t count, int64_t buckets, int64_t *result);
void gw_murmur_buckets(const struct gw_piece *pieces, int64_t count, int64_t buckets, int64_t *result);
void gw_sip_buckets(const struct gw_piece *pieces, int64_t count, int64_t buckets, const uint64_t *key,
                    int64_t *result);

// text.c

// The size of each piece, in bytes or in characters of UTF-8.
void gw_text_sizes(const struct gw_piece *pieces, int64_t count, int64_t characters, int32_t *result);

// Each piece with its ASCII letters in lower or upper case; `room` holds as many bytes as all pieces. With `ascii` only
// pieces of ASCII are computed, since the case of other letters depends on their script.
void gw_text_change_case(const struct gw_piece *pieces, int64_t count, int64_t upper, int64_t ascii, char *room,
                            struct gw_piece *result);

// Each piece without whitespace at its ends.
void gw_text_strip(const struct gw_piece *pieces, int64_t count, struct gw_piece *result);

// `sizes[i]` bytes or characters of piece i from `starts[i]` on, which counts from the end if it is negative; `step` is 0 if
// all pieces share one start and size. A negative size takes all bytes, and no characters. Returns the position of the
// first piece that its start is outside of, or -1.
int64_t gw_text_substrings(const struct gw_piece *pieces, int64_t count, const int64_t *starts, const int64_t *sizes,
                           int64_t step, int64_t characters, struct gw_piece *result);

// The tokens between separators, `most` splits at most if that is not negative; without a separator between runs of
// whitespace. `counts` gets the number of each piece's tokens; where `tokens` is null they are only counted. Returns how
// many there are.
int64_t gw_text_split(const struct gw_piece *pieces, int64_t count, const struct gw_piece *separator, int64_t most,
                      int64_t *counts, struct gw_piece *tokens);

// The pieces of each group, joined with a separator between them; `splits` are where groups begin, and the number of pieces.
// `room` holds all bytes, with a separator for each piece.
void gw_text_join(const struct gw_piece *pieces, const int64_t *splits, int64_t count, const struct gw_piece *separator,
                  char *room, struct gw_piece *result);

// The number of each piece among the distinct ones, in order of their first appearance, and where each of these appears
// first. Returns how many there are, or -1 if there is no memory.
int64_t gw_text_unique(const struct gw_piece *pieces, int64_t count, int64_t *numbers, int64_t *first);

// A hash table of `places` positions, a power of two and more than there are keys, for distinct keys; and the position of each
// piece among the keys, or -1.
void gw_text_index(const struct gw_piece *keys, int64_t count, int64_t *table, int64_t places);
void gw_text_find(const struct gw_piece *keys, const int64_t *table, int64_t places, const struct gw_piece *pieces,
                  int64_t count, int64_t *result);

// text_unicode.c

// The characters of each piece of UTF-8, and where in the piece each begins, into room for as many as there are bytes;
// `splits` gets where each piece's characters begin, and their number. Characters below `lowest` become `replacement`, or go
// if that is negative. Returns their number, or -1 if a piece is not valid.
int64_t gw_text_decode(const struct gw_piece *pieces, int64_t count, int64_t lowest, int64_t replacement,
                       int32_t *characters, int64_t *starts, int64_t *splits);

// Each row of code points in UTF-8, or in big-endian UTF-16 or UTF-32, by the `bits` of the encoding; `room` holds 4 bytes for
// each. Returns -1 if one is not valid: a surrogate, negative, or above U+10FFFF.
int64_t gw_text_encode(const int32_t *characters, const int64_t *splits, int64_t count, int64_t bits, char *room,
                       struct gw_piece *result);

// text_numbers.c

// The number that each piece spells in decimal. `done[i]` is 0 for a piece that takes more care: it may be no number, or
// one of many digits.
void gw_text_to_integers(const struct gw_piece *pieces, int64_t count, int64_t least, uint64_t greatest,
                            int64_t *result, uint8_t *done);
void gw_text_to_floats(const struct gw_piece *pieces, int64_t count, int64_t narrow, double *result, uint8_t *done);

// Each integer in decimal, into room for 20 bytes each.
void gw_text_of_integers(const int64_t *numbers, int64_t count, char *room, struct gw_piece *result);

// Each number with `precision` digits after the point, as `%f` prints it, into room for 40 bytes each. Numbers that have
// more than 18 digits in all are left out.
void gw_text_of_floats(const double *numbers, int64_t count, int64_t precision, char *room,
                          struct gw_piece *result);

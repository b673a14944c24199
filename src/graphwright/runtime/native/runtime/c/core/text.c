// Text as bytes: case, whitespace, substrings, tokens.

#include "core/text.h"

#include <stddef.h>
#include <stdlib.h>

void gw_text_sizes(const struct gw_piece *pieces, int64_t count, int64_t characters, int32_t *result) {
    for (int64_t i = 0; i < count; i++) {
        int64_t size = pieces[i].size;
        if (characters)
            for (int64_t at = 0; at < pieces[i].size; at++)
                size -= gw_continues(pieces[i].data[at]);
        result[i] = (int32_t)size;
    }
}

static int is_ascii(const struct gw_piece *piece) {
    char all = 0;
    for (int64_t at = 0; at < piece->size; at++)
        all |= piece->data[at];
    return !(all & 0x80);
}

void gw_text_change_case(const struct gw_piece *pieces, int64_t count, int64_t upper, int64_t ascii, char *room,
                            struct gw_piece *result) {
    const char first = upper ? 'a' : 'A';
    for (int64_t i = 0; i < count; i++) {
        const struct gw_piece *piece = &pieces[i];
        if (ascii && !is_ascii(piece)) {
            result[i] = (struct gw_piece){NULL, 0};
            continue;
        }
        char changes = 0;
        for (int64_t at = 0; at < piece->size; at++) {
            char byte = piece->data[at], is_letter = (unsigned char)(byte - first) < 26;
            room[at] = (char)(byte ^ is_letter << 5);
            changes |= is_letter;
        }
        result[i] = changes ? (struct gw_piece){room, piece->size} : *piece;
        room += piece->size;
    }
}

static struct gw_piece stripped(struct gw_piece piece) {
    while (piece.size && gw_is_space(piece.data[0]))
        piece.data++, piece.size--;
    while (piece.size && gw_is_space(piece.data[piece.size - 1]))
        piece.size--;
    return piece;
}

void gw_text_strip(const struct gw_piece *pieces, int64_t count, struct gw_piece *result) {
    for (int64_t i = 0; i < count; i++)
        result[i] = stripped(pieces[i]);
}

// substrings

static int in_bytes(struct gw_piece piece, int64_t start, int64_t size, struct gw_piece *result) {
    if (start < -piece.size || start > piece.size)
        return 0;
    if (start < 0)
        start += piece.size;
    int64_t rest = piece.size - start;
    *result = (struct gw_piece){piece.data + start, size < 0 || size > rest ? rest : size};
    return 1;
}

// The byte after `wanted` more characters than there are before `at`; negative, the rest that is missing, if the piece ends.
static int64_t after_characters(struct gw_piece piece, int64_t at, int64_t wanted) {
    while (wanted && at < piece.size) {
        do
            at++;
        while (at < piece.size && gw_continues(piece.data[at]));
        wanted--;
    }
    return wanted ? -wanted : at;
}

static int in_characters(struct gw_piece piece, int64_t start, int64_t size, struct gw_piece *result) {
    if (start < 0) {
        int64_t at = piece.size;
        for (; start && at; start++)
            do
                at--;
            while (at && gw_continues(piece.data[at]));
        if (start)
            return 0;
        start = at;
    } else {
        start = after_characters(piece, 0, start);
        if (start < 0)
            return 0;
    }
    int64_t end = after_characters(piece, start, size < 0 ? 0 : size);
    *result = (struct gw_piece){piece.data + start, (end < 0 ? piece.size : end) - start};
    return 1;
}

int64_t gw_text_substrings(const struct gw_piece *pieces, int64_t count, const int64_t *starts, const int64_t *sizes,
                           int64_t step, int64_t characters, struct gw_piece *result) {
    for (int64_t i = 0; i < count; i++) {
        int64_t start = starts[i * step], size = sizes[i * step];
        int found = characters ? in_characters(pieces[i], start, size, &result[i])
                               : in_bytes(pieces[i], start, size, &result[i]);
        if (!found)
            return i;
    }
    return -1;
}

// tokens

static int starts_with(const char *text, struct gw_piece prefix) {
    for (int64_t at = 0; at < prefix.size; at++)
        if (text[at] != prefix.data[at])
            return 0;
    return 1;
}

// Where the next separator begins, from `at` on; -1 if there is none.
static int64_t separator_from(struct gw_piece text, int64_t at, struct gw_piece separator) {
    for (; at + separator.size <= text.size; at++)
        if (starts_with(text.data + at, separator))
            return at;
    return -1;
}

static int64_t between_separators(struct gw_piece text, struct gw_piece separator, int64_t most,
                                  struct gw_piece *tokens) {
    int64_t count = 0, at = 0;
    for (;;) {
        int64_t end = count == most ? -1 : separator_from(text, at, separator);
        if (tokens)
            tokens[count] = (struct gw_piece){text.data + at, (end < 0 ? text.size : end) - at};
        count++;
        if (end < 0)
            return count;
        at = end + separator.size;
    }
}

static int64_t between_spaces(struct gw_piece text, int64_t most, struct gw_piece *tokens) {
    int64_t count = 0, at = 0;
    for (;;) {
        while (at < text.size && gw_is_space(text.data[at]))
            at++;
        if (at == text.size)
            break;
        int64_t end = at;
        while (end < text.size && (count == most || !gw_is_space(text.data[end])))
            end++;
        if (tokens)
            tokens[count] = (struct gw_piece){text.data + at, end - at};
        count++;
        at = end;
    }
    if (count == most) {  // the remainder is a token even if it is blank
        if (tokens)
            tokens[count] = (struct gw_piece){text.data + text.size, 0};
        count++;
    }
    return count;
}

int64_t gw_text_split(const struct gw_piece *pieces, int64_t count, const struct gw_piece *separator, int64_t most,
                      int64_t *counts, struct gw_piece *tokens) {
    int64_t all = 0;
    for (int64_t i = 0; i < count; i++) {
        struct gw_piece *to = tokens ? tokens + all : NULL;
        if (!most) {
            counts[i] = 1;
            if (to)
                *to = pieces[i];
        } else {
            counts[i] = separator->size ? between_separators(pieces[i], *separator, most, to)
                                        : between_spaces(pieces[i], most, to);
        }
        all += counts[i];
    }
    return all;
}

// joining

static char *copied(struct gw_piece piece, char *to) {
    for (int64_t at = 0; at < piece.size; at++)
        to[at] = piece.data[at];
    return to + piece.size;
}

void gw_text_join(const struct gw_piece *pieces, const int64_t *splits, int64_t count, const struct gw_piece *separator,
                  char *room, struct gw_piece *result) {
    for (int64_t i = 0; i < count; i++) {
        char *end = room;
        for (int64_t j = splits[i]; j < splits[i + 1]; j++) {
            if (j > splits[i])
                end = copied(*separator, end);
            end = copied(pieces[j], end);
        }
        result[i] = (struct gw_piece){room, end - room};
        room = end;
    }
}

// hash tables of positions, with linear probing

// Where a piece stands in the table, or a free place for it; -1 in the table is a free one. With `first` the table has numbers of
// distinct pieces, and `first` their positions.
static uint64_t place_of(struct gw_piece piece, const struct gw_piece *keys, const int64_t *first, const int64_t *table,
                         int64_t places) {
    uint64_t mask = (uint64_t)places - 1, place = gw_fingerprint(piece.data, piece.size) & mask;
    for (; table[place] >= 0; place = (place + 1) & mask) {
        struct gw_piece other = keys[first ? first[table[place]] : table[place]];
        if (other.size == piece.size && starts_with(piece.data, other))
            break;
    }
    return place;
}

void gw_text_index(const struct gw_piece *keys, int64_t count, int64_t *table, int64_t places) {
    for (int64_t i = 0; i < places; i++)
        table[i] = -1;
    for (int64_t i = 0; i < count; i++)
        table[place_of(keys[i], keys, NULL, table, places)] = i;
}

void gw_text_find(const struct gw_piece *keys, const int64_t *table, int64_t places, const struct gw_piece *pieces,
                  int64_t count, int64_t *result) {
    for (int64_t i = 0; i < count; i++)
        result[i] = table[place_of(pieces[i], keys, NULL, table, places)];
}

int64_t gw_text_unique(const struct gw_piece *pieces, int64_t count, int64_t *numbers, int64_t *first) {
    int64_t places = 16;
    while (places < 2 * count)
        places *= 2;
    int64_t *table = malloc((size_t)places * sizeof *table);
    if (!table)
        return -1;
    for (int64_t i = 0; i < places; i++)
        table[i] = -1;
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++) {
        uint64_t place = place_of(pieces[i], pieces, first, table, places);
        if (table[place] < 0) {
            first[found] = i;
            table[place] = found++;
        }
        numbers[i] = table[place];
    }
    free(table);
    return found;
}

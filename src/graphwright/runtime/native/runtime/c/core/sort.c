// The largest elements of a row: keys of unsigned integers, smallest first, that are sorted with their positions.
//
// A key has the reverse order of its element, so that the smallest key comes first. Many elements are sorted by the digits
// of their keys, the last digit first, which keeps equal ones in order; a few of many are selected by a heap.

#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "core/library.h"

enum { DIGITS = 256, FEW = 48 };

struct item {
    uint64_t key, position;
};

static uint64_t read_bits(const void *row, int64_t at, int64_t size) {
    switch (size) {
    case 1: return ((const uint8_t *)row)[at];
    case 2: return ((const uint16_t *)row)[at];
    case 4: return ((const uint32_t *)row)[at];
    default: return ((const uint64_t *)row)[at];
    }
}

static void write_bits(void *row, int64_t at, int64_t size, uint64_t bits) {
    switch (size) {
    case 1: ((uint8_t *)row)[at] = (uint8_t)bits; break;
    case 2: ((uint16_t *)row)[at] = (uint16_t)bits; break;
    case 4: ((uint32_t *)row)[at] = (uint32_t)bits; break;
    default: ((uint64_t *)row)[at] = bits;
    }
}

// The bits of infinity: a magnitude beyond it is NaN.
static uint64_t infinity(int64_t kind, int64_t size) {
    if (kind == gw_bfloat)
        return 0x7f80;
    return size == 2 ? 0x7c00 : size == 4 ? 0x7f800000 : 0x7ff0000000000000;
}

// A number of as many bits whose unsigned order is the reverse of the elements'. Zeros are equal, and so are all NaNs.
static uint64_t key_of(uint64_t bits, int64_t kind, int64_t size) {
    uint64_t sign = (uint64_t)1 << (8 * size - 1), all = sign | (sign - 1), ordered = bits;
    if (kind == gw_signed)
        ordered = bits ^ sign;
    if (kind >= gw_floating) {
        uint64_t magnitude = bits & ~sign;
        if (magnitude > infinity(kind, size))
            return 0;
        ordered = bits == sign ? sign : bits & sign ? ~bits & all : bits | sign;
    }
    return ~ordered & all;
}

static inline __attribute__((always_inline)) bool comes_before(struct item a, struct item b) {
    return a.key != b.key ? a.key < b.key : a.position < b.position;
}

static void sort_few(struct item *items, int64_t count) {
    for (int64_t i = 1; i < count; i++) {
        struct item moved = items[i];
        int64_t at = i;
        for (; at > 0 && comes_before(moved, items[at - 1]); at--)
            items[at] = items[at - 1];
        items[at] = moved;
    }
}

// Sorts by the `digits` of the keys; returns where the result is, in `items` or in `other`.
static struct item *sort_by_digits(struct item *items, struct item *other, int64_t count, int64_t digits) {
    for (int64_t digit = 0; digit < digits; digit++) {
        int64_t counts[DIGITS] = {0};
        for (int64_t i = 0; i < count; i++)
            counts[items[i].key >> (8 * digit) & (DIGITS - 1)]++;
        if (counts[items[0].key >> (8 * digit) & (DIGITS - 1)] == count)
            continue;  // all have the same digit here
        int64_t place = 0;
        for (int64_t value = 0; value < DIGITS; value++) {
            int64_t found = counts[value];
            counts[value] = place;
            place += found;
        }
        for (int64_t i = 0; i < count; i++)
            other[counts[items[i].key >> (8 * digit) & (DIGITS - 1)]++] = items[i];
        struct item *sorted = other;
        other = items;
        items = sorted;
    }
    return items;
}

// Moves the first item of a heap, whose first is the last in order, down to its place.
static void sift(struct item *heap, int64_t count) {
    struct item moved = heap[0];
    int64_t at = 0;
    for (int64_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && comes_before(heap[child], heap[child + 1]))
            child++;
        if (!comes_before(moved, heap[child]))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

struct row {
    const void *elements;
    int64_t kind, size;
};

static inline __attribute__((always_inline)) struct item item_at(const struct row *row, int64_t at) {
    return (struct item){key_of(read_bits(row->elements, at, row->size), row->kind, row->size), (uint64_t)at};
}

// Defines `name(elements, at, columns, bound)`: the first place from `at` on, in steps of a vector, where some element may
// be larger than the one at `bound`. An equal one is not: it comes later. NaN is larger than numbers, and equal to NaN.
#define SKIP(name, element, lanes, mask)                                                                    \
    typedef element name##_vector __attribute__((vector_size(lanes * sizeof(element)), aligned(1)));            \
    typedef mask name##_mask __attribute__((vector_size(lanes * sizeof(mask))));                                \
    static int64_t name(const element *elements, int64_t at, int64_t columns, int64_t bound) {                  \
        element least = elements[bound];                                                                        \
        if (least != least)                                                                                     \
            return columns;                                                                                     \
        for (; at + lanes <= columns; at += lanes) {                                                            \
            name##_mask larger = ~(*(const name##_vector *)(elements + at) <= least);                           \
            if (__builtin_reduce_or(larger))                                                                    \
                break;                                                                                          \
        }                                                                                                       \
        return at;                                                                                              \
    }

SKIP(skip_float, float, 16, int32_t)
SKIP(skip_double, double, 8, int64_t)
SKIP(skip_int, int32_t, 16, int32_t)
SKIP(skip_long, int64_t, 8, int64_t)

// Passes over elements that are not among the best, whose last is at `bound`.
static int64_t skip(const struct row *row, int64_t at, int64_t columns, int64_t bound) {
    if (row->size == 4 && row->kind == gw_floating)
        return skip_float(row->elements, at, columns, bound);
    if (row->size == 8 && row->kind == gw_floating)
        return skip_double(row->elements, at, columns, bound);
    if (row->size == 4 && row->kind == gw_signed)
        return skip_int(row->elements, at, columns, bound);
    if (row->size == 8 && row->kind == gw_signed)
        return skip_long(row->elements, at, columns, bound);
    return at;
}

enum { STRIDE = 16 };  // elements looked at one by one before the rest is skipped through again

// The first `count` items in order, by a heap of the best so far.
static void select_few(const struct row *row, struct item *heap, int64_t columns, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        struct item added = item_at(row, i);
        int64_t at = i;
        for (; at > 0 && comes_before(heap[(at - 1) / 2], added); at = (at - 1) / 2)
            heap[at] = heap[(at - 1) / 2];
        heap[at] = added;
    }
    for (int64_t i = count; (i = skip(row, i, columns, (int64_t)heap[0].position)) < columns;) {
        for (int64_t end = min64(i + STRIDE, columns); i < end; i++) {
            struct item found = item_at(row, i);
            if (comes_before(found, heap[0])) {
                heap[0] = found;
                sift(heap, count);
            }
        }
    }
    for (int64_t left = count - 1; left > 0; left--) {
        struct item last = heap[0];
        heap[0] = heap[left];
        sift(heap, left);
        heap[left] = last;
    }
}

int64_t gw_top_k(const void *elements, void *values, void *positions, int64_t columns, int64_t count, int64_t kind,
                 int64_t size, int64_t index_size) {
    if (count > columns)
        return gw_refused;
    if (count <= 0)
        return gw_done;
    struct row row = {elements, kind, size};
    struct item few[FEW], *items = few, *sorted = few, *block = NULL;
    bool all = count > columns / 8 && columns > FEW;
    if (all || (columns > FEW && count > FEW)) {
        items = sorted = block = malloc((size_t)(all ? 2 * columns : count) * sizeof *items);
        if (!block)
            return gw_no_memory;
    }
    if (columns <= FEW || all) {
        for (int64_t i = 0; i < columns; i++)
            items[i] = item_at(&row, i);
        if (all)
            sorted = sort_by_digits(items, items + columns, columns, size);
        else
            sort_few(items, columns);
    } else {
        select_few(&row, items, columns, count);
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t at = (int64_t)sorted[i].position;
        write_bits(values, i, size, read_bits(elements, at, size));
        write_bits(positions, i, index_size, (uint64_t)at);
    }
    free(block);
    return gw_done;
}

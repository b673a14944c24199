// Distinct numbers in order of their first appearance, by a hash table of positions with linear probing.

#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "core/library.h"

static uint64_t element_at(const void *elements, int64_t at, int64_t size) {
    switch (size) {
    case 1: return ((const uint8_t *)elements)[at];
    case 2: return ((const uint16_t *)elements)[at];
    case 4: return ((const uint32_t *)elements)[at];
    default: return ((const uint64_t *)elements)[at];
    }
}

// The finalizer of MurmurHash3: every bit of the element changes every bit of the result (Appleby, 2011).
static uint64_t mixed(uint64_t bits) {
    bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccd;
    bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53;
    return bits ^ bits >> 33;
}

// The bits of the infinity of a floating-point format: what is larger, without its sign, is NaN.
static uint64_t infinity_of(int64_t kind, int64_t size) {
    if (kind == gw_bfloat)
        return 0x7f80;
    return size == 2 ? 0x7c00 : size == 4 ? 0x7f800000 : 0x7ff0000000000000;
}

int64_t gw_unique(const void *elements, int64_t *numbers, int64_t *first, int64_t count, int64_t kind, int64_t size) {
    int64_t places = 16;
    while (places < 2 * count)
        places *= 2;
    int64_t *table = malloc((size_t)places * sizeof *table);  // of numbers; -1: free
    if (!table)
        return -1;
    __builtin_memset(table, -1, (size_t)places * sizeof *table);
    int floats = kind == gw_floating || kind == gw_bfloat;
    uint64_t infinity = infinity_of(kind, size), sign = floats ? (uint64_t)1 << (8 * size - 1) : 0;
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++) {
        uint64_t element = element_at(elements, i, size);
        if (element == sign)
            element = 0;  // both zeros are one number
        if (floats && (element & ~sign) > infinity) {  // NaN equals nothing, itself included
            first[found] = i;
            numbers[i] = found++;
            continue;
        }
        uint64_t place = mixed(element) & (uint64_t)(places - 1);
        while (table[place] >= 0) {
            uint64_t other = element_at(elements, first[table[place]], size);
            if (other == element || (!element && other == sign))
                break;
            place = (place + 1) & (uint64_t)(places - 1);
        }
        if (table[place] < 0) {
            first[found] = i;
            table[place] = found++;
        }
        numbers[i] = table[place];
    }
    free(table);
    return found;
}

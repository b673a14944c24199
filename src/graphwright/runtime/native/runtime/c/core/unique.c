// Distinct integers in order of their first appearance, by a hash table of positions with linear probing.

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

int64_t gw_unique(const void *elements, int64_t *numbers, int64_t *first, int64_t count, int64_t size) {
    int64_t places = 16;
    while (places < 2 * count)
        places *= 2;
    int64_t *table = malloc((size_t)places * sizeof *table);  // of numbers; -1: free
    if (!table)
        return -1;
    __builtin_memset(table, -1, (size_t)places * sizeof *table);
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++) {
        uint64_t element = element_at(elements, i, size);
        uint64_t place = mixed(element) & (uint64_t)(places - 1);
        while (table[place] >= 0 && element_at(elements, first[table[place]], size) != element)
            place = (place + 1) & (uint64_t)(places - 1);
        if (table[place] < 0) {
            first[found] = i;
            table[place] = found++;
        }
        numbers[i] = table[place];
    }
    free(table);
    return found;
}

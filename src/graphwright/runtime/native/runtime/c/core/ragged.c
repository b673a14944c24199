// Rows of different lengths, as rows of one length.

#include <stdint.h>

#include "core/core.h"
#include "core/library.h"

// No calls of library functions, whose texts differ between targets.
static void copy_bytes(char *to, const char *from, int64_t count) {
    int64_t at = 0;
    for (; at + 32 <= count; at += 32)
        __builtin_memcpy(to + at, from + at, 32);
    for (; at + 4 <= count; at += 4)
        __builtin_memcpy(to + at, from + at, 4);
    for (; at < count; at++)
        to[at] = from[at];
}

// Fills `count` bytes with copies of `size` bytes; each copy doubles what is there.
static void fill_bytes(char *to, const char *from, int64_t size, int64_t count) {
    if (count <= 0)
        return;
    copy_bytes(to, from, size < count ? size : count);
    for (int64_t done = size; done < count; done *= 2)
        copy_bytes(to + done, to, done < count - done ? done : count - done);
}

int64_t gw_pad_rows(const void *values, const void *fill, const void *splits, const int64_t *wanted, void *padded,
                    int64_t fill_count, int64_t ends, int64_t rows, int64_t width, int64_t inner, int64_t size,
                    int64_t split_size) {
    int64_t element = inner * size, line = width * element;
    if (!element || !width)
        return gw_done;
    for (int64_t row = 0; row < rows; row++) {
        int64_t first = 0, count = 0;
        if (row + 1 < ends) {
            first = split_size == 4 ? ((const int32_t *)splits)[row] : ((const int64_t *)splits)[row];
            count = (split_size == 4 ? ((const int32_t *)splits)[row + 1] : ((const int64_t *)splits)[row + 1]) - first;
        }
        int64_t kept = count < width ? count : width;
        char *to = (char *)padded + row * line;
        copy_bytes(to, (const char *)values + first * element, kept * element);
        fill_bytes(to + kept * element, fill, fill_count * size, line - kept * element);
    }
    return gw_done;
}

// Matrices with rows and columns swapped, in blocks whose lines stay in the cache.

#include <stdint.h>

#include "core/core.h"
#include "core/library.h"

enum { BLOCK = 32 };

// Defines `name(from, to, rows, columns, from_step, to_step)` for elements of one size: element `[i, j]` of `from`, whose rows
// are `from_step` elements apart, becomes `[j, i]` of `to`.
#define TRANSPOSE(name, element)                                                                                     \
    static void name(const element *from, element *to, int64_t rows, int64_t columns, int64_t from_step,             \
                     int64_t to_step) {                                                                              \
        for (int64_t top = 0; top < rows; top += BLOCK) {                                                            \
            int64_t bottom = top + BLOCK < rows ? top + BLOCK : rows;                                                \
            for (int64_t left = 0; left < columns; left += BLOCK) {                                                  \
                int64_t right = left + BLOCK < columns ? left + BLOCK : columns;                                     \
                for (int64_t j = left; j < right; j++)                                                               \
                    for (int64_t i = top; i < bottom; i++)                                                           \
                        to[j * to_step + i] = from[i * from_step + j];                                               \
            }                                                                                                        \
        }                                                                                                            \
    }

struct wide {
    uint64_t parts[2];
};

TRANSPOSE(transpose_1, uint8_t)
TRANSPOSE(transpose_2, uint16_t)
TRANSPOSE(transpose_8, uint64_t)
TRANSPOSE(transpose_16, struct wide)

typedef float floats4 __attribute__((vector_size(16), aligned(4)));

// Four by four elements of 4 bytes.
static inline __attribute__((always_inline)) void transpose_tile(const float *from, float *to, int64_t from_step,
                                                                 int64_t to_step) {
    floats4 a = *(const floats4 *)from, b = *(const floats4 *)(from + from_step);
    floats4 c = *(const floats4 *)(from + 2 * from_step), d = *(const floats4 *)(from + 3 * from_step);
    floats4 ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    floats4 ef = __builtin_shufflevector(a, b, 2, 6, 3, 7), gh = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    *(floats4 *)to = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
    *(floats4 *)(to + to_step) = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
    *(floats4 *)(to + 2 * to_step) = __builtin_shufflevector(ef, gh, 0, 1, 4, 5);
    *(floats4 *)(to + 3 * to_step) = __builtin_shufflevector(ef, gh, 2, 3, 6, 7);
}

// A line of the cache has sixteen elements of 4 bytes.
enum { ROWS = 32, COLUMNS = 16 };

static void transpose_4(const float *from, float *to, int64_t rows, int64_t columns, int64_t from_step, int64_t to_step) {
    int64_t whole_rows = rows - rows % 4, whole_columns = columns - columns % 4;
    for (int64_t left = 0; left < whole_columns; left += COLUMNS) {
        int64_t right = left + COLUMNS < whole_columns ? left + COLUMNS : whole_columns;
        for (int64_t top = 0; top < whole_rows; top += ROWS) {
            int64_t bottom = top + ROWS < whole_rows ? top + ROWS : whole_rows;
            for (int64_t j = left; j < right; j += 4)
                for (int64_t i = top; i < bottom; i += 4)
                    transpose_tile(from + i * from_step + j, to + j * to_step + i, from_step, to_step);
        }
    }
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = j < whole_columns ? whole_rows : 0; i < rows; i++)
            to[j * to_step + i] = from[i * from_step + j];
}

int64_t gw_transpose(const void *from, void *to, int64_t rows, int64_t columns, int64_t from_step, int64_t to_step,
                     int64_t size) {
    switch (size) {
    case 1: transpose_1(from, to, rows, columns, from_step, to_step); break;
    case 2: transpose_2(from, to, rows, columns, from_step, to_step); break;
    case 4: transpose_4(from, to, rows, columns, from_step, to_step); break;
    case 8: transpose_8(from, to, rows, columns, from_step, to_step); break;
    default: transpose_16(from, to, rows, columns, from_step, to_step);
    }
    return gw_done;
}

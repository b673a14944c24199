// Calls with an arena of the caller's: no memory comes from the system, and one that is too small is a code. Built twice:
// with functions that count what is allocated, and with the address sanitiser.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

#define CHECK(condition)                                                     \
    do {                                                                     \
        if (!(condition)) {                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);  \
            exit(1);                                                         \
        }                                                                    \
    } while (0)

static long allocations;

#if defined(COUNTED)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void *counted(void *block) {
    __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED);
    return block;
}
void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *realloc(void *block, size_t size) { return counted(__libc_realloc(block, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = counted(__libc_memalign(alignment, size));
    return *block ? 0 : 12;
}
#endif

enum { ROWS = 300, PIXELS = 20 * 20 * 3, CANARY = 4096 };

static float x[ROWS * PIXELS];
static float expected[4][ROWS * 64];

static memory_inputs inputs_of(int64_t rows) {
    memory_inputs inputs = {.x = x, .x_size0 = rows};
    return inputs;
}

// Calls, with results in memory of the handle; those of the arena are compared with those without.
static int call(memory_handle *handle, int64_t rows, float *scores) {
    memory_inputs inputs = inputs_of(rows);
    memory_outputs outputs = {0};
    int code = memory_run(handle, &inputs, &outputs);
    if (!code)
        memcpy(scores, outputs.scores, sizeof *scores * (size_t)rows * 8);
    return code;
}

static void check_calls(const int threads, int64_t rows) {
    memory_handle *plain, *handle;
    memory_set_threads(threads);
    CHECK(!memory_create(NULL, &plain) && !memory_create(NULL, &handle));
    for (int i = 0; i < 4; i++)
        CHECK(!call(plain, rows, expected[i]));
    int64_t bytes = 0;
    memory_inputs sizes = {.x = rows == 1 ? NULL : x, .x_size0 = rows};
    CHECK(!memory_arena_size(handle, &sizes, &bytes) && bytes > 0);
    char *arena = malloc((size_t)bytes + CANARY);
    memset(arena, 0x5a, (size_t)bytes + CANARY);
    CHECK(!memory_set_arena(handle, arena, bytes));
    static float found[ROWS * 64];
    for (int i = 0; i < 4; i++) {
        long before = allocations;
        CHECK(!call(handle, rows, found));
        CHECK(allocations == before || (threads > 1 && i == 0));  // threads begin with the first call
        CHECK(!memcmp(found, expected[i], sizeof *found * (size_t)rows * 8));
    }
    for (int i = 0; i < CANARY; i++)
        CHECK(arena[bytes + i] == 0x5a);
    // out of the arena again, with the variables
    CHECK(!memory_set_arena(handle, NULL, 0));
    memset(arena, 0x77, (size_t)bytes);
    CHECK(!call(handle, rows, found) && !call(plain, rows, expected[0]));
    CHECK(!memcmp(found, expected[0], sizeof *found * (size_t)rows * 8));
    memory_destroy(plain);
    memory_destroy(handle);
    free(arena);
}

static void check_small_arenas(int64_t rows) {
    memory_handle *handle;
    static float found[ROWS * 64];
    CHECK(!memory_create(NULL, &handle));
    CHECK(!call(handle, rows, found));
    int64_t bytes;
    memory_inputs inputs = inputs_of(rows);
    CHECK(!memory_arena_size(handle, &inputs, &bytes));
    char *arena = malloc((size_t)bytes);
    int refused = 0;
    for (int64_t size = 0; size < bytes; size += bytes / 60 + 1) {
        int code = memory_set_arena(handle, arena, size);
        CHECK(code == MEMORY_OK || code == MEMORY_OUT_OF_MEMORY);
        code = call(handle, rows, found);
        CHECK(code == MEMORY_OK || code == MEMORY_OUT_OF_MEMORY);
        CHECK(!code || strlen(memory_error(handle)) > 0);
        refused += code != 0;
        CHECK(!memory_set_arena(handle, NULL, 0));
    }
    CHECK(refused > 10);
    CHECK(!memory_set_arena(handle, arena, bytes) && !call(handle, rows, found));
    CHECK(memory_set_arena(handle, arena, -1) == MEMORY_INVALID_ARGUMENT);
    CHECK(memory_set_arena(NULL, arena, bytes) == MEMORY_INVALID_ARGUMENT);
    CHECK(memory_arena_size(NULL, &inputs, &bytes) == MEMORY_INVALID_ARGUMENT);
    CHECK(memory_arena_size(handle, NULL, &bytes) == MEMORY_INVALID_ARGUMENT);
    CHECK(memory_arena_size(handle, &inputs, NULL) == MEMORY_INVALID_ARGUMENT);
    inputs.x_size0 = -3;
    CHECK(memory_arena_size(handle, &inputs, &bytes) == MEMORY_INVALID_ARGUMENT);
    inputs.x_size0 = INT64_MAX / 2;
    inputs.x = NULL;
    CHECK(memory_arena_size(handle, &inputs, &bytes) == MEMORY_INVALID_ARGUMENT);
    memory_destroy(handle);
    free(arena);
}

int main(void) {
    for (int64_t i = 0; i < ROWS * PIXELS; i++)
        x[i] = (float)(i * 7919 % 1009) / 1009 - 0.5f;
    check_calls(1, 1);
    check_calls(1, ROWS);
    check_calls(2, ROWS);
    check_calls(3, 40);
    memory_set_threads(2);
    check_small_arenas(40);
    return 0;
}

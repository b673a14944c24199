// The part of the runtime that knows nothing of Python: threads, large blocks of memory, time.
//
// What is declared here is called by compiled programs, and would serve them in a process without an interpreter. Whoever
// embeds the runtime provides `gw_look`.
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "../numbers.h"

// thread_pool.c

typedef void gw_chunk_function(void *argument, int64_t chunk);

// Calls `run(argument, i)` for every `i` below `chunks`, in any order and in several threads at once.
void gw_split(gw_chunk_function *run, void *argument, int64_t chunks);

// False once the call that this thread works for was interrupted: what is left of its work is not needed.
bool gw_goes_on(void);

// Provided by the embedder: whether the call that this thread is in was interrupted. Asked between chunks of long work,
// in any thread; only ever true in the thread that handles signals.
bool gw_look(void);

// block_allocator.c

// At least `size` bytes at a multiple of 64; null where there is no memory. `gw_block_give` gets the same size.
void *gw_block_take(int64_t size);
void gw_block_give(void *block, int64_t size);

static inline int64_t monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }

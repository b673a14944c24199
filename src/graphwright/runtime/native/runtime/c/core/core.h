// The part of the runtime that knows nothing of Python: threads, memory, the depth of calls.
//
// Compiled programs call what is declared here, and could do so in a process without an interpreter. Whoever embeds the
// runtime provides three functions: `gw_look`, `gw_out_of_memory` and `gw_recursion_limit`.
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "numbers.h"

// thread_pool.c

typedef void gw_chunk_function(void *argument, int64_t chunk);

// Calls `run(argument, i)` for every `i` below `chunks`, in any order and in several threads at once.
void gw_split(gw_chunk_function *run, void *argument, int64_t chunks);

// How many threads may work for a call, the caller's included.
int64_t gw_sharers(void);

// False once the call that this thread works for was interrupted: what is left of its work is not needed.
bool gw_goes_on(void);

// Provided by the embedder: whether the call that this thread is in was interrupted. Asked between chunks of long work,
// in any thread; only ever true in the thread that handles signals.
bool gw_look(void);

// block_allocator.c

// At least `size` bytes at a multiple of 64; null where there is no memory. `gw_block_give` gets the same size.
void *gw_block_take(int64_t size);
void gw_block_give(void *block, int64_t size);

// scratch_memory.c

// A block of a program's own; null, with the error reported, where there is no memory.
void *gw_make_scratch(int64_t size);

// The block kept at `*kept`, or a new one; `gw_leave_scratch` keeps it for the next call.
void *gw_take_scratch(_Atomic(void *) *kept, int64_t size);
void gw_leave_scratch(_Atomic(void *) *kept, void *block);

// Provided by the embedder: reports that there is no memory, as the error of this thread's call.
void gw_out_of_memory(void);

// region_timers.c

struct laps;
struct region;

// What a program that is compiled for a profile calls: at its begin, behind each region, and for regions whose sizes are
// known only when they run.
void gw_begin_laps(struct laps *laps, struct region *regions);
void gw_lap(struct laps *laps, int64_t number, int64_t calls);
void gw_count_work(struct laps *laps, int64_t number, int64_t bytes, int64_t operations);

// call_depth.c

struct gw_depth {
    int64_t level;    // of calls that this thread is in
    int64_t limit;    // from which level on there is none
    char *stack_end;  // how far down the stack they may go
};

struct gw_depth *gw_depth(void);

// Provided by the embedder: how deep calls may be.
int64_t gw_recursion_limit(void);

static inline int64_t monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }

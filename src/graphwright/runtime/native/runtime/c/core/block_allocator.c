// Large blocks of memory, used again; `block_allocator.py` describes which blocks are kept and for how long.
//
// Nobody waits for the cache of free blocks: a thread that finds another one in it, as a forked child may for good, asks
// the system.

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/core.h"

DECLARE_NUMBER(large_block);  // bytes from which on NumPy's arrays are blocks of this allocator

enum {
    SLOTS = 32,                // free blocks at once
    MAX_AGE = 256,             // blocks that come back while a free one waits, before that one goes
    PEAK_DECAY = 10,           // with each block that comes back the peak decays by one part in 2 to this power
    ALIGNMENT = 64,
    PAGE = 4096,
    HUGE_PAGES = 4 << 20,      // bytes from which on pages of 2 MB are asked for, as NumPy does
    RECLAIMABLE = 32 << 20,    // bytes from which on the system may take the pages of a free block
    ALWAYS_KEPT = 64 << 20,    // bytes of blocks in use and free that are no reason to free any
};

// Read and set from Python too.
int64_t gw_blocks_limit;           // bytes that may be free
int64_t gw_blocks_free;            // bytes that are
_Atomic int64_t gw_blocks_in_use;  // bytes
int64_t gw_blocks_requested;       // blocks so far
int64_t gw_blocks_reused;          // of these, blocks that had been free

struct free_block {
    void *block;
    int64_t size;   // 0: the slot is empty
    int64_t freed;  // when, by `clock`
};

static struct {
    _Atomic int64_t busy;  // whether a thread is at work on what follows
    int64_t clock;         // blocks that came back so far
    int64_t peak;          // most bytes in use at once of late
    struct free_block slots[SLOTS];
} blocks;

static bool try_lock(void) { return atomic_exchange_explicit(&blocks.busy, 1, memory_order_acquire) == 0; }
static void unlock(void) { atomic_store_explicit(&blocks.busy, 0, memory_order_release); }

// Eight sizes between a power of two and the next.
static int64_t block_size(int64_t size) {
    size = max64(size, ALIGNMENT);
    int64_t step = (int64_t)1 << (60 - __builtin_clzll((uint64_t)size - 1));
    return (size + step - 1) & -step;
}

#if defined(MADV_HUGEPAGE)
static const int expect_huge_pages = MADV_HUGEPAGE;
#else
static const int expect_huge_pages = -1;
#endif
#if defined(MADV_FREE)
static const int take_when_short = MADV_FREE;
#else
static const int take_when_short = -1;
#endif

// For the whole pages of a block.
static void advise(void *block, int64_t size, int advice) {
    if (advice < 0)
        return;
    uintptr_t from = ((uintptr_t)block + PAGE - 1) & -(uintptr_t)PAGE;
    uintptr_t to = ((uintptr_t)block + (uintptr_t)size) & -(uintptr_t)PAGE;
    madvise((void *)from, to - from, advice);
}

// Frees the oldest blocks until at most `bytes` and `count` blocks wait, none of them for too long. Gives an empty slot,
// if there is one. The lock is held.
static struct free_block *make_room(int64_t bytes, int64_t count) {
    for (;;) {
        struct free_block *empty = NULL, *oldest = NULL;
        int64_t waiting = 0;
        for (struct free_block *slot = blocks.slots; slot < blocks.slots + SLOTS; slot++) {
            if (!slot->size) {
                empty = slot;
                continue;
            }
            waiting++;
            if (!oldest || slot->freed < oldest->freed)
                oldest = slot;
        }
        if (!oldest)
            return empty;
        if (gw_blocks_free <= bytes && waiting <= count && blocks.clock - oldest->freed <= MAX_AGE)
            return empty;
        gw_blocks_free -= oldest->size;
        oldest->size = 0;
        free(oldest->block);
    }
}

static void keep_at_most(int64_t bytes) {
    if (try_lock()) {
        make_room(bytes, SLOTS);
        unlock();
    }
}

void gw_blocks_trim(void) { keep_at_most(gw_blocks_limit); }

// Free blocks may take as much as is missing to five quarters of the peak: a small program with open sizes, whose blocks
// all have other sizes, may keep each of them.
static int64_t unused_peak(int64_t in_use) { return max64(blocks.peak + blocks.peak / 4, ALWAYS_KEPT) - in_use; }

// The latest free block of this size. The lock is held.
static void *reuse(int64_t size, int64_t in_use) {
    struct free_block *latest = NULL;
    blocks.peak = max64(blocks.peak, in_use);
    for (struct free_block *slot = blocks.slots; slot < blocks.slots + SLOTS; slot++)
        if (slot->size == size && (!latest || slot->freed > latest->freed))
            latest = slot;
    gw_blocks_requested++;
    if (!latest) {
        make_room(unused_peak(in_use), SLOTS);
        return NULL;
    }
    gw_blocks_reused++;
    gw_blocks_free -= size;
    latest->size = 0;
    return latest->block;
}

static void *from_system(int64_t size) {
    void *block = aligned_alloc(ALIGNMENT, (size_t)size);
    if (!block) {
        keep_at_most(0);
        return aligned_alloc(ALIGNMENT, (size_t)size);
    }
    if (size >= HUGE_PAGES)
        advise(block, size, expect_huge_pages);
    return block;
}

// A free block of this size, which counts as in use from here on; NULL where there is none.
static void *reused(int64_t size) {
    int64_t in_use = atomic_fetch_add_explicit(&gw_blocks_in_use, size, memory_order_relaxed) + size;
    void *block = NULL;
    if (try_lock()) {
        block = reuse(size, in_use);
        unlock();
    }
    return block;
}

// The block, or NULL where the system had none, which is not in use after all.
static void *counted(void *block, int64_t size) {
    if (!block)
        atomic_fetch_sub_explicit(&gw_blocks_in_use, size, memory_order_relaxed);
    return block;
}

void *gw_block_take(int64_t asked) {
    int64_t size = block_size(asked);
    void *block = reused(size);
    return counted(block ? block : from_system(size), size);
}

// The lock is held.
static void keep(void *block, int64_t size, int64_t in_use_before) {
    int64_t now = ++blocks.clock;
    blocks.peak = max64(blocks.peak - (blocks.peak >> PEAK_DECAY), in_use_before);
    int64_t room = min64(unused_peak(in_use_before), gw_blocks_limit - size);
    *make_room(room, SLOTS - 1) = (struct free_block){block, size, now};
    gw_blocks_free += size;
    if (size >= RECLAIMABLE)
        advise(block, size, take_when_short);
}

void gw_block_give(void *block, int64_t asked) {
    if (!block)
        return;
    int64_t size = block_size(asked);
    int64_t in_use_before = atomic_fetch_sub_explicit(&gw_blocks_in_use, size, memory_order_relaxed);
    bool aligned = (uintptr_t)block % ALIGNMENT == 0;  // not so where an array was resized
    if (!aligned || size > gw_blocks_limit || !try_lock()) {
        free(block);
        return;
    }
    keep(block, size, in_use_before);
    unlock();
}

// What NumPy allocates the memory of arrays with. The first argument is the handler's own, which is not used.

static size_t array_bytes(size_t size) {
    if (size >= (size_t)NUMBER(large_block))
        return (size_t)block_size((int64_t)size);
    return size ? size : 1;
}

void *gw_array_malloc(void *unused, size_t size) {
    return size >= (size_t)NUMBER(large_block) ? gw_block_take((int64_t)size) : malloc(size ? size : 1);
}

// To clear a free block takes a fraction of what clean pages take, which the system maps one by one.
void *gw_array_calloc(void *unused, size_t count, size_t size) {
    size_t asked = count * size;
    if (asked < (size_t)NUMBER(large_block))
        return calloc(1, asked ? asked : 1);
    int64_t whole = block_size((int64_t)asked);
    void *block = reused(whole);
    return counted(block ? memset(block, 0, asked) : calloc(1, (size_t)whole), whole);
}

void *gw_array_realloc(void *unused, void *block, size_t size) { return realloc(block, array_bytes(size)); }

void gw_array_free(void *unused, void *block, size_t size) {
    if (size >= (size_t)NUMBER(large_block))
        gw_block_give(block, (int64_t)size);
    else
        free(block);
}

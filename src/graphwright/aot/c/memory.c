// A handle's memory: blocks that are kept for the next request of their size, and freed with the handle.
//
// A program asks for the same sizes in every call, so from the second call on nothing comes from the system; with an arena
// of the caller's nothing ever does. Threads that share the work of a call take from a store of their own, under a lock.

#include <stdlib.h>
#include <string.h>

#include "library.h"

enum { HEADER = 64, ALIGNMENT = 64 };

GW_THREAD_LOCAL bool gw_in_chunk;

struct gw_block {
    struct gw_store *store;      // null: it came from the system because the arena had no more
    struct gw_block *next;       // of all blocks from the system
    struct gw_block *next_free;  // of its size
    int64_t size_class;
};

// Eight sizes between a power of two and the next.
static int64_t class_of(int64_t size, int64_t *rounded) {
    if (size < ALIGNMENT)
        size = ALIGNMENT;
    int64_t shift = 60 - __builtin_clzll((uint64_t)size - 1), step = (int64_t)1 << shift;
    int64_t steps = (size + step - 1) >> shift;  // 8 < steps <= 16
    *rounded = steps << shift;
    return 8 * (shift - 2) + steps - 9;
}

static char *aligned(char *address) { return (char *)(((uintptr_t)address + ALIGNMENT - 1) & -(uintptr_t)ALIGNMENT); }

// The address that the system gave lies right before the block.
static struct gw_block *from_system(int64_t bytes) {
    char *start = malloc((size_t)bytes + ALIGNMENT + sizeof(void *));
    if (!start)
        return NULL;
    char *block = aligned(start + sizeof(void *));
    ((void **)block)[-1] = start;
    return (struct gw_block *)block;
}

static void to_system(struct gw_block *block) { free(((void **)block)[-1]); }

static struct gw_block *from_arena(struct gw_arena *arena, int64_t bytes) {
    int64_t used = __atomic_load_n(&arena->used, __ATOMIC_RELAXED);
    do {
        if (bytes > arena->size - used)
            return NULL;
    } while (!__atomic_compare_exchange_n(&arena->used, &used, used + bytes, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return (struct gw_block *)(arena->start + used);
}

// A new block for a store; `bytes` is a multiple of the alignment.
static struct gw_block *new_block(struct gw_handle *handle, struct gw_store *store, int64_t bytes) {
    if (handle->arena.start && store != &handle->fixed) {
        struct gw_block *block = from_arena(&handle->arena, bytes);
        if (!block)
            return NULL;
        block->store = store;
        store->taken += bytes;
        return block;
    }
    struct gw_block *block = from_system(bytes);
    if (!block)
        return NULL;
    block->store = store;
    block->next = store->blocks;
    store->blocks = block;
    store->taken += bytes + ALIGNMENT + (int64_t)sizeof(void *);
    return block;
}

// Where compiled code cannot fail, the call does, at its end.
static struct gw_block *beyond_arena(struct gw_handle *handle, int64_t bytes) {
    __atomic_store_n(&handle->arena.is_short, true, __ATOMIC_RELAXED);
    struct gw_block *block = from_system(bytes);
    if (block)
        block->store = NULL;
    return block;
}

static void *take(struct gw_handle *handle, struct gw_store *store, int64_t size, bool may_fail) {
    if (size < 0 || size > (int64_t)(PTRDIFF_MAX / 2))
        return NULL;
    int64_t rounded, number = class_of(size, &rounded);
    if (number < 0 || number >= GW_SIZE_CLASSES)
        return NULL;
    struct gw_block *block = store->free_blocks[number];
    if (block) {
        store->free_blocks[number] = block->next_free;
        return (char *)block + HEADER;
    }
    int64_t bytes = (rounded + HEADER + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    block = new_block(handle, store, bytes);
    if (!block && !may_fail && handle->arena.start)
        block = beyond_arena(handle, bytes);
    if (!block)
        return NULL;
    block->size_class = number;
    return (char *)block + HEADER;
}

static void lock(struct gw_handle *handle) {
    while (__atomic_test_and_set(&handle->chunk_lock, __ATOMIC_ACQUIRE))
        ;
}

static void unlock(struct gw_handle *handle) { __atomic_clear(&handle->chunk_lock, __ATOMIC_RELEASE); }

static void *take_here(struct gw_handle *handle, int64_t size, bool may_fail) {
    if (!gw_in_chunk)
        return take(handle, &handle->store, size, may_fail);
    lock(handle);
    void *block = take(handle, &handle->chunks, size, may_fail);
    unlock(handle);
    return block;
}

void *gw_take(struct gw_handle *handle, int64_t size) { return take_here(handle, size, true); }

static void give(struct gw_store *store, struct gw_block *block) {
    block->next_free = store->free_blocks[block->size_class];
    store->free_blocks[block->size_class] = block;
}

void gw_give(struct gw_handle *handle, void *memory) {
    if (!memory)
        return;
    struct gw_block *block = (struct gw_block *)((char *)memory - HEADER);
    if (!block->store) {
        to_system(block);
    } else if (block->store == &handle->chunks) {
        lock(handle);
        give(block->store, block);
        unlock(handle);
    } else {
        give(block->store, block);
    }
}

void *gw_take_fixed(struct gw_handle *handle, int64_t size) { return take(handle, &handle->fixed, size, true); }

void gw_empty(struct gw_store *store) {
    struct gw_block *block = store->blocks;
    while (block) {
        struct gw_block *next = block->next;
        to_system(block);
        block = next;
    }
    memset(store, 0, sizeof *store);
}

void gw_set_arena_memory(struct gw_arena *arena, void *memory, int64_t bytes) {
    char *start = aligned(memory), *end = (char *)memory + bytes;
    *arena = (struct gw_arena){.start = memory ? start : NULL, .size = memory && end > start ? end - start : 0};
}

// What compiled code calls: scratch blocks, and memory that threads of the pool take.

void gw_c_PyErr_NoMemory(void);

void *gw_block_take(int64_t size) { return gw_take(gw_current, size); }
void gw_block_give(void *block, int64_t size) {
    (void)size;
    gw_give(gw_current, block);
}

// Kernels cannot fail for lack of memory.
void *gw_c_malloc(int64_t size) { return take_here(gw_current, size, false); }

void *gw_c_aligned_alloc(int64_t alignment, int64_t size) {
    (void)alignment;
    return gw_c_malloc(size);
}

void *gw_c_calloc(int64_t count, int64_t size) {
    int64_t bytes;
    void *block = __builtin_mul_overflow(count, size, &bytes) ? NULL : gw_c_malloc(bytes);
    return block ? memset(block, 0, (size_t)bytes) : NULL;
}

// What all handles share, and keep as long as the library is there, is the system's.
void *gw_c_realloc(void *block, int64_t size) { return realloc(block, (size_t)size); }

void gw_c_free(void *block) { gw_give(gw_current, block); }

void *gw_make_scratch(int64_t size) {
    void *block = gw_take(gw_current, size);
    if (!block)
        gw_c_PyErr_NoMemory();
    return block;
}

// The block of a program's temporaries is kept between calls.
void *gw_take_scratch(void **kept, int64_t size) {
    void *block = *kept;
    *kept = NULL;
    return block ? block : gw_make_scratch(size);
}

void gw_leave_scratch(void **kept, void *block) {
    gw_give(gw_current, *kept);
    *kept = block;
}

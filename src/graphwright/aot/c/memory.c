// A handle's memory: blocks that are kept for the next request of their size, and freed with the handle.
//
// A program asks for the same sizes in every call, so from the second call on nothing comes from the system.

#include <stdlib.h>
#include <string.h>

#include "library.h"

enum { HEADER = 64, ALIGNMENT = 64 };

struct gw_block {
    struct gw_block *next;       // of all blocks
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

void *gw_take(struct gw_handle *handle, int64_t size) {
    if (size < 0 || size > (int64_t)(PTRDIFF_MAX / 2))
        return NULL;
    int64_t rounded, number = class_of(size, &rounded);
    if (number < 0 || number >= GW_SIZE_CLASSES)
        return NULL;
    struct gw_block *block = handle->free_blocks[number];
    if (block) {
        handle->free_blocks[number] = block->next_free;
        return (char *)block + HEADER;
    }
    // the address that the system gave lies right before the block
    char *start = malloc((size_t)rounded + HEADER + ALIGNMENT + sizeof(void *));
    if (!start)
        return NULL;
    block = (struct gw_block *)(((uintptr_t)start + sizeof(void *) + ALIGNMENT - 1) & -(uintptr_t)ALIGNMENT);
    ((void **)block)[-1] = start;
    block->size_class = number;
    block->next = handle->blocks;
    handle->blocks = block;
    handle->memory += rounded + HEADER + ALIGNMENT + (int64_t)sizeof(void *);
    return (char *)block + HEADER;
}

void gw_give(struct gw_handle *handle, void *memory) {
    if (!memory)
        return;
    struct gw_block *block = (struct gw_block *)((char *)memory - HEADER);
    block->next_free = handle->free_blocks[block->size_class];
    handle->free_blocks[block->size_class] = block;
}

void gw_free_all(struct gw_handle *handle) {
    struct gw_block *block = handle->blocks;
    while (block) {
        struct gw_block *next = block->next;
        free(((void **)block)[-1]);
        block = next;
    }
    handle->blocks = NULL;
}

// What compiled code calls: scratch blocks, and memory that threads of the pool take.

void gw_c_PyErr_NoMemory(void);

void *gw_block_take(int64_t size) { return gw_take(gw_current, size); }
void gw_block_give(void *block, int64_t size) {
    (void)size;
    gw_give(gw_current, block);
}

// Any of these may be freed by `gw_c_free`: the address that the system gave lies right before the block.
void *gw_c_aligned_alloc(int64_t alignment, int64_t size) {
    (void)alignment;
    if (size < 0 || size > (int64_t)(PTRDIFF_MAX / 2))
        return NULL;
    char *start = malloc((size_t)size + ALIGNMENT + sizeof(void *));
    if (!start)
        return NULL;
    char *block = (char *)(((uintptr_t)start + sizeof(void *) + ALIGNMENT - 1) & -(uintptr_t)ALIGNMENT);
    ((void **)block)[-1] = start;
    return block;
}

void *gw_c_malloc(int64_t size) { return gw_c_aligned_alloc(ALIGNMENT, size); }

void *gw_c_calloc(int64_t count, int64_t size) {
    int64_t bytes;
    void *block = __builtin_mul_overflow(count, size, &bytes) ? NULL : gw_c_malloc(bytes);
    return block ? memset(block, 0, (size_t)bytes) : NULL;
}

void gw_c_free(void *block) {
    if (block)
        free(((void **)block)[-1]);
}

void *gw_make_scratch(int64_t size) {
    void *block = gw_c_aligned_alloc(ALIGNMENT, size);
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
    gw_c_free(*kept);
    *kept = block;
}

// The block of memory that a program needs while it runs, kept from call to call. A call inside a call of the same
// program has its own, of which one is kept.

#include <stdlib.h>

#include "core/core.h"

void *gw_make_scratch(int64_t size) {
    void *block = aligned_alloc(64, (size_t)size);
    if (!block)
        gw_out_of_memory();
    return block;
}

void *gw_take_scratch(_Atomic(void *) *kept, int64_t size) {
    void *block = atomic_exchange_explicit(kept, NULL, memory_order_acq_rel);
    return block ? block : gw_make_scratch(size);
}

void gw_leave_scratch(_Atomic(void *) *kept, void *block) {
    free(atomic_exchange_explicit(kept, block, memory_order_acq_rel));
}

// How deep each thread is in calls of compiled functions, which may call themselves; see `call_depth.py`.

#include <stdlib.h>

#include "core/core.h"

enum { STACK_BYTES = 4 << 20 };  // of a thread's stack that recursion may use

pthread_key_t gw_depth_key;  // has each thread's count freed when the thread ends

// The count of this thread, as it is or, outside of all calls, as it starts; null where there is no memory for it.
struct gw_depth *gw_depth(void) {
    struct gw_depth *depth = pthread_getspecific(gw_depth_key);
    if (!depth) {
        depth = calloc(1, sizeof *depth);
        if (!depth)
            return NULL;
        if (pthread_setspecific(gw_depth_key, depth)) {
            free(depth);
            return NULL;
        }
    }
    if (depth->level == 0) {
        depth->limit = gw_recursion_limit();
        depth->stack_end = (char *)__builtin_frame_address(0) - STACK_BYTES;
    }
    return depth;
}

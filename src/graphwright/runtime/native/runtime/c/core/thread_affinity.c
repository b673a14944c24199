// Keeps the threads of the pool off the processor of the thread that calls them.
//
// The kernel often wakes a thread on the processor of its waker, where the two take turns, and the work takes as
// long as without help. So before threads are woken they are allowed wherever the caller may run, except on the
// processor it is on. That costs a look at the processor's number while the caller stays where it is, and a system call
// for each thread after it moved. So it is for a few threads, of which each counts; of many, one that has to wait is
// little loss (`thread_pool.py` decides).

#include <sched.h>

#include "core/thread_pool.h"

#if defined(__linux__)

enum { SET_BYTES = 1024 };  // of a set of processors: 8192 of them

void gw_avoid_this_processor(const pthread_t *threads, int64_t count, int64_t *avoided) {
    uint64_t allowed[SET_BYTES / 8] = {0};
    int64_t processor = sched_getcpu();
    if (processor + 1 == *avoided)
        return;
    *avoided = processor + 1;
    if (sched_getaffinity(0, SET_BYTES, (cpu_set_t *)allowed) < 0 || (uint64_t)processor >= 8 * SET_BYTES)
        return;
    allowed[processor / 64] &= ~((uint64_t)1 << processor % 64);
    // refused if there is no other processor: then they stay where they may be
    for (int64_t i = 0; i < count; i++)
        pthread_setaffinity_np(threads[i], SET_BYTES, (cpu_set_t *)allowed);
}

#else

void gw_avoid_this_processor(const pthread_t *threads, int64_t count, int64_t *avoided) {}

#endif

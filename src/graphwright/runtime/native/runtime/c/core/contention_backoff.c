// When the threads of the pool are no help, because other work has their processors.
//
// A thread that was preempted in the middle of a chunk comes back after some milliseconds, however little was left to
// do. So a caller that waited longer than it worked does without the threads for several times as long as it waited,
// and for longer each time this happens again soon. Only judged where threads are few, so that each counts
// (`thread_affinity.c`).

#include "core/thread_pool.h"

enum { LEAST_FACTOR = 4, MOST_FACTOR = 256 };  // times as long as the caller waited

struct {
    _Atomic int64_t until;  // when calls may use the threads again; 0: now
    int64_t factor;
} gw_backoff;

bool gw_threads_are_contended(void) {
    int64_t until = atomic_load_explicit(&gw_backoff.until, memory_order_relaxed);
    if (!until)
        return false;
    if (monotonic_nanoseconds() < until)
        return true;
    gw_reset_backoff();
    return false;
}

void gw_judge_threads(int64_t began, int64_t waiting_since) {
    if (began && waiting_since) {
        int64_t now = monotonic_nanoseconds();
        int64_t waited = now - waiting_since, worked = waiting_since - began;
        if (waited > worked) {
            gw_backoff.factor = min64(max64(gw_backoff.factor * 4, LEAST_FACTOR), MOST_FACTOR);
            atomic_store_explicit(&gw_backoff.until, now + waited * gw_backoff.factor, memory_order_relaxed);
            return;
        }
    }
    gw_backoff.factor /= 2;
}

void gw_reset_backoff(void) { atomic_store_explicit(&gw_backoff.until, 0, memory_order_relaxed); }

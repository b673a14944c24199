// Timers that a program compiled for a profile calls between its regions; `region_timers.py` describes them.

#include "core/core.h"

struct region {
    _Atomic int64_t calls;
    _Atomic int64_t ticks;
    _Atomic int64_t bytes;       // where sizes are known only when it runs
    _Atomic int64_t operations;  // as well
};

// One call of a program: when the region that runs began.
struct laps {
    int64_t began;
    struct region *regions;
};

struct event {
    struct region *region;
    int64_t began;
    int64_t ticks;
    int64_t thread;
    int64_t memory;  // bytes in use behind it
};

// Set by Python: where events go, how many there is room for, and the count of bytes in use, or null.
struct event *gw_timer_events;
int64_t gw_timer_room;
_Atomic int64_t gw_timer_count;  // of events so far, more than there is room for perhaps
_Atomic int64_t *gw_timer_memory;
int64_t gw_timer_shortest;  // ticks of a region from which on it is an event

// The processor's clock where all processors share one that costs next to nothing.
int64_t gw_ticks(void) {
#if defined(__x86_64__)
    return (int64_t)__builtin_ia32_rdtsc();
#else
    return monotonic_nanoseconds();
#endif
}

static void add(_Atomic int64_t *sum, int64_t summand) {
    atomic_fetch_add_explicit(sum, summand, memory_order_relaxed);
}

void gw_begin_laps(struct laps *laps, struct region *regions) {
    laps->regions = regions;
    laps->began = gw_ticks();
}

// The time since the last lap is that of a region, of which so many calls have ended.
void gw_lap(struct laps *laps, int64_t number, int64_t calls) {
    struct region *region = &laps->regions[number];
    int64_t now = gw_ticks(), began = laps->began, ticks = now - began;
    add(&region->calls, calls);
    add(&region->ticks, ticks);
    if (ticks >= gw_timer_shortest && gw_timer_count < gw_timer_room) {
        int64_t place = atomic_fetch_add_explicit(&gw_timer_count, 1, memory_order_relaxed);
        int64_t memory = gw_timer_memory ? atomic_load_explicit(gw_timer_memory, memory_order_relaxed) : 0;
        if (place < gw_timer_room)
            gw_timer_events[place] = (struct event){region, began, ticks, (int64_t)pthread_self(), memory};
    }
    laps->began = now;
}

void gw_count_work(struct laps *laps, int64_t number, int64_t bytes, int64_t operations) {
    add(&laps->regions[number].bytes, bytes);
    add(&laps->regions[number].operations, operations);
}

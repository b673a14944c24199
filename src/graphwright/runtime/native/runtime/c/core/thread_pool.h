// What the files of the thread pool share.
#pragma once

#include "core/core.h"

// contention_backoff.c

// Whether calls do without the threads for now.
bool gw_threads_are_contended(void);

// By the thread whose call had the pool: when it began to work and, if it had to wait for long, to wait; else 0.
void gw_judge_threads(int64_t began, int64_t waiting_since);

void gw_reset_backoff(void);

// thread_affinity.c

// Lets threads run where the caller may, except on the processor it is on. `*avoided` remembers that one for the next
// call, plus one; 0: these threads may still run anywhere.
void gw_avoid_this_processor(const pthread_t *threads, int64_t count, int64_t *avoided);

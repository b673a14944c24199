// The threads that share the work of compiled code; `thread_pool.py` describes what callers may rely on.
//
// A call publishes its work in `pool`, opens the gate, wakes as many sleeping threads as it has chunks for, takes chunks
// itself until none is left, closes the gate, and waits until the last thread has left. One call at a time has the
// threads; any other does its chunks alone.
//
// Each thread begins with a share of its own, the same part of every call's chunks, and then helps with what others have
// left of theirs. Calls that follow each other, as the layers of a network do, mostly have corresponding chunks: so a
// thread finds what it needs in its own cache, and writes to lines that no other processor has a copy of. (To write one
// that another has read takes ten to forty times as long.)

#include <sched.h>
#include <semaphore.h>
#include <signal.h>

#include "core/thread_pool.h"

enum {
    MAX_THREADS = 64,  // besides the one that calls
    SPINS = 2000,      // looks for the next call before a thread sleeps
    PATIENCE = 1000,   // looks at threads that are still at work before the caller lets others run
};
#define ALL_CHUNKS ((int64_t)1 << 62)  // more chunks than there ever are
#define GATE_OPEN ((uint64_t)1 << 32)  // in the gate: threads may enter. The bits below count those inside

// The chunks that a thread begins with.
struct share {
    _Alignas(64) _Atomic int64_t next;
    int64_t end;
};

// What different threads write at the same time lies in different cache lines.
static struct {
    _Alignas(64) _Atomic int64_t busy;  // whether a call has the threads
    _Atomic int64_t limit;              // how many threads may help
    int64_t started;                    // how many there are
    _Atomic int64_t stop;               // they are to end
    _Atomic int64_t pin;                // keep them off the caller's processor
    int64_t avoided_processor;          // the one they are kept off, plus one; 0: none yet

    _Alignas(64) _Atomic int64_t generation;  // of calls
    gw_chunk_function *run;
    void *argument;
    int64_t sharers;            // how many shares there are
    _Atomic(pthread_t) owner;   // the thread whose call has the threads
    _Atomic int64_t cancelled;  // that call was interrupted
    _Atomic int64_t changing;   // threads are started or ended

    _Alignas(64) _Atomic uint64_t gate;
    _Alignas(64) _Atomic int64_t sleepers;
    _Alignas(64) sem_t wake_up;
    _Alignas(64) pthread_t threads[MAX_THREADS];
    struct share shares[MAX_THREADS + 1];
} pool;

// While a profile is recorded: nanoseconds in which calls had the threads, and in which each thread worked for them.
_Atomic int64_t gw_pool_timed;
_Atomic int64_t gw_pool_shared;
_Atomic int64_t gw_pool_busy[MAX_THREADS];

static inline int64_t begin_timing(void) {
    return atomic_load_explicit(&gw_pool_timed, memory_order_relaxed) ? monotonic_nanoseconds() : 0;
}

static inline void end_timing(_Atomic int64_t *sum, int64_t began) {
    if (began)
        atomic_fetch_add_explicit(sum, monotonic_nanoseconds() - began, memory_order_relaxed);
}

static inline void spin_wait(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __builtin_arm_yield();
#endif
}

static inline bool take_flag(_Atomic int64_t *flag) {
    int64_t unset = 0;
    return atomic_compare_exchange_strong_explicit(flag, &unset, 1, memory_order_acq_rel, memory_order_relaxed);
}

// By the thread whose call has the pool: once it is interrupted nobody takes another chunk, and those in the middle of
// one are told by `gw_goes_on`.
static void cancel_if_interrupted(void) {
    if (gw_look()) {
        for (int64_t i = 0; i < pool.sharers; i++)
            atomic_store_explicit(&pool.shares[i].next, ALL_CHUNKS, memory_order_relaxed);
        atomic_store_explicit(&pool.cancelled, 1, memory_order_relaxed);
    }
}

// Divides the chunks into as many shares as there are threads, of equal size but for one chunk.
static void make_shares(int64_t chunks, int64_t threads) {
    int64_t sharers = min64(chunks, threads), begin = 0;
    pool.sharers = sharers;
    for (int64_t i = 0; i < sharers; i++) {
        struct share *share = &pool.shares[i];
        atomic_store_explicit(&share->next, begin, memory_order_relaxed);
        share->end = begin = chunks * (i + 1) / sharers;
    }
}

// From the share of the thread with this number on; 0 is the one whose call it is.
static void take_chunks(gw_chunk_function *run, void *argument, int64_t thread) {
    for (int64_t i = 0; i < pool.sharers; i++) {
        struct share *share = &pool.shares[(thread + i) % pool.sharers];
        for (;;) {
            if (thread == 0)
                cancel_if_interrupted();
            int64_t chunk = atomic_fetch_add_explicit(&share->next, 1, memory_order_acq_rel);
            if (chunk >= share->end)
                break;
            run(argument, chunk);
        }
    }
}

static bool is_helper(pthread_t thread) {
    for (int64_t i = 0; i < pool.started; i++)
        if (pool.threads[i] == thread)
            return true;
    return false;
}

bool gw_goes_on(void) {
    if (gw_look())
        return false;
    return !atomic_load_explicit(&pool.cancelled, memory_order_relaxed) || !is_helper(pthread_self());
}

// Whether there is a thread that sleeps, or is about to: a post wakes it, or keeps it awake.
static bool take_sleeper(void) {
    int64_t sleepers = atomic_load(&pool.sleepers);
    while (sleepers > 0)
        if (atomic_compare_exchange_strong(&pool.sleepers, &sleepers, sleepers - 1))
            return true;
    return false;
}

// Counts this thread as a sleeper, then looks once more for a call: whoever publishes one does it the other way round,
// so one of the two sees the other.
static void sleep_until_called(int64_t generation_seen) {
    atomic_fetch_add(&pool.sleepers, 1);
    bool called = atomic_load(&pool.generation) != generation_seen;
    if (called && take_sleeper())
        return;
    sem_wait(&pool.wake_up);
}

static void help(int64_t number) {
    uint64_t before = atomic_fetch_add(&pool.gate, 1);
    int64_t inside = (int64_t)(before & (GATE_OPEN - 1));
    if (before >= GATE_OPEN && inside < atomic_load_explicit(&pool.limit, memory_order_relaxed)) {
        int64_t began = begin_timing();
        take_chunks(pool.run, pool.argument, number + 1);
        end_timing(&gw_pool_busy[number], began);
    }
    atomic_fetch_sub(&pool.gate, 1);
}

static void *thread_main(void *number) {
    int64_t seen = -1, spins = 0;
    while (!atomic_load_explicit(&pool.stop, memory_order_acquire)) {
        int64_t generation = atomic_load_explicit(&pool.generation, memory_order_acquire);
        if (generation != seen) {
            seen = generation;
            help((int64_t)(intptr_t)number);
            spins = 0;
        } else if (++spins > SPINS) {
            sleep_until_called(seen);
            spins = 0;
        } else {
            spin_wait();
        }
    }
    return NULL;
}

// Starts as many threads as may help, or as the system allows. They leave all signals to other threads.
static void start_threads(int64_t limit) {
    if (pool.started >= limit)
        return;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (pool.started < limit) {
        if (pthread_create(&pool.threads[pool.started], NULL, thread_main, (void *)(intptr_t)pool.started)) {
            atomic_store_explicit(&pool.limit, pool.started, memory_order_relaxed);
            break;
        }
        pool.started++;
        pool.avoided_processor = 0;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void wake_threads(int64_t most) {
    while (most-- > 0 && take_sleeper())
        sem_post(&pool.wake_up);
}

// When it began to wait for long; 0: it did not.
static int64_t wait_until_all_left(void) {
    int64_t waiting_since = 0;
    for (int64_t looks = 0; atomic_load_explicit(&pool.gate, memory_order_acquire) != 0; looks++) {
        if (looks < PATIENCE) {
            spin_wait();
            continue;
        }
        if (!waiting_since)
            waiting_since = monotonic_nanoseconds();
        cancel_if_interrupted();
        sched_yield();
    }
    return waiting_since;
}

static void run_in_threads(gw_chunk_function *run, void *argument, int64_t chunks, int64_t limit) {
    int64_t began = 0, timed = begin_timing();
    atomic_store_explicit(&pool.owner, pthread_self(), memory_order_relaxed);
    if (take_flag(&pool.changing)) {
        start_threads(limit);
        if (atomic_load_explicit(&pool.pin, memory_order_relaxed)) {
            gw_avoid_this_processor(pool.threads, pool.started, &pool.avoided_processor);
            began = monotonic_nanoseconds();
        }
        atomic_store_explicit(&pool.changing, 0, memory_order_release);
    }
    pool.run = run;
    pool.argument = argument;
    make_shares(chunks, limit + 1);
    atomic_fetch_add(&pool.gate, GATE_OPEN);
    atomic_fetch_add(&pool.generation, 1);
    wake_threads(min64(chunks - 1, limit));

    take_chunks(run, argument, 0);
    atomic_fetch_sub(&pool.gate, GATE_OPEN);
    gw_judge_threads(began, wait_until_all_left());
    end_timing(&gw_pool_shared, timed);

    atomic_store_explicit(&pool.cancelled, 0, memory_order_relaxed);
    atomic_store_explicit(&pool.owner, (pthread_t)0, memory_order_relaxed);
    atomic_store_explicit(&pool.busy, 0, memory_order_release);
}

void gw_split(gw_chunk_function *run, void *argument, int64_t chunks) {
    int64_t limit = atomic_load_explicit(&pool.limit, memory_order_relaxed);
    if (limit > 0 && chunks > 1 && !gw_threads_are_contended() && take_flag(&pool.busy)) {
        run_in_threads(run, argument, chunks, limit);
        return;
    }
    for (int64_t i = 0; i < chunks && gw_goes_on(); i++)
        run(argument, i);
}

int64_t gw_sharers(void) { return atomic_load_explicit(&pool.limit, memory_order_relaxed) + 1; }

// From the next call on; forgets how little help the threads were before.
void gw_pool_set_limit(int64_t limit, int64_t pin) {
    atomic_store_explicit(&pool.limit, min64(limit, MAX_THREADS), memory_order_relaxed);
    atomic_store_explicit(&pool.pin, pin, memory_order_relaxed);
    gw_reset_backoff();
}

// Ends the threads, which finish the chunks of a running call first; none starts until `gw_pool_restart`.
void gw_pool_stop(void) {
    while (!take_flag(&pool.changing))
        sched_yield();
    int64_t count = pool.started;
    atomic_store(&pool.stop, 1);
    for (int64_t i = 0; i < count; i++)
        sem_post(&pool.wake_up);
    for (int64_t i = 0; i < count; i++)
        pthread_join(pool.threads[i], NULL);
    pool.started = 0;
}

// Prepares what the threads share; not 0 where there are no semaphores. In a forked child nobody is at work, except the
// thread that forked, if it did so in a signal handler in the middle of a call.
int32_t gw_pool_restart(bool forked) {
    atomic_store_explicit(&pool.sleepers, 0, memory_order_relaxed);
    atomic_store_explicit(&pool.stop, 0, memory_order_relaxed);
    int32_t failed = sem_init(&pool.wake_up, 0, 0);
    if (forked && atomic_load_explicit(&pool.owner, memory_order_relaxed) != pthread_self()) {
        atomic_store_explicit(&pool.gate, 0, memory_order_relaxed);
        atomic_store_explicit(&pool.cancelled, 0, memory_order_relaxed);
        atomic_store_explicit(&pool.owner, (pthread_t)0, memory_order_relaxed);
        atomic_store_explicit(&pool.busy, 0, memory_order_release);
    }
    atomic_store_explicit(&pool.changing, 0, memory_order_release);
    return failed;
}

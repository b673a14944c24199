// Work that threads share: the library's own threads, those of the program that uses it, or none.

#include "library.h"

#if defined(_WIN32) || defined(__wasm__)
#define GW_HAS_NO_THREADS 1
#endif

static gw_split_function *external_split;
static void *external_context;
static int32_t threads;  // in all; 0: as many as there are processors

void gw_set_thread_pool(gw_split_function *split, void *context) {
    external_context = context;
    external_split = split;
}

#if defined(GW_HAS_NO_THREADS)

enum { MANY = 64 };  // threads that a pool of the caller's may have

bool gw_goes_on(void) { return true; }
int64_t gw_sharers(void) { return gw_thread_count(); }
void gw_set_threads(int32_t count) { threads = count < 0 ? 0 : count; }
int32_t gw_thread_count(void) { return !external_split ? 1 : threads ? threads : MANY; }
void gw_threads_begin(void) {}
void gw_threads_end(void) {}

static void split(gw_chunk_function *run, void *argument, int64_t chunks) {
    for (int64_t i = 0; i < chunks; i++)
        run(argument, i);
}

#else

#include <pthread.h>
#include <unistd.h>

// `runtime/c/core/thread_pool.c`
void gw_pool_split(gw_chunk_function *run, void *argument, int64_t chunks);
void gw_pool_set_limit(int64_t limit, int64_t pin);
void gw_pool_stop(void);
int32_t gw_pool_restart(bool forked);

enum { FEW = 8 };  // threads of which each counts: they keep off the caller's processor

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int64_t handles;

bool gw_look(void) { return false; }  // nobody interrupts a call

int32_t gw_thread_count(void) {
    if (threads)
        return threads;
    int64_t processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors > INT32_MAX ? INT32_MAX : (int32_t)processors;
}

static void set_limit(void) {
    int64_t processors = sysconf(_SC_NPROCESSORS_ONLN), helpers = gw_thread_count() - 1;
    gw_pool_set_limit(helpers > 0 ? helpers : 0, helpers <= FEW && helpers < processors);
}

void gw_set_threads(int32_t count) {
    pthread_mutex_lock(&lock);
    threads = count < 0 ? 0 : count;
    if (handles)
        set_limit();
    pthread_mutex_unlock(&lock);
}

void gw_threads_begin(void) {
    pthread_mutex_lock(&lock);
    if (handles++ == 0 && gw_pool_restart(false) == 0)
        set_limit();
    pthread_mutex_unlock(&lock);
}

void gw_threads_end(void) {
    pthread_mutex_lock(&lock);
    if (--handles == 0) {
        gw_pool_set_limit(0, 0);
        gw_pool_stop();
    }
    pthread_mutex_unlock(&lock);
}

static void split(gw_chunk_function *run, void *argument, int64_t chunks) { gw_pool_split(run, argument, chunks); }

#endif

// A chunk of a call's work, in any thread.
struct work {
    struct gw_handle *handle;
    gw_chunk_function *run;
    void *argument;
};

static void run_chunk(void *argument, int64_t chunk) {
    const struct work *work = argument;
    struct gw_handle *outer = gw_current;
    bool was_in_chunk = gw_in_chunk;
    gw_current = work->handle;
    gw_in_chunk = true;
    work->run(work->argument, chunk);
    gw_in_chunk = was_in_chunk;
    gw_current = outer;
}

// What compiled code calls.
void gw_split(gw_chunk_function *run, void *argument, int64_t chunks) {
    struct work work = {gw_current, run, argument};
    if (gw_current->is_measured)
        for (int64_t i = 0; i < chunks; i++)
            run_chunk(&work, i);
    else if (external_split)
        external_split(external_context, run_chunk, &work, chunks);
    else
        split(run_chunk, &work, chunks);
}

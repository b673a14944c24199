// The GIL and signals: compiled code releases the GIL around long work and takes it back for Python's objects.
//
// Everything but `gw_look` is called by the thread that entered the program, with that program's record of the GIL.

#include "python/python.h"

DECLARE_NUMBER(long_work);    // from which on the GIL is released, in elements that are computed
DECLARE_NUMBER(gil_kept);     // ns; a loop that needs the GIL lets others have it this often, as Python does
DECLARE_NUMBER(gil_released);  // ns more; a loop that does not need it takes it this often, to look for signals

struct gil {
    void *released;       // the thread's state while the GIL is released; null while it is held
    int64_t until;        // when to release it next
    int64_t interrupted;  // the work at hand came back undone, with the error set
};

uint64_t gw_main_thread;           // where signals are handled; set by Python
_Atomic(struct gil *) gw_main_gil;  // its record while it has released the GIL, or was interrupted since

static bool is_main_thread(void) { return PyThread_get_thread_ident() == gw_main_thread; }

static void release_gil(struct gil *gil) {
    gil->released = PyEval_SaveThread();
    if (is_main_thread())
        atomic_store_explicit(&gw_main_gil, gil, memory_order_relaxed);
}

void gw_hold(struct gil *gil) {
    if (atomic_load_explicit(&gw_main_gil, memory_order_relaxed) == gil)
        atomic_store_explicit(&gw_main_gil, NULL, memory_order_relaxed);
    if (gil->released) {
        void *state = gil->released;
        gil->released = NULL;
        PyEval_RestoreThread(state);
    }
}

// Now and then in a loop: -1, with the error set and the GIL held, when a signal's handler raised.
int32_t gw_poll(struct gil *gil) {
    int64_t now = monotonic_nanoseconds();
    if (gil->released) {
        if (now < gil->until + NUMBER(gil_released))
            return 0;
        gw_hold(gil);
        if (PyErr_CheckSignals())
            return -1;
    } else {
        if (PyErr_CheckSignals())
            return -1;
        if (now < gil->until)
            return 0;
    }
    gil->until = now + NUMBER(gil_kept);
    release_gil(gil);
    return 0;
}

// Before work that may be long; as `gw_poll`.
int32_t gw_begin(struct gil *gil, int64_t work) {
    if (work < NUMBER(long_work))
        return 0;
    if (gw_poll(gil))
        return -1;
    if (!gil->released)
        release_gil(gil);
    return 0;
}

// Between chunks of long work, in any thread: true when this one was interrupted, with the error set and the GIL held,
// until the program that released it asks for it. Only the main thread ever is.
bool gw_look(void) {
    struct gil *gil = atomic_load_explicit(&gw_main_gil, memory_order_relaxed);
    if (!gil || !is_main_thread())
        return false;
    if (!gil->released)
        return true;
    if (!gw_poll(gil))
        return false;
    atomic_store_explicit(&gw_main_gil, gil, memory_order_relaxed);
    gil->interrupted = 1;
    return true;
}

void gw_out_of_memory(void) { PyErr_NoMemory(); }

// Takes the calls of all functions as builtins: finds the entry for a call, runs its program, wraps and packs the
// results. What differs between functions is in their heads and entries (`entry/call_table.py`).

#include "python/entry.h"

enum route {
    ROUTE_DIRECT,
    ROUTE_TAPED,  // a tape of this thread is recording
    ROUTE_SLOW,   // Python decides
};

// Which route this thread takes while there are reasons against the fast path.
static enum route find_route(const struct slow_path_flags *slow_path_flags) {
    if (slow_path_flags->everywhere)
        return ROUTE_SLOW;
    uint64_t self = PyThread_get_thread_ident();
    for (int64_t i = 0; i < slow_path_flags->thread_count; i++) {
        if (slow_path_flags->threads[i].thread != self)
            continue;
        if (slow_path_flags->threads[i].reasons)
            return ROUTE_SLOW;
        return slow_path_flags->threads[i].tapes ? ROUTE_TAPED : ROUTE_DIRECT;
    }
    return ROUTE_DIRECT;
}

// The call as it came. Python 3.10 exports no function that takes the names of keywords, only one with a dictionary.
static PyObject *forward(PyObject *callable, PyObject *const *arguments, int64_t count, PyObject *names) {
    if (!names)
        return PyObject_VectorcallDict(callable, arguments, count, NULL);
    PyObject *keywords = PyDict_New(), *result = NULL;
    if (!keywords)
        return NULL;
    int64_t named = PyTuple_Size(names), i = 0;
    while (i < named && !PyDict_SetItem(keywords, tuple_items(names)[i], arguments[count + i]))
        i++;
    if (i == named)
        result = PyObject_VectorcallDict(callable, arguments, count, keywords);
    Py_DecRef(keywords);
    return result;
}

// The call with one argument before the others.
static PyObject *forward_with(
    PyObject *callable, PyObject *first, PyObject *const *arguments, int64_t count, PyObject *names) {
    int64_t total = argument_count(count, names);
    PyObject **all = __builtin_alloca((size_t)(total + 1) * sizeof *all);
    all[0] = first;
    for (int64_t i = 0; i < total; i++)
        all[i + 1] = arguments[i];
    Py_IncRef(first);
    PyObject *result = forward(callable, all, count + 1, names);
    Py_DecRef(first);
    return result;
}

static PyObject *held(PyObject *input, int64_t how) {
    if (how == HOLD_COPY || (how == HOLD_COPY_IF_NEEDED && !array_has(input, C_CONTIGUOUS | ALIGNED)))
        return PyArray_NewCopy(input, 0);
    Py_IncRef(input);
    return input;
}

// Inputs that others could change or drop meanwhile are held, or copied; false with an error set.
static bool hold_inputs(PyObject **inputs, int64_t count, const int64_t *how) {
    for (int64_t i = 0; i < count; i++) {
        PyObject *input = held(inputs[i], how[i]);
        if (!input) {
            gw_drop(inputs, i);
            return false;
        }
        inputs[i] = input;
    }
    return true;
}

static bool run_body(const struct entry *entry, PyObject **inputs, bool hold, PyObject **results) {
    if (hold && !hold_inputs(inputs, entry->inputs, entry->how))
        return false;
    bool failed = entry->body(inputs, results);
    if (hold)
        gw_drop(inputs, entry->inputs);
    return !failed;
}

static PyObject *pack(const struct entry *entry, PyObject **results) {
    if (!gw_wrap(results, entry->outputs, entry->types)) {
        gw_drop(results, entry->outputs);
        return NULL;
    }
    if (entry->program->kind == PIECE_LEAF && entry->outputs == 1)
        return results[0];
    PyObject *whole = NULL;
    bool built = gw_build(entry->program, results, &whole);
    gw_drop(results, entry->outputs);
    return built ? whole : NULL;
}

// Fills in the captures, runs the program, wraps and packs. The entry's owner is kept meanwhile.
static PyObject *perform(const struct entry *entry, PyObject **inputs, bool needs_copy) {
    PyObject *owner = entry->owner, *result = NULL;
    PyObject **results = __builtin_alloca((size_t)entry->outputs * sizeof *results);
    Py_IncRef(owner);
    for (int64_t i = 0; i < entry->captures; i++)
        inputs[entry->inputs + i] = entry->captured[i];
    if (run_body(entry, inputs, entry->hold || needs_copy, results))
        result = pack(entry, results);
    Py_DecRef(owner);
    return result;
}

// Under a tape: the arguments go to Python, matched already.
static PyObject *record(const struct entry *entry, PyObject *const *objects) {
    PyObject *owner = entry->owner;
    Py_IncRef(owner);
    PyObject *result = PyObject_VectorcallDict(entry->recorder, objects, entry->inputs, NULL);
    Py_DecRef(owner);
    return result;
}

PyObject *gw_entry(PyObject *self, PyObject *const *arguments, int64_t count, PyObject *names) {
    const struct head *head = array_data(tuple_items(self)[0]);
    PyObject **inputs = __builtin_alloca((size_t)head->most * sizeof *inputs);
    PyObject **objects = __builtin_alloca((size_t)head->most * sizeof *objects);
    int64_t needs_copy = 0;

    enum route route = head->slow_path_flags->any ? find_route(head->slow_path_flags) : ROUTE_DIRECT;
    if (route == ROUTE_SLOW)
        return forward(head->miss, arguments, count, names);
    const struct entry *entry = head->first;
    if (!entry || !gw_match(entry, arguments, count, names, inputs, objects, &needs_copy))
        entry = gw_search(head, arguments, count, names, inputs, objects, &needs_copy);
    if (!entry)
        return forward(head->miss, arguments, count, names);
    if (*entry->left == 0)
        return forward_with(head->due, entry->owner, arguments, count, names);
    if (route == ROUTE_TAPED ? !entry->recorder : !entry->body)
        return forward(head->miss, arguments, count, names);
    --*entry->left;
    return route == ROUTE_TAPED ? record(entry, objects) : perform(entry, inputs, needs_copy);
}

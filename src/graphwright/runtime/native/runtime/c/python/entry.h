// What the files of the entry share: the words that `entry/call_table.py` lays out, and the steps of a call.
#pragma once

#include "python/python.h"

DECLARE_NUMBER(at_tensor_array);  // slots of `EagerTensor`
DECLARE_NUMBER(at_tensor_type);

typedef int32_t gw_body(PyObject *const *inputs, PyObject **outputs);

// Why calls may have to leave the direct route: for all threads, or for some.
struct slow_path_flags {
    int64_t any;
    int64_t everywhere;
    int64_t thread_count;
    struct {
        uint64_t thread;
        int64_t reasons;
        int64_t tapes;
    } threads[];
};

// One step of matching a call: what an argument, or a part of one, has to be. The nodes of the parts of a container
// follow it. The kind gives `a` and `b` a meaning, and for containers `input`.
struct node {
    int64_t kind;
    void *a;
    void *b;
    int64_t input;  // the input of the program that the argument fills
};

// An open-addressing hash table; a slot without an entry ends a search.
struct hash_table {
    int64_t mask;
    int64_t unused;
    struct {
        int64_t hash;
        const struct entry *entry;
    } slots[];
};

struct entry_list {
    int64_t count;
    const struct entry *entries[];
};

// The type of a result: interned, or null where it differs from call to call.
struct result_type {
    PyObject *fixed;
    struct last_result *last;
};

struct last_result {
    PyObject *type;  // null: there was none yet
    PyObject *wrap;  // makes a tensor of an array, and fills in the rest
    int64_t rank;
    int64_t sizes[];
};

// One step of packing results into a structure. The pieces of its parts follow it.
struct piece {
    int64_t kind;
    int64_t size;  // how many parts; of a leaf, which result
    void *extra;   // an object, a callable, or the keys of a dictionary
};

#include "python/entry_layout.h"

// match_call.c

// Whether a call is for this entry; then `inputs` holds the payloads of its arguments, `objects` the arguments, and
// `*needs_copy` is set where a payload cannot be read in place.
bool gw_match(
    const struct entry *entry, PyObject *const *arguments, int64_t count, PyObject *names, PyObject **inputs,
    PyObject **objects, int64_t *needs_copy);

// The entry for a call; null if there is none.
const struct entry *gw_search(
    const struct head *head, PyObject *const *arguments, int64_t count, PyObject *names, PyObject **inputs,
    PyObject **objects, int64_t *needs_copy);

// pack_results.c

// Makes tensors of results, in place; false with an error set, and then all still are objects to drop.
bool gw_wrap(PyObject **results, int64_t count, const struct result_type *types);

// Builds a structure, and takes the leaves out of `results`. Gives the piece behind it; null with an error set.
const struct piece *gw_build(const struct piece *piece, PyObject **results, PyObject **target);

void gw_drop(PyObject **objects, int64_t count);

static inline int64_t argument_count(int64_t positional, PyObject *names) {
    return positional + (names ? PyTuple_Size(names) : 0);
}

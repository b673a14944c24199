// Written by `make runtime` from `entry_layout.py`, which explains it.
#pragma once

struct head {
    const struct slow_path_flags *slow_path_flags;
    const struct entry *first;
    const struct hash_table *slots;
    const struct entry_list *open;
    PyObject *miss;
    PyObject *due;
    int64_t most;
};

struct entry {
    int64_t positional;
    int64_t named;
    PyObject *names;
    const struct node *nodes;
    int64_t *left;
    PyObject *owner;
    PyObject *recorder;
    gw_body *body;
    int64_t inputs;
    int64_t captures;
    PyObject **captured;
    int64_t outputs;
    const struct result_type *types;
    const struct piece *program;
    int64_t hold;
    const int64_t *how;
};

enum {
    KIND_ARRAY = 0,
    KIND_PAYLOAD = 1,
    KIND_SAME = 2,
    KIND_OPEN = 3,
    KIND_EQUAL = 4,
    KIND_BITS = 5,
    KIND_VARIABLE = 6,
    KIND_TUPLE = 7,
    KIND_LIST = 8,
    KIND_DICT = 9,
    KIND_NUMPY = 10,
    KIND_WEAK = 11,
    KIND_FIELDS = 12,
    KIND_SLOTS = 13,
};

enum {
    PIECE_LEAF = 0,
    PIECE_OBJECT = 1,
    PIECE_TUPLE = 2,
    PIECE_LIST = 3,
    PIECE_DICT = 4,
    PIECE_CALL = 5,
};

enum {
    HOLD_REFERENCE = 0,
    HOLD_COPY_IF_NEEDED = 1,
    HOLD_COPY = 2,
};

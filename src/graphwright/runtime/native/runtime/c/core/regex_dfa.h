// Deterministic automata that are built while they run: a state is a list of instructions, in order of priority. The last
// one may be `size`, which begins a match at the next position.
#pragma once

#include <stdbool.h>
#include <stdlib.h>

#include "core/regex.h"

struct automaton {
    const struct gw_regex_step *steps;
    int64_t size;
    const uint8_t *classes;
    int64_t class_count;
    bool unanchored, longest;  // begins at any position; takes the longest match, not the first by priority
    int32_t starts[2];         // states at another position, and at the text's begin; -1: not made yet
    int32_t count, room;       // states
    int64_t *begins;           // of each state's instructions in `pool`, and of the next one's
    int32_t *pool;
    int64_t pool_room;
    int32_t *next;  // the next state by state and class; -1: not made yet
    uint8_t *flags;
    int32_t *table;  // states by the hash of their instructions; -1: free
    int32_t *list, *stack;
    int64_t list_size;
    uint32_t *marks, mark;
};

enum { MATCHES = 1, MATCHES_AT_END = 2 };
enum { MOST_STATES = 512, TABLE = 2 * MOST_STATES };

static void automaton_free(struct automaton *a) {
    void *all[] = {a->begins, a->pool, a->next, a->flags, a->table, a->list, a->stack, a->marks};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static void automaton_clear(struct automaton *a) {
    a->count = 0;
    a->begins[0] = 0;
    a->starts[0] = a->starts[1] = -1;
    for (int32_t i = 0; i < TABLE; i++)
        a->table[i] = -1;
}

// False if there is no memory.
static bool automaton_init(struct automaton *a, const struct gw_regex_step *steps, int64_t size, const uint8_t *classes,
                           int64_t class_count, bool unanchored, bool longest) {
    *a = (struct automaton){.steps = steps, .size = size, .classes = classes, .class_count = class_count,
                            .unanchored = unanchored, .longest = longest, .pool_room = 16 * size + 1024};
    a->begins = malloc((MOST_STATES + 1) * sizeof *a->begins);
    a->pool = malloc((size_t)a->pool_room * sizeof *a->pool);
    a->next = malloc((size_t)(MOST_STATES * class_count) * sizeof *a->next);
    a->flags = malloc(MOST_STATES);
    a->table = malloc(TABLE * sizeof *a->table);
    a->list = malloc((size_t)(size + 1) * sizeof *a->list);
    a->stack = malloc((size_t)(2 * size + 2) * sizeof *a->stack);
    a->marks = calloc((size_t)size, sizeof *a->marks);
    if (!a->begins || !a->pool || !a->next || !a->flags || !a->table || !a->list || !a->stack || !a->marks)
        return false;
    automaton_clear(a);
    return true;
}

// Adds an instruction, and all that follow from it without a byte, to the list. False once a match leaves out what has less
// priority.
static bool add(struct automaton *a, int32_t from, bool at_begin, bool at_end) {
    int64_t top = 0;
    a->stack[top++] = from;
    while (top) {
        int32_t at = a->stack[--top];
        if (a->marks[at] == a->mark)
            continue;
        a->marks[at] = a->mark;
        const struct gw_regex_step *step = &a->steps[at];
        switch (step->operation) {
        case gw_regex_split:
            a->stack[top++] = step->b;
            a->stack[top++] = step->a;
            break;
        case gw_regex_save: a->stack[top++] = step->next; break;
        case gw_regex_assert:
            if (step->a == gw_regex_text_end && !at_end)
                a->list[a->list_size++] = at;
            else if (step->a == gw_regex_text_end || at_begin)
                a->stack[top++] = step->next;
            break;
        default:
            a->list[a->list_size++] = at;
            if (step->operation == gw_regex_match && !a->longest)
                return false;
        }
    }
    return true;
}

static void begin_list(struct automaton *a) {
    a->list_size = 0;
    if (!++a->mark) {
        for (int64_t i = 0; i < a->size; i++)
            a->marks[i] = 0;
        a->mark = 1;
    }
}

// Whether the instructions of a state match at the text's end.
static bool matches_at_end(struct automaton *a, const int32_t *items, int64_t count) {
    begin_list(a);
    for (int64_t i = 0; i < count && items[i] < a->size; i++)
        if (!add(a, items[i], false, true))
            return true;
    for (int64_t i = 0; i < a->list_size; i++)
        if (a->steps[a->list[i]].operation == gw_regex_match)
            return true;
    return false;
}

// The state of the list; -1 if there is no room for another one.
static int32_t state_of_list(struct automaton *a) {
    uint32_t hash = 2166136261u;
    for (int64_t i = 0; i < a->list_size; i++)
        hash = (hash ^ (uint32_t)a->list[i]) * 16777619u;
    uint32_t place = hash % TABLE;
    for (; a->table[place] >= 0; place = (place + 1) % TABLE) {
        int32_t known = a->table[place];
        int64_t begin = a->begins[known], i = 0;
        if (a->begins[known + 1] - begin != a->list_size)
            continue;
        while (i < a->list_size && a->pool[begin + i] == a->list[i])
            i++;
        if (i == a->list_size)
            return known;
    }
    int64_t begin = a->begins[a->count];
    if (a->count == MOST_STATES || begin + a->list_size > a->pool_room)
        return -1;
    int32_t state = a->count++;
    uint8_t flags = 0;
    for (int64_t i = 0; i < a->list_size; i++) {
        a->pool[begin + i] = a->list[i];
        if (a->list[i] < a->size && a->steps[a->list[i]].operation == gw_regex_match)
            flags = MATCHES;
    }
    a->begins[state + 1] = begin + a->list_size;
    a->table[place] = state;
    for (int64_t i = 0; i < a->class_count; i++)
        a->next[state * a->class_count + i] = -1;
    if (matches_at_end(a, a->pool + begin, a->list_size))
        flags |= MATCHES_AT_END;
    a->flags[state] = flags;
    return state;
}

// The state of the list; all others are dropped if there is no room for another one.
static int32_t kept_state(struct automaton *a) {
    int32_t found = state_of_list(a);
    if (found < 0) {
        automaton_clear(a);
        found = state_of_list(a);
    }
    return found;
}

// Adds what begins a match here and at the positions that follow.
static void add_start(struct automaton *a, bool at_begin) {
    if (add(a, 0, at_begin, false) && a->unanchored)
        a->list[a->list_size++] = (int32_t)a->size;
}

static int32_t start_state(struct automaton *a, bool at_begin) {
    if (a->starts[at_begin] < 0) {
        begin_list(a);
        add_start(a, at_begin);
        int32_t state = kept_state(a);
        a->starts[at_begin] = state;
    }
    return a->starts[at_begin];
}

static void follow(struct automaton *a, const int32_t *items, int64_t count, uint8_t byte) {
    begin_list(a);
    for (int64_t i = 0; i < count; i++) {
        if (items[i] == a->size) {
            add_start(a, false);
            return;
        }
        const struct gw_regex_step *step = &a->steps[items[i]];
        if (step->operation == gw_regex_byte && step->a <= byte && byte <= step->b && !add(a, step->next, false, false))
            return;
    }
}

// The state after a byte.
static int32_t next_state(struct automaton *a, int32_t state, uint8_t byte) {
    int64_t begin = a->begins[state], count = a->begins[state + 1] - begin;
    follow(a, a->pool + begin, count, byte);
    int32_t before = a->count, found = kept_state(a);
    if (a->count >= before)  // else they were dropped
        a->next[state * a->class_count + a->classes[byte]] = found;
    return found;
}

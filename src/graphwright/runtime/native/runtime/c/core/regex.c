// Runs regular expressions. Automata find where a match is (Cox, Regular Expression Matching in the Wild, 2010): one finds
// where the leftmost match ends, one runs backward from there to its begin. Groups, and patterns with other assertions than
// those of the text's ends, are followed instruction by instruction, each once at each position.

#include "core/regex.h"
#include "core/regex_dfa.h"

enum { GROUPS = 10, SLOTS = 2 * GROUPS };

struct job {
    int64_t at;    // a position, or what a slot held
    int32_t step;  // -1 - slot: restore the slot
};

struct gw_regex {
    const struct gw_regex_step *steps;
    int64_t size;
    bool has_automata;
    struct automaton search, back, full;
    struct job *jobs;
    int64_t job_room;
    uint64_t *visited;
    int64_t visited_words;
    int64_t slots[SLOTS];
    bool lacks_memory;
};

struct gw_regex *gw_regex_new(const struct gw_regex_step *forward, int64_t size, const struct gw_regex_step *backward,
                              int64_t backward_size, const uint8_t *classes, int64_t class_count) {
    struct gw_regex *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->steps = forward;
    r->size = size;
    r->has_automata = backward != NULL;
    if (backward && !(automaton_init(&r->search, forward, size, classes, class_count, true, false) &&
                      automaton_init(&r->back, backward, backward_size, classes, class_count, false, true) &&
                      automaton_init(&r->full, forward, size, classes, class_count, false, true))) {
        gw_regex_free(r);
        return NULL;
    }
    return r;
}

void gw_regex_free(struct gw_regex *r) {
    automaton_free(&r->search);
    automaton_free(&r->back);
    automaton_free(&r->full);
    free(r->jobs);
    free(r->visited);
    free(r);
}

// automata

static inline int32_t after(struct automaton *a, int32_t state, uint8_t byte) {
    int32_t next = a->next[state * a->class_count + a->classes[byte]];
    return next >= 0 ? next : next_state(a, state, byte);
}

static bool is_dead(const struct automaton *a, int32_t state) { return a->begins[state] == a->begins[state + 1]; }

// Where the leftmost match from `at` on ends; -1 if there is none.
static int64_t match_end(struct automaton *a, struct gw_piece text, int64_t at) {
    int64_t end = -1;
    int32_t state = start_state(a, at == 0);
    for (;; at++) {
        if (a->flags[state] & MATCHES)
            end = at;
        if (at == text.size)
            return a->flags[state] & MATCHES_AT_END ? at : end;
        if (is_dead(a, state))
            return end;
        state = after(a, state, (uint8_t)text.data[at]);
    }
}

// Where the longest match that ends at `end` begins, not before `least`.
static int64_t match_begin(struct automaton *a, struct gw_piece text, int64_t least, int64_t end) {
    int64_t begin = end, at = end;
    int32_t state = start_state(a, end == text.size);
    for (;; at--) {
        if ((a->flags[state] & MATCHES) || (at == 0 && (a->flags[state] & MATCHES_AT_END)))
            begin = at;
        if (at == least || is_dead(a, state))
            return begin;
        state = after(a, state, (uint8_t)text.data[at - 1]);
    }
}

static bool matches_all(struct automaton *a, struct gw_piece text) {
    int32_t state = start_state(a, true);
    for (int64_t at = 0; at < text.size; at++) {
        if (is_dead(a, state))
            return false;
        state = after(a, state, (uint8_t)text.data[at]);
    }
    return (a->flags[state] & (MATCHES | MATCHES_AT_END)) != 0;
}

// instruction by instruction

static bool is_word(struct gw_piece text, int64_t at) {
    if (at < 0 || at >= text.size)
        return false;
    char byte = text.data[at], letter = byte | 0x20;
    return (letter >= 'a' && letter <= 'z') || (byte >= '0' && byte <= '9') || byte == '_';
}

static bool holds(int32_t assertion, struct gw_piece text, int64_t at) {
    switch (assertion) {
    case gw_regex_text_begin: return at == 0;
    case gw_regex_text_end: return at == text.size;
    case gw_regex_line_begin: return at == 0 || text.data[at - 1] == '\n';
    case gw_regex_line_end: return at == text.size || text.data[at] == '\n';
    default: return (is_word(text, at - 1) != is_word(text, at)) == (assertion == gw_regex_word);
    }
}

static void push(struct gw_regex *r, int64_t *top, int32_t step, int64_t at) {
    if (*top == r->job_room) {
        int64_t room = r->job_room ? 2 * r->job_room : 256;
        struct job *jobs = realloc(r->jobs, (size_t)room * sizeof *jobs);
        if (!jobs) {
            r->lacks_memory = true;
            return;
        }
        r->jobs = jobs;
        r->job_room = room;
    }
    r->jobs[(*top)++] = (struct job){at, step};
}

// Whether the program matches from `begin` on, to `end` if that is not negative. Places that were visited before, for matches
// from positions before `begin`, lead nowhere. Positions are counted from `base` on.
static bool matches_from(struct gw_regex *r, struct gw_piece text, int64_t base, int64_t begin, int64_t end) {
    int64_t top = 0, last = end >= 0 ? end : text.size;
    push(r, &top, 0, begin);
    while (top && !r->lacks_memory) {
        struct job job = r->jobs[--top];
        if (job.step < 0) {
            r->slots[-1 - job.step] = job.at;
            continue;
        }
        int32_t step = job.step;
        for (int64_t at = job.at;;) {
            uint64_t bit = (uint64_t)((at - base) * r->size + step);
            if (r->visited[bit / 64] >> bit % 64 & 1)
                break;
            r->visited[bit / 64] |= (uint64_t)1 << bit % 64;
            const struct gw_regex_step *s = &r->steps[step];
            step = s->next;
            if (s->operation == gw_regex_byte) {
                if (at == last)
                    break;
                uint8_t byte = (uint8_t)text.data[at++];
                if (byte < s->a || byte > s->b)
                    break;
            } else if (s->operation == gw_regex_split) {
                push(r, &top, s->b, at);
                step = s->a;
            } else if (s->operation == gw_regex_save) {
                push(r, &top, -1 - s->a, r->slots[s->a]);
                r->slots[s->a] = at;
            } else if (s->operation == gw_regex_assert) {
                if (!holds(s->a, text, at))
                    break;
            } else {
                if (end >= 0 && at != end)
                    break;
                r->slots[1] = at;
                return true;
            }
        }
    }
    return false;
}

// Makes room for the places of positions from `base` to `end`, none of them visited.
static bool begin_visits(struct gw_regex *r, int64_t base, int64_t end) {
    int64_t words = ((end - base + 1) * r->size + 63) / 64;
    if (words > r->visited_words) {
        free(r->visited);
        r->visited = malloc((size_t)words * sizeof *r->visited);
        r->visited_words = r->visited ? words : 0;
    }
    if (!r->visited) {
        r->lacks_memory = true;
        return false;
    }
    for (int64_t i = 0; i < words; i++)
        r->visited[i] = 0;
    return true;
}

static void begin_slots(struct gw_regex *r, int64_t begin) {
    for (int64_t i = 0; i < SLOTS; i++)
        r->slots[i] = -1;
    r->slots[0] = begin;
}

// Finds the leftmost match from `at` on; `slots` get where its groups begin and end.
static bool finds(struct gw_regex *r, struct gw_piece text, int64_t at, bool groups) {
    begin_slots(r, at);
    if (r->has_automata) {
        int64_t end = match_end(&r->search, text, at);
        if (end < 0)
            return false;
        int64_t begin = match_begin(&r->back, text, at, end);
        r->slots[0] = begin;
        r->slots[1] = end;
        return !groups || (begin_visits(r, begin, end) && matches_from(r, text, begin, begin, end));
    }
    if (!begin_visits(r, at, text.size))
        return false;
    for (int64_t begin = at; begin <= text.size && !r->lacks_memory; begin++) {
        if (begin < text.size && gw_continues(text.data[begin]))
            continue;
        r->slots[0] = begin;
        if (matches_from(r, text, at, begin, -1))
            return true;
    }
    return false;
}

// matching and replacing

static bool is_valid(struct gw_piece piece) {
    const unsigned char *bytes = (const unsigned char *)piece.data;
    int32_t point;
    for (int64_t at = 0, length; at < piece.size; at += length) {
        length = bytes[at] < 0x80 ? 1 : gw_character_at(bytes + at, piece.size - at, &point);
        if (!length)
            return false;
    }
    return true;
}

int64_t gw_regex_full_match(struct gw_regex *r, const struct gw_piece *pieces, int64_t count, uint8_t *result) {
    r->lacks_memory = false;
    for (int64_t i = 0; i < count; i++) {
        struct gw_piece text = pieces[i];
        if (!is_valid(text))
            result[i] = 2;
        else if (r->has_automata)
            result[i] = matches_all(&r->full, text);
        else
            result[i] = begin_visits(r, 0, text.size) && matches_from(r, text, 0, 0, text.size);
    }
    return r->lacks_memory ? -1 : 0;
}

struct output {
    char *bytes;
    int64_t size, room;
    bool lacks_memory;
};

static void append(struct output *out, const char *bytes, int64_t size) {
    if (out->size + size > out->room) {
        int64_t room = 2 * (out->size + size) + 4096;
        char *more = realloc(out->bytes, (size_t)room);
        if (!more) {
            out->lacks_memory = true;
            return;
        }
        out->bytes = more;
        out->room = room;
    }
    for (int64_t i = 0; i < size; i++)
        out->bytes[out->size + i] = bytes[i];
    out->size += size;
}

static void append_replacement(struct gw_regex *r, struct gw_piece text, const struct gw_piece *parts, int64_t count,
                               struct output *out) {
    for (int64_t i = 0; i < count; i++) {
        if (parts[i].data) {
            append(out, parts[i].data, parts[i].size);
            continue;
        }
        int64_t begin = r->slots[2 * parts[i].size], end = r->slots[2 * parts[i].size + 1];
        if (begin >= 0 && end >= begin)
            append(out, text.data + begin, end - begin);
    }
}

static int64_t character_size(struct gw_piece text, int64_t at) {
    int64_t size = 1;
    while (at + size < text.size && gw_continues(text.data[at + size]))
        size++;
    return size;
}

// Appends the text with its matches replaced. False, with nothing appended, if there is no match. An empty match at the end of
// another one does not count.
static bool replaced(struct gw_regex *r, struct gw_piece text, const struct gw_piece *parts, int64_t part_count,
                     bool groups, bool everywhere, struct output *out) {
    int64_t at = 0, last = -1;
    bool found = false;
    while (at <= text.size && finds(r, text, at, groups)) {
        int64_t begin = r->slots[0], end = r->slots[1];
        append(out, text.data + at, begin - at);
        if (begin == end && end == last) {
            int64_t size = end < text.size ? character_size(text, end) : 1;
            append(out, text.data + end, end < text.size ? size : 0);
            at = end + size;
            continue;
        }
        found = true;
        append_replacement(r, text, parts, part_count, out);
        at = last = end;
        if (!everywhere)
            break;
    }
    if (found && at < text.size)
        append(out, text.data + at, text.size - at);
    return found;
}

int64_t gw_regex_replace(struct gw_regex *r, const struct gw_piece *parts, int64_t part_count, int64_t uses_groups,
                         int64_t everywhere, const struct gw_piece *pieces, int64_t count, struct gw_piece *result,
                         char **room) {
    struct output out = {0};
    r->lacks_memory = false;
    for (int64_t i = 0; i < count; i++) {
        int64_t begin = out.size;
        result[i] = pieces[i];
        if (!is_valid(pieces[i]))
            result[i] = (struct gw_piece){NULL, 0};
        else if (replaced(r, pieces[i], parts, part_count, uses_groups, everywhere, &out))
            result[i] = (struct gw_piece){NULL, begin - out.size - 1};  // a size below 0: in the output
        if (r->lacks_memory || out.lacks_memory) {
            free(out.bytes);
            *room = NULL;
            return -1;
        }
    }
    const char *at = out.bytes ? out.bytes : "";
    for (int64_t i = 0; i < count; i++) {
        if (result[i].data || !result[i].size)
            continue;
        result[i] = (struct gw_piece){at, -1 - result[i].size};
        at += result[i].size;
    }
    *room = out.bytes;
    return 0;
}

void gw_regex_release(char *room) { free(room); }

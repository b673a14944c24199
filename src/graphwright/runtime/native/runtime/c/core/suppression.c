// Non-max suppression: candidates leave a heap by their scores, and are compared with what was chosen before.

#include <stdlib.h>

#include "core/core.h"
#include "core/library.h"

#pragma STDC FP_CONTRACT OFF  // results have the bits of the kernels in NumPy

typedef float floats8 __attribute__((vector_size(32), aligned(4)));
typedef int32_t ints8 __attribute__((vector_size(32)));

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { LANES = 8, SIDES = 4 };

struct candidate {
    float score;
    int32_t box, seen;  // it has been compared with the first `seen` of those chosen
};

// Where the scores are, and what is asked of them.
struct choice {
    const float *scores;
    int64_t step, count, most;  // scores are `step` elements apart
    float limit, least, scale;  // a scale below 0 makes scores smaller instead of leaving boxes out
};

// What the shares of a candidate with those chosen are: of boxes in columns, or from a matrix.
struct compared {
    const float *boxes;
    int64_t step;
    float *sides[SIDES], *areas;  // of the chosen boxes: low and high in y and x
    const float *shares;
};

ALWAYS_INLINE bool better(struct candidate a, struct candidate b) {
    return a.score != b.score ? a.score > b.score : a.box < b.box;
}

static void sink(struct candidate *heap, int64_t count, int64_t at) {
    struct candidate moved = heap[at];
    for (int64_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && better(heap[child + 1], heap[child]))
            child++;
        if (!better(heap[child], moved))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

ALWAYS_INLINE floats8 smaller8(floats8 a, floats8 b) {
    ints8 less = b < a;
    return (floats8)((less & (ints8)b) | (~less & (ints8)a));
}

ALWAYS_INLINE floats8 larger8(floats8 a, floats8 b) {
    ints8 less = a < b;
    return (floats8)((less & (ints8)b) | (~less & (ints8)a));
}

// The sides of a box, from two opposite corners.
ALWAYS_INLINE void sides_of(const float *box, float *sides) {
    for (int64_t axis = 0; axis < 2; axis++) {
        float a = box[axis], b = box[axis + 2];
        sides[axis] = b < a ? b : a;
        sides[axis + 2] = a < b ? b : a;
    }
}

ALWAYS_INLINE float area_of(const float *sides) {
    return (sides[2] - sides[0]) * (sides[3] - sides[1]);
}

// The shares that a box has in common with eight chosen ones, from `at` on.
ALWAYS_INLINE floats8 shares8(const struct compared *with, const float *own, float area, int64_t at) {
    floats8 common = {0}, zeros = {0};
    for (int64_t axis = 0; axis < 2; axis++) {
        floats8 low = *(const floats8 *)(with->sides[axis] + at), high = *(const floats8 *)(with->sides[axis + 2] + at);
        floats8 extent = smaller8(high, zeros + own[axis + 2]) - larger8(low, zeros + own[axis]);
        extent = larger8(extent, zeros);
        common = axis ? common * extent : extent;
    }
    floats8 areas = *(const floats8 *)(with->areas + at);
    ints8 empty = areas <= zeros;
    return (floats8)(~empty & (ints8)(common / (areas + area - common)));
}

static void choose_box(struct compared *with, int64_t box, int64_t at) {
    if (with->shares)
        return;
    float own[SIDES];
    sides_of(with->boxes + box * with->step, own);
    for (int64_t side = 0; side < SIDES; side++)
        with->sides[side][at] = own[side];
    with->areas[at] = area_of(own);
}

// e to the power of a number that is not above 0.
static float exponential(float number) {
    double x = number;
    if (!(x > -104.0))
        return x == x ? 0.0f : number;
    int64_t power = (int64_t)(x * 1.4426950408889634 - 0.5);
    double rest = x - (double)power * 0.6931471805599453, sum = 1.0;
    for (int64_t term = 13; term > 0; term--)
        sum = 1.0 + sum * rest / (double)term;
    union {
        int64_t bits;
        double number;
    } scale = {(power + 1023) << 52};
    return (float)(sum * scale.number);
}

// The shares that a candidate has in common with up to eight chosen ones.
ALWAYS_INLINE void shares_of(const struct compared *with, const int32_t *chosen, const float *own, float area, int64_t box,
                             int64_t count, int64_t at, int64_t end, float *shares) {
    if (!with->shares) {
        *(floats8 *)shares = shares8(with, own, area, at);
        return;
    }
    for (int64_t i = at; i < end; i++)
        shares[i - at] = with->shares[box * count + chosen[i]];
}

// Compares a candidate with what was chosen since it was last looked at; false where it is left out.
static bool compare(const struct choice *ask, const struct compared *with, const int32_t *chosen, int64_t found,
                    struct candidate *one) {
    float own[SIDES] = {0}, area = 1;
    if (!with->shares) {
        sides_of(with->boxes + one->box * with->step, own);
        area = area_of(own);
        if (area <= 0)
            return true;
    }
    for (int64_t at = one->seen; at < found; at += LANES) {
        float shares[LANES] = {0};
        int64_t end = at + LANES < found ? at + LANES : found;
        shares_of(with, chosen, own, area, one->box, ask->count, at, end, shares);
        for (int64_t i = 0; i < end - at; i++) {
            if (ask->scale < 0) {
                if (shares[i] != 0)
                    one->score = one->score * exponential(ask->scale * shares[i] * shares[i]);
                if (!(one->score > ask->least))
                    return false;
            } else if (shares[i] > ask->limit) {
                return false;
            }
        }
    }
    one->seen = (int32_t)found;
    return true;
}

// The best boxes and their scores; -1 where there is no memory, else how many they are.
static int64_t choose(const struct choice *ask, struct compared *with, int32_t *chosen, float *kept) {
    int64_t room = (ask->most < ask->count ? ask->most : ask->count) + LANES, left = 0, found = 0;
    size_t size = (size_t)ask->count * sizeof(struct candidate) + (size_t)room * (SIDES + 1) * sizeof(float);
    struct candidate *heap = malloc(size);
    if (!heap)
        return -1;
    float *columns = (float *)(heap + ask->count);
    __builtin_memset(columns, 0, (size_t)room * (SIDES + 1) * sizeof(float));
    for (int64_t side = 0; side < SIDES; side++)
        with->sides[side] = columns + side * room;
    with->areas = columns + SIDES * room;
    for (int64_t i = 0; i < ask->count; i++)
        if (ask->scores[i * ask->step] > ask->least)
            heap[left++] = (struct candidate){ask->scores[i * ask->step], (int32_t)i, 0};
    for (int64_t i = left / 2 - 1; i >= 0; i--)
        sink(heap, left, i);
    while (left > 0 && found < ask->most) {
        float before = heap[0].score;
        if (!compare(ask, with, chosen, found, &heap[0])) {
            heap[0] = heap[--left];
        } else if (heap[0].score == before || left == 1) {
            choose_box(with, heap[0].box, found);
            chosen[found] = heap[0].box;
            kept[found++] = heap[0].score;
            heap[0] = heap[--left];
        }
        sink(heap, left, 0);
    }
    free(heap);
    return found;
}

int64_t gw_best_boxes(const float *boxes, const float *scores, const float *limit, const float *least,
                      const float *sigma, int32_t *chosen, float *kept, int32_t *found, int64_t count, int64_t most,
                      int64_t overlaps) {
    struct choice ask = {scores, 1, count, most, *limit, *least, *sigma > 0 ? -0.5f / *sigma : 0};
    struct compared with = {boxes, SIDES, {0}, 0, overlaps ? boxes : 0};
    int64_t all = choose(&ask, &with, chosen, kept);
    if (all < 0)
        return gw_no_memory;
    *found = (int32_t)all;
    for (int64_t i = all; i < most; i++) {
        chosen[i] = 0;
        kept[i] = 0;
    }
    return gw_done;
}

// What was chosen of all classes.
struct detection {
    float score;
    int32_t box, kind, order;
};

static int64_t choose_of_class(struct choice *ask, const float *boxes, const float *scores, int64_t kind, int64_t own,
                               int32_t *chosen, float *kept) {
    ask->scores = scores + kind;
    struct compared with = {boxes + (own > 1 ? kind : 0) * SIDES, own * SIDES, {0}, 0, 0};
    return choose(ask, &with, chosen, kept);
}

ALWAYS_INLINE bool before(struct detection a, struct detection b) {
    return a.score != b.score ? a.score > b.score : a.order < b.order;
}

static void sink_detection(struct detection *heap, int64_t count, int64_t at) {
    struct detection moved = heap[at];
    for (int64_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && before(heap[child + 1], heap[child]))
            child++;
        if (!before(heap[child], moved))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

static void write_box(const float *from, float *to, int64_t clip) {
    for (int64_t side = 0; side < SIDES; side++)
        to[side] = !clip ? from[side] : from[side] < 0 ? 0 : from[side] > 1 ? 1 : from[side];
}

int64_t gw_detections(const float *boxes, const float *scores, const int32_t *per_class, const int32_t *total,
                      const float *limit, const float *least, float *to_boxes, float *to_scores, float *to_classes,
                      int32_t *found, int64_t count, int64_t own, int64_t classes, int64_t size, int64_t clip) {
    int64_t most = *per_class < count ? *per_class : count, all = 0;
    struct choice ask = {scores, classes, count, most, *limit, *least, 0};
    size_t room = sizeof(struct detection) * (size_t)classes + sizeof(int32_t) + sizeof(float);
    struct detection *heap = malloc(room * (size_t)(most + 1));
    if (!heap)
        return gw_no_memory;
    int32_t *chosen = (int32_t *)(heap + most * classes);
    float *kept = (float *)(chosen + most);
    for (int64_t kind = 0; kind < classes; kind++) {
        int64_t more = choose_of_class(&ask, boxes, scores, kind, own, chosen, kept);
        if (more < 0) {
            free(heap);
            return gw_no_memory;
        }
        for (int64_t i = 0; i < more; i++, all++)
            heap[all] = (struct detection){kept[i], chosen[i], (int32_t)kind, (int32_t)all};
    }
    for (int64_t i = all / 2 - 1; i >= 0; i--)
        sink_detection(heap, all, i);
    int64_t written = 0;
    for (; written < size && all > 0; written++) {
        struct detection best = heap[0];
        heap[0] = heap[--all];
        sink_detection(heap, all, 0);
        write_box(boxes + (best.box * own + (own > 1 ? best.kind : 0)) * SIDES, to_boxes + written * SIDES, clip);
        to_scores[written] = best.score;
        to_classes[written] = (float)best.kind;
    }
    *found = (int32_t)written;
    __builtin_memset(to_boxes + written * SIDES, 0, (size_t)(size - written) * SIDES * sizeof(float));
    __builtin_memset(to_scores + written, 0, (size_t)(size - written) * sizeof(float));
    __builtin_memset(to_classes + written, 0, (size_t)(size - written) * sizeof(float));
    free(heap);
    return gw_done;
}

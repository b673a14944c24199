// The transforms for one REAL.

#define JOIN(a, b) a##_##b
#define NAMED(a, b) JOIN(a, b)

typedef REAL NAMED(numbers, REAL) __attribute__((vector_size(8 * sizeof(REAL)), aligned(sizeof(REAL))));
typedef REAL NAMED(pairs, REAL) __attribute__((vector_size(16 * sizeof(REAL)), aligned(sizeof(REAL))));
#define NUMBERS NAMED(numbers, REAL)
#define PAIRS NAMED(pairs, REAL)

// `count` pairs, taken apart; and put together, times `scale`.
static void NAMED(apart, REAL)(const REAL *from, double *r, double *i, int64_t count) {
    int64_t k = 0;
    for (; k + LANES <= count; k += LANES) {
        PAIRS v = *(const PAIRS *)(from + 2 * k);
        *(vector *)(r + k) =
            __builtin_convertvector(__builtin_shufflevector(v, v, 0, 2, 4, 6, 8, 10, 12, 14), vector);
        *(vector *)(i + k) =
            __builtin_convertvector(__builtin_shufflevector(v, v, 1, 3, 5, 7, 9, 11, 13, 15), vector);
    }
    for (; k < count; k++)
        r[k] = from[2 * k], i[k] = from[2 * k + 1];
}

static void NAMED(together, REAL)(const double *r, const double *i, REAL *to, int64_t count, double scale) {
    int64_t k = 0;
    for (; k + LANES <= count; k += LANES) {
        NUMBERS a = __builtin_convertvector(*(const vector *)(r + k) * scale, NUMBERS);
        NUMBERS b = __builtin_convertvector(*(const vector *)(i + k) * scale, NUMBERS);
        *(PAIRS *)(to + 2 * k) =
            __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (; k < count; k++)
        to[2 * k] = (REAL)(r[k] * scale), to[2 * k + 1] = (REAL)(i[k] * scale);
}

int64_t NAMED(gw_fft, COMPLEX)(const REAL *from, REAL *to, int64_t a, int64_t b, int64_t c, int64_t inverse) {
    int64_t size = a * b * c;
    double local[4 * on_stack];
    struct parts x;
    if (!size)
        return gw_done;
    if (!take(&x, size, local))
        return gw_no_memory;
    double *start = x.r;
    NAMED(apart, REAL)(from, x.r, x.i, size);
    bool is_done = along_axes(&x, a, b, c, true, inverse);
    NAMED(together, REAL)(x.r, x.i, to, size, inverse ? 1 / (double)size : 1);
    give(start, local);
    return is_done ? gw_done : gw_no_memory;
}

// A row of real numbers to its half spectrum, in `to`; `work` is of the size of the row.
static bool NAMED(row_forward, REAL)(const REAL *row, int64_t n, const struct plan *halves, struct parts *work,
                                     double *to_r, double *to_i) {
    struct parts x = *work;
    if (halves) {
        NAMED(apart, REAL)(row, x.r, x.i, n / 2);
        if (!along_axis(&x, n / 2, 1, 1, false))
            return false;
        from_halves(x.r, x.i, to_r, to_i, n / 2, halves->roots);
        return true;
    }
    for (int64_t k = 0; k < n; k++)
        x.r[k] = row[k], x.i[k] = 0;
    if (!along_axis(&x, n, 1, 1, false))
        return false;
    for (int64_t k = 0; k <= n / 2; k++)
        to_r[k] = x.r[k], to_i[k] = x.i[k];
    return true;
}

int64_t NAMED(gw_rfft, FLOATS)(const REAL *from, REAL *to, int64_t from_b, int64_t from_c, int64_t a, int64_t b,
                               int64_t c) {
    int64_t half = c / 2 + 1, size = a * b * half;
    double local[4 * on_stack], row[4 * on_stack];
    struct parts x, work;
    if (!a || !b || !c)
        return gw_done;
    bool is_done = take(&x, size, local);
    double *start = x.r;
    if (!is_done)
        return gw_no_memory;
    const struct plan *halves = c % 2 ? NULL : plan_of(c, true);
    is_done = take(&work, c, row) && (halves || c % 2);
    for (int64_t line = 0; is_done && line < a * b; line++)
        is_done = NAMED(row_forward, REAL)(from + (line / b * from_b + line % b) * from_c, c, halves, &work,
                                           x.r + line * half, x.i + line * half);
    is_done = is_done && along_axes(&x, a, b, half, false, false);
    NAMED(together, REAL)(x.r, x.i, to, size, 1);
    release(halves);
    give(work.r, row);
    give(start, local);
    return is_done ? gw_done : gw_no_memory;
}

// A half spectrum to its row of real numbers, times `scale`.
static bool NAMED(row_back, REAL)(const double *r, const double *i, int64_t n, const struct plan *halves,
                                  struct parts *work, REAL *to, double scale) {
    struct parts x = *work;
    if (halves) {
        to_halves(r, i, x.r, x.i, n / 2, halves->roots);
        if (!along_axis(&x, n / 2, 1, 1, true))
            return false;
        NAMED(together, REAL)(x.r, x.i, to, n / 2, scale);
        return true;
    }
    x.r[0] = r[0], x.i[0] = 0;
    for (int64_t k = 1; k <= n / 2; k++)
        x.r[k] = x.r[n - k] = r[k], x.i[k] = i[k], x.i[n - k] = -i[k];
    if (!along_axis(&x, n, 1, 1, true))
        return false;
    for (int64_t k = 0; k < n; k++)
        to[k] = (REAL)(x.r[k] * scale);
    return true;
}

int64_t NAMED(gw_irfft, FLOATS)(const REAL *from, REAL *to, int64_t from_b, int64_t from_c, int64_t a, int64_t b,
                                int64_t c) {
    int64_t half = c / 2 + 1, size = a * b * half;
    double local[4 * on_stack], row[4 * on_stack], scale = 1 / (double)(a * b * c);
    struct parts x, work;
    if (!a || !b || !c)
        return gw_done;
    bool is_done = take(&x, size, local);
    double *start = x.r;
    if (!is_done)
        return gw_no_memory;
    const struct plan *halves = c % 2 ? NULL : plan_of(c, true);
    is_done = take(&work, c, row) && (halves || c % 2);
    for (int64_t line = 0; line < a * b; line++)
        NAMED(apart, REAL)(from + 2 * (line / b * from_b + line % b) * from_c, x.r + line * half, x.i + line * half,
                           half);
    is_done = is_done && along_axes(&x, a, b, half, false, true);
    for (int64_t line = 0; is_done && line < a * b; line++)
        is_done = NAMED(row_back, REAL)(x.r + line * half, x.i + line * half, c, halves, &work, to + line * c, scale);
    release(halves);
    give(work.r, row);
    give(start, local);
    return is_done ? gw_done : gw_no_memory;
}

#undef NUMBERS
#undef PAIRS
#undef JOIN
#undef NAMED

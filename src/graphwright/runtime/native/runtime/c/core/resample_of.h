// One row of a resized image, for images of `PIXEL`; `WIDE(x)` is a vector of eight of them as eight floats.

// Adds `weight` times the `n` pixels of a row to a line.
ALWAYS_INLINE void NAME(add_row)(float *line, const PIXEL *row, float weight, int64_t n) {
    int64_t x = 0;
    for (; x + 8 <= n; x += 8) {
        NAME(pixels) some = *(const NAME(pixels) *)(row + x);
        *(floats8 *)(line + x) += weight * WIDE(some);
    }
    for (; x < n; x++)
        line[x] += weight * NARROW(row[x]);
}

// The first two rows of a line, which many lines have no more of.
ALWAYS_INLINE void NAME(begin_row)(float *line, const PIXEL *row, const PIXEL *next, const float *weights, int64_t n) {
    float first = weights[0], second = weights[1];
    int64_t x = 0;
    for (; x + 8 <= n; x += 8) {
        NAME(pixels) some = *(const NAME(pixels) *)(row + x), others = *(const NAME(pixels) *)(next + x);
        *(floats8 *)(line + x) = first * WIDE(some) + second * WIDE(others);
    }
    for (; x < n; x++)
        line[x] = first * NARROW(row[x]) + second * NARROW(next[x]);
}

int64_t NAME(gw_resample)(const PIXEL *image, const struct gw_span *rows, const float *row_weights,
                          const struct gw_span *columns, const float *column_weights, float *result, int64_t width,
                          int64_t channels, int64_t count, int64_t taps) {
    int64_t begin, n;
    float *whole = line_for(columns, count, channels, width, &begin, &n);
    if (!whole)
        return gw_no_memory;
    const PIXEL *row = image + rows->first * width * channels + begin;
    int64_t tap = 0;
    if (rows->count >= 2) {
        NAME(begin_row)(whole + begin, row, row + width * channels, row_weights, n);
        tap = 2;
    } else {
        __builtin_memset(whole + begin, 0, (size_t)n * sizeof(float));
    }
    for (; tap < rows->count; tap++)
        NAME(add_row)(whole + begin, row + tap * width * channels, row_weights[tap], n);
    pick_columns(whole, columns, column_weights, result, channels, count, taps);
    free(whole);
    return gw_done;
}

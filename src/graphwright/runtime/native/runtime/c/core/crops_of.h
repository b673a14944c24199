// The gradient of one image of `REAL` from those of the crops.

// Adds a weighted pixel.
ALWAYS_INLINE void NAME(add_pixel)(REAL *to, const float *grad, float weight, int64_t channels) {
    for (int64_t c = 0; c < channels; c++)
        to[c] += (REAL)(grad[c] * weight);
}

static void NAME(add_row)(REAL *image, const float *grads, const float *box, struct place y, int64_t line,
                          int64_t columns, int64_t width, int64_t channels, int64_t is_nearest) {
    REAL *top = image + (is_nearest ? line : y.before) * width * channels, *bottom = image + y.behind * width * channels;
    for (int64_t j = 0; j < columns; j++, grads += channels) {
        struct place x = place_of(box[1], box[3], width, columns, j);
        if (!x.inside)
            continue;
        if (is_nearest) {
            NAME(add_pixel)(top + nearest(x, width) * channels, grads, 1, channels);
            continue;
        }
        float left = 1 - x.over, right = x.over, up = 1 - y.over, down = y.over;
        NAME(add_pixel)(top + x.before * channels, grads, up * left, channels);
        NAME(add_pixel)(top + x.behind * channels, grads, up * right, channels);
        NAME(add_pixel)(bottom + x.before * channels, grads, down * left, channels);
        NAME(add_pixel)(bottom + x.behind * channels, grads, down * right, channels);
    }
}

int64_t NAME(gw_crop_image)(const float *grads, const float *boxes, const int32_t *numbers, const int64_t *own,
                            REAL *image, int64_t count, int64_t rows, int64_t columns, int64_t height, int64_t width,
                            int64_t channels, int64_t is_nearest) {
    __builtin_memset(image, 0, (size_t)(height * width * channels) * sizeof(REAL));
    for (int64_t crop = 0; crop < count; crop++) {
        if (numbers[crop] != *own)
            continue;
        const float *box = boxes + crop * 4, *grad = grads + crop * rows * columns * channels;
        for (int64_t i = 0; i < rows; i++, grad += columns * channels) {
            struct place y = place_of(box[0], box[2], height, rows, i);
            if (y.inside)
                NAME(add_row)(image, grad, box, y, nearest(y, height), columns, width, channels, is_nearest);
        }
    }
    return gw_done;
}

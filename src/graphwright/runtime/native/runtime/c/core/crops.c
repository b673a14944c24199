// Gradients of crops of images. A pixel of a crop lies between four pixels of an image, or next to one.

#include <stdint.h>

#include "core/core.h"
#include "core/library.h"

#pragma STDC FP_CONTRACT OFF  // results have the bits of the kernels in NumPy

#define ALWAYS_INLINE static inline __attribute__((always_inline))

// Where a pixel of a crop lies along one axis: before and behind it are pixels of the image, `over` is its distance from
// the first one.
struct place {
    int64_t before, behind;
    float at, over;
    bool inside;
};

ALWAYS_INLINE int64_t floor_of(float number) {
    int64_t whole = (int64_t)number;
    return whole - ((float)whole > number);
}

ALWAYS_INLINE struct place place_of(float low, float high, int64_t size, int64_t count, int64_t step) {
    struct place found = {0, 0, 0, 0, false};
    float last = (float)(size - 1);
    found.at = count > 1 ? low * last + (float)step * ((high - low) * last / (float)(count - 1)) : 0.5f * (low + high) * last;
    found.inside = found.at >= 0 && found.at <= last;
    if (!found.inside)
        return found;
    found.before = floor_of(found.at);
    found.over = found.at - (float)found.before;
    found.behind = found.over > 0 && found.before < size - 1 ? found.before + 1 : found.before;
    return found;
}

// The number of the pixel nearest to a place.
ALWAYS_INLINE int64_t nearest(struct place place, int64_t size) {
    int64_t found = floor_of(place.at + 0.5f);
    return found < size ? found : size - 1;
}

#define REAL float
#define NAME(name) name##_float32
#include "core/crops_of.h"
#undef REAL
#undef NAME

#define REAL double
#define NAME(name) name##_float64
#include "core/crops_of.h"
#undef REAL
#undef NAME


// How a place moves with the far side of a box.
ALWAYS_INLINE float far_of(int64_t step, int64_t size, int64_t count) {
    float last = (float)(size - 1);
    return count > 1 ? (float)step * (last / (float)(count - 1)) : 0.5f * last;
}

int64_t gw_crop_boxes(const float *grads, const float *images, const float *box, const int32_t *number, float *result,
                      int64_t rows, int64_t columns, int64_t height, int64_t width, int64_t channels) {
    const float *image = images + *number * height * width * channels;
    float last_y = (float)(height - 1), last_x = (float)(width - 1);
    double sums[4] = {0};
    for (int64_t i = 0; i < rows; i++) {
        struct place y = place_of(box[0], box[2], height, rows, i);
        float far_y = far_of(i, height, rows);
        if (!y.inside)
            continue;
        for (int64_t j = 0; j < columns; j++) {
            struct place x = place_of(box[1], box[3], width, columns, j);
            if (!x.inside)
                continue;
            const float *grad = grads + (i * columns + j) * channels;
            const float *top = image + y.before * width * channels, *bottom = image + y.behind * width * channels;
            int64_t left = x.before * channels, right = x.behind * channels;
            float of_y = 0, of_x = 0;
            for (int64_t c = 0; c < channels; c++) {
                float tl = top[left + c], tr = top[right + c], bl = bottom[left + c], br = bottom[right + c];
                of_y += grad[c] * ((1 - x.over) * (bl - tl) + x.over * (br - tr));
                of_x += grad[c] * ((1 - y.over) * (tr - tl) + y.over * (br - bl));
            }
            float far_x = far_of(j, width, columns);
            sums[0] += of_y * (last_y - far_y);
            sums[1] += of_x * (last_x - far_x);
            sums[2] += of_y * far_y;
            sums[3] += of_x * far_x;
        }
    }
    for (int64_t side = 0; side < 4; side++)
        result[side] = (float)sums[side];
    return gw_done;
}

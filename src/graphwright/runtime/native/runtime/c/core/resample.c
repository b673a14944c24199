// Rows of resized images: the weighted sum of some rows, of which weighted sums of some pixels are the result. Written
// once for each dtype of pixels in `resample_of.h`.

#include <stdlib.h>

#include "core/core.h"
#include "core/library.h"

typedef float floats8 __attribute__((vector_size(32), aligned(4)));
typedef float floats4 __attribute__((vector_size(16), aligned(4)));
typedef uint32_t words8 __attribute__((vector_size(32), aligned(4)));

// The text is the same for all targets where no compiler chooses what to inline, and no header what `memset` is.
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NEVER_INLINE static __attribute__((noinline))

enum { BEYOND = 8 };  // elements behind a line that may be read, and count for nothing

// A line for an image's width, of which the `n` elements from `begin` on are needed; null where there is no memory.
NEVER_INLINE float *line_for(const struct gw_span *columns, int64_t count, int64_t channels, int64_t width,
                             int64_t *begin, int64_t *n) {
    int64_t first = width, end = 0;
    for (int64_t j = 0; j < count; j++) {
        if (columns[j].count && columns[j].first < first)
            first = columns[j].first;
        if (columns[j].count && columns[j].first + columns[j].count > end)
            end = columns[j].first + columns[j].count;
    }
    *begin = end ? first * channels : 0;
    *n = end ? (end - first) * channels : 0;
    float *line = malloc((size_t)(width * channels + BEYOND) * sizeof(float));
    if (line)
        __builtin_memset(line + *begin + *n, 0, BEYOND * sizeof(float));
    return line;
}

// The last channels of a pixel, fewer than four: `room` elements of the result may be written.
ALWAYS_INLINE void pick_rest(const float *from, const float *weights, int64_t count, int64_t channels, int64_t rest,
                             float *to, int64_t room) {
    if (room >= 4) {
        floats4 sum = {0};
        for (int64_t tap = 0; tap < count; tap++)
            sum += weights[tap] * *(const floats4 *)(from + tap * channels);
        *(floats4 *)to = sum;  // what is too much is the next pixel's, which is written after this one
        return;
    }
    for (int64_t c = 0; c < rest; c++) {
        float sum = 0;
        for (int64_t tap = 0; tap < count; tap++)
            sum += weights[tap] * from[tap * channels + c];
        to[c] = sum;
    }
}

NEVER_INLINE void pick_columns(const float *line, const struct gw_span *columns, const float *weights, float *result,
                               int64_t channels, int64_t count, int64_t taps) {
    float *end = result + count * channels;
    for (int64_t j = 0; j < count; j++, weights += taps) {
        const float *from = line + columns[j].first * channels;
        int64_t seen = columns[j].count, c = 0;
        for (; c + 8 <= channels; c += 8) {
            floats8 sum = {0};
            for (int64_t tap = 0; tap < seen; tap++)
                sum += weights[tap] * *(const floats8 *)(from + tap * channels + c);
            *(floats8 *)(result + c) = sum;
        }
        if (c + 4 <= channels) {
            floats4 sum = {0};
            for (int64_t tap = 0; tap < seen; tap++)
                sum += weights[tap] * *(const floats4 *)(from + tap * channels + c);
            *(floats4 *)(result + c) = sum;
            c += 4;
        }
        if (c < channels)
            pick_rest(from + c, weights, seen, channels, channels - c, result + c, end - (result + c));
        result += channels;
    }
}

#define WIDE(x) __builtin_convertvector(x, floats8)
#define NARROW(x) (float)(x)
#define PIXELS(type) \
    typedef type NAME(pixels) __attribute__((vector_size(8 * sizeof(type)), aligned(sizeof(type))))

#define PIXEL float
#define NAME(name) name##_float32
PIXELS(float);
#include "core/resample_of.h"
#undef PIXEL
#undef NAME

#define PIXEL double
#define NAME(name) name##_float64
PIXELS(double);
#include "core/resample_of.h"
#undef PIXEL
#undef NAME

#define PIXEL int8_t
#define NAME(name) name##_int8
PIXELS(int8_t);
#include "core/resample_of.h"
#undef PIXEL
#undef NAME

#define PIXEL uint8_t
#define NAME(name) name##_uint8
PIXELS(uint8_t);
#include "core/resample_of.h"
#undef PIXEL
#undef NAME

#define PIXEL int16_t
#define NAME(name) name##_int16
PIXELS(int16_t);
#include "core/resample_of.h"
#undef PIXEL
#undef NAME

#define PIXEL int32_t
#define NAME(name) name##_int32
PIXELS(int32_t);
#include "core/resample_of.h"
#undef PIXEL
#undef NAME

#define PIXEL int64_t
#define NAME(name) name##_int64
PIXELS(int64_t);
#include "core/resample_of.h"
#undef PIXEL
#undef NAME

#define PIXEL uint16_t
#define NAME(name) name##_uint16
PIXELS(uint16_t);
#include "core/resample_of.h"
#undef NAME
#undef WIDE
#undef NARROW

// The exponents of a half and of a float differ by 112; the product is exact for denormal numbers, too. By integers,
// for compilers that have no type for it.
ALWAYS_INLINE floats8 wide_float16(words8 bits) {
    words8 size = (bits & 0x7fff) << 13, infinite = (words8)(size >= 0x0f800000);
    words8 finite = (words8)((floats8)size * 0x1p112f);
    return (floats8)((infinite & (size | 0x7f800000)) | (~infinite & finite) | (bits & 0x8000) << 16);
}

ALWAYS_INLINE float float_of(uint32_t bits) {
    union {
        uint32_t bits;
        float number;
    } same = {bits};
    return same.number;
}

ALWAYS_INLINE float narrow_float16(uint32_t bits) {
    uint32_t size = (bits & 0x7fff) << 13, sign = (bits & 0x8000) << 16;
    float number = size >= 0x0f800000 ? float_of(size | 0x7f800000) : float_of(size) * 0x1p112f;
    return sign ? -number : number;
}

// bfloat16 is the upper half of a float.
#define NAME(name) name##_bfloat16
#define WIDE(x) (floats8)(__builtin_convertvector(x, words8) << 16)
#define NARROW(x) float_of((uint32_t)(x) << 16)
PIXELS(uint16_t);
#include "core/resample_of.h"
#undef NAME
#undef WIDE
#undef NARROW

#define NAME(name) name##_float16
#define WIDE(x) wide_float16(__builtin_convertvector(x, words8))
#define NARROW(x) narrow_float16(x)
PIXELS(uint16_t);
#include "core/resample_of.h"

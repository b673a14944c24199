// float16 for x86 processors that cannot convert it: what LLVM calls there, as `fp16_builtins.py` tells it.

#include <string.h>

#include "core/core.h"

static inline uint32_t float_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

enum {
    HALF_INFINITY = 0x7C00,
    FLOAT_EXPONENT = 0x7F800000,
    QUIET = 0x400000,  // the bit of a NaN that does not signal
};

float gw_widen(_Float16 x) {
    uint16_t bits;
    memcpy(&bits, &x, sizeof bits);
    // by shifts: LLVM makes an absolute value of a mask, which it might compute with the function that is defined here
    uint32_t high = (uint32_t)bits << 17, shifted = high >> 4, result;
    if (high < (uint32_t)HALF_INFINITY << 17)
        // the exponents differ by 112, and the product is exact for denormal numbers, too
        result = float_bits(float_of(shifted) * 0x1p112f);
    else
        result = shifted | FLOAT_EXPONENT | (high > (uint32_t)HALF_INFINITY << 17 ? QUIET : 0);
    return float_of(result | (uint32_t)(bits & 0x8000) << 16);
}

_Float16 gw_narrow(float x) {
    uint32_t bits = float_bits(x), size = bits & 0x7FFFFFFF, result;
    if (size > FLOAT_EXPONENT)  // NaN
        result = HALF_INFINITY | 0x200 | (size >> 13 & 0x1FF);
    else if (size >= float_bits(65536.0f))
        result = HALF_INFINITY;
    else if (size < float_bits(0x1p-14f))
        // a denormal result: the last bit of 0.5 is that of the result
        result = float_bits(float_of(size) + 0.5f) - float_bits(0.5f);
    else
        // half of the last bit is added, rounding to even; the carry may go up to infinity
        result = (size - (112 << 23) + 0xFFF + (size >> 13 & 1)) >> 13;
    uint16_t half = (uint16_t)(result | (bits >> 16 & 0x8000));
    _Float16 y;
    memcpy(&y, &half, sizeof y);
    return y;
}

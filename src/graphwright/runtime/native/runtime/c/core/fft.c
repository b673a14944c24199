// Fourier transforms of the last one to three axes, written once for `float` and `double` in `fft_of.h`. They are computed
// in double precision, with the parts of complex numbers in arrays of their own.

#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "core/library.h"

#include "core/fft_passes.h"
#include "core/fft_plan.h"

// What a call works in: the real and imaginary parts of a block, twice, of which two hold what there is.
struct parts {
    double *r, *i, *other_r, *other_i;
};

static void exchange(struct parts *parts) {
    struct parts old = *parts;
    *parts = (struct parts){old.other_r, old.other_i, old.r, old.i};
}

// Transforms lines of `length` numbers that are `inner` apart, `outer` * `inner` of them.
static bool along_axis(struct parts *x, int64_t length, int64_t outer, int64_t inner, bool inverse) {
    if (length == 1)
        return true;
    const struct plan *plan = plan_of(length, false);
    if (!plan)
        return false;
    // the inverse is the transform with the parts exchanged
    double *r = inverse ? x->i : x->r, *i = inverse ? x->r : x->i;
    double *to_r = inverse ? x->other_i : x->other_r, *to_i = inverse ? x->other_r : x->other_i;
    bool is_done = true, moved = true;
    if (plan->longer)
        is_done = run_convolution(plan, r, i, to_r, to_i, outer, inner);
    else
        moved = run_passes(plan, r, i, to_r, to_i, outer, inner);
    release(plan);
    if (moved)
        exchange(x);
    return is_done;
}

// All axes, or all but the last.
static bool along_axes(struct parts *x, int64_t a, int64_t b, int64_t c, bool last, bool inverse) {
    return along_axis(x, a, 1, b * c, inverse) && along_axis(x, b, a, c, inverse) &&
           (!last || along_axis(x, c, a * b, 1, inverse));
}

// The half spectrum of 2 * half real numbers, of which the even ones were taken for real parts and the odd ones for
// imaginary parts: numbers 0 to `half` of `to`, from the transform of `half` numbers.
static void from_halves(const double *r, const double *i, double *to_r, double *to_i, int64_t half,
                        const double *roots) {
    const double *wr = roots, *wi = roots + half + 1;
    to_r[0] = r[0] + i[0], to_i[0] = 0, to_r[half] = r[0] - i[0], to_i[half] = 0;
    int64_t k = 1;
    for (; k + LANES <= half; k += LANES) {
        vector zr = *(const vector *)(r + k), zi = *(const vector *)(i + k);
        vector cr = *(const vector *)(r + half - k - (LANES - 1)), ci = *(const vector *)(i + half - k - (LANES - 1));
        cr = __builtin_shufflevector(cr, cr, 7, 6, 5, 4, 3, 2, 1, 0);
        ci = -__builtin_shufflevector(ci, ci, 7, 6, 5, 4, 3, 2, 1, 0);
        vector ur = *(const vector *)(wr + k), ui = *(const vector *)(wi + k);
        vector or = 0.5 * (zi - ci), oi = -0.5 * (zr - cr);  // what the odd ones have come to
        *(vector *)(to_r + k) = 0.5 * (zr + cr) + or * ur - oi * ui;
        *(vector *)(to_i + k) = 0.5 * (zi + ci) + or * ui + oi * ur;
    }
    for (; k < half; k++) {
        double cr = r[half - k], ci = -i[half - k], or = 0.5 * (i[k] - ci), oi = -0.5 * (r[k] - cr);
        to_r[k] = 0.5 * (r[k] + cr) + or * wr[k] - oi * wi[k];
        to_i[k] = 0.5 * (i[k] + ci) + or * wi[k] + oi * wr[k];
    }
}

// The other way: from a half spectrum what the inverse transform of `half` numbers takes, times 2.
static void to_halves(const double *r, const double *i, double *to_r, double *to_i, int64_t half, const double *roots) {
    const double *wr = roots, *wi = roots + half + 1;
    to_r[0] = r[0] + r[half], to_i[0] = r[0] - r[half];
    int64_t k = 1;
    for (; k + LANES <= half; k += LANES) {
        vector xr = *(const vector *)(r + k), xi = *(const vector *)(i + k);
        vector cr = *(const vector *)(r + half - k - (LANES - 1)), ci = *(const vector *)(i + half - k - (LANES - 1));
        cr = __builtin_shufflevector(cr, cr, 7, 6, 5, 4, 3, 2, 1, 0);
        ci = -__builtin_shufflevector(ci, ci, 7, 6, 5, 4, 3, 2, 1, 0);
        vector ur = *(const vector *)(wr + k), ui = -*(const vector *)(wi + k);
        vector dr = xr - cr, di = xi - ci;
        *(vector *)(to_r + k) = xr + cr - (dr * ui + di * ur);
        *(vector *)(to_i + k) = xi + ci + (dr * ur - di * ui);
    }
    for (; k < half; k++) {
        double cr = r[half - k], ci = -i[half - k], ui = -wi[k], dr = r[k] - cr, di = i[k] - ci;
        to_r[k] = r[k] + cr - (dr * ui + di * wr[k]);
        to_i[k] = i[k] + ci + (dr * wr[k] - di * ui);
    }
}

enum { on_stack = 256 };  // numbers of a block that a call has on the stack

// Memory for a block of `size` numbers: `local`, if it is enough.
static bool take(struct parts *x, int64_t size, double *local) {
    double *at = size <= on_stack ? local : malloc((size_t)(4 * size) * sizeof *at);
    *x = (struct parts){at, at + size, at + 2 * size, at + 3 * size};
    return at != NULL;
}

static void give(double *start, const double *local) {
    if (start != local)
        free(start);
}

#define REAL float
#define COMPLEX complex64
#define FLOATS float32
#include "core/fft_of.h"
#undef REAL
#undef COMPLEX
#undef FLOATS

#define REAL double
#define COMPLEX complex128
#define FLOATS float64
#include "core/fft_of.h"

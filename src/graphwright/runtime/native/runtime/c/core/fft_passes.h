// Passes of Stockham's autosorting form of the fast Fourier transform (Cooley and Tukey, An Algorithm for the Machine
// Calculation of Complex Fourier Series, 1965): a pass of radix r takes r parts of a block, each `m` groups of `width`
// numbers, and leaves `m` groups of r * width. Real and imaginary parts are in arrays of their own, so that a vector
// holds eight neighbours of a group, or, where groups are narrower, of several.

typedef double vector __attribute__((vector_size(64), aligned(8)));
typedef double half_vector __attribute__((vector_size(32), aligned(8)));

#define LANES ((int64_t)8)
#define INLINE static inline __attribute__((always_inline))

// The butterflies, for vectors and for single numbers.
#define BUTTERFLIES(TYPE, name)                                                                                       \
    INLINE void name##_2(TYPE *r, TYPE *i) {                                                                          \
        TYPE sr = r[0] + r[1], si = i[0] + i[1];                                                                      \
        r[1] = r[0] - r[1], i[1] = i[0] - i[1], r[0] = sr, i[0] = si;                                                 \
    }                                                                                                                 \
    INLINE void name##_3(TYPE *r, TYPE *i) {                                                                          \
        TYPE tr = r[1] + r[2], ti = i[1] + i[2], vr = SIN_3 * (r[1] - r[2]), vi = SIN_3 * (i[1] - i[2]);              \
        TYPE ur = r[0] - 0.5 * tr, ui = i[0] - 0.5 * ti;                                                              \
        r[0] += tr, i[0] += ti, r[1] = ur + vi, i[1] = ui - vr, r[2] = ur - vi, i[2] = ui + vr;                       \
    }                                                                                                                 \
    INLINE void name##_4(TYPE *r, TYPE *i) {                                                                          \
        TYPE ar = r[0] + r[2], ai = i[0] + i[2], br = r[0] - r[2], bi = i[0] - i[2];                                  \
        TYPE cr = r[1] + r[3], ci = i[1] + i[3], dr = i[1] - i[3], di = r[3] - r[1];                                  \
        r[0] = ar + cr, i[0] = ai + ci, r[1] = br + dr, i[1] = bi + di;                                               \
        r[2] = ar - cr, i[2] = ai - ci, r[3] = br - dr, i[3] = bi - di;                                               \
    }                                                                                                                 \
    INLINE void name##_5(TYPE *r, TYPE *i) {                                                                          \
        TYPE ar = r[1] + r[4], ai = i[1] + i[4], br = r[2] + r[3], bi = i[2] + i[3];                                  \
        TYPE cr = r[1] - r[4], ci = i[1] - i[4], dr = r[2] - r[3], di = i[2] - i[3];                                  \
        TYPE er = r[0] + COS_5 * ar + COS_10 * br, ei = i[0] + COS_5 * ai + COS_10 * bi;                              \
        TYPE fr = r[0] + COS_10 * ar + COS_5 * br, fi = i[0] + COS_10 * ai + COS_5 * bi;                              \
        TYPE gr = SIN_5 * cr + SIN_10 * dr, gi = SIN_5 * ci + SIN_10 * di;                                            \
        TYPE hr = SIN_10 * cr - SIN_5 * dr, hi = SIN_10 * ci - SIN_5 * di;                                            \
        r[0] += ar + br, i[0] += ai + bi;                                                                             \
        r[1] = er + gi, i[1] = ei - gr, r[4] = er - gi, i[4] = ei + gr;                                               \
        r[2] = fr + hi, i[2] = fi - hr, r[3] = fr - hi, i[3] = fi + hr;                                               \
    }

#define SIN_3 0.86602540378443864676   // of a third of the circle
#define COS_5 0.30901699437494742410   // of a fifth
#define COS_10 -0.80901699437494742410  // of two fifths
#define SIN_5 0.95105651629515357212
#define SIN_10 0.58778525229247312917

BUTTERFLIES(vector, in_vectors)
BUTTERFLIES(double, in_numbers)

// A pass: `groups` is m, `width` that of a group. `narrow` has for each group the r - 1 factors of what comes out, real
// and imaginary parts in turn; `wide`, if it is there, r - 1 arrays of them with an entry for each number of a part.
struct pass {
    const double *xr, *xi;
    double *yr, *yi;
    int64_t groups, width;
    const double *narrow, *wide;
};

// Eight neighbours of each result are put where they belong: the groups are as wide as a number, or as half a vector.
INLINE void put_interleaved(double *to, const vector *v, int radix) {
    if (radix == 2) {
        ((vector *)to)[0] = __builtin_shufflevector(v[0], v[1], 0, 8, 1, 9, 2, 10, 3, 11);
        ((vector *)to)[1] = __builtin_shufflevector(v[0], v[1], 4, 12, 5, 13, 6, 14, 7, 15);
    } else if (radix == 4) {
        vector a = __builtin_shufflevector(v[0], v[1], 0, 8, 1, 9, 2, 10, 3, 11);
        vector b = __builtin_shufflevector(v[2], v[3], 0, 8, 1, 9, 2, 10, 3, 11);
        vector c = __builtin_shufflevector(v[0], v[1], 4, 12, 5, 13, 6, 14, 7, 15);
        vector d = __builtin_shufflevector(v[2], v[3], 4, 12, 5, 13, 6, 14, 7, 15);
        ((vector *)to)[0] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 2, 3, 10, 11);
        ((vector *)to)[1] = __builtin_shufflevector(a, b, 4, 5, 12, 13, 6, 7, 14, 15);
        ((vector *)to)[2] = __builtin_shufflevector(c, d, 0, 1, 8, 9, 2, 3, 10, 11);
        ((vector *)to)[3] = __builtin_shufflevector(c, d, 4, 5, 12, 13, 6, 7, 14, 15);
    } else {
        for (int lane = 0; lane < LANES; lane++)
            for (int j = 0; j < radix; j++)
                to[lane * radix + j] = v[j][lane];
    }
}

INLINE void put_halves(double *to, const vector *v, int radix) {
    for (int j = 0; j < radix; j++) {
        *(half_vector *)(to + 4 * j) = __builtin_shufflevector(v[j], v[j], 0, 1, 2, 3);
        *(half_vector *)(to + 4 * (radix + j)) = __builtin_shufflevector(v[j], v[j], 4, 5, 6, 7);
    }
}

#define PASS(RADIX)                                                                                                   \
    INLINE void number_##RADIX(const struct pass *t, int64_t p, int64_t q) {                                          \
        int64_t at = p * t->width + q, part = t->groups * t->width, to = RADIX * p * t->width + q;                    \
        const double *w = t->narrow + 2 * (RADIX - 1) * p;                                                            \
        double r[RADIX], i[RADIX];                                                                                    \
        for (int k = 0; k < RADIX; k++)                                                                               \
            r[k] = t->xr[at + k * part], i[k] = t->xi[at + k * part];                                                 \
        in_numbers_##RADIX(r, i);                                                                                     \
        t->yr[to] = r[0], t->yi[to] = i[0];                                                                           \
        for (int j = 1; j < RADIX; j++) {                                                                             \
            double wr = w[2 * j - 2], wi = w[2 * j - 1];                                                              \
            t->yr[to + j * t->width] = r[j] * wr - i[j] * wi, t->yi[to + j * t->width] = r[j] * wi + i[j] * wr;       \
        }                                                                                                             \
    }                                                                                                                 \
                                                                                                                      \
    static void wide_groups_##RADIX(const struct pass *t) {                                                           \
        int64_t part = t->groups * t->width;                                                                          \
        for (int64_t p = 0; p < t->groups; p++) {                                                                     \
            const double *w = t->narrow + 2 * (RADIX - 1) * p;                                                        \
            int64_t at = p * t->width, to = RADIX * at, q = 0;                                                        \
            for (; q + LANES <= t->width; q += LANES) {                                                               \
                vector r[RADIX], i[RADIX];                                                                            \
                for (int k = 0; k < RADIX; k++) {                                                                     \
                    r[k] = *(const vector *)(t->xr + at + q + k * part);                                              \
                    i[k] = *(const vector *)(t->xi + at + q + k * part);                                              \
                }                                                                                                     \
                in_vectors_##RADIX(r, i);                                                                             \
                *(vector *)(t->yr + to + q) = r[0], *(vector *)(t->yi + to + q) = i[0];                               \
                for (int j = 1; j < RADIX; j++) {                                                                     \
                    double wr = w[2 * j - 2], wi = w[2 * j - 1];                                                      \
                    *(vector *)(t->yr + to + q + j * t->width) = r[j] * wr - i[j] * wi;                               \
                    *(vector *)(t->yi + to + q + j * t->width) = r[j] * wi + i[j] * wr;                               \
                }                                                                                                     \
            }                                                                                                         \
            for (; q < t->width; q++)                                                                                 \
                number_##RADIX(t, p, q);                                                                              \
        }                                                                                                             \
    }                                                                                                                 \
                                                                                                                      \
    static void narrow_groups_##RADIX(const struct pass *t) {                                                         \
        int64_t part = t->groups * t->width, at = 0;                                                                  \
        for (; at + LANES <= part; at += LANES) {                                                                     \
            vector r[RADIX], i[RADIX];                                                                                \
            for (int k = 0; k < RADIX; k++) {                                                                         \
                r[k] = *(const vector *)(t->xr + at + k * part);                                                      \
                i[k] = *(const vector *)(t->xi + at + k * part);                                                      \
            }                                                                                                         \
            in_vectors_##RADIX(r, i);                                                                                 \
            for (int j = 1; j < RADIX; j++) {                                                                         \
                vector wr = *(const vector *)(t->wide + (2 * j - 2) * part + at);                                     \
                vector wi = *(const vector *)(t->wide + (2 * j - 1) * part + at);                                     \
                vector turned = r[j] * wr - i[j] * wi;                                                                \
                i[j] = r[j] * wi + i[j] * wr, r[j] = turned;                                                          \
            }                                                                                                         \
            if (t->width == 1) {                                                                                      \
                put_interleaved(t->yr + RADIX * at, r, RADIX), put_interleaved(t->yi + RADIX * at, i, RADIX);         \
            } else if (t->width == 4) {                                                                               \
                put_halves(t->yr + RADIX * at, r, RADIX), put_halves(t->yi + RADIX * at, i, RADIX);                   \
            } else {                                                                                                  \
                for (int lane = 0; lane < LANES; lane++) {                                                            \
                    int64_t q = (at + lane) % t->width, to = RADIX * (at + lane - q) + q;                             \
                    for (int j = 0; j < RADIX; j++)                                                                   \
                        t->yr[to + j * t->width] = r[j][lane], t->yi[to + j * t->width] = i[j][lane];                 \
                }                                                                                                     \
            }                                                                                                         \
        }                                                                                                             \
        for (; at < part; at++)                                                                                       \
            number_##RADIX(t, at / t->width, at % t->width);                                                          \
    }                                                                                                                 \
                                                                                                                      \
    static void pass_##RADIX(const struct pass *t) {                                                                  \
        if (t->wide)                                                                                                  \
            narrow_groups_##RADIX(t);                                                                                 \
        else                                                                                                          \
            wide_groups_##RADIX(t);                                                                                   \
    }

PASS(2)
PASS(3)
PASS(4)
PASS(5)

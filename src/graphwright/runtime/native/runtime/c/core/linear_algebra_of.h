// For one REAL. Everything rests on `subtract_product`, which updates a tile of four rows by two vectors in registers:
// forward substitution, the factors and elimination are products of what is solved already with what is left, by blocks.
//
// Method: Golub and Van Loan, Matrix Computations, 3.1 (substitution), 3.4 (partial pivoting), 4.2 (Cholesky).

typedef REAL NAME(vector) __attribute__((vector_size(64), aligned(sizeof(REAL))));

#define VECTOR NAME(vector)
#define LANES ((int64_t)(sizeof(VECTOR) / sizeof(REAL)))

// Rows of `a` times a block of rows of `b`, subtracted from rows of `c`: c[r, :] -= sum over k of a[r, k] * b[k, :], for
// `rows` rows, `depth` terms and `columns` columns. Elements of a row of `a` are `a_step` apart, its rows `a_row`.
static void NAME(subtract_product)(REAL *c, int64_t c_row, const REAL *a, int64_t a_row, int64_t a_step,
                                   const REAL *b, int64_t b_row, int64_t rows, int64_t depth, int64_t columns) {
    int64_t j = 0;
    for (; j + 2 * LANES <= columns; j += 2 * LANES) {
        int64_t r = 0;
        for (; r + 4 <= rows; r += 4) {
            const REAL *a0 = a + r * a_row, *a1 = a0 + a_row, *a2 = a1 + a_row, *a3 = a2 + a_row;
            REAL *c0 = c + r * c_row + j, *c1 = c0 + c_row, *c2 = c1 + c_row, *c3 = c2 + c_row;
            VECTOR s00 = *(VECTOR *)c0, s01 = *(VECTOR *)(c0 + LANES), s10 = *(VECTOR *)c1, s11 = *(VECTOR *)(c1 + LANES);
            VECTOR s20 = *(VECTOR *)c2, s21 = *(VECTOR *)(c2 + LANES), s30 = *(VECTOR *)c3, s31 = *(VECTOR *)(c3 + LANES);
            const REAL *bk = b + j;
            for (int64_t k = 0; k < depth; k++, bk += b_row) {
                VECTOR b0 = *(const VECTOR *)bk, b1 = *(const VECTOR *)(bk + LANES);
                REAL f0 = a0[k * a_step], f1 = a1[k * a_step], f2 = a2[k * a_step], f3 = a3[k * a_step];
                s00 -= f0 * b0, s01 -= f0 * b1, s10 -= f1 * b0, s11 -= f1 * b1;
                s20 -= f2 * b0, s21 -= f2 * b1, s30 -= f3 * b0, s31 -= f3 * b1;
            }
            *(VECTOR *)c0 = s00, *(VECTOR *)(c0 + LANES) = s01, *(VECTOR *)c1 = s10, *(VECTOR *)(c1 + LANES) = s11;
            *(VECTOR *)c2 = s20, *(VECTOR *)(c2 + LANES) = s21, *(VECTOR *)c3 = s30, *(VECTOR *)(c3 + LANES) = s31;
        }
        for (; r < rows; r++) {
            REAL *cr = c + r * c_row + j;
            VECTOR s0 = *(VECTOR *)cr, s1 = *(VECTOR *)(cr + LANES);
            const REAL *bk = b + j;
            for (int64_t k = 0; k < depth; k++, bk += b_row) {
                REAL f = a[r * a_row + k * a_step];
                s0 -= f * *(const VECTOR *)bk, s1 -= f * *(const VECTOR *)(bk + LANES);
            }
            *(VECTOR *)cr = s0, *(VECTOR *)(cr + LANES) = s1;
        }
    }
    for (; j < columns; j++)  // what is left is narrower than a tile
        for (int64_t r = 0; r < rows; r++) {
            REAL sum = c[r * c_row + j];
            for (int64_t k = 0; k < depth; k++)
                sum -= a[r * a_row + k * a_step] * b[k * b_row + j];
            c[r * c_row + j] = sum;
        }
}

// x[i, :] -= sum over known k of t[i, k] * x[k, :], then divided by the diagonal, for rows [begin, end) one after the other,
// upwards or downwards. `unit` leaves the division out.
static void NAME(substitute)(const REAL *t, int64_t t_row, int64_t t_step, REAL *x, int64_t x_row, int64_t begin,
                             int64_t end, int64_t columns, bool forward, bool unit) {
    for (int64_t done = 0; done < end - begin; done++) {
        int64_t i = forward ? begin + done : end - 1 - done, known = forward ? begin : i + 1;
        REAL *row = x + i * x_row;
        NAME(subtract_product)(row, x_row, t + i * t_row + known * t_step, t_row, t_step, x + known * x_row, x_row, 1,
                               done, columns);
        if (!unit) {
            REAL divisor = t[i * t_row + i * t_step];
            for (int64_t j = 0; j < columns; j++)
                row[j] /= divisor;
        }
    }
}

enum { NAME(STRIP) = 4096 / sizeof(REAL), NAME(BLOCK) = 16 };

// Solves for `m` columns in place, in strips that stay in the cache: a block of rows is first freed of all that is known.
static void NAME(solve_triangle)(const REAL *t, int64_t t_row, int64_t t_step, REAL *x, int64_t n, int64_t m,
                                 bool forward, bool unit) {
    for (int64_t j = 0; j < m; j += NAME(STRIP)) {
        int64_t columns = min64(NAME(STRIP), m - j);
        REAL *strip = x + j;
        for (int64_t done = 0; done < n; done += NAME(BLOCK)) {
            int64_t rows = min64(NAME(BLOCK), n - done), begin = forward ? done : n - done - rows;
            int64_t known = forward ? 0 : begin + rows;
            NAME(subtract_product)(strip + begin * m, m, t + begin * t_row + known * t_step, t_row, t_step,
                                   strip + known * m, m, rows, done, columns);
            NAME(substitute)(t, t_row, t_step, strip, m, begin, begin + rows, columns, forward, unit);
        }
    }
}

int64_t NAME(gw_triangular_solve)(const REAL *matrix, const REAL *rhs, REAL *x, int64_t n, int64_t m,
                                  int64_t lower, int64_t transposed) {
    __builtin_memcpy(x, rhs, (size_t)(n * m) * sizeof *x);
    int64_t row = transposed ? 1 : n, step = transposed ? n : 1;
    NAME(solve_triangle)(matrix, row, step, x, n, m, (lower != 0) != (transposed != 0), false);
    return gw_done;
}

// The upper factor is computed in place, row by row, from a copy of the triangle mirrored: its rows are contiguous, and so
// are those that a block of rows still lacks. At the end it is mirrored back.
int64_t NAME(gw_cholesky)(const REAL *matrix, REAL *factor, int64_t n) {
    REAL *upper = malloc((size_t)max64(n * n, 1) * sizeof *upper);
    if (!upper)
        return gw_no_memory;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i; j < n; j++)
            upper[i * n + j] = matrix[j * n + i];
    for (int64_t begin = 0; begin < n; begin += NAME(BLOCK)) {
        int64_t rows = min64(NAME(BLOCK), n - begin);
        NAME(subtract_product)(upper + begin * n + begin, n, upper + begin, 1, n, upper + begin, n, rows, begin, n - begin);
        for (int64_t i = begin; i < begin + rows; i++) {
            REAL *row = upper + i * n;
            NAME(subtract_product)(row + i, n, upper + begin * n + i, 1, n, upper + begin * n + i, n, 1, i - begin, n - i);
            REAL root = __builtin_elementwise_sqrt(row[i]);
            for (int64_t j = i; j < n; j++)
                row[j] = j == i ? root : row[j] / root;
        }
    }
    bool exists = true;  // a root that is no number spreads to all that follow
    for (int64_t i = 0; i < n; i++)
        exists &= upper[i * n + i] > 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            factor[i * n + j] = j > i ? 0 : exists ? upper[j * n + i] : (REAL)__builtin_nan("");
    free(upper);
    return gw_done;
}

static void NAME(swap_rows)(REAL *a, REAL *b, int64_t columns) {
    for (int64_t j = 0; j < columns; j++) {
        REAL kept = a[j];
        a[j] = b[j], b[j] = kept;
    }
}

// Factors `a` in place, and solves with the lower factor for the rows of `x`, which are exchanged in the same way.
static int64_t NAME(eliminate)(REAL *a, REAL *x, int64_t n, int64_t m) {
    for (int64_t begin = 0; begin < n; begin += NAME(BLOCK)) {
        int64_t end = min64(begin + NAME(BLOCK), n);
        for (int64_t k = begin; k < end; k++) {
            int64_t pivot = k;
            for (int64_t i = k + 1; i < n; i++)
                if (__builtin_fabs(a[i * n + k]) > __builtin_fabs(a[pivot * n + k]))
                    pivot = i;
            REAL by = a[pivot * n + k];
            if (by == 0 || (k == 0 && by != by))  // a NaN that comes later spreads, as in TensorFlow
                return gw_refused;
            if (pivot != k) {
                NAME(swap_rows)(a + k * n, a + pivot * n, n);
                NAME(swap_rows)(x + k * m, x + pivot * m, m);
            }
            for (int64_t i = k + 1; i < n; i++) {
                REAL part = a[i * n + k] /= a[k * n + k];
                for (int64_t j = k + 1; j < end; j++)
                    a[i * n + j] -= part * a[k * n + j];
            }
        }
        NAME(substitute)(a, n, 1, a + end, n, begin, end, n - end, true, true);
        NAME(subtract_product)(a + end * n + end, n, a + end * n + begin, n, 1, a + begin * n + end, n, n - end,
                               end - begin, n - end);
    }
    NAME(solve_triangle)(a, n, 1, x, n, m, true, true);
    return gw_done;
}

// `x` has the right-hand sides, and gets the solution.
static int64_t NAME(solve_in_place)(const REAL *matrix, REAL *x, int64_t n, int64_t m, bool transposed) {
    REAL *a = malloc((size_t)max64(n * n, 1) * sizeof *a);
    if (!a)
        return gw_no_memory;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            a[i * n + j] = transposed ? matrix[j * n + i] : matrix[i * n + j];
    int64_t outcome = NAME(eliminate)(a, x, n, m);
    if (outcome == gw_done)
        NAME(solve_triangle)(a, n, 1, x, n, m, false, false);
    free(a);
    return outcome;
}

int64_t NAME(gw_solve)(const REAL *matrix, const REAL *rhs, REAL *x, int64_t n, int64_t m, int64_t transposed) {
    __builtin_memcpy(x, rhs, (size_t)(n * m) * sizeof *x);
    return m ? NAME(solve_in_place)(matrix, x, n, m, transposed != 0) : gw_done;
}

int64_t NAME(gw_inverse)(const REAL *matrix, REAL *inverse, int64_t n, int64_t transposed) {
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            inverse[i * n + j] = i == j;
    return NAME(solve_in_place)(matrix, inverse, n, n, transposed != 0);
}

#undef VECTOR
#undef LANES

// Plans: what a transform of one length needs, made once and kept. A length of factors 2, 3, 4 and 5 has a pass for each;
// any other is a convolution of a longer one (Bluestein, A Linear Filtering Approach to the Computation of Discrete
// Fourier Transform, 1970). All is computed in double precision.

enum { most_passes = 40, most_kept = 64, longest_kept = 1 << 20 };

struct plan {
    struct plan *next;
    int64_t length;
    bool halves;     // whether it holds the roots that put a transform of real numbers together, and nothing else
    bool temporary;  // whether the caller has to free it
    int passes;
    int radix[most_passes];
    const double *narrow[most_passes], *wide[most_passes];
    const struct plan *longer;           // of Bluestein's convolution
    const double *chirp, *filter;        // real parts, then imaginary ones
    const double *roots;                 // of a plan for halves: real parts, then imaginary ones
};

// exp(-2 pi i k / n): by the distance from the nearest multiple of an eighth of the circle, where the series of the sine
// and the cosine are short. 0 <= k < n.
static void root(int64_t k, int64_t n, double *real, double *imag) {
    // the angle as eighths of the circle, and what it has beyond an even number of them
    int64_t eighth = 8 * k / n;
    int64_t quarter = (eighth + 1) / 2;  // nearest multiple of a quarter
    double x = 6.283185307179586477 * ((double)(4 * k - quarter * n) / (double)(4 * n)), square = x * x;
    double sine = 0, cosine = 0;
    for (int term = 9; term > 0; term--) {
        sine = (1 + sine) * -square / (2 * term * (2 * term + 1));
        cosine = (1 + cosine) * -square / (2 * term * (2 * term - 1));
    }
    sine = x + x * sine, cosine = 1 + cosine;
    switch (quarter % 4) {
    case 0: *real = cosine, *imag = -sine; break;
    case 1: *real = -sine, *imag = -cosine; break;
    case 2: *real = -cosine, *imag = sine; break;
    default: *real = sine, *imag = cosine; break;
    }
}

static int factors(int64_t n, int *radix) {
    static const int known[] = {4, 2, 3, 5};
    int count = 0;
    for (int f = 0; f < 4; f++)
        for (; n % known[f] == 0; n /= known[f])
            radix[count++] = known[f];
    return n == 1 ? count : -1;
}

// Runs the passes of a plan over `outer` blocks of `length` groups of `inner` numbers; x and y are scratch memory for
// each other. Returns whether the result is in y.
static bool run_passes(const struct plan *plan, double *xr, double *xi, double *yr, double *yi, int64_t outer,
                       int64_t inner) {
    int64_t size = plan->length * inner;
    for (int64_t o = 0; o < outer; o++) {
        double *from[2] = {xr + o * size, xi + o * size}, *to[2] = {yr + o * size, yi + o * size};
        int64_t groups = plan->length, width = inner;
        for (int k = 0; k < plan->passes; k++) {
            int radix = plan->radix[k];
            groups /= radix;
            struct pass t = {from[0], from[1], to[0], to[1], groups, width, plan->narrow[k],
                             inner == 1 ? plan->wide[k] : NULL};
            switch (radix) {
            case 2: pass_2(&t); break;
            case 3: pass_3(&t); break;
            case 4: pass_4(&t); break;
            default: pass_5(&t);
            }
            width *= radix;
            for (int part = 0; part < 2; part++) {
                double *swapped = from[part];
                from[part] = to[part], to[part] = swapped;
            }
        }
    }
    return plan->passes % 2;
}

// Bluestein's way for each of the lines: the result is in y. Returns whether there was memory.
static bool run_convolution(const struct plan *plan, const double *xr, const double *xi, double *yr, double *yi,
                            int64_t outer, int64_t inner) {
    int64_t n = plan->length, m = plan->longer->length;
    double *work = malloc((size_t)(4 * m) * sizeof *work);
    if (!work)
        return false;
    const double *cr = plan->chirp, *ci = cr + n, *fr = plan->filter, *fi = fr + m;
    for (int64_t line = 0; line < outer * inner; line++) {
        int64_t at = line / inner * n * inner + line % inner;
        double *ar = work, *ai = ar + m, *br = ai + m, *bi = br + m, *swapped;
        for (int64_t k = 0; k < n; k++) {
            double r = xr[at + k * inner], i = xi[at + k * inner];
            ar[k] = r * cr[k] - i * ci[k], ai[k] = r * ci[k] + i * cr[k];
        }
        for (int64_t k = n; k < m; k++)
            ar[k] = ai[k] = 0;
        if (run_passes(plan->longer, ar, ai, br, bi, 1, 1))
            swapped = ar, ar = br, br = swapped, swapped = ai, ai = bi, bi = swapped;
        for (int64_t k = 0; k < m; k++) {
            double r = ar[k] * fr[k] - ai[k] * fi[k];
            ai[k] = ar[k] * fi[k] + ai[k] * fr[k], ar[k] = r;
        }
        if (run_passes(plan->longer, ai, ar, bi, br, 1, 1))  // back: with the parts exchanged
            ar = br, ai = bi;
        for (int64_t k = 0; k < n; k++) {
            double r = ar[k] / (double)m, i = ai[k] / (double)m;
            yr[at + k * inner] = r * cr[k] - i * ci[k], yi[at + k * inner] = r * ci[k] + i * cr[k];
        }
    }
    free(work);
    return true;
}

static void release(const struct plan *plan);

// Memory of the process for a plan that is kept: in a library `malloc` gives that of a handle, which may go before.
static struct plan *new_plan(int64_t numbers, bool keeps) {
    size_t size = sizeof(struct plan) + (size_t)numbers * sizeof(double);
    return keeps ? realloc(NULL, size) : malloc(size);
}

static struct plan *plan_of_passes(int64_t n, int count, const int *radix, bool keeps) {
    int64_t numbers = 0, width = 1;
    for (int k = 0; k < count; width *= radix[k++])
        numbers += 2 * (radix[k] - 1) * (n / width / radix[k]) * (width < LANES ? 1 + width : 1);
    struct plan *plan = new_plan(numbers, keeps);
    if (!plan)
        return NULL;
    *plan = (struct plan){.length = n, .passes = count, .temporary = !keeps};
    double *at = (double *)(plan + 1);
    int64_t left = n;
    width = 1;
    for (int k = 0; k < count; k++) {
        int r = plan->radix[k] = radix[k];
        int64_t groups = left / r, part = groups * width;
        double *narrow = at, *wide = at + 2 * (r - 1) * groups;
        bool is_narrow = width < LANES;
        plan->narrow[k] = narrow, plan->wide[k] = is_narrow ? wide : NULL;
        for (int64_t p = 0; p < groups; p++)
            for (int j = 1; j < r; j++) {
                double *w = narrow + 2 * ((r - 1) * p + j - 1);
                root(j * p % left, left, w, w + 1);
                for (int64_t q = 0; is_narrow && q < width; q++) {
                    wide[(2 * j - 2) * part + p * width + q] = w[0];
                    wide[(2 * j - 1) * part + p * width + q] = w[1];
                }
            }
        at = wide + (is_narrow ? 2 * (r - 1) * part : 0);
        left = groups, width *= r;
    }
    return plan;
}

static struct plan *plan_of_convolution(int64_t n, const struct plan *longer, bool keeps) {
    int64_t m = longer->length;
    struct plan *plan = new_plan(2 * n + 4 * m, keeps);
    if (!plan)
        return NULL;
    double *chirp = (double *)(plan + 1), *ar = chirp + 2 * n, *ai = ar + m, *br = ai + m, *bi = br + m;
    *plan = (struct plan){.length = n, .temporary = !keeps, .longer = longer, .chirp = chirp};
    for (int64_t k = 0; k < m; k++)
        ar[k] = ai[k] = 0;
    for (int64_t k = 0, square = 0; k < n; square = (square + 2 * k++ + 1) % (2 * n)) {
        root(square, 2 * n, chirp + k, chirp + n + k);
        ar[k] = chirp[k], ai[k] = -chirp[n + k];
        if (k)
            ar[m - k] = ar[k], ai[m - k] = ai[k];
    }
    plan->filter = run_passes(longer, ar, ai, br, bi, 1, 1) ? br : ar;
    return plan;
}

static struct plan *plan_of_halves(int64_t n, bool keeps) {
    int64_t half = n / 2;
    struct plan *plan = new_plan(2 * (half + 1), keeps);
    if (!plan)
        return NULL;
    double *roots = (double *)(plan + 1);
    *plan = (struct plan){.length = n, .halves = true, .temporary = !keeps, .roots = roots};
    for (int64_t k = 0; k <= half; k++)
        root(k, n, roots + k, roots + half + 1 + k);
    return plan;
}

// Plans are never changed and stay where they are: a list without a lock. Only so many are kept, and none that is huge:
// a program that meets ever new lengths pays for each.
static struct plan *_Atomic kept;
static _Atomic int number_kept;

static bool may_keep(void) {
    if (atomic_load_explicit(&number_kept, memory_order_relaxed) >= most_kept)
        return false;
    atomic_fetch_add_explicit(&number_kept, 1, memory_order_relaxed);
    return true;
}

static const struct plan *plan_of(int64_t length, bool halves) {
    struct plan *first = atomic_load_explicit(&kept, memory_order_acquire);
    for (const struct plan *found = first; found; found = found->next)
        if (found->length == length && found->halves == halves)
            return found;
    int radix[most_passes], count = halves ? 0 : factors(length, radix);
    const struct plan *longer = NULL;
    if (count < 0) {
        int64_t m = 2 * length - 1;
        while (factors(m, radix) < 0)
            m++;
        if (!(longer = plan_of(m, false)))
            return NULL;
    }
    bool keeps = length <= longest_kept && !(longer && longer->temporary) && may_keep();
    struct plan *plan = halves ? plan_of_halves(length, keeps)
                        : longer ? plan_of_convolution(length, longer, keeps)
                                 : plan_of_passes(length, count, radix, keeps);
    if (!plan)
        release(longer);
    if (!plan || !keeps)
        return plan;
    first = atomic_load_explicit(&kept, memory_order_relaxed);
    do
        plan->next = first;
    while (!atomic_compare_exchange_weak_explicit(&kept, &first, plan, memory_order_release, memory_order_relaxed));
    return plan;
}

static void release(const struct plan *plan) {
    if (plan && plan->temporary) {
        release(plan->longer);
        free((void *)plan);
    }
}

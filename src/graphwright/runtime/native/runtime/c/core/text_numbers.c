// Numbers in decimal. What is not plain, or has more digits than a double, is left to the caller.

#include "core/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// Powers of ten that are doubles without rounding: a product or quotient of one and an integer below 2**53 is rounded
// once, and so correctly (Clinger, How to Read Floating Point Numbers Accurately, 1990).
static const double POWERS[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

struct reader {
    const char *at, *end;
};

static struct reader reader_of(const struct gw_piece *piece) {
    struct reader r = {piece->data, piece->data + piece->size};
    while (r.at < r.end && gw_is_space(*r.at))
        r.at++;
    while (r.at < r.end && gw_is_space(r.end[-1]))
        r.end--;
    return r;
}

static bool reads(struct reader *r, char byte) {
    if (r->at == r->end || *r->at != byte)
        return false;
    r->at++;
    return true;
}

static bool reads_sign(struct reader *r) {
    bool negative = reads(r, '-');
    if (!negative)
        reads(r, '+');
    return negative;
}

// Adds the digits that come next to a number; returns how many there are.
static int64_t read_digits(struct reader *r, uint64_t *number) {
    const char *first = r->at;
    for (; r->at < r->end && (unsigned char)(*r->at - '0') < 10; r->at++)
        *number = *number * 10 + (uint64_t)(*r->at - '0');
    return r->at - first;
}

enum { MOST_DIGITS = 18 };  // that an integer of 64 bits holds, whichever they are

void gw_text_to_integers(const struct gw_piece *pieces, int64_t count, int64_t least, uint64_t greatest,
                            int64_t *result, uint8_t *done) {
    for (int64_t i = 0; i < count; i++) {
        struct reader r = reader_of(&pieces[i]);
        bool negative = reads_sign(&r);
        uint64_t number = 0;
        int64_t digits = read_digits(&r, &number);
        bool fits = negative ? least && -(int64_t)number >= least : number <= greatest;
        done[i] = r.at == r.end && digits && digits <= MOST_DIGITS && fits;
        result[i] = negative ? -(int64_t)number : (int64_t)number;
    }
}

// A double near which the nearest single is not the one nearest to the number that was rounded to it.
static bool may_round_twice(double value) {
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & 0x1FFFFFFF) == 0x10000000 || (value != 0 && __builtin_fabs(value) < 0x1p-126);
}

static bool read_float(const struct gw_piece *piece, double *result) {
    struct reader r = reader_of(piece);
    bool negative = reads_sign(&r);
    uint64_t number = 0;
    int64_t digits = read_digits(&r, &number), fraction = 0, exponent = 0;
    if (reads(&r, '.'))
        fraction = read_digits(&r, &number);
    digits += fraction;
    if (!digits || digits > MOST_DIGITS || number >> 53)
        return false;
    if (reads(&r, 'e') || reads(&r, 'E')) {
        bool below = reads_sign(&r);
        uint64_t size = 0;
        int64_t of_exponent = read_digits(&r, &size);
        if (!of_exponent || of_exponent > MOST_DIGITS || size > 400)
            return false;
        exponent = below ? -(int64_t)size : (int64_t)size;
    }
    exponent -= fraction;
    if (r.at != r.end || exponent < -22 || exponent > 22)
        return false;
    double value = exponent < 0 ? (double)number / POWERS[-exponent] : (double)number * POWERS[exponent];
    *result = negative ? -value : value;
    return true;
}

void gw_text_to_floats(const struct gw_piece *pieces, int64_t count, int64_t narrow, double *result, uint8_t *done) {
    for (int64_t i = 0; i < count; i++) {
        done[i] = read_float(&pieces[i], &result[i]) && !(narrow && may_round_twice(result[i]));
    }
}

enum { LONGEST_INTEGER = 20, LONGEST_FLOAT = 40 };

// Writes a number in decimal so that it ends before `end`, with at least `least` digits; returns where it begins.
static char *digits_before(char *end, uint64_t number, int64_t least) {
    for (; number || least > 0; number /= 10, least--)
        *--end = (char)('0' + number % 10);
    return end;
}

void gw_text_of_integers(const int64_t *numbers, int64_t count, char *room, struct gw_piece *result) {
    for (int64_t i = 0; i < count; i++, room += LONGEST_INTEGER) {
        char *end = room + LONGEST_INTEGER;
        char *at = digits_before(end, numbers[i] < 0 ? 0 - (uint64_t)numbers[i] : (uint64_t)numbers[i], 1);
        if (numbers[i] < 0)
            *--at = '-';
        result[i] = (struct gw_piece){at, end - at};
    }
}

static const uint64_t TENS[] = {1,
                                10,
                                100,
                                1000,
                                10000,
                                100000,
                                1000000,
                                10000000,
                                100000000,
                                1000000000,
                                10000000000,
                                100000000000,
                                1000000000000,
                                10000000000000,
                                100000000000000,
                                1000000000000000,
                                10000000000000000,
                                100000000000000000,
                                1000000000000000000};
enum { MOST_PRECISION = 18 };

// The integer nearest to a number times 10**precision, the even one of two; false if it has more than 18 digits. The
// product is exact: 53 bits of the number times 60 bits of the power.
static bool scaled(double number, int64_t precision, uint64_t *result) {
    if (!(number * (double)TENS[precision] < 1e18))
        return false;
    int64_t bits;
    memcpy(&bits, &number, sizeof bits);
    int64_t exponent = (bits >> 52) - 1075;
    uint64_t mantissa = ((uint64_t)bits & 0xFFFFFFFFFFFFF) | (uint64_t)1 << 52;
    if (exponent < -1074) {  // a subnormal, or zero
        exponent = -1074;
        mantissa &= 0xFFFFFFFFFFFFF;
    }
    unsigned __int128 product = (unsigned __int128)mantissa * TENS[precision];
    if (exponent >= 0) {
        *result = (uint64_t)(product << exponent);
        return true;
    }
    if (exponent < -120) {
        *result = 0;
        return true;
    }
    unsigned __int128 half = (unsigned __int128)1 << (-exponent - 1), rest = product & (2 * half - 1);
    uint64_t whole = (uint64_t)(product >> -exponent);
    *result = whole + (rest > half || (rest == half && (whole & 1)));
    return true;
}

void gw_text_of_floats(const double *numbers, int64_t count, int64_t precision, char *room,
                          struct gw_piece *result) {
    for (int64_t i = 0; i < count; i++, room += LONGEST_FLOAT) {
        uint64_t number;
        if (precision > MOST_PRECISION || !scaled(__builtin_fabs(numbers[i]), precision, &number)) {
            result[i] = (struct gw_piece){NULL, 0};
            continue;
        }
        char *end = room + LONGEST_FLOAT, *at = end;
        if (precision) {
            at = digits_before(at, number % TENS[precision], precision);
            *--at = '.';
        }
        at = digits_before(at, number / TENS[precision], 1);
        if (__builtin_signbit(numbers[i]))
            *--at = '-';
        result[i] = (struct gw_piece){at, end - at};
    }
}

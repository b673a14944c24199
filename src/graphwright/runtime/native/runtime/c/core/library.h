// What compiled programs call for ops that are algorithms rather than loops over elements: sorting, distinct elements,
// dense linear algebra. All arrays are contiguous. A function returns 0, or why it gave up: `gw_refused` where the values
// do not allow a result, `gw_no_memory`.
#pragma once

#include <stdint.h>

enum gw_outcome { gw_done, gw_refused, gw_no_memory };

// Kinds of elements, each of `size` bytes.
enum gw_kind { gw_signed, gw_unsigned, gw_floating, gw_bfloat };

// sort.c

// The `count` largest of the `columns` elements of a row, the largest first, and their positions as integers of
// `index_size` bytes. Equal elements are in the order of their positions; NaN is larger than any number.
int64_t gw_top_k(const void *row, void *values, void *positions, int64_t columns, int64_t count, int64_t kind,
                 int64_t size, int64_t index_size);

// unique.c

// For each of `count` elements, the number of its value among the distinct ones in order of their first appearance;
// `first` gets the position where each of these appears first. Zeros of both signs are one value, each NaN is one of its
// own. Returns how many there are, or -1 where there is no memory.
int64_t gw_unique(const void *elements, int64_t *numbers, int64_t *first, int64_t count, int64_t kind, int64_t size);

// linear_algebra.c, each for `float` and `double`; matrices are square, of `n` rows, in row-major order

// The Cholesky factor from the lower triangle; NaN in the lower triangle where there is none.
int64_t gw_cholesky_float32(const float *matrix, float *factor, int64_t n);
int64_t gw_cholesky_float64(const double *matrix, double *factor, int64_t n);

// The solution of `triangle @ x == rhs` for `m` right-hand sides, where a triangle alone is read: the lower one, or the
// upper; `transposed` solves with its transpose. A zero on the diagonal divides as any number does.
int64_t gw_triangular_solve_float32(const float *matrix, const float *rhs, float *x, int64_t n, int64_t m,
                                    int64_t lower, int64_t transposed);
int64_t gw_triangular_solve_float64(const double *matrix, const double *rhs, double *x, int64_t n, int64_t m,
                                    int64_t lower, int64_t transposed);

// The solution of `matrix @ x == rhs`, or with the transpose of the matrix, by elimination with partial pivoting. A
// singular matrix is refused.
int64_t gw_solve_float32(const float *matrix, const float *rhs, float *x, int64_t n, int64_t m, int64_t transposed);
int64_t gw_solve_float64(const double *matrix, const double *rhs, double *x, int64_t n, int64_t m, int64_t transposed);

// The inverse, or its transpose. A singular matrix is refused, and one with a NaN.
int64_t gw_inverse_float32(const float *matrix, float *inverse, int64_t n, int64_t transposed);
int64_t gw_inverse_float64(const double *matrix, double *inverse, int64_t n, int64_t transposed);

// fft.c: Fourier transforms of the last axes, of sizes a, b and c, of which the first ones may be 1. Complex numbers are
// pairs.

int64_t gw_fft_complex64(const float *from, float *to, int64_t a, int64_t b, int64_t c, int64_t inverse);
int64_t gw_fft_complex128(const double *from, double *to, int64_t a, int64_t b, int64_t c, int64_t inverse);

// The half spectrum of real numbers, c / 2 + 1 complex numbers for each row, and the way back. Of what is read, which has
// rows of `from_c` elements and matrices of `from_b` rows, the first elements count.
int64_t gw_rfft_float32(const float *from, float *to, int64_t from_b, int64_t from_c, int64_t a, int64_t b, int64_t c);
int64_t gw_rfft_float64(const double *from, double *to, int64_t from_b, int64_t from_c, int64_t a, int64_t b,
                        int64_t c);
int64_t gw_irfft_float32(const float *from, float *to, int64_t from_b, int64_t from_c, int64_t a, int64_t b, int64_t c);
int64_t gw_irfft_float64(const double *from, double *to, int64_t from_b, int64_t from_c, int64_t a, int64_t b,
                         int64_t c);

// resample.c

// Neighbours that are added up: `count` of them from `first` on.
struct gw_span {
    int32_t first, count;
};

// A row of a resized image: of an image whose rows have `width` pixels of `channels` elements, the sum of the rows of the
// span `rows` by their weights; of these, for each of the `count` pixels of the result, the sum of those of its span in
// `columns` by its weights, which are `taps` apart. One function for each dtype of the image.
#define GW_RESAMPLE(name, pixel)                                                                                     \
    int64_t name(const pixel *image, const struct gw_span *rows, const float *row_weights,                            \
                 const struct gw_span *columns, const float *column_weights, float *result, int64_t width,           \
                 int64_t channels, int64_t count, int64_t taps)
GW_RESAMPLE(gw_resample_float32, float);
GW_RESAMPLE(gw_resample_float64, double);
GW_RESAMPLE(gw_resample_float16, uint16_t);
GW_RESAMPLE(gw_resample_bfloat16, uint16_t);
GW_RESAMPLE(gw_resample_int8, int8_t);
GW_RESAMPLE(gw_resample_uint8, uint8_t);
GW_RESAMPLE(gw_resample_int16, int16_t);
GW_RESAMPLE(gw_resample_uint16, uint16_t);
GW_RESAMPLE(gw_resample_int32, int32_t);
GW_RESAMPLE(gw_resample_int64, int64_t);

// suppression.c

// The best of `count` boxes, given by two opposite corners, that share at most `limit` with a better one, and their
// scores; zeros behind these, up to `most`. With a `sigma` above 0, what overlaps loses a part of its score instead. Where
// `overlaps` is set, `boxes` is a matrix of shares.
int64_t gw_best_boxes(const float *boxes, const float *scores, const float *limit, const float *least,
                      const float *sigma, int32_t *chosen, float *kept, int32_t *found, int64_t count, int64_t most,
                      int64_t overlaps);

// The same of each of the `classes`, at most `per_class` of each, and of these the best: boxes, scores and classes, and
// zeros behind them up to `size`. Scores are `[count, classes]`, and boxes `[count, own, 4]`, where `own` is 1 or `classes`.
// `total` is not read: `size` follows from it.
int64_t gw_detections(const float *boxes, const float *scores, const int32_t *per_class, const int32_t *total,
                      const float *limit, const float *least, float *to_boxes, float *to_scores, float *to_classes,
                      int32_t *found, int64_t count, int64_t own, int64_t classes, int64_t size, int64_t clip);

// crops.c

// The gradient of image number `own`, from those of `count` crops, `[rows, columns, channels]` each, of the images whose
// numbers are given; `is_nearest`: a pixel of a crop is the nearest of the image, not one between four.
#define GW_CROP_IMAGE(name, pixel)                                                                                   \
    int64_t name(const float *grads, const float *boxes, const int32_t *numbers, const int64_t *own, pixel *image,    \
                 int64_t count, int64_t rows, int64_t columns, int64_t height, int64_t width, int64_t channels,       \
                 int64_t is_nearest)
GW_CROP_IMAGE(gw_crop_image_float32, float);
GW_CROP_IMAGE(gw_crop_image_float64, double);

// The gradient of a box, from that of its crop, of the image of this number.
int64_t gw_crop_boxes(const float *grads, const float *images, const float *box, const int32_t *number, float *result,
                      int64_t rows, int64_t columns, int64_t height, int64_t width, int64_t channels);

// ragged.c

// The rows of a ragged tensor as `[rows, width, inner]`, what is missing copied from `fill`, and what is too much left
// out. `splits`, `ends` of them, say where rows begin; elements have `size` bytes. `wanted` is not read.
int64_t gw_pad_rows(const void *values, const void *fill, const void *splits, const int64_t *wanted, void *padded,
                    int64_t fill_count, int64_t ends, int64_t rows, int64_t width, int64_t inner, int64_t size,
                    int64_t split_size);

// transpose.c

// Swaps the rows and columns of a matrix of elements of `size` bytes; rows are `from_step` elements apart there, and
// `to_step` in the result.
int64_t gw_transpose(const void *from, void *to, int64_t rows, int64_t columns, int64_t from_step, int64_t to_step,
                     int64_t size);

// The runtime of compiled libraries: what programs call where there is no Python.
//
// A handle has the arrays of one instance of a program: its variables, what a call keeps, and the memory that both come
// from. Compiled code knows no handle; `gw_current` is the one that this thread runs.
//
// Addresses that compiled code reads lie 8 bytes apart, or a pointer's size apart in the table, on every machine.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

#if defined(__wasm__) && !defined(_REENTRANT)
#define GW_THREAD_LOCAL
#else
#define GW_THREAD_LOCAL _Thread_local
#endif

enum gw_code {
    GW_OK,
    GW_INVALID_ARGUMENT,
    GW_OUT_OF_MEMORY,
    GW_FAILED,  // an operation of the program refused its operands
    GW_BAD_WEIGHTS,
    GW_BUSY,
    GW_BAD_CHECKPOINT,
};

enum { GW_MAX_RANK = 16, GW_SIZE_CLASSES = 8 * 48 };

// An array: compiled code reads `data` and `sizes`, and counts references through the functions below.
struct gw_array {
    int64_t references;
    _Alignas(8) void *data;
    _Alignas(8) int64_t *sizes;
    _Alignas(8) int64_t rank;
    int64_t element_size;
    int64_t is_owned;  // its elements lie behind it, and may be changed
    int64_t own_sizes[GW_MAX_RANK];
};

// What a variable's operations are given.
struct gw_variable {
    struct gw_array *array;
};

// What an operation that refuses its operands reports.
struct gw_site {
    int32_t code;
    const char *text;
};

// What compiled code handles: the words of its table. An offset is that of a constant in the weights.
enum gw_entry_kind { GW_NULL, GW_SITE, GW_DATA, GW_OBJECT, GW_SCRATCH, GW_PACKED, GW_STREAM, GW_TEXT_CONSTANT };

struct gw_entry {
    enum gw_entry_kind kind;
    int64_t number;  // of the constant or the stream; the bytes of the scratch block
    const struct gw_site *site;
};

// A constant, or the first value of a variable.
struct gw_constant {
    int64_t offset;
    int64_t element_size;
    int64_t rank;
    const int64_t *sizes;
};

// Where a stream of random numbers begins; zeros: anywhere.
struct gw_seed {
    int64_t first, second;
};

// Where a stream is, as compiled code reads it: the key and the counter of Philox.
struct gw_stream {
    _Alignas(8) uint64_t key;
    uint64_t counter[2];
};

// An array of text: offsets, in the weights, of where each piece begins, and of the bytes.
struct gw_text_constant {
    int64_t starts, content;
    int64_t rank;
    const int64_t *sizes;
};

// The keys or values of a table: numbers of this many bytes, or text where that is 0.
struct gw_column {
    int64_t element_size;
    int64_t place;  // in the weights: of the numbers, or of where each piece begins
    int64_t content;
};

// A table whose keys ascend.
struct gw_constant_table {
    int64_t count;
    struct gw_column keys, values;
};

// A table as compiled code is given it, which reads `count`.
struct gw_table {
    int64_t count;
    const struct gw_constant_table *constant;
    const unsigned char *weights;
};

// A size of an argument: its number, or -1 - i for the i-th of those that the caller gives.
struct gw_argument {
    const char *name;
    int64_t element_size;
    int64_t rank;
    const int64_t *sizes;
    bool is_text;
};

// What an input of the body is.
enum gw_input_kind { GW_ARGUMENT, GW_VARIABLE, GW_CONSTANT, GW_TEXT_INPUT, GW_TABLE };

struct gw_input {
    enum gw_input_kind kind;
    int64_t number;
};

union gw_word {
    void *pointer;
    int64_t word;
};

typedef int32_t gw_body_function(union gw_word *inputs, union gw_word *outputs);

// The program as compiled for some sizes.
struct gw_variant {
    const int64_t *sizes;  // those that the caller gives, -1 where any will do; null: any sizes at all
    gw_body_function *body;
    const struct gw_entry *entries;
    int64_t entry_count;
};

// The program as compiled for one kind of processor.
struct gw_level {
    int32_t needs;  // 0: what every processor has; else the number of what it must have, as `handle.c` tells it
    const struct gw_variant *variants;  // the first one that fits a call serves it; the last one fits all
};

struct gw_program {
    const char *name;
    const struct gw_level *levels;  // from the least to the most that a processor must have
    int64_t level_count;
    int64_t variant_count;  // of each level
    int64_t size_count;     // of those that the caller gives
    const struct gw_input *inputs;
    int64_t input_count;
    const struct gw_argument *arguments;
    int64_t argument_count;
    const struct gw_argument *results;  // with an element size of 0 where only the program knows the sizes
    int64_t result_count;
    const struct gw_constant *variables;
    const char *const *variable_names;
    int64_t variable_count;
    const struct gw_text_constant *texts;
    int64_t text_count;
    const struct gw_constant_table *tables;
    int64_t table_count;
    const struct gw_seed *seeds;
    int64_t stream_count;
    const struct gw_constant *constants;
    int64_t constant_count;
    const unsigned char *weights;  // in the library; null: in a file
    uint64_t fingerprint;          // of the weights that belong to the program
    int64_t weights_size;
};

struct gw_depth {
    int64_t level;
    int64_t limit;
    _Alignas(8) char *stack_end;
};

struct gw_block;

// Blocks of memory that are handed out and given back.
struct gw_store {
    int64_t taken;  // bytes, from the system or the arena
    struct gw_block *blocks;
    struct gw_block *free_blocks[GW_SIZE_CLASSES];
};

// Memory of the caller's, from which the stores of calls take; none where `start` is null.
struct gw_arena {
    char *start;
    int64_t size, used;
    bool is_short;  // a call found it too small
};

struct gw_handle {
    const struct gw_program *program;
    const struct gw_level *level;
    int32_t busy;
    int32_t code;
    char text[512];
    void **table;    // of the variant that runs
    void ***tables_of_variants;
    union gw_word *inputs, *outputs;
    struct gw_array *arguments, *results, *constants;
    struct gw_array **kept_results;
    void **given;  // where the last call's results of the handle's are, or were before it got another arena
    struct gw_variable *variables;
    struct gw_stream *streams;
    struct gw_array *texts;
    struct gw_table *tables;
    const unsigned char *weights;
    void *mapping;  // of a file
    int64_t mapping_size;
    struct gw_arena arena;
    struct gw_store fixed;   // what the handle is made of, never from the arena
    struct gw_store store;   // of calls
    struct gw_store chunks;  // of calls, by threads that share their work
    bool chunk_lock;
    bool is_measured;  // chunks of shared work run one after the other
    struct gw_depth depth;
};

extern GW_THREAD_LOCAL struct gw_handle *gw_current;
extern GW_THREAD_LOCAL bool gw_in_chunk;  // of work that several threads may share

// memory.c: for calls, and for the handle itself
void *gw_take(struct gw_handle *handle, int64_t size);
void gw_give(struct gw_handle *handle, void *block);
void *gw_take_fixed(struct gw_handle *handle, int64_t size);
void gw_empty(struct gw_store *store);
void gw_set_arena_memory(struct gw_arena *arena, void *memory, int64_t bytes);

// arena.c
int32_t gw_arena_size(
    struct gw_handle *handle, const void *const *data, const int64_t *sizes, int64_t size_count, int64_t *bytes);
int32_t gw_set_arena(struct gw_handle *handle, void *memory, int64_t bytes);

// arrays.c
void gw_set_array(struct gw_array *array, void *data, int64_t rank, const int64_t *sizes, int64_t element_size);
int64_t gw_bytes(int64_t rank, const int64_t *sizes, int64_t element_size);  // -1: more than there can be
void gw_incref(struct gw_array *array);
void gw_decref(struct gw_array *array);
void *gw_new_array(int32_t rank, const int64_t *sizes, int32_t element_size);

// errors.c
int32_t gw_fail(struct gw_handle *handle, int32_t code, const char *format, ...);
const char *gw_error_text(const struct gw_handle *handle);

// weights.c
int32_t gw_find_weights(struct gw_handle *handle, const char *file);
void gw_leave_weights(struct gw_handle *handle);

// handle.c
int32_t gw_create(const struct gw_program *program, const char *file, int32_t level, struct gw_handle **created);
int32_t gw_prepare(struct gw_handle *handle);  // a handle whose program, level and weights are set
void gw_destroy(struct gw_handle *handle);
bool gw_enter(struct gw_handle *handle);  // false: another thread is in it
void gw_leave(struct gw_handle *handle, struct gw_handle *outer);
int32_t gw_run_program(
    struct gw_handle *handle, const void *const *data, const int64_t *sizes, int64_t size_count, void **results,
    int64_t (*result_sizes)[GW_MAX_RANK]);
int32_t gw_check_sizes(struct gw_handle *handle, const int64_t *sizes, int64_t size_count);
int64_t gw_find_sizes(const struct gw_argument *argument, const int64_t *given, int64_t sizes[GW_MAX_RANK]);
int64_t gw_memory(const struct gw_handle *handle);
int32_t gw_get_variable(struct gw_handle *handle, int64_t number, void *data, int64_t bytes);
int32_t gw_set_variable(struct gw_handle *handle, int64_t number, const void *data, int64_t bytes);
int64_t gw_variable_number(const struct gw_handle *handle, const char *name);

// text.c
int32_t gw_prepare_texts(struct gw_handle *handle);
bool gw_is_text(const struct gw_piece *pieces, int64_t count);

// streams.c
void gw_begin_streams(struct gw_handle *handle);
int32_t gw_seed(struct gw_handle *handle, int64_t seed);

// threads.c
typedef void gw_chunk_function(void *argument, int64_t chunk);
typedef void gw_split_function(void *context, gw_chunk_function *run, void *argument, int64_t chunks);
void gw_set_threads(int32_t count);
int32_t gw_thread_count(void);  // at most so many share the work of a call
void gw_set_thread_pool(gw_split_function *split, void *context);
void gw_threads_begin(void);  // a handle more, and one less: the last one ends the threads
void gw_threads_end(void);

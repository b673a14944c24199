// Arenas: how much memory calls need, found by calls of a second handle, and moving a handle to memory of the caller's.

#include <stdlib.h>
#include <string.h>

#include "library.h"

// A first call makes arrays of variables, a second one packs weights, a third one uses what is there.
enum { MOST_CALLS = 5, ALIGNMENT = 64 };

static int32_t no_memory(struct gw_handle *handle) {
    return gw_fail(handle, GW_OUT_OF_MEMORY, "there is not enough memory");
}

// Give a handle the values of another's variables; those that were never assigned to stay in the weights.
static int32_t copy_variables(struct gw_handle *to, const struct gw_variable *from) {
    for (int64_t i = 0; i < to->program->variable_count; i++) {
        const struct gw_constant *variable = &to->program->variables[i];
        if (!from[i].array->is_owned)
            continue;
        struct gw_array *array =
            gw_new_array((int32_t)variable->rank, variable->sizes, (int32_t)variable->element_size);
        if (!array)
            return GW_OUT_OF_MEMORY;
        memcpy(
            array->data, from[i].array->data,
            (size_t)gw_bytes(variable->rank, variable->sizes, variable->element_size));
        to->variables[i].array = array;
    }
    return GW_OK;
}

// Zeros for the arguments that the caller has no data for.
static int32_t fill_in(struct gw_handle *handle, const void **data, void **zeros, const int64_t *sizes) {
    int64_t found[GW_MAX_RANK];
    for (int64_t i = 0; i < handle->program->argument_count; i++) {
        if (data[i])
            continue;
        const struct gw_argument *argument = &handle->program->arguments[i];
        int64_t bytes = gw_find_sizes(argument, sizes, found);
        if (bytes < 0)
            return gw_fail(handle, GW_INVALID_ARGUMENT, "%s: a size is negative or too large", argument->name);
        data[i] = zeros[i] = calloc((size_t)bytes + 1, 1);
        if (!zeros[i])
            return no_memory(handle);
    }
    return GW_OK;
}

// Call the handle until calls take no more memory. Results are in its own memory: that is the most that they need.
static int32_t call(struct gw_handle *handle, const void *const *data, const int64_t *sizes) {
    size_t count = (size_t)handle->program->result_count + 1;
    void **results = calloc(count, sizeof *results);
    int64_t(*result_sizes)[GW_MAX_RANK] = calloc(count, sizeof *result_sizes);
    int32_t code = results && result_sizes ? GW_OK : no_memory(handle);
    for (int i = 0; i < MOST_CALLS && !code; i++) {
        memset(results, 0, count * sizeof *results);
        code = gw_run_program(handle, data, sizes, 0, results, result_sizes);
    }
    free(results);
    free(result_sizes);
    return code;
}

static int32_t measure(
    struct gw_handle *handle, struct gw_handle *copy, const void *const *data, const int64_t *sizes, int64_t *bytes) {
    size_t count = (size_t)handle->program->argument_count + 1;
    const void **all = calloc(count, sizeof *all);
    void **zeros = calloc(count, sizeof *zeros);
    int32_t code = all && zeros ? GW_OK : no_memory(copy);
    if (!code) {
        memcpy(all, data, (count - 1) * sizeof *all);
        code = fill_in(copy, all, zeros, sizes);
    }
    if (!code)
        code = copy_variables(copy, handle->variables);
    if (!code)
        code = call(copy, all, sizes);
    for (size_t i = 0; zeros && i < count; i++)
        free(zeros[i]);
    free(zeros);
    free(all);
    *bytes = copy->store.taken + gw_thread_count() * copy->chunks.taken + ALIGNMENT;
    return code;
}

int32_t gw_arena_size(
    struct gw_handle *handle, const void *const *data, const int64_t *sizes, int64_t size_count, int64_t *bytes) {
    if (!gw_enter(handle))
        return GW_BUSY;
    struct gw_handle *outer = gw_current, *copy = calloc(1, sizeof *copy);
    int32_t code = GW_OUT_OF_MEMORY;
    if (copy) {
        copy->program = handle->program;
        copy->level = handle->level;
        copy->weights = handle->weights;
        copy->is_measured = true;
        gw_current = copy;
        code = gw_check_sizes(copy, sizes, size_count);
        if (!code)
            code = gw_prepare(copy);
        if (!code)
            code = measure(handle, copy, data, sizes, bytes);
        if (code)
            gw_fail(handle, code, "%s", copy->text);
        gw_empty(&copy->fixed);
        gw_empty(&copy->store);
        gw_empty(&copy->chunks);
        free(copy);
    }
    gw_leave(handle, outer);
    return code;
}

// Forget what calls keep: results, packed weights, temporaries.
static void forget(struct gw_handle *handle) {
    memset(handle->kept_results, 0, (size_t)handle->program->result_count * sizeof *handle->kept_results);
    for (int64_t number = 0; number < handle->program->variant_count; number++) {
        const struct gw_variant *variant = &handle->level->variants[number];
        void **table = handle->tables_of_variants[number];
        for (int64_t i = 0; i < variant->entry_count; i++) {
            if (variant->entries[i].kind == GW_SCRATCH)
                table[i] = NULL;
            else if (variant->entries[i].kind == GW_PACKED)
                memset(table[i], 0, 16);  // the array and its memory; whether it is wanted stays
        }
    }
}

static int32_t move(struct gw_handle *handle, void *memory, int64_t bytes) {
    struct gw_store store = handle->store, chunks = handle->chunks;
    struct gw_arena arena = handle->arena;
    size_t size = (size_t)handle->program->variable_count * sizeof *handle->variables;
    struct gw_variable *before = malloc(size + 1);
    if (!before)
        return no_memory(handle);
    memcpy(before, handle->variables, size);
    memset(&handle->store, 0, sizeof store);
    memset(&handle->chunks, 0, sizeof chunks);
    gw_set_arena_memory(&handle->arena, memory, bytes);
    int32_t code = copy_variables(handle, before);
    if (code) {
        gw_empty(&handle->store);
        handle->store = store;
        handle->chunks = chunks;
        handle->arena = arena;
        memcpy(handle->variables, before, size);
        code = gw_fail(handle, code, "there is not enough memory for the variables");
    } else {
        forget(handle);
        gw_empty(&store);
        gw_empty(&chunks);
    }
    free(before);
    return code;
}

int32_t gw_set_arena(struct gw_handle *handle, void *memory, int64_t bytes) {
    if (!handle)
        return gw_fail(NULL, GW_INVALID_ARGUMENT, "the handle is null");
    if (!gw_enter(handle))
        return GW_BUSY;
    struct gw_handle *outer = gw_current;
    gw_current = handle;
    int32_t code = bytes < 0 ? gw_fail(handle, GW_INVALID_ARGUMENT, "the size of the arena is negative")
                             : move(handle, memory, bytes);
    gw_leave(handle, outer);
    return code;
}

// Handles: one instance of a program, with its variables. Calls on different handles may run at the same time.

#include <stdlib.h>
#include <string.h>

#include "library.h"

GW_THREAD_LOCAL struct gw_handle *gw_current;

enum { RECURSION_LIMIT = 1000, STACK_BYTES = 512 << 10 };

// What compiled code asks for: its table, and how deep it is in calls of functions that call themselves.
void **gw_table_of(void) { return gw_current->table; }

struct gw_depth *gw_depth(void) {
    struct gw_depth *depth = &gw_current->depth;
    depth->limit = RECURSION_LIMIT;
    depth->stack_end = (char *)__builtin_frame_address(0) - STACK_BYTES;
    return depth;
}

#if defined(__x86_64__)
static int32_t best_level(void) {
    __builtin_cpu_init();
    bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
              __builtin_cpu_supports("avx512vl");
    return v4 ? 2 : v3 ? 1 : 0;
}
#else
static int32_t best_level(void) { return 0; }
#endif

static void *taken(struct gw_handle *handle, int64_t count, int64_t size) {
    int64_t bytes = (count ? count : 1) * size;
    void *memory = gw_take_fixed(handle, bytes);
    if (memory)
        memset(memory, 0, (size_t)bytes);
    return memory;
}

static void *constant_data(struct gw_handle *handle, const struct gw_constant *constant) {
    return (void *)(handle->weights + constant->offset);  // never written to: the array is not owned
}

static void set_constant(struct gw_handle *handle, struct gw_array *array, const struct gw_constant *constant) {
    gw_set_array(array, constant_data(handle, constant), constant->rank, constant->sizes, constant->element_size);
}

static int32_t no_memory(struct gw_handle *handle) {
    return gw_fail(handle, GW_OUT_OF_MEMORY, "there is not enough memory");
}

static int32_t fill_table(struct gw_handle *handle, const struct gw_variant *variant, void **table) {
    const struct gw_program *program = handle->program;
    for (int64_t i = 0; i < variant->entry_count; i++) {
        const struct gw_entry *entry = &variant->entries[i];
        void **word = &table[i];
        if (entry->kind == GW_SITE)
            *word = (void *)entry->site;
        else if (entry->kind == GW_DATA)
            *word = constant_data(handle, &program->constants[entry->number]);
        else if (entry->kind == GW_OBJECT)
            *word = &handle->constants[entry->number];
        else if (entry->kind == GW_TEXT_CONSTANT)
            *word = &handle->texts[entry->number];
        else if (entry->kind == GW_STREAM)
            *word = &handle->streams[entry->number];
        else if (entry->kind == GW_PACKED && !(*word = taken(handle, 3, 8)))
            return no_memory(handle);
    }
    return GW_OK;
}

static int32_t fill_tables(struct gw_handle *handle) {
    for (int64_t i = 0; i < handle->program->variant_count; i++) {
        const struct gw_variant *variant = &handle->level->variants[i];
        void **table = handle->tables_of_variants[i] = taken(handle, variant->entry_count, sizeof *table);
        int32_t code = table ? fill_table(handle, variant, table) : no_memory(handle);
        if (code)
            return code;
    }
    return GW_OK;
}

// A variable has its first value in the weights, until it is assigned to: then it has an array of its own.
static int32_t set_variables(struct gw_handle *handle) {
    const struct gw_program *program = handle->program;
    for (int64_t i = 0; i < program->variable_count; i++) {
        struct gw_array *array = taken(handle, 1, sizeof *array);
        if (!array)
            return no_memory(handle);
        set_constant(handle, array, &program->variables[i]);
        handle->variables[i].array = array;
    }
    return GW_OK;
}

static int32_t set_inputs(struct gw_handle *handle) {
    const struct gw_program *program = handle->program;
    for (int64_t i = 0; i < program->input_count; i++) {
        const struct gw_input *input = &program->inputs[i];
        void *object = &handle->arguments[input->kind == GW_ARGUMENT ? input->number : 0];
        if (input->kind == GW_VARIABLE)
            object = &handle->variables[input->number];
        else if (input->kind == GW_CONSTANT)
            object = &handle->constants[input->number];
        else if (input->kind == GW_TEXT_INPUT)
            object = &handle->texts[input->number];
        else if (input->kind == GW_TABLE)
            object = &handle->tables[input->number];
        handle->inputs[i].pointer = object;
    }
    return GW_OK;
}

int32_t gw_prepare(struct gw_handle *handle) {
    const struct gw_program *program = handle->program;
    handle->tables_of_variants = taken(handle, program->variant_count, sizeof *handle->tables_of_variants);
    handle->inputs = taken(handle, program->input_count, sizeof *handle->inputs);
    handle->outputs = taken(handle, program->result_count, sizeof *handle->outputs);
    handle->arguments = taken(handle, program->argument_count, sizeof *handle->arguments);
    handle->results = taken(handle, program->result_count, sizeof *handle->results);
    handle->constants = taken(handle, program->constant_count, sizeof *handle->constants);
    handle->kept_results = taken(handle, program->result_count, sizeof *handle->kept_results);
    handle->given = taken(handle, program->result_count, sizeof *handle->given);
    handle->variables = taken(handle, program->variable_count, sizeof *handle->variables);
    handle->streams = taken(handle, program->stream_count, sizeof *handle->streams);
    if (!handle->streams || !handle->tables_of_variants || !handle->inputs || !handle->outputs || !handle->arguments || !handle->results ||
        !handle->constants || !handle->kept_results || !handle->given || !handle->variables)
        return no_memory(handle);
    for (int64_t i = 0; i < program->constant_count; i++)
        set_constant(handle, &handle->constants[i], &program->constants[i]);
    gw_begin_streams(handle);
    int32_t code = gw_prepare_texts(handle);
    if (!code)
        code = fill_tables(handle);
    if (!code)
        code = set_variables(handle);
    return code ? code : set_inputs(handle);
}

// The code for the best processor that this one is, and that is allowed; null: it has less than the library needs.
static const struct gw_level *choose_level(const struct gw_program *program, int32_t most) {
    const struct gw_level *found = NULL;
    int32_t has = best_level();
    for (int64_t i = 0; i < program->level_count && (most < 0 || i <= most); i++)
        if (program->levels[i].needs <= has)
            found = &program->levels[i];
    return found;
}

// `level` limits what the processor is taken to have: 0 is the least, and -1 no limit.
int32_t gw_create(const struct gw_program *program, const char *file, int32_t level, struct gw_handle **created) {
    if (!created)
        return gw_fail(NULL, GW_INVALID_ARGUMENT, "there is nowhere to put the handle");
    *created = NULL;
    if (level < -1 || level >= program->level_count)
        return gw_fail(NULL, GW_INVALID_ARGUMENT, "there is no level %d of processors", (int)level);
    struct gw_handle *handle = calloc(1, sizeof *handle);
    if (!handle)
        return no_memory(NULL);
    handle->program = program;
    handle->level = choose_level(program, level);
    gw_threads_begin();
    int32_t code = handle->level ? gw_find_weights(handle, file) : GW_OK;
    if (handle->level && !code)
        code = gw_prepare(handle);
    else if (!code)
        code = gw_fail(handle, GW_INVALID_ARGUMENT, "this processor has less than the library was compiled for");
    if (code) {
        gw_fail(NULL, code, "%s", handle->text);
        gw_destroy(handle);
        return code;
    }
    *created = handle;
    return GW_OK;
}

void gw_destroy(struct gw_handle *handle) {
    if (!handle)
        return;
    gw_empty(&handle->fixed);
    gw_empty(&handle->store);
    gw_empty(&handle->chunks);
    gw_leave_weights(handle);
    free(handle);
    gw_threads_end();
}

int64_t gw_memory(const struct gw_handle *handle) {
    return handle ? handle->fixed.taken + handle->store.taken + handle->chunks.taken : 0;
}

// Calls --------------------------------------------------------------------------------------------------------------

bool gw_enter(struct gw_handle *handle) { return !__atomic_exchange_n(&handle->busy, 1, __ATOMIC_ACQUIRE); }

void gw_leave(struct gw_handle *handle, struct gw_handle *outer) {
    gw_current = outer;
    __atomic_store_n(&handle->busy, 0, __ATOMIC_RELEASE);
}

// The sizes of an argument or a result; -1 in `bytes` where there can be no such array.
int64_t gw_find_sizes(const struct gw_argument *argument, const int64_t *given, int64_t sizes[GW_MAX_RANK]) {
    for (int64_t i = 0; i < argument->rank; i++)
        sizes[i] = argument->sizes[i] < 0 ? given[-1 - argument->sizes[i]] : argument->sizes[i];
    return gw_bytes(argument->rank, sizes, argument->element_size);
}

static int32_t set_arguments(struct gw_handle *handle, const void *const *data, const int64_t *given) {
    const struct gw_program *program = handle->program;
    int64_t sizes[GW_MAX_RANK];
    for (int64_t i = 0; i < program->argument_count; i++) {
        const struct gw_argument *argument = &program->arguments[i];
        int64_t bytes = gw_find_sizes(argument, given, sizes);
        if (bytes < 0)
            return gw_fail(handle, GW_INVALID_ARGUMENT, "%s: a size is negative or too large", argument->name);
        if (bytes && !data[i])
            return gw_fail(handle, GW_INVALID_ARGUMENT, "%s: there are no elements (null)", argument->name);
        int64_t alignment = argument->is_text ? 8 : argument->element_size;
        if (data[i] && (uintptr_t)data[i] % (uintptr_t)alignment)
            return gw_fail(handle, GW_INVALID_ARGUMENT, "%s: the address is not aligned", argument->name);
        if (argument->is_text && !gw_is_text(data[i], bytes / argument->element_size))
            return gw_fail(handle, GW_INVALID_ARGUMENT, "%s: a piece of text has no bytes, or a negative size", argument->name);
        gw_set_array(&handle->arguments[i], (void *)data[i], argument->rank, sizes, argument->element_size);
    }
    return GW_OK;
}

// Give up the results of the call before. A caller that passes one of their pointers again means none of its own.
static void drop_results(struct gw_handle *handle, void **results) {
    for (int64_t i = 0; i < handle->program->result_count; i++) {
        if (results[i] == handle->given[i])
            results[i] = NULL;
        handle->given[i] = NULL;
        gw_decref(handle->kept_results[i]);
        handle->kept_results[i] = NULL;
    }
}

// Results of known sizes are written where the caller wants them, or to memory of the handle's.
static int32_t set_results(struct gw_handle *handle, void *const *results, const int64_t *given) {
    const struct gw_program *program = handle->program;
    int64_t sizes[GW_MAX_RANK];
    for (int64_t i = 0; i < program->result_count; i++) {
        const struct gw_argument *result = &program->results[i];
        handle->outputs[i].pointer = NULL;
        if (!result->element_size)
            continue;
        if (gw_find_sizes(result, given, sizes) < 0)
            return gw_fail(handle, GW_INVALID_ARGUMENT, "%s: a size is negative or too large", result->name);
        if (results[i]) {
            if ((uintptr_t)results[i] % (uintptr_t)result->element_size)
                return gw_fail(handle, GW_INVALID_ARGUMENT, "%s: the address is not aligned", result->name);
            gw_set_array(&handle->results[i], results[i], result->rank, sizes, result->element_size);
            handle->outputs[i].pointer = &handle->results[i];
            continue;
        }
        handle->kept_results[i] = gw_new_array((int32_t)result->rank, sizes, (int32_t)result->element_size);
        if (!handle->kept_results[i])
            return GW_OUT_OF_MEMORY;
        handle->outputs[i].pointer = handle->kept_results[i];
    }
    return GW_OK;
}

static void give_results(struct gw_handle *handle, void **results, int64_t (*result_sizes)[GW_MAX_RANK]) {
    for (int64_t i = 0; i < handle->program->result_count; i++) {
        struct gw_array *array = handle->outputs[i].pointer;
        if (!handle->program->results[i].element_size)
            handle->kept_results[i] = array;
        results[i] = array->data;
        handle->given[i] = handle->kept_results[i] ? array->data : NULL;
        memcpy(result_sizes[i], array->sizes, (size_t)array->rank * sizeof(int64_t));
    }
}

// The number of the variant for these sizes.
static int64_t choose_variant(const struct gw_handle *handle, const int64_t *given) {
    const struct gw_program *program = handle->program;
    for (int64_t i = 0; i < program->variant_count - 1; i++) {
        const int64_t *sizes = handle->level->variants[i].sizes;
        int64_t fit = 0;
        while (fit < program->size_count && (sizes[fit] < 0 || sizes[fit] == given[fit]))
            fit++;
        if (fit == program->size_count)
            return i;
    }
    return program->variant_count - 1;
}

static int32_t run(
    struct gw_handle *handle, const void *const *data, const int64_t *sizes, void **results,
    int64_t (*result_sizes)[GW_MAX_RANK]) {
    drop_results(handle, results);
    int32_t code = set_arguments(handle, data, sizes);
    if (!code)
        code = set_results(handle, results, sizes);
    if (code)
        return code;
    handle->code = GW_FAILED;
    handle->text[0] = 0;
    handle->arena.is_short = false;
    int64_t variant = choose_variant(handle, sizes);
    handle->table = handle->tables_of_variants[variant];
    if (handle->level->variants[variant].body(handle->inputs, handle->outputs)) {
        for (int64_t i = 0; i < handle->program->result_count; i++)
            if (!handle->program->results[i].element_size)
                gw_decref(handle->outputs[i].pointer);
        return handle->code;
    }
    give_results(handle, results, result_sizes);
    if (handle->arena.is_short)
        return gw_fail(handle, GW_OUT_OF_MEMORY, "the arena of %lld bytes is too small", (long long)handle->arena.size);
    handle->code = GW_OK;
    return GW_OK;
}

int32_t gw_check_sizes(struct gw_handle *handle, const int64_t *sizes, int64_t size_count) {
    for (int64_t i = 0; i < size_count; i++)
        if (sizes[i] < 0)
            return gw_fail(handle, GW_INVALID_ARGUMENT, "a size is negative: %lld", (long long)sizes[i]);
    return GW_OK;
}

int32_t gw_run_program(
    struct gw_handle *handle, const void *const *data, const int64_t *sizes, int64_t size_count, void **results,
    int64_t (*result_sizes)[GW_MAX_RANK]) {
    if (!gw_enter(handle))
        return GW_BUSY;
    struct gw_handle *outer = gw_current;
    gw_current = handle;
    int32_t code = gw_check_sizes(handle, sizes, size_count);
    if (!code)
        code = run(handle, data, sizes, results, result_sizes);
    gw_leave(handle, outer);
    return code;
}

// Variables ----------------------------------------------------------------------------------------------------------

int64_t gw_variable_number(const struct gw_handle *handle, const char *name) {
    for (int64_t i = 0; handle && name && i < handle->program->variable_count; i++)
        if (!strcmp(name, handle->program->variable_names[i]))
            return i;
    return -1;
}

static int32_t check_variable(struct gw_handle *handle, int64_t number, const void *data, int64_t bytes) {
    if (number < 0 || number >= handle->program->variable_count)
        return gw_fail(handle, GW_INVALID_ARGUMENT, "there is no variable %lld", (long long)number);
    const struct gw_constant *variable = &handle->program->variables[number];
    int64_t expected = gw_bytes(variable->rank, variable->sizes, variable->element_size);
    if (bytes != expected || (!data && bytes))
        return gw_fail(
            handle, GW_INVALID_ARGUMENT, "the variable %s has %lld bytes, not %lld",
            handle->program->variable_names[number], (long long)expected, data ? (long long)bytes : 0);
    return GW_OK;
}

int32_t gw_get_variable(struct gw_handle *handle, int64_t number, void *data, int64_t bytes) {
    if (!handle)
        return gw_fail(NULL, GW_INVALID_ARGUMENT, "the handle is null");
    if (!gw_enter(handle))
        return GW_BUSY;
    int32_t code = check_variable(handle, number, data, bytes);
    if (!code && bytes)
        memcpy(data, handle->variables[number].array->data, (size_t)bytes);
    gw_leave(handle, gw_current);
    return code;
}

static int32_t set_variable(struct gw_handle *handle, int64_t number, const void *data, size_t bytes) {
    const struct gw_constant *variable = &handle->program->variables[number];
    struct gw_array **kept = &handle->variables[number].array, *array = *kept;
    if (array->is_owned && array->references == 1) {
        memcpy(array->data, data, bytes);
        return GW_OK;
    }
    array = gw_new_array((int32_t)variable->rank, variable->sizes, (int32_t)variable->element_size);
    if (!array)
        return handle->code;
    memcpy(array->data, data, bytes);
    gw_decref(*kept);
    *kept = array;
    return GW_OK;
}

int32_t gw_set_variable(struct gw_handle *handle, int64_t number, const void *data, int64_t bytes) {
    if (!handle)
        return gw_fail(NULL, GW_INVALID_ARGUMENT, "the handle is null");
    if (!gw_enter(handle))
        return GW_BUSY;
    struct gw_handle *outer = gw_current;
    gw_current = handle;
    int32_t code = check_variable(handle, number, data, bytes);
    if (!code && bytes)
        code = set_variable(handle, number, data, (size_t)bytes);
    gw_leave(handle, outer);
    return code;
}

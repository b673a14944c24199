// What a program may do wrong with a library, and what it may do at once; built with the address sanitiser.
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checked.h"

#define CHECK(condition)                                                     \
    do {                                                                     \
        if (!(condition)) {                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);  \
            exit(1);                                                         \
        }                                                                    \
    } while (0)

static const char *weights;

static float expected(float x, int i) { return (float)(i % 3 + 1) * x; }

static void check_results(checked_handle *handle, int64_t rows) {
    float *x = malloc(sizeof *x * (size_t)(rows * 3 + 1)), *y = malloc(sizeof *y * (size_t)(rows * 3 + 1));
    for (int64_t i = 0; i < rows * 3; i++)
        x[i] = (float)i;
    y[rows * 3] = 77;
    checked_inputs inputs = {.x = x, .x_size0 = rows};
    checked_outputs outputs = {.y = y};
    CHECK(checked_run(handle, &inputs, &outputs) == CHECKED_OK);
    CHECK(outputs.y == y && y[rows * 3] == 77);
    for (int64_t i = 0; i < rows * 3; i++)
        CHECK(y[i] == expected((float)i, (int)i));
    int64_t kept = 0;
    for (int64_t i = 0; i < rows * 3; i++)
        kept += y[i] > 4;
    CHECK(outputs.kept_sizes[0] == kept);
    for (int64_t i = 0; i < kept; i++)
        CHECK(outputs.kept[i] > 4);
    for (int64_t i = 0; i < rows * 3; i++)
        CHECK(outputs.root[i] == sqrtf(x[i]));
    free(x);
    free(y);
}

// The pointers that a call has set may be passed to the next one, which needs more room.
static void check_reused_outputs(checked_handle *handle) {
    static float x[3 * 300];
    checked_outputs outputs = {0};
    for (int64_t rows = 1; rows <= 300; rows += 23) {
        for (int64_t i = 0; i < rows * 3; i++)
            x[i] = (float)(i + rows);
        checked_inputs inputs = {.x = x, .x_size0 = rows};
        CHECK(checked_run(handle, &inputs, &outputs) == CHECKED_OK);
        int64_t kept = 0;
        for (int64_t i = 0; i < rows * 3; i++) {
            CHECK(outputs.y[i] == expected(x[i], (int)i) && outputs.root[i] == sqrtf(x[i]));
            if (outputs.y[i] > 4)
                CHECK(outputs.kept[kept++] == outputs.y[i]);
        }
        CHECK(outputs.kept_sizes[0] == kept);
    }
}

static void check_refusals(checked_handle *handle) {
    float x[3] = {1, 2, 3}, y[3];
    checked_inputs inputs = {.x = x, .x_size0 = 1};
    checked_outputs outputs = {.y = y};
    CHECK(checked_run(NULL, &inputs, &outputs) == CHECKED_INVALID_ARGUMENT);
    CHECK(checked_run(handle, NULL, &outputs) == CHECKED_INVALID_ARGUMENT);
    CHECK(checked_run(handle, &inputs, NULL) == CHECKED_INVALID_ARGUMENT);
    const int64_t sizes[] = {-1, INT64_MIN, INT64_MAX, INT64_MAX / 3, INT64_MAX / 12, (int64_t)1 << 61};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        inputs.x_size0 = sizes[i];
        CHECK(checked_run(handle, &inputs, &outputs) == CHECKED_INVALID_ARGUMENT);
        CHECK(strlen(checked_error(handle)) > 0);
    }
    inputs = (checked_inputs){.x = NULL, .x_size0 = 1};
    CHECK(checked_run(handle, &inputs, &outputs) == CHECKED_INVALID_ARGUMENT);
    CHECK(strstr(checked_error(handle), "x: there are no elements"));
    inputs.x = (const float *)((const char *)x + 1);
    CHECK(checked_run(handle, &inputs, &outputs) == CHECKED_INVALID_ARGUMENT);
    inputs = (checked_inputs){.x = NULL, .x_size0 = 0};
    CHECK(checked_run(handle, &inputs, &outputs) == CHECKED_OK);
    CHECK(checked_create(weights, NULL) == CHECKED_INVALID_ARGUMENT);
    checked_handle *other = handle;
    CHECK(checked_create_for(weights, 99, &other) == CHECKED_INVALID_ARGUMENT && !other);
    CHECK(checked_get_variable(handle, 0, x, 4) == CHECKED_INVALID_ARGUMENT);
    CHECK(checked_get_variable(handle, -1, x, 12) == CHECKED_INVALID_ARGUMENT);
    CHECK(checked_set_variable(handle, 0, NULL, 12) == CHECKED_INVALID_ARGUMENT);
    CHECK(checked_set_variable(NULL, 0, x, 12) == CHECKED_INVALID_ARGUMENT);
    CHECK(checked_variable_number(handle, "none") == -1 && checked_variable_number(NULL, NULL) == -1);
    checked_destroy(NULL);
}

// Every prefix of the file, and every byte changed: a code, and no crash.
static void check_files(void) {
    FILE *file = fopen(weights, "rb");
    static char data[1 << 16];
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    char name[] = "damaged.weights";
    checked_handle *handle;
    for (size_t i = 0; i < 2 * size; i++) {
        file = fopen(name, "wb");
        if (i < size) {
            fwrite(data, 1, i, file);
        } else {
            data[i - size] ^= 0x20;
            fwrite(data, 1, size, file);
            data[i - size] ^= 0x20;
        }
        fclose(file);
        int code = checked_create(name, &handle);
        // bytes that are not used yet may differ
        CHECK(code == CHECKED_BAD_WEIGHTS || (code == CHECKED_OK && i >= size + 40 && i < size + 64));
        checked_destroy(handle);
    }
    file = fopen(name, "ab");
    fwrite(data, 1, 1, file);
    fclose(file);
    CHECK(checked_create(name, &handle) == CHECKED_BAD_WEIGHTS && strstr(checked_error(NULL), "truncated"));
    CHECK(checked_create("missing.weights", &handle) == CHECKED_BAD_WEIGHTS);
    CHECK(checked_create(".", &handle) == CHECKED_BAD_WEIGHTS);
    CHECK(checked_create(NULL, &handle) == CHECKED_BAD_WEIGHTS);
}

static size_t read_file(const char *name, char *data, size_t room) {
    FILE *file = fopen(name, "rb");
    CHECK(file);
    size_t size = fread(data, 1, room, file);
    fclose(file);
    return size;
}

static void write_file(const char *name, const char *data, size_t size) {
    FILE *file = fopen(name, "wb");
    CHECK(file && fwrite(data, 1, size, file) == size);
    fclose(file);
}

static void check_restored(checked_handle *handle, const char *path, bool may_succeed) {
    const float before[3] = {7, 8, 9}, saved[3] = {1, 2, 3};
    float found[3];
    CHECK(checked_set_variable(handle, 0, before, sizeof before) == CHECKED_OK);
    int code = checked_restore(handle, path);
    CHECK(code == CHECKED_BAD_CHECKPOINT || (may_succeed && code == CHECKED_OK));
    CHECK(checked_get_variable(handle, 0, found, sizeof found) == CHECKED_OK);
    CHECK(!memcmp(found, code ? before : saved, sizeof found));
}

// Every prefix of both files, and every byte changed: a code, and the variables as they were.
static void check_damaged_checkpoints(checked_handle *handle) {
    const char *names[] = {"damaged.index", "damaged.data-00000-of-00001"};
    static char data[1 << 16];
    const float saved[3] = {1, 2, 3};
    CHECK(checked_set_variable(handle, 0, saved, sizeof saved) == CHECKED_OK);
    CHECK(checked_save(handle, "damaged") == CHECKED_OK);
    for (int part = 0; part < 2; part++) {
        size_t size = read_file(names[part], data, sizeof data);
        for (size_t i = 0; i < size; i++) {
            write_file(names[part], data, i);
            check_restored(handle, "damaged", false);
            data[i] ^= 0x20;
            write_file(names[part], data, size);
            data[i] ^= 0x20;
            // the graph of objects, bytes that fill the footer, and those of the variable, which all have checksums
            check_restored(handle, "damaged", part ? i < size - sizeof saved : i >= size - 48);
        }
        write_file(names[part], data, size);
    }
    check_restored(handle, "damaged", true);
}

// Files whose checksums are right and whose contents are not, in a folder that the test has written.
static void check_mutated_checkpoints(checked_handle *handle, int count) {
    char name[64];
    float values[3];
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "mutated/%d", i);
        int code = checked_restore(handle, name);
        CHECK(code == CHECKED_OK || code == CHECKED_BAD_CHECKPOINT);
        CHECK(checked_get_variable(handle, 0, values, sizeof values) == CHECKED_OK);
    }
}

static void check_checkpoint_refusals(checked_handle *handle) {
    static char path[10000];
    memset(path, 'a', sizeof path - 1);
    CHECK(checked_save(handle, path) == CHECKED_INVALID_ARGUMENT && checked_restore(handle, path));
    CHECK(checked_save(handle, NULL) == CHECKED_INVALID_ARGUMENT && checked_save(NULL, "x") == CHECKED_INVALID_ARGUMENT);
    CHECK(checked_restore(handle, NULL) == CHECKED_INVALID_ARGUMENT);
    CHECK(checked_restore(NULL, "x") == CHECKED_INVALID_ARGUMENT);
    CHECK(checked_save(handle, "none/none") == CHECKED_BAD_CHECKPOINT && strstr(checked_error(handle), "none/none"));
    CHECK(checked_restore(handle, "none/none") == CHECKED_BAD_CHECKPOINT);
}

static void *thread_main(void *unused) {
    checked_handle *handle;
    CHECK(checked_create(weights, &handle) == CHECKED_OK);
    for (int i = 0; i < 50; i++)
        check_results(handle, i * 37 % 400);
    checked_destroy(handle);
    return unused;
}

static void own_split(void *context, void (*run)(void *, int64_t), void *argument, int64_t chunks) {
    for (int64_t i = chunks; i-- > 0;)
        run(argument, i);
    ++*(int *)context;
}

int main(int count, char **arguments) {
    CHECK(count == 3);
    weights = arguments[1];
    checked_handle *handle;
    CHECK(checked_create(weights, &handle) == CHECKED_OK);
    check_results(handle, 5);
    check_reused_outputs(handle);
    check_refusals(handle);
    check_results(handle, 100);
    check_files();
    check_checkpoint_refusals(handle);
    check_damaged_checkpoints(handle);
    check_mutated_checkpoints(handle, atoi(arguments[2]));
    const float by[3] = {1, 2, 3};
    CHECK(checked_set_variable(handle, 0, by, sizeof by) == CHECKED_OK);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        CHECK(!pthread_create(&threads[i], NULL, thread_main, NULL));
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    checked_set_threads(3);
    check_results(handle, 200000);
    int calls = 0;
    checked_set_thread_pool(own_split, &calls);
    check_results(handle, 2000000);
    CHECK(calls > 0);
    int64_t memory = checked_memory(handle);
    for (int i = 0; i < 5; i++)
        check_results(handle, 200000);
    CHECK(checked_memory(handle) == memory);
    checked_destroy(handle);
    return 0;
}

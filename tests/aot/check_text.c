// Misuse of text: every failure is a code, and nothing outside of the caller's memory is touched.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worded.h"

#define CHECK(condition)                                                        \
    do {                                                                        \
        if (!(condition)) {                                                     \
            fprintf(stderr, "%d: %s: %s\n", __LINE__, #condition, worded_error(model)); \
            return 1;                                                           \
        }                                                                       \
    } while (0)

static worded_handle *model;

// A copy without a byte behind it, which the sanitiser watches.
static gw_text piece(const char *bytes, int64_t size) {
    char *data = malloc((size_t)size);
    memcpy(data, bytes, (size_t)size);
    return (gw_text){data, size};
}

int main(int count, char **arguments) {
    CHECK(count == 2 && !worded_create(arguments[1], &model));
    gw_text words[] = {piece("two", 3), piece("t", 1), piece("", 0), piece("two\0", 4), {NULL, 0}};
    worded_inputs inputs = {.words = words, .words_size0 = 5};
    worded_outputs outputs = {0};
    for (int i = 0; i < 3; i++) {
        CHECK(!worded_run(model, &inputs, &outputs));
        CHECK(outputs.numbers[0] == 2 && outputs.numbers[1] == -1 && outputs.numbers[2] == 7);
        CHECK(outputs.numbers[3] == 5 && outputs.numbers[4] == 7);
        CHECK(outputs.names_sizes[0] == 5 && outputs.names[0].size == 3 && !memcmp(outputs.names[0].data, "TWO", 3));
        CHECK(outputs.names[1].size == 1 && outputs.names[1].data[0] == '?');
        CHECK(outputs.same_sizes[0] == 5 && outputs.same[3].size == 4 && outputs.same[3].data == words[3].data);
    }
    int64_t bytes;
    CHECK(!worded_arena_size(model, &(worded_inputs){.words_size0 = 100}, &bytes));
    void *arena = malloc((size_t)bytes);
    CHECK(!worded_set_arena(model, arena, bytes) && !worded_run(model, &inputs, &outputs));
    CHECK(outputs.names[0].size == 3);
    CHECK(!worded_set_arena(model, NULL, 0));
    free(arena);
    gw_text wrong[][1] = {{{"a", -1}}, {{"a", INT64_MIN}}, {{NULL, 1}}};
    for (int i = 0; i < 3; i++) {
        worded_inputs given = {.words = wrong[i], .words_size0 = 1};
        CHECK(worded_run(model, &given, &outputs) == WORDED_INVALID_ARGUMENT);
        CHECK(strstr(worded_error(model), "text"));
    }
    worded_inputs none = {.words = NULL, .words_size0 = 0}, null = {.words = NULL, .words_size0 = 2};
    CHECK(!worded_run(model, &none, &outputs) && outputs.names_sizes[0] == 0);
    CHECK(worded_run(model, &null, &outputs) == WORDED_INVALID_ARGUMENT);
    inputs.words = (const gw_text *)((const char *)words + 4);
    CHECK(worded_run(model, &inputs, &outputs) == WORDED_INVALID_ARGUMENT);
    for (int i = 0; i < 5; i++)
        free((void *)words[i].data);
    worded_destroy(model);
    return 0;
}

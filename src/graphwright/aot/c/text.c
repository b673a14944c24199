// Text and lookup tables: constants in the weights, and pieces that the caller passes.

#include <string.h>

#include "library.h"

bool gw_is_text(const struct gw_piece *pieces, int64_t count) {
    for (int64_t i = 0; i < count; i++)
        if (pieces[i].size < 0 || (pieces[i].size && !pieces[i].data))
            return false;
    return true;
}

static struct gw_piece piece_of(const unsigned char *weights, int64_t starts, int64_t content, int64_t i) {
    const int64_t *start = (const int64_t *)(weights + starts) + i;
    return (struct gw_piece){(const char *)weights + content + start[0], start[1] - start[0]};
}

static void *fixed(struct gw_handle *handle, int64_t count, int64_t size) {
    return gw_take_fixed(handle, (count ? count : 1) * size);
}

int32_t gw_prepare_texts(struct gw_handle *handle) {
    const struct gw_program *program = handle->program;
    handle->texts = fixed(handle, program->text_count, sizeof *handle->texts);
    handle->tables = fixed(handle, program->table_count, sizeof *handle->tables);
    if (!handle->texts || !handle->tables)
        return gw_fail(handle, GW_OUT_OF_MEMORY, "there is not enough memory");
    for (int64_t i = 0; i < program->text_count; i++) {
        const struct gw_text_constant *text = &program->texts[i];
        int64_t count = gw_bytes(text->rank, text->sizes, 1);
        struct gw_piece *pieces = fixed(handle, count, sizeof *pieces);
        if (!pieces)
            return gw_fail(handle, GW_OUT_OF_MEMORY, "there is not enough memory");
        for (int64_t j = 0; j < count; j++)
            pieces[j] = piece_of(handle->weights, text->starts, text->content, j);
        gw_set_array(&handle->texts[i], pieces, text->rank, text->sizes, sizeof *pieces);
    }
    for (int64_t i = 0; i < program->table_count; i++)
        handle->tables[i] = (struct gw_table){program->tables[i].count, &program->tables[i], handle->weights};
    return GW_OK;
}

static int compare_text(struct gw_piece a, struct gw_piece b) {
    int64_t shared = a.size < b.size ? a.size : b.size;
    int order = shared ? memcmp(a.data, b.data, (size_t)shared) : 0;
    return order ? order : a.size < b.size ? -1 : a.size > b.size;
}

static int64_t number_at(const void *numbers, int64_t element_size, int64_t i) {
    return element_size == 4 ? ((const int32_t *)numbers)[i] : ((const int64_t *)numbers)[i];
}

// How a key compares with the i-th of the table.
static int compare(const struct gw_table *table, const void *keys, int64_t key, int64_t i) {
    const struct gw_column *column = &table->constant->keys;
    if (!column->element_size)
        return compare_text(
            ((const struct gw_piece *)keys)[key], piece_of(table->weights, column->place, column->content, i));
    int64_t wanted = number_at(keys, column->element_size, key);
    int64_t found = number_at(table->weights + column->place, column->element_size, i);
    return wanted < found ? -1 : wanted > found;
}

static int64_t place_of(const struct gw_table *table, const void *keys, int64_t key) {
    int64_t low = 0, high = table->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        int order = compare(table, keys, key, middle);
        if (!order)
            return middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return -1;
}

// The value of each key, or the other one.
void gw_find(const struct gw_table *table, const void *keys, int64_t count, const void *other, void *values) {
    const struct gw_column *column = &table->constant->values;
    int64_t bytes = column->element_size ? column->element_size : (int64_t)sizeof(struct gw_piece);
    for (int64_t i = 0; i < count; i++) {
        int64_t place = place_of(table, keys, i);
        void *value = (char *)values + i * bytes;
        if (place < 0) {
            memcpy(value, other, (size_t)bytes);
        } else if (column->element_size) {
            memcpy(value, table->weights + column->place + place * bytes, (size_t)bytes);
        } else {
            struct gw_piece piece = piece_of(table->weights, column->place, column->content, place);
            memcpy(value, &piece, sizeof piece);
        }
    }
}

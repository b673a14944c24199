// Writes a checkpoint. A failure on the way leaves the one before, or none.

#include "checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <unistd.h>
#endif

int32_t gw_refuse_checkpoint(struct gw_handle *handle, const char *file, const char *why) {
    return gw_fail(handle, GW_BAD_CHECKPOINT, "%.300s: %s", file, why);
}

bool gw_index_name(char name[GW_PATH_SIZE], const char *path) {
    return snprintf(name, GW_PATH_SIZE, "%s.index", path) < GW_PATH_SIZE;
}

bool gw_data_name(char name[GW_PATH_SIZE], const char *path, int64_t shard, int64_t shards) {
    return snprintf(name, GW_PATH_SIZE, "%s.data-%05d-of-%05d", path, (int)shard, (int)shards) < GW_PATH_SIZE;
}

// Close a file that was written; false where something of it may not be there.
static bool finish(FILE *file, bool is_good) {
    is_good = !fflush(file) && !ferror(file) && is_good;
#if !defined(_WIN32)
    is_good = !fsync(fileno(file)) && is_good;
#endif
    return !fclose(file) && is_good;
}

static bool write_all(FILE *file, const void *data, int64_t bytes) {
    return !bytes || fwrite(data, 1, (size_t)bytes, file) == (size_t)bytes;
}

static bool move(const char *from, const char *to) {
#if defined(_WIN32)
    remove(to);
#endif
    return !rename(from, to);
}

static void put_word(unsigned char *at, uint32_t word) {
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(word >> 8 * i);
}

// Write the graph and the variables, and their checksums to the index.
static bool write_data(
    struct gw_handle *handle, const struct gw_checkpoint *checkpoint, const char *name, unsigned char *index) {
    FILE *file = fopen(name, "wb");
    if (!file)
        return false;
    bool is_good = write_all(file, checkpoint->graph, checkpoint->graph_size);
    for (int64_t i = 0; i < handle->program->variable_count && is_good; i++) {
        const struct gw_constant *variable = &handle->program->variables[i];
        const void *data = handle->variables[i].array->data;
        int64_t bytes = gw_bytes(variable->rank, variable->sizes, variable->element_size);
        put_word(index + checkpoint->variables[i].place, gw_masked(gw_checksum(0, data, bytes)));
        is_good = write_all(file, data, bytes);
    }
    return finish(file, is_good);
}

static bool write_index(const struct gw_checkpoint *checkpoint, const char *name, unsigned char *index) {
    for (int64_t i = 0; i < checkpoint->block_count; i++) {
        unsigned char *block = index + checkpoint->blocks[i].offset;
        int64_t size = checkpoint->blocks[i].size + 1;  // with the byte that says how it is compressed
        put_word(block + size, gw_masked(gw_checksum(0, block, size)));
    }
    FILE *file = fopen(name, "wb");
    return file && finish(file, write_all(file, index, checkpoint->index_size));
}

static int32_t save(
    struct gw_handle *handle, const struct gw_checkpoint *checkpoint, const char *path, unsigned char *index) {
    char index_name[GW_PATH_SIZE], data_name[GW_PATH_SIZE], new_index[GW_PATH_SIZE], new_data[GW_PATH_SIZE];
    char temporary[GW_PATH_SIZE];
    int length = snprintf(temporary, sizeof temporary, "%s.%llx", path, (unsigned long long)(uintptr_t)handle);
    if (length >= GW_PATH_SIZE || !gw_index_name(index_name, path) || !gw_data_name(data_name, path, 0, 1) ||
        !gw_index_name(new_index, temporary) || !gw_data_name(new_data, temporary, 0, 1))
        return gw_fail(handle, GW_INVALID_ARGUMENT, "the path is too long");
    memcpy(index, checkpoint->index, (size_t)checkpoint->index_size);
    bool is_good = write_data(handle, checkpoint, new_data, index) && write_index(checkpoint, new_index, index);
    if (is_good) {
        // the old index goes first and the new one comes last: there never is one with another's data
        remove(index_name);
        is_good = move(new_data, data_name) && move(new_index, index_name);
    }
    if (is_good)
        return GW_OK;
    remove(new_data);
    remove(new_index);
    return gw_refuse_checkpoint(handle, path, "the files cannot be written");
}

int32_t gw_save(struct gw_handle *handle, const struct gw_checkpoint *checkpoint, const char *path) {
    if (!handle || !path)
        return gw_fail(handle, GW_INVALID_ARGUMENT, "the handle or the path is null");
    if (!gw_enter(handle))
        return GW_BUSY;
    unsigned char *index = malloc((size_t)checkpoint->index_size);
    int32_t code;
    if (index)
        code = save(handle, checkpoint, path, index);
    else
        code = gw_fail(handle, GW_OUT_OF_MEMORY, "there is not enough memory");
    free(index);
    gw_leave(handle, gw_current);
    return code;
}

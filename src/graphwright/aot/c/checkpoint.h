// Checkpoints of a handle's variables: an index file and data files in TensorFlow's bundle format.
//
// What does not depend on the values is written when the program is compiled (`saved_variables.py`): the index file but for
// its checksums, and the graph of objects, with which the data file begins.
#pragma once

#include "library.h"

struct gw_span {
    int64_t offset;
    int64_t size;
};

// How a variable is saved.
struct gw_saved_variable {
    const char *key;
    int32_t dtype;  // TensorFlow's number
    int64_t place;  // of the checksum of its elements in the index file
};

struct gw_checkpoint {
    const unsigned char *index;
    int64_t index_size;
    const struct gw_span *blocks;  // of entries in the index file, each followed by a byte and its checksum
    int64_t block_count;
    const unsigned char *graph;
    int64_t graph_size;
    const struct gw_saved_variable *variables;
};

int32_t gw_save(struct gw_handle *handle, const struct gw_checkpoint *checkpoint, const char *path);
int32_t gw_restore(struct gw_handle *handle, const struct gw_checkpoint *checkpoint, const char *path);

// checksum.c: CRC-32C of the bytes of `sum` and of these, and the form in which it is stored.
uint32_t gw_checksum(uint32_t sum, const void *data, int64_t size);
uint32_t gw_masked(uint32_t sum);

// checkpoint.c: the name of a file of a checkpoint; false where it is too long.
enum { GW_PATH_SIZE = 4096 };
bool gw_index_name(char name[GW_PATH_SIZE], const char *path);
bool gw_data_name(char name[GW_PATH_SIZE], const char *path, int64_t shard, int64_t shards);
int32_t gw_refuse_checkpoint(struct gw_handle *handle, const char *file, const char *why);

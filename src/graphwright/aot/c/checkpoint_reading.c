// Reads a checkpoint: all variables of a handle, or none of them.
//
// The index file is a sorted table in LevelDB's format: blocks of entries, a block that says where those are, and a footer.
// An entry is the key of a tensor and a message of Protocol Buffers. Nothing that a file says is used before it is compared
// with the size of the file.

#include "checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FOOTER = 48, TRAILER = 5, MOST_SHARDS = 99999 };
enum { HEADER_SHARDS = 1, HEADER_ORDER = 2 };  // numbers of the fields of the messages
enum { ENTRY_DTYPE = 1, ENTRY_SHAPE = 2, ENTRY_SHARD = 3, ENTRY_OFFSET = 4, ENTRY_SIZE = 5, ENTRY_SUM = 6, ENTRY_SLICES = 7 };

static const int64_t LARGEST_INDEX = (int64_t)1 << 28;
static const unsigned char MAGIC[8] = {0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb};

struct bytes {
    const unsigned char *at, *end;
};

// Where a tensor is, and what it is.
struct place {
    bool is_there, is_in_parts;
    int64_t dtype, shard, offset, size;
    uint32_t sum;
    int64_t rank;
    int64_t sizes[GW_MAX_RANK];
};

struct reading {
    struct gw_handle *handle;
    const struct gw_checkpoint *checkpoint;
    const char *path;
    char name[GW_PATH_SIZE];  // of the file that is read
    unsigned char *index;
    int64_t index_size;
    unsigned char *key;  // of the entry that is read
    int64_t shards;
    struct place *places;  // of each variable
    struct gw_array **values;
};

static int32_t refuse(struct reading *r, const char *why) { return gw_refuse_checkpoint(r->handle, r->name, why); }

static int32_t damaged(struct reading *r) { return refuse(r, "is damaged"); }

static bool read_number(struct bytes *bytes, int64_t *number) {
    uint64_t found = 0;
    for (int shift = 0; shift < 64 && bytes->at < bytes->end; shift += 7) {
        unsigned char byte = *bytes->at++;
        found |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            *number = (int64_t)found;
            return *number >= 0;
        }
    }
    return false;
}

static uint32_t word_at(const unsigned char *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

// Messages -----------------------------------------------------------------------------------------------------------

// A field of a message: its number, and a number or bytes. Returns 1, 0 at the end of the message, or -1.
static int read_field(struct bytes *message, int64_t *field, int64_t *number, struct bytes *inner) {
    int64_t tag, size;
    if (message->at == message->end)
        return 0;
    *inner = (struct bytes){NULL, NULL};
    if (!read_number(message, &tag))
        return -1;
    *field = tag >> 3;
    switch (tag & 7) {
    case 0: return read_number(message, number) ? 1 : -1;
    case 1: size = 8; break;
    case 5: size = 4; break;
    case 2:
        if (!read_number(message, &size))
            return -1;
        break;
    default: return -1;
    }
    if (size > message->end - message->at)
        return -1;
    *inner = (struct bytes){message->at, message->at + size};
    message->at += size;
    if ((tag & 7) == 5)
        *number = word_at(inner->at);
    return 1;
}

static bool read_dimension(struct bytes message, int64_t *size) {
    int64_t field, number;
    struct bytes inner;
    int more;
    *size = 0;
    while ((more = read_field(&message, &field, &number, &inner)) > 0)
        if (field == 1 && !inner.at)
            *size = number;
    return more == 0;
}

static bool read_shape(struct bytes message, struct place *place) {
    int64_t field, number;
    struct bytes inner;
    int more;
    while ((more = read_field(&message, &field, &number, &inner)) > 0)
        if (field == 2 && inner.at &&
            (place->rank == GW_MAX_RANK || !read_dimension(inner, &place->sizes[place->rank++])))
            return false;
    return more == 0;
}

static bool read_place(struct bytes message, struct place *place) {
    int64_t field, number = 0;
    struct bytes inner;
    int more;
    *place = (struct place){.is_there = true};
    while ((more = read_field(&message, &field, &number, &inner)) > 0)
        switch (field) {
        case ENTRY_DTYPE: place->dtype = number; break;
        case ENTRY_SHAPE:
            if (!inner.at || !read_shape(inner, place))
                return false;
            break;
        case ENTRY_SHARD: place->shard = number; break;
        case ENTRY_OFFSET: place->offset = number; break;
        case ENTRY_SIZE: place->size = number; break;
        case ENTRY_SUM: place->sum = (uint32_t)number; break;
        case ENTRY_SLICES: place->is_in_parts = true; break;
        default: break;
        }
    return more == 0;
}

static int32_t read_header(struct reading *r, struct bytes message) {
    int64_t field, number = 0, order = 0;
    struct bytes inner;
    int more;
    while ((more = read_field(&message, &field, &number, &inner)) > 0)
        if (field == HEADER_SHARDS)
            r->shards = number;
        else if (field == HEADER_ORDER)
            order = number;
    if (more || r->shards < 1 || r->shards > MOST_SHARDS)
        return damaged(r);
    return order ? refuse(r, "has numbers with the other byte order") : GW_OK;
}

// The table ----------------------------------------------------------------------------------------------------------

static int32_t read_entry(struct reading *r, int64_t key_size, struct bytes value) {
    if (!key_size)
        return read_header(r, value);
    for (int64_t i = 0; i < r->handle->program->variable_count; i++) {
        const char *key = r->checkpoint->variables[i].key;
        if (strlen(key) == (size_t)key_size && !memcmp(key, r->key, (size_t)key_size))
            return read_place(value, &r->places[i]) ? GW_OK : damaged(r);
    }
    return GW_OK;
}

typedef int32_t entry_function(struct reading *r, int64_t key_size, struct bytes value);

static int32_t read_block(struct reading *r, struct bytes handle, entry_function *then) {
    int64_t offset, size, limit = r->index_size - FOOTER - TRAILER;
    if (!read_number(&handle, &offset) || !read_number(&handle, &size) || offset > limit || size > limit - offset)
        return damaged(r);
    const unsigned char *block = r->index + offset;
    if (gw_masked(gw_checksum(0, block, size + 1)) != word_at(block + size + 1))
        return damaged(r);
    if (block[size])
        return refuse(r, "is compressed");
    int64_t restarts = size < 4 ? INT32_MAX : word_at(block + size - 4);
    if (restarts > size / 4 - 1)
        return damaged(r);
    struct bytes bytes = {block, block + size - 4 * (restarts + 1)};
    int64_t known = 0;  // bytes of the key before: no more than those of the block
    while (bytes.at < bytes.end) {
        int64_t shared, own, value;
        if (!read_number(&bytes, &shared) || !read_number(&bytes, &own) || !read_number(&bytes, &value))
            return damaged(r);
        int64_t rest = bytes.end - bytes.at;
        if (shared > known || own > rest || value > rest - own)
            return damaged(r);
        memcpy(r->key + shared, bytes.at, (size_t)own);
        known = shared + own;
        struct bytes content = {bytes.at + own, bytes.at + own + value};
        bytes.at = content.end;
        int32_t code = then(r, known, content);
        if (code)
            return code;
    }
    return GW_OK;
}

static int32_t read_inner_block(struct reading *r, int64_t key_size, struct bytes handle) {
    (void)key_size;
    unsigned char *outer = r->key, *inner = malloc((size_t)r->index_size);
    if (!inner)
        return gw_fail(r->handle, GW_OUT_OF_MEMORY, "there is not enough memory");
    r->key = inner;
    int32_t code = read_block(r, handle, read_entry);
    r->key = outer;
    free(inner);
    return code;
}

static int32_t ignore(struct reading *r, int64_t key_size, struct bytes value) {
    (void)r, (void)key_size, (void)value;
    return GW_OK;
}

static int32_t read_table(struct reading *r) {
    const unsigned char *end = r->index + r->index_size;
    if (r->index_size < FOOTER || memcmp(end - sizeof MAGIC, MAGIC, sizeof MAGIC))
        return refuse(r, "is no index file of a checkpoint");
    struct bytes footer = {end - FOOTER, end - sizeof MAGIC};
    int32_t code = read_block(r, footer, ignore);  // metadata
    if (code)
        return code;
    int64_t offset, size;
    read_number(&footer, &offset), read_number(&footer, &size);
    code = read_block(r, footer, read_inner_block);
    return code || r->shards ? code : damaged(r);
}

// Files --------------------------------------------------------------------------------------------------------------

static bool go_to(FILE *file, int64_t offset, int from) {
#if defined(_WIN32)
    return !_fseeki64(file, offset, from);
#else
    return !fseeko(file, (off_t)offset, from);
#endif
}

static int32_t read_index(struct reading *r) {
    FILE *file = gw_index_name(r->name, r->path) ? fopen(r->name, "rb") : NULL;
    if (!file)
        return refuse(r, "cannot be opened");
    int64_t size = go_to(file, 0, SEEK_END) ? (int64_t)ftell(file) : -1;
    int32_t code = GW_OK;
    if (size < 0 || size > LARGEST_INDEX || !go_to(file, 0, SEEK_SET))
        code = refuse(r, "is no index file of a checkpoint");
    else if (!(r->index = malloc((size_t)size + 1)) || !(r->key = malloc((size_t)size + 1)))
        code = gw_fail(r->handle, GW_OUT_OF_MEMORY, "there is not enough memory");
    else if (fread(r->index, 1, (size_t)size, file) != (size_t)size)
        code = refuse(r, "cannot be read");
    fclose(file);
    r->index_size = size;
    return code ? code : read_table(r);
}

static int32_t check_place(struct reading *r, int64_t number) {
    const struct gw_constant *variable = &r->handle->program->variables[number];
    const struct gw_saved_variable *saved = &r->checkpoint->variables[number];
    const struct place *place = &r->places[number];
    const char *why = NULL;
    if (!place->is_there)
        why = "is not in it";
    else if (place->is_in_parts)
        why = "is saved in parts";
    else if (place->dtype != saved->dtype)
        why = "has another dtype in it";
    else if (
        place->rank != variable->rank ||
        (place->rank && memcmp(place->sizes, variable->sizes, (size_t)place->rank * sizeof *place->sizes)))
        why = "has another shape in it";
    if (why)
        return gw_fail(r->handle, GW_BAD_CHECKPOINT, "%.200s: %.200s %s", r->name, saved->key, why);
    int64_t bytes = gw_bytes(variable->rank, variable->sizes, variable->element_size);
    return place->size != bytes || place->shard >= r->shards ? damaged(r) : GW_OK;
}

static int32_t read_value(struct reading *r, int64_t number) {
    const struct gw_constant *variable = &r->handle->program->variables[number];
    const struct place *place = &r->places[number];
    struct gw_array *array =
        gw_new_array((int32_t)variable->rank, variable->sizes, (int32_t)variable->element_size);
    if (!array)
        return r->handle->code;
    r->values[number] = array;
    FILE *file = gw_data_name(r->name, r->path, place->shard, r->shards) ? fopen(r->name, "rb") : NULL;
    if (!file)
        return refuse(r, "cannot be opened");
    bool is_read = go_to(file, place->offset, SEEK_SET) &&
                   fread(array->data, 1, (size_t)place->size, file) == (size_t)place->size;
    fclose(file);
    if (!is_read)
        return refuse(r, "ends within a variable");
    if (gw_masked(gw_checksum(0, array->data, place->size)) != place->sum)
        return refuse(r, "is damaged: the checksum of a variable is wrong");
    return GW_OK;
}

static int32_t read_values(struct reading *r) {
    int64_t count = r->handle->program->variable_count;
    int32_t code = GW_OK;
    for (int64_t i = 0; i < count && !code; i++)
        code = check_place(r, i);
    for (int64_t i = 0; i < count && !code; i++)
        code = read_value(r, i);
    return code;
}

// What was read becomes the values, or after a failure nothing does.
static void leave_values(struct reading *r, bool is_good) {
    for (int64_t i = 0; i < r->handle->program->variable_count; i++) {
        struct gw_array **kept = &r->handle->variables[i].array;
        gw_decref(is_good ? *kept : r->values[i]);
        if (is_good)
            *kept = r->values[i];
    }
}

static int32_t restore(struct reading *r) {
    size_t count = (size_t)r->handle->program->variable_count;
    r->places = calloc(count, sizeof *r->places);
    r->values = calloc(count, sizeof *r->values);
    if (!r->places || !r->values)
        return gw_fail(r->handle, GW_OUT_OF_MEMORY, "there is not enough memory");
    int32_t code = read_index(r);
    if (!code)
        code = read_values(r);
    leave_values(r, !code);
    return code;
}

int32_t gw_restore(struct gw_handle *handle, const struct gw_checkpoint *checkpoint, const char *path) {
    if (!handle || !path)
        return gw_fail(handle, GW_INVALID_ARGUMENT, "the handle or the path is null");
    if (!gw_enter(handle))
        return GW_BUSY;
    struct gw_handle *outer = gw_current;
    gw_current = handle;
    struct reading reading = {.handle = handle, .checkpoint = checkpoint, .path = path};
    int32_t code = restore(&reading);
    free(reading.index);
    free(reading.key);
    free(reading.places);
    free(reading.values);
    gw_leave(handle, outer);
    return code;
}

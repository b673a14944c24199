// The weights: in the library, or in one file beside it, which is mapped and so shared between processes.
//
// Both begin with a header that says what they are. A file is only used where the header is that of this program's, the
// size is right, and the bytes have the checksum that the header names.

#include <stdio.h>
#include <string.h>

#include "library.h"

#if defined(_WIN32)
#include <stdlib.h>
#elif !defined(__wasm__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

enum { VERSION = 1 };

struct header {
    char magic[8];
    uint32_t version;
    uint32_t byte_order;
    uint64_t size;  // of the file
    uint64_t fingerprint;
    uint64_t checksum;  // of what follows the header
    uint64_t unused[3];
};

// A sum of mixed words of eight bytes, each with its place; `weights.py` computes it too.
static uint64_t checksum(const unsigned char *data, int64_t size) {
    const uint64_t factor = 0x9E3779B97F4A7C15u;
    uint64_t total = 0;
    for (int64_t i = 0; i + 8 <= size; i += 8) {
        uint64_t word;
        memcpy(&word, data + i, 8);
        word += (uint64_t)(i / 8 + 1) * factor;
        word ^= word >> 29;
        total += word * factor;
    }
    return total;
}

static int32_t refuse(struct gw_handle *handle, const char *file, const char *why) {
    return gw_fail(handle, GW_BAD_WEIGHTS, "%s: %s", file, why);
}

static int32_t check(struct gw_handle *handle, const char *file, const unsigned char *data, int64_t size) {
    const struct gw_program *program = handle->program;
    struct header header;
    if (size < (int64_t)sizeof header)
        return refuse(handle, file, "is too short to be a file of weights");
    memcpy(&header, data, sizeof header);
    if (memcmp(header.magic, "GWWEIGHT", 8) || header.byte_order != 0x01020304)
        return refuse(handle, file, "is no file of weights for this machine");
    if (header.version != VERSION)
        return refuse(handle, file, "is of another version than this library");
    if (header.fingerprint != program->fingerprint)
        return refuse(handle, file, "has the weights of another program");
    if (header.size != (uint64_t)size || size != program->weights_size)
        return refuse(handle, file, "is truncated, or has more than the weights");
    if (header.checksum != checksum(data + sizeof header, size - (int64_t)sizeof header))
        return refuse(handle, file, "is damaged: its checksum is wrong");
    handle->weights = data;
    return GW_OK;
}

#if defined(__wasm__)

static int32_t map(struct gw_handle *handle, const char *file) {
    return refuse(handle, file, "there are no files here");
}

void gw_leave_weights(struct gw_handle *handle) { (void)handle; }

#elif defined(_WIN32)

static int32_t map(struct gw_handle *handle, const char *file) {
    FILE *stream = fopen(file, "rb");
    if (!stream)
        return refuse(handle, file, "cannot be opened");
    int64_t size = handle->program->weights_size;
    handle->mapping = malloc((size_t)size + 1);
    if (!handle->mapping) {
        fclose(stream);
        return gw_fail(handle, GW_OUT_OF_MEMORY, "there is not enough memory for the weights");
    }
    size_t found = fread(handle->mapping, 1, (size_t)size + 1, stream);
    fclose(stream);
    return check(handle, file, handle->mapping, (int64_t)found);
}

void gw_leave_weights(struct gw_handle *handle) { free(handle->mapping); }

#else

static int32_t map(struct gw_handle *handle, const char *file) {
    int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return refuse(handle, file, "cannot be opened");
    struct stat status;
    if (fstat(descriptor, &status) || !S_ISREG(status.st_mode) || status.st_size <= 0) {
        close(descriptor);
        return refuse(handle, file, "is no file of weights");
    }
    void *mapping = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    close(descriptor);
    if (mapping == MAP_FAILED)
        return refuse(handle, file, "cannot be mapped into memory");
    handle->mapping = mapping;
    handle->mapping_size = (int64_t)status.st_size;
    return check(handle, file, mapping, handle->mapping_size);
}

void gw_leave_weights(struct gw_handle *handle) {
    if (handle->mapping)
        munmap(handle->mapping, (size_t)handle->mapping_size);
}

#endif

int32_t gw_find_weights(struct gw_handle *handle, const char *file) {
    if (!file && handle->program->weights) {
        handle->weights = handle->program->weights;
        return GW_OK;
    }
    if (!file)
        return gw_fail(handle, GW_BAD_WEIGHTS, "the weights are in a file, whose name must be given");
    return map(handle, file);
}

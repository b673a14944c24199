// Streams of random numbers: each operation that draws has one, which goes on from call to call.

#include <string.h>
#include <time.h>

#include "library.h"

static uint64_t mixed(uint64_t number) {
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 27) * 0x94D049BB133111EBu;
    return number ^ number >> 31;
}

// Other numbers in each process and for each handle: for streams that nobody has given a seed.
static uint64_t any_number(const struct gw_handle *handle, int64_t stream) {
#if defined(__wasm__)
    uint64_t now = 0;  // there is no clock
#else
    struct timespec time = {0};
    timespec_get(&time, TIME_UTC);
    uint64_t now = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
#endif
    return mixed(mixed(now) ^ mixed((uint64_t)(uintptr_t)handle) + (uint64_t)stream);
}

void gw_begin_streams(struct gw_handle *handle) {
    for (int64_t i = 0; i < handle->program->stream_count; i++) {
        const struct gw_seed *seed = &handle->program->seeds[i];
        bool is_any = !seed->first && !seed->second;
        handle->streams[i] = (struct gw_stream){
            .key = is_any ? any_number(handle, i) : (uint64_t)seed->first,
            .counter = {0, is_any ? any_number(handle, -1 - i) : (uint64_t)seed->second},
        };
    }
}

// The state of a generator: a counter of 128 bits, and a key. Each number takes 256 blocks.
bool gw_skip_numbers(struct gw_variable *variable, int64_t numbers, uint64_t state[3]) {
    struct gw_array *array = variable->array;
    memcpy(state, array->data, 24);
    if (!array->is_owned || array->references > 1) {
        int64_t size = 3;
        array = gw_new_array(1, &size, 8);
        if (!array)
            return false;
        memcpy(array->data, state, 24);
        gw_decref(variable->array);
        variable->array = array;
    }
    uint64_t *counter = array->data, low = state[0] + ((uint64_t)numbers << 8);
    counter[1] = state[1] + (uint64_t)(numbers >> 56) + (low < state[0]);
    counter[0] = low;
    return true;
}

// The global seed in the place of what the program was traced with; streams without a seed are told apart by number.
int32_t gw_seed(struct gw_handle *handle, int64_t seed) {
    if (!handle)
        return gw_fail(NULL, GW_INVALID_ARGUMENT, "the handle is null");
    if (!gw_enter(handle))
        return GW_BUSY;
    enum { LARGEST = INT32_MAX };
    int64_t first = (seed % LARGEST + LARGEST) % LARGEST;
    for (int64_t i = 0; i < handle->program->stream_count; i++) {
        const struct gw_seed *own = &handle->program->seeds[i];
        int64_t second = own->first || own->second ? own->second : i % LARGEST;
        if (!first && !second)
            second = LARGEST;
        handle->streams[i] = (struct gw_stream){.key = (uint64_t)first, .counter = {0, (uint64_t)second}};
    }
    gw_leave(handle, gw_current);
    return GW_OK;
}

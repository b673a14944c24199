// Arrays, as compiled code makes, keeps and releases them; variables, which hold one.

#include <string.h>

#include "library.h"

enum { IMMORTAL = INT32_MAX };  // references that are never counted down to none
enum { HEADER = (sizeof(struct gw_array) + 63) / 64 * 64 };

void gw_c_PyErr_NoMemory(void);

int64_t gw_bytes(int64_t rank, const int64_t *sizes, int64_t element_size) {
    int64_t bytes = element_size;
    bool empty = false;
    for (int64_t i = 0; i < rank; i++) {
        if (sizes[i] < 0)
            return -1;
        if (sizes[i] == 0)
            empty = true;
        else if (__builtin_mul_overflow(bytes, sizes[i], &bytes) || bytes > (int64_t)(PTRDIFF_MAX / 2))
            return -1;
    }
    return empty ? 0 : bytes;
}

// An array whose elements somebody else has: it is not changed, and not freed.
void gw_set_array(struct gw_array *array, void *data, int64_t rank, const int64_t *sizes, int64_t element_size) {
    array->references = IMMORTAL;
    array->data = data;
    array->sizes = array->own_sizes;
    array->rank = rank;
    array->element_size = element_size;
    array->is_owned = 0;
    for (int64_t i = 0; i < rank; i++)
        array->own_sizes[i] = sizes[i];
}

static struct gw_array *new_array(int64_t rank, const int64_t *sizes, int64_t element_size) {
    int64_t bytes = rank > GW_MAX_RANK ? -1 : gw_bytes(rank, sizes, element_size);
    struct gw_array *array = bytes < 0 ? NULL : gw_take(gw_current, bytes + HEADER);
    if (!array) {
        gw_c_PyErr_NoMemory();
        return NULL;
    }
    gw_set_array(array, (char *)array + HEADER, rank, sizes, element_size);
    array->references = 1;
    array->is_owned = 1;
    return array;
}

// Compiled code makes arrays with the size of their elements in the place of NumPy's number of a dtype.
void *gw_new_array(int32_t rank, const int64_t *sizes, int32_t element_size) {
    return new_array(rank, sizes, element_size);
}

void *gw_new_block_array(int32_t rank, const int64_t *sizes, int32_t element_size, int64_t bytes) {
    (void)bytes;
    return new_array(rank, sizes, element_size);
}

void gw_incref(struct gw_array *array) {
    if (array && array->references < IMMORTAL)
        array->references++;
}

void gw_decref(struct gw_array *array) {
    if (array && array->references < IMMORTAL && --array->references == 0)
        gw_give(gw_current, array);
}

void gw_c_Py_IncRef(void *array) { gw_incref(array); }
void gw_c_Py_DecRef(void *array) { gw_decref(array); }

// Slots of a body's frame.

void gw_clear(struct gw_array **slot) {
    struct gw_array *array = *slot;
    *slot = NULL;
    gw_decref(array);
}

void gw_release(struct gw_array **frame, int64_t count) {
    for (int64_t i = 0; i < count; i++)
        gw_decref(frame[i]);
}

// Variables; their types were checked when the program was compiled.

void *gw_read_state(struct gw_variable *variable, void *type) {
    (void)type;
    gw_incref(variable->array);
    return variable->array;
}

bool gw_assign_state(struct gw_variable *variable, void *type, struct gw_array *array) {
    (void)type;
    struct gw_array *before = variable->array;
    gw_incref(array);
    variable->array = array;
    gw_decref(before);
    return true;
}

// A new reference to the array of a variable, if it may be written to: it is the expected one, if one is, and nobody else
// has a reference.
void *gw_sole_array(struct gw_variable *variable, void *type, struct gw_array *expected, int64_t references) {
    (void)type;
    struct gw_array *array = variable->array;
    if ((expected && expected != array) || array->references != references || !array->is_owned)
        return NULL;
    array->references++;
    return array;
}

// What products have packed a variable's matrix into, kept from call to call while the variable has the same array.
struct packed {
    _Alignas(8) struct gw_array *array;
    _Alignas(8) struct gw_array *memory;
    _Alignas(8) int64_t wanted;
};

// As the function of this name in `runtime/c/python/variables.c`.
void *gw_packed_weights(struct packed *kept, struct gw_array *array, int64_t bytes, struct gw_array **held) {
    if (!kept->wanted)
        return NULL;
    if (kept->array != array) {
        gw_decref(kept->array);
        gw_decref(kept->memory);
        gw_incref(array);
        kept->array = array;
        kept->memory = NULL;
        return NULL;
    }
    if (!kept->memory) {
        int64_t size = bytes + 64;
        struct gw_array *memory = gw_take(gw_current, size + HEADER);
        if (!memory)
            return NULL;  // the product packs for itself
        gw_set_array(memory, (char *)memory + HEADER, 1, &size, 1);
        memory->references = 1;
        memory->is_owned = 1;
        *(int64_t *)memory->data = 0;
        kept->memory = memory;
    }
    gw_incref(kept->memory);
    *held = kept->memory;
    return kept->memory->data;
}

// The arrays of variables. The GIL is held.

#include "python/python.h"

DECLARE_NUMBER(at_state_array);  // slots of `VariableState`
DECLARE_NUMBER(at_state_type);

// Where the state of a variable of this very type keeps its array; null for anything else.
static PyObject **array_slot(PyObject *state, PyObject *type) {
    if (class_of(state) != (PyObject *)gw_variable_state || FIELD(PyObject *, state, at_state_type) != type)
        return NULL;
    return &FIELD(PyObject *, state, at_state_array);
}

// A new reference to the array, if it can be read in place; else null.
PyObject *gw_read_state(PyObject *state, PyObject *type) {
    PyObject **slot = array_slot(state, type);
    if (!slot || *slot == (PyObject *)gw_none || !array_has(*slot, C_CONTIGUOUS | ALIGNED))
        return NULL;
    Py_IncRef(*slot);
    return *slot;
}

// Replaces the array; false for what is no state of this type.
bool gw_assign_state(PyObject *state, PyObject *type, PyObject *array) {
    PyObject **slot = array_slot(state, type);
    if (!slot)
        return false;
    PyObject *before = *slot;
    Py_IncRef(array);
    *slot = array;
    Py_DecRef(before);
    return true;
}

// A new reference to the array, if it may be written to in place: it is the expected one or none is expected, there are
// exactly this many references, and its memory is its own.
PyObject *gw_sole_array(PyObject *state, PyObject *type, PyObject *expected, int64_t references) {
    PyObject **slot = array_slot(state, type);
    if (!slot || (expected && expected != *slot) || reference_count(*slot) != references)
        return NULL;
    if (!array_has(*slot, C_CONTIGUOUS | ALIGNED | WRITEABLE | OWNS_DATA) || array_base(*slot))
        return NULL;
    Py_IncRef(*slot);
    return *slot;
}

// What a product has packed a variable's matrix into, kept from call to call while the variable has the same array.
//
// The reference to the array keeps its place in memory from being used for another, and keeps the array from being
// written to in place.
struct packed_weights {
    PyObject *array;   // as it was at the last call
    PyObject *memory;  // of the panels; null at first
    int64_t wanted;    // set by a product that would rather find it packed
};

enum { CACHE_LINE = 64, UNSIGNED_BYTE = 2 };

static void *line_of(PyObject *memory) {
    char *start = array_data(memory);
    return start + (-(intptr_t)start & (CACHE_LINE - 1));
}

// The panels for this array: null, or memory that begins with a line for the kernel's notes, with a reference in `*held`.
// There is memory from the second call with the same array on, once a product has wanted it.
void *gw_packed_weights(struct packed_weights *kept, PyObject *array, int64_t bytes, PyObject **held) {
    if (!kept->wanted)
        return NULL;
    if (kept->array != array) {
        PyObject *before = kept->array, *memory = kept->memory;
        Py_IncRef(array);
        kept->array = array;
        kept->memory = NULL;
        Py_DecRef(before);
        Py_DecRef(memory);
        return NULL;
    }
    if (!kept->memory) {
        int64_t size = bytes + CACHE_LINE;
        kept->memory = gw_new_array(1, &size, UNSIGNED_BYTE);
        if (!kept->memory) {
            PyErr_Clear();  // the product packs for itself
            return NULL;
        }
        *(int64_t *)line_of(kept->memory) = 0;
    }
    Py_IncRef(kept->memory);
    *held = kept->memory;
    return line_of(kept->memory);
}

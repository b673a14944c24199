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

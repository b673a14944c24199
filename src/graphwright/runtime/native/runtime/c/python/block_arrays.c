// New ndarrays whose memory is a block of the allocator. The GIL is held.

#include "python/python.h"

DECLARE_NUMBER(large_block);

PyObject *gw_array_handler;  // NumPy's capsule around `gw_array_malloc` and the others; set by Python

static PyObject *new_array(int32_t rank, const int64_t *sizes, int32_t type_number) {
    return PyArray_New((PyObject *)gw_ndarray, rank, sizes, type_number, NULL, NULL, 0, 0, NULL);
}

static PyObject *new_array_by_handler(int32_t rank, const int64_t *sizes, int32_t type_number) {
    PyObject *before = PyDataMem_SetHandler(gw_array_handler);
    if (!before)
        return NULL;
    PyObject *array = new_array(rank, sizes, type_number);
    PyObject *own = PyDataMem_SetHandler(before);
    Py_DecRef(before);
    Py_DecRef(own);
    return array;
}

// Of this many bytes. No garbage is collected meanwhile, though setting the handler creates objects: what a collection
// runs could let other threads come between a read and an assignment.
PyObject *gw_new_block_array(int32_t rank, const int64_t *sizes, int32_t type_number, int64_t bytes) {
    if (bytes < NUMBER(large_block))
        return new_array(rank, sizes, type_number);
    bool collecting = PyGC_Disable();
    PyObject *array = new_array_by_handler(rank, sizes, type_number);
    if (collecting)
        PyGC_Enable();
    return array;
}

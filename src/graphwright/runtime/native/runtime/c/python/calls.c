// Calls from programs to Python and from Python to programs. The GIL is held.

#include "python/python.h"

// Releases what a slot holds, and leaves it null.
void gw_clear(PyObject **slot) {
    PyObject *object = *slot;
    *slot = NULL;
    Py_DecRef(object);
}

// Releases what the slots of a frame hold.
void gw_release(PyObject **frame, int64_t count) {
    for (int64_t i = 0; i < count; i++)
        Py_DecRef(frame[i]);
}

// A new ndarray, not yet filled; null with an error set where there is no memory.
PyObject *gw_new_array(int32_t rank, const int64_t *sizes, int32_t type_number) {
    return PyArray_New((PyObject *)gw_ndarray, rank, sizes, type_number, NULL, NULL, 0, 0, NULL);
}

// Calls a Python function, which returns a tuple; its items replace the arguments. True when an error is set.
bool gw_call_site(PyObject *function, PyObject **words, int64_t count, int64_t outputs) {
    PyObject *result = PyObject_VectorcallDict(function, words, count, NULL);
    if (!result)
        return true;
    for (int64_t i = 0; i < outputs; i++) {
        words[i] = tuple_items(result)[i];
        Py_IncRef(words[i]);
    }
    Py_DecRef(result);
    return false;
}

// Replaces the error that is set: calls a Python function, which raises, on its class and its value, or None.
void gw_explain(PyObject *function) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *arguments[2] = {type, value ? value : (PyObject *)gw_none};
    Py_DecRef(PyObject_VectorcallDict(function, arguments, 2, NULL));
    Py_DecRef(type);
    Py_DecRef(value);
    Py_DecRef(traceback);
}

struct program {
    int32_t (*body)(PyObject *const *inputs, PyObject **outputs);
    int64_t output_count;
};

// A program as a builtin that takes payloads as its arguments and gives a tuple of payloads. The first item of `self` is
// an array that holds a `struct program`.
PyObject *gw_run(PyObject *self, PyObject *const *inputs, int64_t count) {
    struct program *program = array_data(tuple_items(self)[0]);
    PyObject *result = PyTuple_New(program->output_count);
    if (result && program->body(inputs, tuple_items(result))) {
        Py_DecRef(result);
        return NULL;
    }
    return result;
}

// The lookup of a method on an instance: what `__get__` gives for an instance that is known; see `entry/bind.py`.

#include "python/python.h"

extern char gw_bound_function[], gw_slowly[];

DECLARE_NUMBER(memo_mask);
DECLARE_NUMBER(at_function_memo);  // slots of the class that is looked up
DECLARE_NUMBER(at_function_call);
DECLARE_NUMBER(at_bound_call);  // slots of what `__get__` gives
DECLARE_NUMBER(at_bound_self);
DECLARE_NUMBER(at_bound_wrapped);

struct known_instance {
    PyObject **reference;  // where a weak reference says which object it leads to; null: the place is empty
    PyObject *function;
};

// The function of this instance, where the memo knows it. On a class there is no instance, and a reference whose object
// is gone leads to None.
static PyObject *function_of(PyObject *function, PyObject *instance) {
    PyObject *memo = FIELD(PyObject *, function, at_function_memo);
    if (instance == (PyObject *)gw_none || !memo)
        return NULL;
    const struct known_instance *known = array_data(memo);
    known += (int64_t)((uint64_t)instance >> 4) & NUMBER(memo_mask);
    return known->reference && *known->reference == instance ? known->function : NULL;
}

static PyObject *bound(PyObject *own, PyObject *instance) {
    PyObject *callable = FIELD(PyObject *, own, at_function_call);
    PyObject *result = PyType_GenericAlloc((PyObject *)gw_bound_function, 0);
    if (result) {
        Py_IncRef(callable);
        Py_IncRef(own);
        Py_IncRef(instance);
        FIELD(PyObject *, result, at_bound_call) = callable;
        FIELD(PyObject *, result, at_bound_wrapped) = own;
        FIELD(PyObject *, result, at_bound_self) = instance;
    }
    return result;
}

PyObject *gw_bind(PyObject *function, PyObject *const *arguments, int64_t count) {
    PyObject *own = count ? function_of(function, arguments[0]) : NULL;
    if (own)
        return bound(own, arguments[0]);
    PyObject *all[3] = {function};
    count = min64(count, 2);
    for (int64_t i = 0; i < count; i++)
        all[i + 1] = arguments[i];
    return PyObject_VectorcallDict((PyObject *)gw_slowly, all, count + 1, NULL);
}

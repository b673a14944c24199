// Python's and NumPy's objects and functions as this part of the runtime uses them.
//
// The sources are compiled once for all versions of both, so their headers are not included: a field is read at an offset
// that `capi.layout` has checked in this process.
#pragma once

#include "core/core.h"

typedef struct object PyObject;

void Py_IncRef(PyObject *object);  // both take null
void Py_DecRef(PyObject *object);

PyObject *PyType_GenericAlloc(PyObject *type, int64_t items);

PyObject *PyTuple_New(int64_t size);
int64_t PyTuple_Size(PyObject *tuple);
PyObject *PyList_New(int64_t size);
PyObject *PyDict_New(void);
int64_t PyDict_Size(PyObject *dict);
int32_t PyDict_SetItem(PyObject *dict, PyObject *key, PyObject *value);
PyObject *PyDict_GetItemWithError(PyObject *dict, PyObject *key);  // a borrowed reference
PyObject *PyObject_GenericGetDict(PyObject *object, void *unused);
int32_t PyObject_RichCompareBool(PyObject *a, PyObject *b, int32_t comparison);
int32_t PyUnicode_Compare(PyObject *a, PyObject *b);
PyObject *PyObject_VectorcallDict(PyObject *callable, PyObject *const *arguments, int64_t count, PyObject *keywords);

PyObject *PyErr_NoMemory(void);
int32_t PyErr_CheckSignals(void);
void PyErr_Clear(void);
void PyErr_Fetch(PyObject **type, PyObject **value, PyObject **traceback);

void *PyEval_SaveThread(void);
void PyEval_RestoreThread(void *state);
uint64_t PyThread_get_thread_ident(void);
int32_t Py_GetRecursionLimit(void);

int32_t PyGC_Disable(void);
int32_t PyGC_Enable(void);

PyObject *PyArray_New(
    PyObject *subtype, int32_t rank, const int64_t *sizes, int32_t type_number, const int64_t *strides, void *data,
    int32_t item_size, int32_t flags, PyObject *base);
PyObject *PyArray_NewCopy(PyObject *array, int32_t order);
PyObject *PyDataMem_SetHandler(PyObject *handler);

// The loader provides these objects under names of its own.
PyObject *gw_new_array(int32_t rank, const int64_t *sizes, int32_t type_number);  // calls.c

extern char gw_ndarray[], gw_none[], gw_variable_state[], gw_eager_tensor[], gw_int[], gw_float[], gw_str[];

DECLARE_NUMBER(at_ob_type);
DECLARE_NUMBER(at_tuple_items);
DECLARE_NUMBER(at_var_size);
DECLARE_NUMBER(at_list_items);
DECLARE_NUMBER(at_float);
DECLARE_NUMBER(at_digits);
DECLARE_NUMBER(at_data);
DECLARE_NUMBER(at_nd);
DECLARE_NUMBER(at_dimensions);
DECLARE_NUMBER(at_descr);
DECLARE_NUMBER(at_flags);
DECLARE_NUMBER(at_base);

#define FIELD(type, object, offset) (*(type *)((char *)(object) + NUMBER(offset)))

static inline int64_t reference_count(PyObject *object) { return *(int64_t *)object; }
static inline PyObject *class_of(PyObject *object) { return FIELD(PyObject *, object, at_ob_type); }
static inline PyObject **tuple_items(PyObject *tuple) { return &FIELD(PyObject *, tuple, at_tuple_items); }

static inline PyObject **list_items(PyObject *list) { return FIELD(PyObject **, list, at_list_items); }
static inline int64_t var_size(PyObject *object) { return FIELD(int64_t, object, at_var_size); }

static inline void *array_data(PyObject *array) { return FIELD(void *, array, at_data); }
static inline PyObject *array_base(PyObject *array) { return FIELD(PyObject *, array, at_base); }
static inline PyObject *array_dtype(PyObject *array) { return FIELD(PyObject *, array, at_descr); }
static inline int64_t array_rank(PyObject *array) { return FIELD(int32_t, array, at_nd); }
static inline const int64_t *array_sizes(PyObject *array) { return FIELD(const int64_t *, array, at_dimensions); }
static inline bool array_has(PyObject *array, int32_t flags) {
    return (FIELD(int32_t, array, at_flags) & flags) == flags;
}

enum { C_CONTIGUOUS = 0x1, OWNS_DATA = 0x4, ALIGNED = 0x100, WRITEABLE = 0x400 };  // NumPy's flags of an array

// Makes tensors of results, and of them the structure that a function returns.

#include "python/entry.h"

static bool has_sizes(PyObject *array, const struct last_result *last) {
    const int64_t *sizes = array_sizes(array);
    for (int64_t i = 0; i < last->rank; i++)
        if (sizes[i] != last->sizes[i])
            return false;
    return true;
}

// The interned type of a result; null where only Python can tell.
static PyObject *type_of_result(PyObject *result, const struct result_type *type) {
    if (type->fixed)
        return type->fixed;
    PyObject *last = type->last->type;
    return last && has_sizes(result, type->last) ? last : NULL;
}

static PyObject *new_tensor(PyObject *payload, PyObject *type) {
    PyObject *tensor = PyType_GenericAlloc((PyObject *)gw_eager_tensor, 0);
    if (tensor) {
        FIELD(PyObject *, tensor, at_tensor_array) = payload;
        FIELD(PyObject *, tensor, at_tensor_type) = type;
        Py_IncRef(type);
    }
    return tensor;
}

bool gw_wrap(PyObject **results, int64_t count, const struct result_type *types) {
    for (int64_t i = 0; i < count; i++) {
        PyObject *result = results[i], *tensor;
        PyObject *type = type_of_result(result, &types[i]);
        if (type) {
            tensor = new_tensor(result, type);
        } else {
            tensor = PyObject_VectorcallDict(types[i].last->wrap, &results[i], 1, NULL);
            if (tensor)
                Py_DecRef(result);
        }
        if (!tensor)
            return false;
        results[i] = tensor;
    }
    return true;
}

static const struct piece *build_items(
    const struct piece *piece, int64_t count, PyObject **results, PyObject **items) {
    for (int64_t i = 0; piece && i < count; i++)
        piece = gw_build(piece, results, &items[i]);
    return piece;
}

static const struct piece *build_dict(
    const struct piece *piece, int64_t count, PyObject *const *keys, PyObject **results, PyObject *dict) {
    for (int64_t i = 0; i < count; i++) {
        PyObject *value;
        piece = gw_build(piece, results, &value);
        if (!piece)
            return NULL;
        int32_t failed = PyDict_SetItem(dict, keys[i], value);
        Py_DecRef(value);
        if (failed)
            return NULL;
    }
    return piece;
}

static const struct piece *build_by_call(
    const struct piece *piece, int64_t count, PyObject *callable, PyObject **results, PyObject **target) {
    PyObject **arguments = __builtin_alloca((size_t)count * sizeof *arguments);
    for (int64_t i = 0; i < count; i++)
        arguments[i] = NULL;
    piece = build_items(piece, count, results, arguments);
    if (piece) {
        *target = PyObject_VectorcallDict(callable, arguments, count, NULL);
        if (!*target)
            piece = NULL;
    }
    gw_drop(arguments, count);
    return piece;
}

const struct piece *gw_build(const struct piece *piece, PyObject **results, PyObject **target) {
    const struct piece *behind = piece + 1;
    PyObject *whole;
    switch (piece->kind) {
    case PIECE_LEAF:
        *target = results[piece->size];
        results[piece->size] = NULL;
        return behind;
    case PIECE_OBJECT:
        *target = piece->extra;
        Py_IncRef(*target);
        return behind;
    case PIECE_TUPLE:
        whole = PyTuple_New(piece->size);
        if (!whole)
            return NULL;
        behind = build_items(behind, piece->size, results, tuple_items(whole));
        break;
    case PIECE_LIST:
        whole = PyList_New(piece->size);
        if (!whole)
            return NULL;
        behind = build_items(behind, piece->size, results, list_items(whole));
        break;
    case PIECE_DICT:
        whole = PyDict_New();
        if (!whole)
            return NULL;
        behind = build_dict(behind, piece->size, piece->extra, results, whole);
        break;
    default:
        return build_by_call(behind, piece->size, piece->extra, results, target);
    }
    if (behind)
        *target = whole;
    else
        Py_DecRef(whole);
    return behind;
}

void gw_drop(PyObject **objects, int64_t count) {
    for (int64_t i = 0; i < count; i++)
        Py_DecRef(objects[i]);
}

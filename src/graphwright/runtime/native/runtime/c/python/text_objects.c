// Text in Python's objects: arrays of `bytes` as pieces, and pieces as arrays of `bytes`. The GIL is held.

#include "core/text.h"
#include "python/python.h"

DECLARE_NUMBER(at_bytes);

PyObject *PyBytes_FromStringAndSize(const char *bytes, int64_t size);

extern char gw_bytes[];

// The bytes of each object, which stay there while the object lives. Returns how many bytes they have in all; -1 if there is an
// object of another class.
int64_t gw_text_pieces(PyObject *const *objects, int64_t count, struct gw_piece *pieces) {
    int64_t all = 0;
    for (int64_t i = 0; i < count; i++) {
        PyObject *object = objects[i];
        if (!object || class_of(object) != (PyObject *)gw_bytes)
            return -1;
        pieces[i] = (struct gw_piece){&FIELD(char, object, at_bytes), var_size(object)};
        all += pieces[i].size;
    }
    return all;
}

// Puts an object for each piece into `result`: the one of `sources` at its place, if the piece is all of it; None if the
// piece was not computed. Returns -1 if there is no memory, else 0.
int64_t gw_text_objects(const struct gw_piece *pieces, int64_t count, PyObject *const *sources,
                        const struct gw_piece *whole, PyObject **result) {
    for (int64_t i = 0; i < count; i++) {
        const struct gw_piece *piece = &pieces[i];
        PyObject *made = (PyObject *)gw_none, *before = result[i];
        if (sources && piece->data == whole[i].data && piece->size == whole[i].size)
            made = sources[i];
        if (piece->data && made == (PyObject *)gw_none) {
            made = PyBytes_FromStringAndSize(piece->data, piece->size);
            if (!made) {
                PyErr_Clear();
                return -1;
            }
        } else {
            Py_IncRef(made);
        }
        result[i] = made;
        Py_DecRef(before);
    }
    return 0;
}

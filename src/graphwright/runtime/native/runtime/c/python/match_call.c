// Finds the entry that a call fits: arguments against nodes, calls against a table.

#include "python/entry.h"

DECLARE_NUMBER(at_variable_handle);  // slots of `Variable`
DECLARE_NUMBER(at_variable_trainable);
DECLARE_NUMBER(at_state_type);  // of `VariableState`

enum { PY_EQ = 2 };

struct array_type {
    PyObject *dtype;
    int64_t rank;     // -1: any
    int64_t sizes[];  // each -1: any
};

struct variable {
    PyObject *class;
    PyObject *trainable;
    int64_t alias_count;
    struct {
        int64_t input;   // of another variable of the call
        int64_t is_same;  // whether both are to be one variable
    } aliases[];
};

// What a call fills in while it is matched.
struct matched {
    PyObject **inputs;
    PyObject **objects;
    int64_t *needs_copy;
};

static const struct node *match_node(const struct node *node, PyObject *object, struct matched *matched);

static inline bool is_eager_tensor(PyObject *object) { return class_of(object) == (PyObject *)gw_eager_tensor; }

static const struct node *take(
    const struct node *node, PyObject *object, PyObject *payload, struct matched *matched) {
    matched->inputs[node->input] = payload;
    matched->objects[node->input] = object;
    return node + 1;
}

static const struct node *take_array(
    const struct node *node, PyObject *object, PyObject *array, struct matched *matched) {
    if (!array_has(array, C_CONTIGUOUS | ALIGNED))
        *matched->needs_copy = 1;
    return take(node, object, array, matched);
}

static bool fits_array_type(PyObject *array, const struct array_type *type) {
    if (array_dtype(array) != type->dtype)
        return false;
    if (type->rank < 0)
        return true;
    if (array_rank(array) != type->rank)
        return false;
    const int64_t *sizes = array_sizes(array);
    for (int64_t i = 0; i < type->rank; i++)
        if (sizes[i] != type->sizes[i] && type->sizes[i] >= 0)
            return false;
    return true;
}

static const struct node *match_variable(const struct node *node, PyObject *object, struct matched *matched) {
    const struct variable *expected = node->b;
    if (class_of(object) != expected->class || FIELD(PyObject *, object, at_variable_trainable) != expected->trainable)
        return NULL;
    PyObject *handle = FIELD(PyObject *, object, at_variable_handle);
    if (!handle || !is_eager_tensor(handle))
        return NULL;
    PyObject *state = FIELD(PyObject *, handle, at_tensor_array);
    if (class_of(state) != (PyObject *)gw_variable_state || FIELD(void *, state, at_state_type) != node->a)
        return NULL;
    for (int64_t i = 0; i < expected->alias_count; i++)
        if ((matched->inputs[expected->aliases[i].input] == state) != expected->aliases[i].is_same)
            return NULL;
    return take(node, object, state, matched);
}

static bool equal(PyObject *object, const struct node *node) {
    if (object == node->a)
        return true;
    if (class_of(object) != node->b)
        return false;
    int32_t result = PyObject_RichCompareBool(object, node->a, PY_EQ);
    if (result < 0)
        PyErr_Clear();
    return result == 1;
}

// The object's own dictionary, which it keeps and which may be created here. A garbage collection then could drop the
// entries that are being searched, so there is none meanwhile.
static PyObject *attributes_of(PyObject *object) {
    bool collecting = PyGC_Disable();
    PyObject *attributes = PyObject_GenericGetDict(object, NULL);
    if (collecting)
        PyGC_Enable();
    if (attributes)
        Py_DecRef(attributes);
    else
        PyErr_Clear();
    return attributes;
}

// A container's node: `a` is its class, `b` how many parts it has, `input` the keys of a dictionary, the names of fields
// or the offsets of slots.
static const struct node *match_container(const struct node *node, PyObject *object, struct matched *matched) {
    if (class_of(object) != node->a)
        return NULL;
    int64_t count = (int64_t)node->b, found = count;
    PyObject **items = (PyObject **)node->input;
    PyObject *mapping = NULL;
    switch (node->kind) {
    case KIND_TUPLE:
        items = tuple_items(object);
        found = var_size(object);
        break;
    case KIND_LIST:
        items = list_items(object);
        found = var_size(object);
        break;
    case KIND_DICT:
        mapping = object;
        found = PyDict_Size(object);
        break;
    case KIND_FIELDS:
        mapping = attributes_of(object);
        if (!mapping)
            return NULL;
        break;
    }
    if (found != count)
        return NULL;
    bool in_slots = node->kind == KIND_SLOTS;
    node++;
    for (int64_t i = 0; i < count; i++) {
        PyObject *part = items[i];
        if (mapping) {
            part = PyDict_GetItemWithError(mapping, part);
            if (!part)
                PyErr_Clear();
        } else if (in_slots) {
            part = *(PyObject **)((char *)object + (int64_t)part);
        }
        if (!part)
            return NULL;
        node = match_node(node, part, matched);
        if (!node)
            return NULL;
    }
    return node;
}

// One object against one node. Gives the node behind it and its parts; null when the object does not fit.
static const struct node *match_node(const struct node *node, PyObject *object, struct matched *matched) {
    switch (node->kind) {
    case KIND_ARRAY:
        if (!is_eager_tensor(object) || FIELD(void *, object, at_tensor_type) != node->a)
            return NULL;
        return take_array(node, object, FIELD(PyObject *, object, at_tensor_array), matched);
    case KIND_PAYLOAD:
        if (!is_eager_tensor(object) || FIELD(void *, object, at_tensor_type) != node->a)
            return NULL;
        return take(node, object, FIELD(PyObject *, object, at_tensor_array), matched);
    case KIND_SAME:
        return object == node->a ? node + 1 : NULL;
    case KIND_OPEN: {
        if (!is_eager_tensor(object))
            return NULL;
        PyObject *array = FIELD(PyObject *, object, at_tensor_array);
        return fits_array_type(array, node->a) ? take_array(node, object, array, matched) : NULL;
    }
    case KIND_EQUAL:
        return equal(object, node) ? node + 1 : NULL;
    case KIND_BITS:
        return class_of(object) == node->b && FIELD(void *, object, at_float) == node->a ? node + 1 : NULL;
    case KIND_VARIABLE:
        return match_variable(node, object, matched);
    case KIND_NUMPY:
        if (class_of(object) != (PyObject *)gw_ndarray || !fits_array_type(object, node->a))
            return NULL;
        *matched->needs_copy = 1;
        return take(node, object, object, matched);
    case KIND_WEAK:  // a reference whose object is gone leads to None
        return object != (PyObject *)gw_none && object == *(PyObject **)node->a ? node + 1 : NULL;
    default:
        return match_container(node, object, matched);
    }
}

static bool same_names(PyObject *names, PyObject *expected, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        PyObject *name = tuple_items(names)[i], *other = tuple_items(expected)[i];
        if (name != other && PyUnicode_Compare(name, other))
            return false;
    }
    return true;
}

bool gw_match(
    const struct entry *entry, PyObject *const *arguments, int64_t count, PyObject *names, PyObject **inputs,
    PyObject **objects, int64_t *needs_copy) {
    if (count != entry->positional)
        return false;
    int64_t named = names ? PyTuple_Size(names) : 0;
    if (named != entry->named || !same_names(names, entry->names, named))
        return false;
    struct matched matched = {inputs, objects, needs_copy};
    const struct node *node = entry->nodes;
    for (int64_t i = 0; i < count + named; i++) {
        node = match_node(node, arguments[i], &matched);
        if (!node)
            return false;
    }
    return true;
}

// What tells an argument from others at a glance: the type of a tensor, the value of a number, else the class.
static uint64_t hash_word(PyObject *object) {
    PyObject *class = class_of(object);
    if (class == (PyObject *)gw_eager_tensor)
        return FIELD(uint64_t, object, at_tensor_type);
    if (class == (PyObject *)gw_int)
        return (uint64_t)var_size(object) ^ (uint64_t)FIELD(uint32_t, object, at_digits) << 8;
    if (class == (PyObject *)gw_float)
        return FIELD(uint64_t, object, at_float);
    if (class == (PyObject *)gw_str)
        return (uint64_t)var_size(object);
    return (uint64_t)class;
}

int64_t gw_hash(PyObject *const *arguments, int64_t count, PyObject *names) {
    int64_t total = argument_count(count, names);
    uint64_t hash = ((uint64_t)total << 7) + (uint64_t)count;
    for (int64_t i = 0; i < total; i++) {
        uint64_t word = hash ^ hash_word(arguments[i]);
        word = (word ^ word >> 32) * 0x9E3779B97F4A7C15u;
        hash = word ^ word >> 32;
    }
    return (int64_t)hash;
}

const struct entry *gw_search(
    const struct head *head, PyObject *const *arguments, int64_t count, PyObject *names, PyObject **inputs,
    PyObject **objects, int64_t *needs_copy) {
    const struct hash_table *table = head->slots;
    if (table) {
        int64_t hash = gw_hash(arguments, count, names);
        for (int64_t i = hash;; i++) {
            int64_t slot = i & table->mask;
            const struct entry *entry = table->slots[slot].entry;
            if (!entry)
                break;
            if (table->slots[slot].hash == hash &&
                gw_match(entry, arguments, count, names, inputs, objects, needs_copy))
                return entry;
        }
    }
    const struct entry_list *open = head->open;
    for (int64_t i = 0; open && i < open->count; i++)
        if (gw_match(open->entries[i], arguments, count, names, inputs, objects, needs_copy))
            return open->entries[i];
    return NULL;
}

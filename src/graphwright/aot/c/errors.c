// Errors: a code and a text, kept in the handle. What creates a handle has none yet, so each thread has one text more.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

static GW_THREAD_LOCAL char unhandled[512];

int32_t gw_fail(struct gw_handle *handle, int32_t code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(handle ? handle->text : unhandled, sizeof unhandled, format, arguments);
    va_end(arguments);
    if (handle)
        handle->code = code;
    return code;
}

const char *gw_error_text(const struct gw_handle *handle) { return handle ? handle->text : unhandled; }

// The shorter of two numbers of digits that reads back as the same number, as Python writes it.
static int write_float(char *text, size_t size, double value, bool is_narrow) {
    if (value != value)
        return snprintf(text, size, "nan");
    char found[40];
    snprintf(found, sizeof found, "%.*g", is_narrow ? 6 : 15, value);
    double read = strtod(found, NULL);
    bool is_same = is_narrow ? (float)read == (float)value : read == value;
    return snprintf(text, size, "%.*g", is_same ? (is_narrow ? 6 : 15) : (is_narrow ? 9 : 17), value);
}

static int write_element(char *text, size_t size, char kind, int64_t bytes, const void *element) {
    if (kind == 'f') {
        float narrow = 0;
        double wide = 0;
        memcpy(bytes == 4 ? (void *)&narrow : &wide, element, (size_t)bytes);
        return write_float(text, size, bytes == 4 ? narrow : wide, bytes == 4);
    }
    uint64_t word = 0;
    for (int64_t i = 0; i < bytes; i++)
        word |= (uint64_t)((const unsigned char *)element)[i] << 8 * i;
    if (kind == 'i' && bytes < 8 && word >> (8 * bytes - 1))
        word |= ~(uint64_t)0 << 8 * bytes;
    return kind == 'i' ? snprintf(text, size, "%lld", (long long)word)
                       : snprintf(text, size, "%llu", (unsigned long long)word);
}

// The first elements of an array, as a message's \1, kind, bytes and number ask for.
static int write_elements(char *text, size_t size, const char **message, const struct gw_array *array) {
    char *end;
    char kind = (*message)[1];
    int64_t bytes = strtol(*message + 2, &end, 10), most = strtol(end + 1, &end, 10), count = 1;
    *message = end + 1;
    for (int64_t i = 0; i < array->rank; i++)
        count *= array->sizes[i];
    int at = 0;
    for (int64_t i = 0; i < count && (most < 0 || i < most) && (size_t)at + 50 < size; i++) {
        at += snprintf(text + at, size - (size_t)at, "%s", i ? " " : "");
        at += write_element(text + at, size - (size_t)at, kind, bytes, (const char *)array->data + i * bytes);
    }
    if (most >= 0 && count > most && (size_t)at + 4 < size)
        at += snprintf(text + at, size - (size_t)at, "...");
    return at;
}

// A message with the elements of arrays in their places.
static void tell(struct gw_handle *handle, const struct gw_site *site, const union gw_word *arrays, int64_t count) {
    char text[sizeof handle->text];
    size_t at = 0;
    int64_t next = 0;
    for (const char *c = site->text; *c && at + 100 < sizeof text;) {
        if (*c == 1 && next < count)
            at += (size_t)write_elements(text + at, sizeof text - at, &c, arrays[next++].pointer);
        else
            text[at++] = *c++;
    }
    text[at] = 0;
    gw_fail(handle, site->code, "%s", text);
}

// Compiled code calls these where it fails, and then ends with -1.

bool gw_call_site(const struct gw_site *site, const union gw_word *arrays, int64_t count, int64_t outputs) {
    (void)outputs;
    if (count)
        tell(gw_current, site, arrays, count);
    else
        gw_fail(gw_current, site->code, "%s", site->text);
    return true;
}

void gw_explain(const struct gw_site *site) { gw_fail(gw_current, GW_OUT_OF_MEMORY, "%s", site->text); }

void gw_c_PyErr_NoMemory(void) { gw_fail(gw_current, GW_OUT_OF_MEMORY, "there is not enough memory"); }

void gw_c_PyErr_SetString(void *kind, const char *text) {
    (void)kind;
    gw_fail(gw_current, GW_FAILED, "%s", text);
}

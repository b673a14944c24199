// Errors: a code and a text, kept in the handle. What creates a handle has none yet, so each thread has one text more.

#include <stdarg.h>
#include <stdio.h>
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

// Compiled code calls these where it fails, and then ends with -1.

bool gw_call_site(const struct gw_site *site, void *words, int64_t count, int64_t outputs) {
    (void)words, (void)count, (void)outputs;
    gw_fail(gw_current, site->code, "%s", site->text);
    return true;
}

void gw_explain(const struct gw_site *site) { gw_fail(gw_current, GW_OUT_OF_MEMORY, "%s", site->text); }

void gw_c_PyErr_NoMemory(void) { gw_fail(gw_current, GW_OUT_OF_MEMORY, "there is not enough memory"); }

void gw_c_PyErr_SetString(void *kind, const char *text) {
    (void)kind;
    gw_fail(gw_current, GW_FAILED, "%s", text);
}

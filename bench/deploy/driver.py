"""The program in C that calls a library: it answers the same requests as `bench.deploy.worker`."""

import shutil
import subprocess
from pathlib import Path

_SOURCE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include "model.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *read_all(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) exit(2);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    void *data = aligned_alloc(64, (size_t)(size + 63) / 64 * 64);
    if (!data || fread(data, 1, (size_t)size, file) != (size_t)size) exit(3);
    fclose(file);
    return data;
}

static model_handle *model;

static void run(const model_inputs *inputs, model_outputs *outputs) {
    if (model_run(model, inputs, outputs)) {
        fprintf(stderr, "%s\n", model_error(model));
        exit(5);
    }
}

int main(int count, char **arguments) {
    if (count != 3) return 1;
    model_inputs inputs = {.x = read_all("input.bin")};
    double start = now();
    model_set_threads(atoi(arguments[1]));
    if (model_create("model.weights", &model)) return fprintf(stderr, "%s\n", model_error(NULL)), 4;
    static float result[ELEMENTS];
    model_outputs outputs = {.output_0 = result};
    run(&inputs, &outputs);
    printf("{\"first\": %.9f, \"result\": [", now() - start);
    long step = ELEMENTS / 64 > 1 ? ELEMENTS / 64 : 1, shown = 0;
    for (long i = 0; i < ELEMENTS && shown < 64; i += step)
        printf("%s%.9g", shown++ ? ", " : "", (double)result[i]);
    printf("]}\n");
    FILE *file = fopen(arguments[2], "wb");
    if (!file || fwrite(result, sizeof *result, ELEMENTS, file) != ELEMENTS) return 6;
    fclose(file);
    fflush(stdout);
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "end", 3)) {
            struct rusage usage;
            getrusage(RUSAGE_SELF, &usage);
            printf("{\"megabytes\": %.1f}\n", (double)usage.ru_maxrss / 1024);
            break;
        }
        long calls = atol(line + 5);
        double begin = now();
        for (long i = 0; i < calls; i++)
            run(&inputs, &outputs);
        printf("{\"seconds\": %.9f}\n", (now() - begin) / (double)calls);
        fflush(stdout);
    }
    model_destroy(model);
    return 0;
}
"""


def build(folder: Path, elements: int) -> None:
    """Compile the program `driver` beside the library `model`."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise FileNotFoundError("there is no C compiler (cc)")
    (folder / "driver.c").write_text(_SOURCE.replace("ELEMENTS", str(elements)), encoding="utf-8")
    command = [compiler, "-O2", "driver.c", "libmodel.a", "-I.", "-lm", "-lpthread", "-o", "driver"]
    subprocess.run(command, cwd=folder, check=True)

/* Trains the classifier of digits without Python: build.py has written the library, and digits.bin beside it.

   train digits.bin [EPOCHS [CHECKPOINT]]

   With a checkpoint, training goes on from it where it is there, and writes it at the end: `state_of` in build.py is what
   restores it in Python. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trainer.h"

enum { PIXELS = 64, BATCH = 32 };

struct digits {
    int32_t count;
    float *pixels;
    int32_t *labels;
};

static int failed(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static struct digits read_digits(FILE *file, int32_t count) {
    struct digits digits = {count, malloc(sizeof(float) * PIXELS * (size_t)count), malloc(4 * (size_t)count)};
    if (!digits.pixels || !digits.labels)
        failed("there is not enough memory");
    size_t rows = fread(digits.pixels, sizeof(float) * PIXELS, (size_t)count, file);
    if (rows != (size_t)count || fread(digits.labels, 4, (size_t)count, file) != (size_t)count)
        failed("the file of digits is too short");
    return digits;
}

static int run(
    trainer_handle *model, const float *pixels, const int32_t *labels, int64_t count, int learn, float *loss) {
    uint8_t flag = learn != 0;
    int32_t right;
    trainer_inputs inputs = {
        .pixels = pixels, .labels = labels, .learn = &flag, .pixels_size0 = count, .labels_size0 = count};
    trainer_outputs outputs = {.loss = loss, .right = &right};
    if (trainer_run(model, &inputs, &outputs))
        failed(trainer_error(model));
    return right;
}

static void shuffle(int32_t *order, int32_t count) {
    for (int32_t i = count - 1; i > 0; i--) {
        int32_t j = rand() % (i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

static float train_epoch(trainer_handle *model, const struct digits *digits, int32_t *order) {
    float pixels[BATCH * PIXELS], loss, sum = 0;
    int32_t labels[BATCH], steps = digits->count / BATCH;
    shuffle(order, digits->count);
    for (int32_t step = 0; step < steps; step++) {
        for (int i = 0; i < BATCH; i++) {
            int32_t row = order[step * BATCH + i];
            memcpy(pixels + i * PIXELS, digits->pixels + row * PIXELS, sizeof(float) * PIXELS);
            labels[i] = digits->labels[row];
        }
        run(model, pixels, labels, BATCH, 1, &loss);
        sum += loss;
    }
    return sum / (float)steps;
}

int main(int count, char **arguments) {
    FILE *file = fopen(count > 1 ? arguments[1] : "digits.bin", "rb");
    int32_t counts[2];
    if (!file || fread(counts, 4, 2, file) != 2)
        failed("usage: train digits.bin [EPOCHS]");
    struct digits training = read_digits(file, counts[0]), test = read_digits(file, counts[1]);
    fclose(file);
    trainer_handle *model;
    if (trainer_create(NULL, &model))
        failed(trainer_error(NULL));
    const char *checkpoint = count > 3 ? arguments[3] : NULL;
    if (checkpoint && trainer_restore(model, checkpoint) == TRAINER_OK)
        printf("goes on from %s\n", checkpoint);
    int32_t *order = malloc(4 * (size_t)training.count);
    for (int32_t i = 0; i < training.count; i++)
        order[i] = i;
    int epochs = count > 2 ? atoi(arguments[2]) : 20;
    for (int epoch = 1; epoch <= epochs; epoch++) {
        float loss = train_epoch(model, &training, order), test_loss;
        int right = run(model, test.pixels, test.labels, test.count, 0, &test_loss);
        printf("epoch %d: loss %.4f, accuracy %.3f\n", epoch, loss, (double)right / test.count);
    }
    if (checkpoint && trainer_save(model, checkpoint))
        failed(trainer_error(model));
    trainer_destroy(model);
    free(order);
    free(training.pixels), free(training.labels), free(test.pixels), free(test.labels);
    return 0;
}

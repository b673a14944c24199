"""What the examples show: a progress bar on the terminal and a picture of the results."""

import sys
import time

import numpy as np

INK, GREY, RULE, BLUE, RED = "#1f2933", "#7b8794", "#e4e7eb", "#2563eb", "#dc2626"


class ProgressBar:
    """A bar that redraws itself on a terminal, and ten plain lines where the output goes to a file."""

    def __init__(self, title, total, width=30, stream=None):
        self.title, self.total, self.width, self.stream = title, total, width, stream or sys.stdout
        self.done, self.drawn_at = 0, 0.0
        self.on_terminal = self.stream.isatty()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.on_terminal:
            print(file=self.stream)

    def advance(self, note=""):
        self.done += 1
        text = f"{self.title} {self.done:{len(str(self.total))}}/{self.total}"
        last = self.done == self.total
        if self.on_terminal:
            if last or time.monotonic() - self.drawn_at > 0.05:
                filled = round(self.width * self.done / self.total)
                bar = "#" * filled + "." * (self.width - filled)
                print(f"\r\x1b[K{text} [{bar}] {note}", end="", flush=True, file=self.stream)
                self.drawn_at = time.monotonic()
        elif last or self.done % max(1, self.total // 10) == 0:
            print(f"{text}  {note}", flush=True, file=self.stream)


def draw_results(path, losses, images, labels, predicted):
    """Save a picture at `path`: the loss of each step, below it some digits with their predicted labels."""
    from PIL import Image, ImageDraw  # only here, so that the training code alone needs no Pillow

    picture = Image.new("RGB", (920, 650), "white")
    draw = ImageDraw.Draw(picture)
    draw_losses(draw, losses, left=70, top=56, right=890, bottom=330)
    draw_digits(draw, images, labels, predicted, left=70, top=410)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path)


def draw_found(path, images, labels, found, names, columns=8, scale=2):
    """Save a picture at `path`: pictures `[n, height, width, 3]` in 0..1 with the names of what was found."""
    from PIL import Image, ImageDraw

    height, width = images.shape[1] * scale, images.shape[2] * scale
    sheet = Image.new("RGB", (columns * (width + 8), -(-len(images) // columns) * (height + 26)), "white")
    draw = ImageDraw.Draw(sheet)
    for number, (image, label, which) in enumerate(zip(images, labels, found)):
        row, column = divmod(number, columns)
        x, y = column * (width + 8), row * (height + 26)
        pixels = np.repeat(np.repeat((image * 255).round().clip(0, 255).astype(np.uint8), scale, 0), scale, 1)
        sheet.paste(Image.fromarray(pixels), (x, y))
        good = which == label
        text = names[which] if good else f"{names[which]}, is {names[label]}"
        draw.text((x + width / 2, y + height + 3), text, INK if good else RED, font_size=14, anchor="mt")
    sheet.save(path)


def draw_losses(draw, losses, left, top, right, bottom):
    """The curve, on a scale of powers of ten."""
    values = np.log10(np.maximum(losses, 1e-9))
    low, high = np.floor(values.min()), np.floor(values.max()) + 1
    last = max(len(values) - 1, 1)
    xs = left + (right - left) * np.arange(len(values)) / last
    ys = bottom - (bottom - top) * (values - low) / (high - low)

    draw.text((left, top - 36), "Loss of each training step", INK, font_size=18)
    for power in range(int(low), int(high) + 1):
        y = bottom - (bottom - top) * (power - low) / (high - low)
        draw.line([(left, y), (right, y)], RULE)
        draw.text((left - 8, y), f"{10.0**power:g}", GREY, font_size=13, anchor="rm")
    for fraction in np.linspace(0, 1, 6):
        x = left + (right - left) * fraction
        draw.text((x, bottom + 8), f"{fraction * last:.0f}", GREY, font_size=13, anchor="mt")
    draw.text(((left + right) / 2, bottom + 28), "step", GREY, font_size=13, anchor="mt")
    draw.line(list(zip(xs.tolist(), ys.tolist())), BLUE)


def draw_digits(draw, images, labels, predicted, left, top, columns=12, size=62):
    """A row of digits read rightly, then a row of those read wrongly, filled up with more right ones."""
    right, wrong = np.flatnonzero(predicted == labels), np.flatnonzero(predicted != labels)
    chosen = [*right[:columns], *wrong[:columns], *right[columns:]][: 2 * columns]

    draw.text((left, top - 36), "Held-out digits and what was read", INK, font_size=18)
    for position, which in enumerate(chosen):
        row, column = divmod(position, columns)
        x, y = left + column * (size + 6), top + row * (size + 44)
        draw_pixels(draw, images[which].reshape(8, 8), x, y, size)
        good = predicted[which] == labels[which]
        text = f"{predicted[which]}" if good else f"{predicted[which]}, is {labels[which]}"
        draw.text((x + size / 2, y + size + 6), text, INK if good else RED, font_size=16, anchor="mt")


def draw_pixels(draw, pixels, x, y, size):
    edges = np.linspace(0, size, len(pixels) + 1)
    for (row, column), value in np.ndenumerate(pixels):
        shade = round(255 * (1 - value))
        cell = [x + edges[column], y + edges[row], x + edges[column + 1], y + edges[row + 1]]
        draw.rectangle(cell, fill=(shade, shade, shade))
    draw.rectangle([x, y, x + size, y + size], outline=RULE)

// Draw a digit, see its class: the model runs in the page, compiled to WebAssembly by examples/deploy/build.py.
import { load } from "./digits.js";

const SIDE = 8, MARGIN = 1; // pixels that the model sees, and those around what is drawn
const drawing = document.getElementById("drawing"), seen = document.getElementById("seen");
const pen = drawing.getContext("2d", { willReadFrequently: true }), small = seen.getContext("2d");
const status = document.getElementById("status");

const start = performance.now();
const model = await load();
const loaded = performance.now() - start;

// The part that is drawn on, as a square; the digits that were learnt fill their square, too.
function drawnSquare() {
    const { width, height } = drawing, { data } = pen.getImageData(0, 0, width, height);
    let [left, top, right, bottom] = [width, height, -1, -1];
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
            if (data[4 * (y * width + x)] > 40) {
                left = Math.min(left, x), right = Math.max(right, x);
                top = Math.min(top, y), bottom = Math.max(bottom, y);
            }
    if (right < 0)
        return null;
    const side = Math.max(right - left, bottom - top) + 1;
    return { x: (left + right + 1 - side) / 2, y: (top + bottom + 1 - side) / 2, side };
}

function pixelsOf(square) {
    small.fillStyle = "#000";
    small.fillRect(0, 0, SIDE, SIDE);
    small.imageSmoothingQuality = "high";
    const inner = SIDE - MARGIN / 2;
    small.drawImage(drawing, square.x, square.y, square.side, square.side, MARGIN / 4, MARGIN / 4, inner, inner);
    const { data } = small.getImageData(0, 0, SIDE, SIDE);
    return Float32Array.from({ length: SIDE * SIDE }, (_, i) => Math.min(1, 1.3 * data[4 * i] / 255));
}

function show(pixels) {
    const begin = performance.now();
    const { digit, scores } = model.run({ pixels });
    const took = performance.now() - begin;
    document.getElementById("digit").textContent = digit.data[0];
    document.getElementById("scores").replaceChildren(...Array.from(scores.data, (score, i) => {
        const row = document.createElement("div"), meter = document.createElement("meter");
        meter.value = score;
        row.append(`${i} `, meter, ` ${(100 * score).toFixed(1)} %`);
        return row;
    }));
    status.textContent = `loaded in ${loaded.toFixed(1)} ms, read in ${took.toFixed(2)} ms`;
}

function read() {
    const square = drawnSquare();
    if (square)
        show(pixelsOf(square));
}

function clear() {
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, drawing.width, drawing.height);
    small.clearRect(0, 0, SIDE, SIDE);
    document.getElementById("digit").textContent = "";
    document.getElementById("scores").replaceChildren();
    status.textContent = "draw with the mouse or a finger";
}

pen.lineWidth = 22;
pen.lineCap = pen.lineJoin = "round";
pen.strokeStyle = "#fff";
const place = (event) => {
    const box = drawing.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
};
drawing.addEventListener("pointerdown", (event) => {
    drawing.setPointerCapture(event.pointerId);
    pen.beginPath();
    pen.moveTo(...place(event));
    pen.lineTo(...place(event));
    pen.stroke();
});
drawing.addEventListener("pointermove", (event) => {
    if (!event.buttons)
        return;
    pen.lineTo(...place(event));
    pen.stroke();
    read();
});
drawing.addEventListener("pointerup", read);
document.getElementById("clear").addEventListener("click", clear);
clear();

// ?pixels=0,5,13,... shows a digit of 64 numbers from 0 to 16, as in the data.
const given = new URLSearchParams(location.search).get("pixels")?.split(",").map(Number);
if (given?.length === SIDE * SIDE) {
    given.forEach((level, i) => {
        const shade = Math.round(level / 16 * 255), size = drawing.width / SIDE;
        pen.fillStyle = small.fillStyle = `rgb(${shade} ${shade} ${shade})`;
        pen.fillRect(i % SIDE * size, Math.floor(i / SIDE) * size, size, size);
        small.fillRect(i % SIDE, Math.floor(i / SIDE), 1, 1);
    });
    show(Float32Array.from(given, (level) => level / 16));
}
document.body.dataset.ready = "yes";

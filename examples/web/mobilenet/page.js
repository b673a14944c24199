// Looks at pictures: the network runs in a worker, compiled to WebAssembly by build.py.
import { loadInWorker } from "./mobilenet.js";

const begin = performance.now();
const [model, { kinds, side, scores: expected }, bytes] = await Promise.all([
    loadInWorker(),
    fetch("./expected.json").then((response) => response.json()),
    fetch("./pictures.bin").then((response) => response.arrayBuffer()),
]);
const loaded = performance.now() - begin;
const status = document.getElementById("status"), seen = document.getElementById("seen");
const pen = seen.getContext("2d", { willReadFrequently: true });

// From -1 to 1, without the canvas's fourth channel.
function pixels() {
    const { data } = pen.getImageData(0, 0, side, side), picture = new Float32Array(side * side * 3);
    for (let i = 0, j = 0; i < data.length; i += 4)
        for (let channel = 0; channel < 3; channel++)
            picture[j++] = data[i + channel] / 127.5 - 1;
    return picture;
}

async function look() {
    const start = performance.now();
    const { scores } = await model.run({ picture: pixels() });
    const took = performance.now() - start;
    const found = Array.from(scores.data), best = found.indexOf(Math.max(...found));
    document.getElementById("kind").textContent = kinds[best];
    document.getElementById("scores").replaceChildren(...found.map((score, i) => {
        const row = document.createElement("div"), label = document.createElement("label");
        const meter = document.createElement("meter");
        label.textContent = kinds[i];
        meter.value = score;
        row.append(label, meter, ` ${(100 * score).toFixed(1)} %`);
        return row;
    }));
    status.textContent = `loaded in ${loaded.toFixed(0)} ms, looked at in ${took.toFixed(1)} ms`;
    return found;
}

function sample(number) {
    const rgb = new Uint8Array(bytes, number * side * side * 3, side * side * 3), image = new ImageData(side, side);
    for (let i = 0; i < side * side; i++)
        image.data.set([rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2], 255], 4 * i);
    return image;
}

document.getElementById("samples").append(...expected.map((_, number) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    canvas.getContext("2d").putImageData(sample(number), 0, 0);
    canvas.addEventListener("click", () => {
        pen.putImageData(sample(number), 0, 0);
        look();
    });
    return canvas;
}));

document.getElementById("file").addEventListener("change", async ({ target }) => {
    const picture = await createImageBitmap(target.files[0]), size = Math.min(picture.width, picture.height);
    const left = (picture.width - size) / 2, top = (picture.height - size) / 2;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, left, top, size, size, 0, 0, side, side);
    look();
});

// ?sample=3 shows that picture; how far its scores are from those of Python is kept for tests.
const number = Number(new URLSearchParams(location.search).get("sample") ?? 0);
pen.putImageData(sample(number), 0, 0);
const found = await look();
document.body.dataset.difference = Math.max(...found.map((score, i) => Math.abs(score - expected[number][i])));
document.body.dataset.ready = "yes";

// Looks at the pictures of pictures.bin under Node, and compares with what Python found: node classify.mjs
import { readFileSync } from "node:fs";
import { load } from "./mobilenet.js";

const here = (name) => readFileSync(new URL(name, import.meta.url));
const { kinds, side, scores: expected } = JSON.parse(here("./expected.json"));
const rgb = here("./pictures.bin"), length = side * side * 3;
const model = await load();
let difference = 0, milliseconds = 0;
for (const [number, scores] of expected.entries()) {
    const picture = Float32Array.from(rgb.subarray(number * length, (number + 1) * length), (each) => each / 127.5 - 1);
    const start = performance.now();
    const found = model.run({ picture }).scores.data;
    milliseconds += performance.now() - start;
    found.forEach((score, i) => difference = Math.max(difference, Math.abs(score - scores[i])));
    console.log(kinds[found.indexOf(Math.max(...found))]);
}
console.log(`${(milliseconds / expected.length).toFixed(1)} ms each, largest difference ${difference.toExponential(1)}`);
model.free();

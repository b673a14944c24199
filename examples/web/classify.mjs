// Reads the digits of digits.bin that were not learnt, under Node: node classify.mjs
import { readFileSync } from "node:fs";
import { load } from "./digits.js";

const data = readFileSync(new URL("./digits.bin", import.meta.url));
const words = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
const [learnt, count] = new Int32Array(words, 0, 2);
const start = 4 * (2 + learnt * 65);
const pixels = new Float32Array(words, start, count * 64), labels = new Int32Array(words, start + 4 * pixels.length, count);
const model = await load();
const { digit } = model.run({ pixels });
const right = digit.data.reduce((sum, found, i) => sum + (found === labels[i]), 0);
console.log(`accuracy ${(right / count).toFixed(3)}`);
model.free();

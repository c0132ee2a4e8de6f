/** Dice as they lie on the table. */
import { svg } from "./dom.js";

const STEP = 24;
const SIZE = 20;
const MIDDLE = SIZE / 2;
/** Where pips are, in a square of three by three, by what a die shows. */
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
/** Outlines of dice that are no cubes, by their sides. */
const OUTLINES = {
  4: "M10 1L19.5 18.5H.5z",
  8: "M10 0L19 10L10 20L1 10z",
  10: "M10 0L19.5 8.5V12L10 20L.5 12V8.5z",
  12: "M10 .5L19.5 7.5L16 19H4L.5 7.5z",
  20: "M10 0L19 5V15L10 20L1 15V5z",
};
const CUBE = "M4 .5h12a3.5 3.5 0 0 1 3.5 3.5v12a3.5 3.5 0 0 1-3.5 3.5h-12a3.5 3.5 0 0 1-3.5-3.5v-12a3.5 3.5 0 0 1 3.5-3.5z";

/**
 * Return dice as an image without words.
 * @param {number[]} values
 * @param {number} sides
 * @param {boolean[]} kept by die whether it counts; empty for all
 */
export function diceNode(values, sides, kept) {
  const width = Math.max(1, values.length * STEP - (STEP - SIZE));
  const node = svg("svg", { class: "dice", viewBox: `0 0 ${width} ${SIZE}`, "aria-hidden": "true" });
  node.style.aspectRatio = `${width} / ${SIZE}`;
  values.forEach((value, index) => {
    const isKept = !kept.length || kept[index];
    const die = svg("g", { class: isKept ? "die" : "die dropped", transform: `translate(${index * STEP} 0)` });
    die.append(svg("path", { class: "face", d: OUTLINES[sides] || CUBE }), shown(value, sides));
    if (!isKept) die.append(svg("path", { class: "strike", d: `M1 ${SIZE - 1}L${SIZE - 1} 1` }));
    node.append(die);
  });
  return node;
}

/**
 * @param {number} value
 * @param {number} sides
 */
function shown(value, sides) {
  if (sides === 6 && PIPS[value]) {
    const dots = PIPS[value].map((spot) => `M${4.5 + 5.5 * (spot % 3)} ${4.5 + 5.5 * Math.floor(spot / 3)}h.01`);
    return svg("path", { class: "pips", d: dots.join("") });
  }
  return svg("text", { class: "number", x: MIDDLE, y: MIDDLE }, String(value).slice(0, 3));
}

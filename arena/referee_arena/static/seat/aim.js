/** Fingers are wider than cells: which of the marked places a tap next to them means. */
import { UNIT } from "../draw/token.js";

/** Pixels around the middle of a place within which a tap means it: a target of 40 pixels. */
const REACH = 20;

/**
 * Return the marked reference that is next to a point of the window; empty if none is near.
 * @param {HTMLElement} root
 * @param {string[]} refs
 * @param {{x: number, y: number}} point
 */
export function nearest(root, refs, { x, y }) {
  let best = "";
  let least = REACH;
  for (const ref of refs) {
    const middle = middleOf(root, ref);
    const apart = middle ? Math.hypot(middle.x - x, middle.y - y) : Infinity;
    if (apart <= least) [best, least] = [ref, apart];
  }
  return best;
}

/** @param {HTMLElement} root @param {string} ref */
function middleOf(root, ref) {
  const node = root.querySelector(`[data-ref="${CSS.escape(ref)}"]`);
  if (node) {
    const { left, top, width, height } = node.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }
  const [row, column] = ref.split(",").map(Number);
  const board = /** @type {SVGSVGElement|null} */ (root.querySelector(".cells-map"));
  const matrix = column >= 0 ? board?.getScreenCTM() : null;
  return matrix ? new DOMPoint((column + 0.5) * UNIT, (row + 0.5) * UNIT).matrixTransform(matrix) : null;
}

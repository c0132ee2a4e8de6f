/** The lens: the cells around what a big board is about, large enough to be read, and what stands there in words. */
import { el } from "./dom.js";
import { GridPart, LENS, lensAt } from "./grid.js";
import { tokenText } from "./tokens.js";

/** Most things that are named. */
const NAMED = 4;

export class LensPart {
  /**
   * @param {string} id
   * @param {any} view
   */
  constructor(id, view) {
    this.view = view;
    this.grid = new GridPart(`lens ${id}`, view);
    this.list = el("ul", "lines");
    this.node = el("div", "lens");
    this.node.append(this.grid.node, this.list);
    // Its cells are at other places than those of the board, which is there for pointers and keys.
    this.grid.node.inert = true;
  }

  /** @param {any} part */
  draw(part) {
    this.grid.draw(near(part));
    const here = Object.values(part.tokens).filter(({ at }) => at === part.focus);
    this.list.replaceChildren(...here.slice(0, NAMED).map((token) => {
      const text = tokenText(token, this.view.players);
      return el("li", token.owner === undefined ? "line" : `line s-seat${token.owner}`, text);
    }));
  }

  light() {}
}

/**
 * Return the part of a grid around its focus.
 * @param {any} part
 */
function near(part) {
  const { rows, sight, tokens, marks } = part;
  const [top, left] = lensAt(part);
  const cut = (lines) => lines.slice(top, top + LENS).map((line) => line.slice(left, left + LENS));
  const moved = (at) => {
    const [down, right] = at.split(",").map(Number);
    const [y, x] = [down - top, right - left];
    return y >= 0 && x >= 0 && y < LENS && x < LENS ? `${y},${x}` : null;
  };
  const inside = {};
  for (const id in tokens) {
    const at = moved(tokens[id].at);
    if (at) inside[id] = { ...tokens[id], at };
  }
  const whole = marks.map((mark) => ({ ...mark, at: mark.at.map(moved) })).filter(({ at }) => at.every((each) => each));
  return { ...part, rows: cut(rows), sight: cut(sight), tokens: inside, marks: whole, focus: "" };
}

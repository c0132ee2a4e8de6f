/** A grid as text: one tab stop, arrow keys within, each cell with all that is there in words. Made when it is opened. */
import { attribute, el, same, setText } from "./dom.js";
import { byPlace, tokenText } from "./tokens.js";

const KEYS = {
  ArrowLeft: ([row, column]) => [row, column - 1],
  ArrowRight: ([row, column]) => [row, column + 1],
  ArrowUp: ([row, column]) => [row - 1, column],
  ArrowDown: ([row, column]) => [row + 1, column],
  PageUp: ([row, column]) => [row - 10, column],
  PageDown: ([row, column]) => [row + 10, column],
  Home: ([row], event) => [event.ctrlKey ? 0 : row, 0],
  End: ([row], event) => [event.ctrlKey ? Infinity : row, Infinity],
};

export class TextBoard {
  /** @param {any} view */
  constructor(view) {
    this.view = view;
    this.part = null;
    this.drawn = null;
    this.cells = [];
    this.here = [0, 0];
    this.node = el("details", "as-text");
    this.node.append(el("summary", "", "board as text (t)"));
    this.pane = el("div", "pane");
    this.node.append(this.pane);
    this.node.addEventListener("toggle", () => (this.node.open ? this.fill() : this.clear()));
    this.pane.addEventListener("keydown", (event) => this.key(event));
    this.pane.addEventListener("click", (event) => this.pick(event.target));
    this.pane.addEventListener("focusin", (event) => {
      const { place } = event.target.dataset;
      if (place) this.stand(place.split(",").map(Number));
    });
  }

  /** @param {any} part */
  draw(part) {
    this.part = part;
    if (this.node.open) this.fill();
  }

  clear() {
    this.pane.replaceChildren();
    this.cells = [];
    this.drawn = null;
  }

  /** Open it, and go to where the reader was. */
  enter() {
    this.node.open = true;
    this.fill();
    this.cells[this.here[0]]?.[this.here[1]]?.focus();
  }

  fill() {
    const { part, drawn } = this;
    if (!part || part === drawn) return;
    this.drawn = part;
    const [height, width] = [part.rows.length, part.rows[0]?.length ?? 0];
    if (this.cells.length !== height || (this.cells[0]?.length ?? 0) !== width) this.build(height, width);
    const places = byPlace(part.tokens);
    const said = saidAt(part.marks);
    const isWhole = !drawn || !same(drawn.legend, part.legend);
    const before = isWhole ? null : byPlace(drawn.tokens);
    const saidBefore = isWhole ? null : saidAt(drawn.marks);
    this.cells.forEach((cells, row) => cells.forEach((cell, column) => {
      const place = `${row},${column}`;
      const ids = places.get(place);
      const isSame =
        !isWhole &&
        drawn.rows[row][column] === part.rows[row][column] &&
        drawn.sight[row]?.[column] === part.sight[row]?.[column] &&
        same(before.get(place)?.map((id) => drawn.tokens[id]), ids?.map((id) => part.tokens[id])) &&
        same(saidBefore.get(place), said.get(place));
      if (!isSame) this.tell(cell, place, (ids || []).map((id) => part.tokens[id]), said.get(place) || []);
    }));
  }

  /** Say what a cell is: `12,7: ada's imp, 3, half life; remembered`. */
  tell(cell, place, tokens, said) {
    const [row, column] = place.split(",").map(Number);
    const { rows, legend, sight } = this.part;
    const seen = sight[row]?.[column] ?? "#";
    const [name = "nothing", glyph = "", style = "text", isSolid = false] = legend[rows[row][column]] || [];
    const isKnown = seen !== " ";
    const things = tokens.map((token) => tokenText(token, this.view.players));
    const isMarked = things.length && things[things.length - 1].endsWith("; remembered");
    if (!isKnown && !things.length) things.push("unknown");
    else if (!things.length || glyph) things.push(name);
    const memory = seen === "." && !isMarked ? "; remembered" : "";
    cell.setAttribute("aria-label", `${place}: ${[...things, ...said].join("; ")}${memory}`);
    const owner = tokens[0]?.owner;
    const look = tokens.length ? (owner === undefined ? `s-${tokens[0].kind[2]}` : `s-seat${owner}`) : isKnown ? `s-${style}` : "s-hidden";
    attribute(cell, "class", `${look}${seen === "." ? " dim" : ""}${!tokens.length && isSolid ? " solid" : ""}`);
    setText(cell, tokens.length ? tokens[0].kind[1] || "•" : isKnown ? glyph || (isSolid ? "#" : "·") : "");
  }

  build(height, width) {
    const table = el("table");
    table.setAttribute("role", "grid");
    table.setAttribute("aria-label", `${this.part.title || "board"} as text`);
    this.cells = [];
    for (let row = 0; row < height; row += 1) {
      const line = el("tr");
      line.setAttribute("role", "row");
      const cells = [];
      for (let column = 0; column < width; column += 1) {
        const cell = el("td");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        cell.dataset.place = `${row},${column}`;
        cells.push(cell);
        line.append(cell);
      }
      this.cells.push(cells);
      table.append(line);
    }
    this.pane.replaceChildren(table);
    this.drawn = this.part;
    this.stand(this.here);
  }

  /** Make a cell the one that the tab key goes to. */
  stand([row, column]) {
    const height = this.cells.length;
    if (!height) return null;
    const old = this.cells[this.here[0]]?.[this.here[1]];
    if (old) old.tabIndex = -1;
    const inside = (value, most) => Math.max(0, Math.min(value, most - 1));
    this.here = [inside(row, height), inside(column, this.cells[0].length)];
    const cell = this.cells[this.here[0]][this.here[1]];
    if (cell) cell.tabIndex = 0;
    return cell;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Enter" || event.key === " ") this.pick(event.target);
    else if (KEYS[event.key] && !event.altKey && !event.metaKey) this.stand(KEYS[event.key](this.here, event))?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {HTMLElement} cell */
  pick(cell) {
    if (cell.dataset.place) this.view.pick(cell.dataset.place);
  }
}

/**
 * Return what marks say by place.
 * @param {any[]} marks
 */
function saidAt(marks) {
  const said = new Map();
  for (const mark of marks) {
    const place = mark.at[mark.at.length - 1];
    const text = mark.text || (mark.shape === "area" ? "" : mark.shape);
    if (text) said.set(place, [...(said.get(place) || []), text]);
  }
  return said;
}

/** A grid: one path for each kind of ground, tokens that are moved and never rebuilt, marks above. */
import { TextBoard } from "./cells.js";
import { Keyed, attribute, el, same, svg } from "./dom.js";
import { iconNode } from "./icons.js";
import { Marks } from "./marks.js";
import { Pane } from "./pane.js";
import { rove, settle } from "./rove.js";
import { Cluster, GridToken, UNIT } from "./token.js";
import { byPlace, drawnOf, tokenTip } from "./tokens.js";

/** Units left free at the top and the left for numbers of rows and columns. */
const EDGE = 18;
/** Cells that the lens of a big board shows, in a row and in a column. */
export const LENS = 9;
/** Strokes over a cell of the ground of every other seat, which differs from its neighbour's without colours too. */
const HATCH = "M-12 12 12-12M-18-6-6-18M6 18 18 6";
/** Rows and columns from which on only each fifth is numbered. */
const MANY = 24;

export class GridPart {
  /**
   * @param {string} id
   * @param {any} view
   */
  constructor(id, view) {
    this.view = view;
    this.id = id;
    this.node = el("div", "field grid");
    this.told = null;
    this.size = "";
    this.svg = svg("svg", { class: "cells-map", role: "group" });
    this.defs = svg("defs");
    const layer = (name) => svg("g", { class: name });
    const [ground, edges, under, tokens, over] = ["ground", "edges", "under", "tokens", "over"].map(layer);
    this.fog = ["remembered", "unseen-yet"].map((name) => svg("path", { class: `fog ${name}` }));
    this.lines = svg("path", { class: "mesh" });
    this.lights = svg("path", { class: "lights" });
    this.frame = svg("path", { class: "lens-frame" });
    this.edges = edges;
    this.svg.append(this.defs, ground, ...this.fog, this.lines, edges, under, tokens, over, this.frame, this.lights);
    this.pane = new Pane(this.svg);
    this.node.append(this.pane.tools, this.pane.node);
    this.board = new TextBoard(view);
    this.node.append(this.board.node);
    this.ground = new Keyed(ground, () => new Ground());
    this.patterns = new Keyed(this.defs, (code) => new Pattern(`${view.uid}-${safe(id)}-${safe(code)}`));
    this.tokens = new Keyed(tokens, (key) => this.tokenOf(key));
    this.marks = new Marks(under, over, boxOf, (place) => place);
    this.places = new Map();
    this.watch();
  }

  /** @param {any} part */
  draw(part) {
    const old = this.told;
    this.told = part;
    const size = `${part.rows.length} ${part.rows[0]?.length ?? 0}`;
    if (size !== this.size) this.resize(size, part);
    if (!old || !same(old.rows, part.rows) || !same(old.legend, part.legend) || !same(old.sight, part.sight)) this.lay(part);
    if (!old || old.title !== part.title) this.svg.setAttribute("aria-label", part.title || "board");
    if (!old || !same(old.tokens, part.tokens)) this.stand(part.tokens);
    this.marks.draw(part.marks);
    const [top, left] = hasLens(part) ? lensAt(part) : [];
    const side = LENS * UNIT;
    attribute(this.frame, "d", top === undefined ? null : `M${left * UNIT} ${top * UNIT}h${side}v${side}h${-side}z`);
    this.pane.follow(part.focus && boxOf(part.focus), old?.focus !== part.focus);
    this.board.draw(part);
  }

  /** @param {Set<string>} refs */
  light(refs) {
    const lit = [...refs].map((ref) => (this.isPlace(ref) ? boxOf(ref) : null)).filter((box) => box);
    attribute(this.lights, "d", lit.map(({ x, y }) => `M${x} ${y}h${UNIT}v${UNIT}h${-UNIT}z`).join(""));
  }

  /**
   * Make cells at least so many pixels wide around a place, for fingers; an empty place shows the whole board again.
   * @param {string} place
   * @param {number} least
   */
  approach(place, least) {
    this.pane.approach(place ? boxOf(place) : null, least);
  }

  /** Draw what depends on how many rows and columns there are. */
  resize(size, { rows }) {
    this.size = size;
    const height = rows.length;
    const width = rows[0]?.length ?? 0;
    this.svg.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${width * UNIT + EDGE + 2} ${height * UNIT + EDGE + 2}`);
    // Cells of a board that is played on have to be hit by fingers; one that is watched has a lens.
    this.pane.isWhole = Boolean(this.view.lent) && hasLens({ type: "grid", focus: "0,0", rows });
    this.pane.fit(width + (EDGE + 2) / UNIT, height + (EDGE + 2) / UNIT, EDGE);
    let mesh = "";
    for (let row = 0; row <= height; row += 1) mesh += `M0 ${row * UNIT}h${width * UNIT}`;
    for (let column = 0; column <= width; column += 1) mesh += `M${column * UNIT} 0v${height * UNIT}`;
    this.lines.setAttribute("d", mesh);
    const middle = (index) => index * UNIT + UNIT / 2;
    const numbers = [];
    for (let row = 0; row < height; row += height > MANY ? 5 : 1) {
      numbers.push(svg("text", { x: -EDGE / 2, y: middle(row) }, String(row)));
    }
    for (let column = 0; column < width; column += width > MANY ? 5 : 1) {
      numbers.push(svg("text", { x: middle(column), y: -EDGE / 2 }, String(column)));
    }
    this.edges.setAttribute("aria-hidden", "true");
    this.edges.replaceChildren(...numbers);
  }

  /** Draw the ground: all cells of one kind are one path. */
  lay({ rows, legend, sight }) {
    const paths = {};
    const fog = { ".": "", " ": "" };
    rows.forEach((row, index) => {
      const seen = sight[index];
      runs(row, seen, (code, from, to) => {
        paths[code] = (paths[code] || "") + run(index, from, to);
      });
      if (seen) runs(seen, "", (code, from, to) => code in fog && (fog[code] += run(index, from, to)));
    });
    const codes = Object.keys(legend).filter((code) => paths[code]);
    const glyphs = codes.filter((code) => legend[code][1] || isHatched(legend[code]));
    this.patterns.draw(glyphs.map((code) => [code, legend[code]]));
    this.ground.draw(codes.map((code) => [code, { d: paths[code], kind: legend[code], fill: this.patterns.drawers.get(code)?.node.id }]));
    attribute(this.fog[0], "d", fog["."]);
    attribute(this.fog[1], "d", fog[" "]);
  }

  /** Put tokens into their cells; several share one as long as there is room. */
  stand(tokens) {
    this.places = byPlace(tokens);
    const entries = [];
    const clusters = [];
    for (const [at, ids] of this.places) {
      const drawn = drawnOf(ids.length);
      const box = boxOf(at);
      if (!box) continue;
      for (const id of ids.slice(0, drawn)) entries.push([id, tokens[id]]);
      if (drawn < ids.length) clusters.push([`,${at}`, { at, ...spot(box, 3, ids.length), count: ids.length - drawn, text: `${at}: ${ids.length} here` }]);
    }
    this.tokens.draw([...entries, ...clusters]);
    for (const [at, ids] of this.places) {
      const box = boxOf(at);
      ids.forEach((id, index) => {
        const { x, y, scale } = box ? spot(box, index, ids.length) : {};
        if (scale) this.tokens.drawers.get(id)?.put(x, y, scale);
      });
    }
    settle(this.svg);
  }

  /** @param {string} key an id, or a place behind a comma for the cluster there */
  tokenOf(key) {
    const drawer = key.startsWith(",") ? new Cluster() : new GridToken(key, this.view);
    this.view.tips.set(drawer.node, () => this.tipAt(key.startsWith(",") ? key.slice(1) : this.told.tokens[key]?.at));
    return drawer;
  }

  /** Return the texts for the tip of a place: its tokens, and its kind of ground. */
  tipAt(place) {
    if (!place) return [];
    const told = (this.places.get(place) || []).map((id) => tokenTip(this.told.tokens[id], this.view.players));
    const ground = el("p", "where", `${place} · ${groundText(this.told, place)}`);
    return [...told, ground];
  }

  /** Show tips of cells under the pointer, and pick cells that are clicked. */
  watch() {
    rove(this.svg);
    this.pane.node.addEventListener("keydown", (event) => {
      if (event.key !== "t" || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.board.enter();
    });
    const placeOf = (event) => {
      const box = this.svg.getBoundingClientRect();
      const view = this.svg.viewBox.baseVal;
      const column = Math.floor((((event.clientX - box.left) / box.width) * view.width + view.x) / UNIT);
      const row = Math.floor((((event.clientY - box.top) / box.height) * view.height + view.y) / UNIT);
      const isInside = row >= 0 && column >= 0 && row < this.told.rows.length && column < this.told.rows[0].length;
      return isInside ? `${row},${column}` : "";
    };
    this.svg.addEventListener("pointermove", (event) => {
      if (event.target.closest(".token")) return;
      const place = placeOf(event);
      if (place === this.view.hoveredPlace) return;
      this.view.hoverPlace(place, this.svg, event, place ? this.tipAt(place) : []);
    });
    this.svg.addEventListener("click", (event) => {
      if (this.pane.isDragged || event.target.closest(".token")) return;
      const place = placeOf(event);
      if (place) this.view.pick(place);
    });
  }

  /** @param {string} ref */
  isPlace(ref) {
    const [row, column] = ref.split(",");
    return column !== undefined && this.told?.rows[Number(row)]?.[Number(column)] !== undefined;
  }
}

/** Whether a board is so big that a lens shows what it is about. @param {any} part */
export function hasLens({ type, focus, rows }) {
  return type === "grid" && Boolean(focus) && rows.length >= MANY && rows[0].length >= MANY;
}

/** Return the row and the column at which the lens begins. @param {any} part */
export function lensAt({ focus, rows }) {
  return focus.split(",").map((at, axis) => {
    const length = axis ? rows[0].length : rows.length;
    return Math.max(0, Math.min(length - LENS, at - (LENS - 1) / 2));
  });
}

/** All cells of one kind: what they are filled with, and their glyphs. */
class Ground {
  constructor() {
    this.node = svg("g");
    this.fill = svg("path", { class: "cells" });
    this.glyphs = svg("path", { class: "glyphs" });
    this.node.append(this.fill, this.glyphs);
  }

  /** @param {{d: string, kind: any[], fill?: string}} told */
  draw({ d, kind: [, , style, isSolid], fill }) {
    attribute(this.node, "class", `s-${style}${isSolid ? " solid" : ""}`);
    attribute(this.fill, "d", d);
    attribute(this.glyphs, "d", fill ? d : null);
    attribute(this.glyphs, "fill", fill ? `url(#${fill})` : "none");
  }
}

/** The sign, the glyph or the hatch of a kind of ground, once in each cell. */
class Pattern {
  /** @param {string} id */
  constructor(id) {
    this.node = svg("pattern", { id, width: UNIT, height: UNIT, patternUnits: "userSpaceOnUse", viewBox: "-12 -12 24 24" });
  }

  /** @param {any[]} kind */
  draw([, glyph, style, , icon]) {
    attribute(this.node, "class", `s-${style}`);
    this.node.replaceChildren(iconNode(icon, 0.8) ?? (glyph ? svg("text", { class: `ground-glyph long${glyph.length}` }, glyph) : svg("path", { class: "hatch", d: HATCH })));
  }
}

/** Whether a ground without a glyph is that of a seat with an odd number. @param {any[]} kind */
function isHatched([, glyph, style]) {
  return !glyph && /^seat\d*[13579]$/.test(style);
}

/**
 * Return what ground a place is, in words.
 * @param {any} part
 * @param {string} place
 */
export function groundText({ rows, legend, sight }, place) {
  const [row, column] = place.split(",").map(Number);
  const seen = sight[row]?.[column] ?? "#";
  if (seen === " ") return "unknown";
  const name = legend[rows[row]?.[column]]?.[0] ?? "nothing";
  return seen === "." ? `${name}; remembered` : name;
}

/**
 * Return where a cell is; null for what is none.
 * @param {string} place
 */
function boxOf(place) {
  const comma = place.indexOf(",");
  const row = Number(place.slice(0, comma));
  const column = Number(place.slice(comma + 1));
  if (comma < 1 || !Number.isInteger(row) || !Number.isInteger(column)) return null;
  return { x: column * UNIT, y: row * UNIT, width: UNIT, height: UNIT };
}

/** Return where one of several in a cell stands. */
function spot({ x, y }, index, count) {
  if (count === 1) return { x: x + UNIT / 2, y: y + UNIT / 2, scale: 1 };
  const quarter = UNIT / 4;
  return { x: x + quarter + (index % 2) * 2 * quarter, y: y + quarter + Math.floor(index / 2) * 2 * quarter, scale: 0.5 };
}

/** Call for each run of equal characters, where a space in `seen` makes a gap. */
function runs(row, seen, tell) {
  let from = 0;
  for (let column = 1; column <= row.length; column += 1) {
    if (row[column] === row[from] && (seen && seen[column] === " ") === (seen && seen[from] === " ")) continue;
    if (!seen || seen[from] !== " ") tell(row[from], from, column);
    from = column;
  }
}

function run(row, from, to) {
  const width = (to - from) * UNIT;
  return `M${from * UNIT} ${row * UNIT}h${width}v${UNIT}h${-width}z`;
}

/** Return a text as a part of an id of an element. */
function safe(text) {
  return [...text].map((each) => (/[A-Za-z0-9]/.test(each) ? each : `_${each.codePointAt(0)}`)).join("");
}

/** A token on a grid: a shape with a glyph, whose it is, how many, and up to two bars. */
import { attribute, same, svg } from "./dom.js";
import { iconNode } from "./icons.js";
import { isRinged, shapePath } from "./seats.js";
import { tokenText } from "./tokens.js";

/** Units a cell is wide and high. */
export const UNIT = 24;
const BAR = 18;

export class GridToken {
  /**
   * @param {string} id
   * @param {any} view
   */
  constructor(id, view) {
    this.view = view;
    this.node = svg("g", { role: "button" });
    this.node.dataset.ref = `token:${id}`;
    this.token = null;
    this.at = "";
    this.fills = [];
  }

  /** @param {any} token */
  draw(token) {
    const old = this.token;
    this.token = token;
    attribute(this.node, "aria-label", `${token.at}: ${tokenText(token, this.view.players)}`);
    if (!old || !isAlike(old, token)) this.build(token);
    (token.bars || []).slice(0, 2).forEach(([, value, most], index) => {
      attribute(this.fills[index], "width", Math.round(BAR * 10 * Math.max(0, Math.min(1, value / most))) / 10);
    });
  }

  /**
   * Put it into its cell.
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   */
  put(x, y, scale) {
    const at = `translate(${x}px, ${y}px)${scale === 1 ? "" : ` scale(${scale})`}`;
    if (at !== this.at) this.node.style.transform = this.at = at;
  }

  /** @param {any} token */
  build({ kind: [, glyph, style, , icon], owner, count = 1, bars = [], remembered, label }) {
    const isOwned = owner !== undefined;
    const sign = iconNode(icon, isOwned ? 0.52 : 0.85);
    attribute(this.node, "class", `token ${isOwned ? `owned s-seat${owner}` : `free s-${style}`}${sign ? " signed" : ""}${remembered ? " remembered" : ""}`);
    if (isOwned) this.node.dataset.owner = `seat:${owner}`;
    else delete this.node.dataset.owner;
    const shape = isOwned ? shapePath(owner, 8.5) : "M-8 -5.5a2.5 2.5 0 0 1 2.5-2.5h11a2.5 2.5 0 0 1 2.5 2.5v11a2.5 2.5 0 0 1-2.5 2.5h-11a2.5 2.5 0 0 1-2.5-2.5z";
    const nodes = [svg("path", { class: "shape", d: shape })];
    if (isOwned && isRinged(owner)) nodes.push(svg("path", { class: "ring", d: shapePath(owner, 6.6) }));
    nodes.push(sign ?? svg("text", { class: `glyph long${glyph.length}`, y: 0.5 - 1.6 * Math.min(bars.length, 2) }, glyph || "•"));
    if (isOwned) nodes.push(svg("text", { class: "number", x: -11, y: -7 }, String(owner)));
    if (count > 1) nodes.push(svg("text", { class: "count", x: 11, y: -7 }, `×${count}`));
    if (label) sign?.setAttribute("transform", "translate(0 -2.5) scale(0.8)");
    if (label) nodes.push(svg("text", { class: "count label", y: 9 }, label));
    this.fills = bars.slice(0, 2).map((_, index) => {
      const y = 11 - 3.5 * Math.min(bars.length, 2) + 3.5 * index;
      const inside = svg("rect", { class: `inside inside${index}`, x: -BAR / 2, y, height: 2.6 });
      nodes.push(svg("rect", { class: "track", x: -BAR / 2, y, width: BAR, height: 2.6 }), inside);
      return inside;
    });
    this.node.replaceChildren(...nodes);
  }
}

/** A sign for those tokens of a cell for which there is no room. */
export class Cluster {
  constructor() {
    this.count = svg("text", { class: "glyph", y: 0.5 });
    this.node = svg("g", { class: "token cluster", role: "button" });
    this.node.append(svg("circle", { class: "shape", r: 10 }), this.count);
  }

  /** @param {{at: string, x: number, y: number, scale: number, count: number, text: string}} told */
  draw({ at, x, y, scale, count, text }) {
    this.node.dataset.ref = at;
    this.node.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    this.count.textContent = `+${count}`;
    attribute(this.node, "aria-label", text);
  }
}

/**
 * Whether two tokens differ in their places and how full their bars are only.
 * @param {any} one
 * @param {any} other
 */
export function isAlike(one, other) {
  return (
    same(one.kind, other.kind) &&
    one.owner === other.owner &&
    one.count === other.count &&
    one.remembered === other.remembered &&
    one.label === other.label &&
    (one.bars || []).length === (other.bars || []).length
  );
}

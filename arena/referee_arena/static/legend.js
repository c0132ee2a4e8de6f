/** The legend below a board: signs and grounds that are in sight now, and nothing else. */
import { Keyed, attribute, el, same } from "./draw/dom.js";
import { iconPicture } from "./draw/icons.js";

/** Most entries; a board with more kinds of things is explained by hovering. */
const MOST = 16;

/** A list of swatches with their names. */
export class Legend {
  constructor() {
    this.element = el("ul", "legend");
    this.element.setAttribute("aria-label", "legend");
    this.items = new Keyed(this.element, () => new Item());
    /** @type {any[]} */
    this.told = [];
    new ResizeObserver(() => this.reach()).observe(this.element);
  }

  /** Let keys reach a list that has to be scrolled. */
  reach() {
    attribute(this.element, "tabindex", this.element.scrollHeight > this.element.clientHeight + 1 ? 0 : null);
  }

  /**
   * Show what the boards of a scene have in sight.
   * @param {any} scene
   * @param {string[]} players
   */
  draw(scene, players) {
    const parts = Object.values(scene?.parts ?? {}).filter(({ type }) => type === "grid" || type === "rooms");
    const told = parts.flatMap(({ rows, legend, sight, tokens }) => [rows, legend, sight, tokens]);
    if (told.length === this.told.length && told.every((each, index) => each === this.told[index])) return;
    this.told = told;
    const entries = new Map();
    // Boards of several parties have the same names in other colours.
    for (const [key, entry] of parts.flatMap((part) => entriesOf(part, players))) if (!entries.has(key)) entries.set(key, entry);
    this.items.draw([...entries].slice(0, MOST));
    this.element.hidden = !entries.size;
    requestAnimationFrame(() => this.reach());
  }
}

class Item {
  constructor() {
    this.node = el("li");
    this.swatch = el("span");
    this.swatch.setAttribute("aria-hidden", "true");
    this.name = el("span");
    this.node.append(this.swatch, this.name);
    this.told = null;
  }

  /** @param {{name: string, glyph: string, look: string, icon?: string}} told */
  draw(told) {
    if (same(told, this.told)) return;
    this.told = told;
    this.swatch.className = `swatch ${told.look}`;
    this.swatch.replaceChildren(iconPicture(told.icon) ?? told.glyph);
    this.name.textContent = told.name;
  }
}

/**
 * Return entries by what they explain.
 * @param {any} part
 * @param {string[]} players
 * @returns {[string, {name: string, glyph: string, look: string, icon?: string}][]}
 */
function entriesOf({ rows = [], legend = {}, sight = [], tokens }, players) {
  /** @type {[string, {name: string, glyph: string, look: string, icon?: string}][]} */
  const entries = [];
  for (const token of Object.values(tokens)) {
    const [name, glyph, style, , icon] = token.kind;
    if (!glyph || players.includes(name)) continue;
    const look = token.owner === undefined ? `${icon ? "drawn" : "sign"} s-${style}` : "sign owned";
    entries.push([`token ${name} ${glyph}`, { name, glyph, look, icon }]);
  }
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  const seen = new Set(rows.flatMap((row, at) => [...new Set(row)].filter((code) => isSeen(code, row, sight[at]))));
  for (const [code, [name, glyph, style, isSolid, icon]] of Object.entries(legend)) {
    if (!seen.has(code) || !name) continue;
    entries.push([`ground ${name}`, { name, glyph, icon, look: `ground s-${style}${isSolid ? " solid" : ""}` }]);
  }
  const all = sight.join("");
  if (all.includes(".")) entries.push(["fog .", { name: "remembered", glyph: "", look: "ground dimmed" }]);
  if (all.includes(" ")) entries.push(["fog", { name: "unknown", glyph: "", look: "ground fogged" }]);
  return entries;
}

/** Whether a kind of ground is in sight somewhere in a row. */
function isSeen(code, row, seen) {
  if (!seen) return true;
  for (let at = row.indexOf(code); at >= 0; at = row.indexOf(code, at + 1)) if (seen[at] !== " ") return true;
  return false;
}

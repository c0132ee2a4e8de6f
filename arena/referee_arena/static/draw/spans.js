/** Spans and lines: names, bars, dice, what is hidden, what has changed. */
import { diceNode } from "./dice.js";
import { el, same } from "./dom.js";
import { isRinged, seatNamed, seatOf } from "./seats.js";

/**
 * Return a line of a scene or of a log as an element.
 * @param {any[]} line
 * @param {{players: string[]}} match
 * @returns {HTMLElement}
 */
export function lineNode(line, { players }) {
  const node = el("span", "line");
  for (const span of line) node.append(spanNode(span, players));
  return node;
}

/**
 * Return what a line says.
 * @param {any[]} line
 * @returns {string}
 */
export function lineText(line) {
  return line.map((span) => (typeof span === "string" ? span : span[0])).join("");
}

/**
 * Return the one element that every name goes through, however long it is and whatever is in it.
 * @param {string} text
 * @param {number | null} [seat]
 * @returns {HTMLElement}
 */
export function nameNode(text, seat = null) {
  const node = el("bdi", "name", text);
  if (text.length > 12) node.title = text;
  if (seat !== null) {
    const number = `${seat} `;
    // The badge shows the number, which is read where the text has it.
    if (text.startsWith(number)) node.replaceChildren(el("span", "unseen", number), text.slice(number.length));
    node.classList.add("tagged", `s-seat${seat}`, `shape${seat % 8}`);
    if (isRinged(seat)) node.classList.add("ringed");
    node.dataset.seat = String(seat);
  }
  return node;
}

/** Draws one line into a list. */
export class LineItem {
  /**
   * @param {string[]} players
   * @param {string} [tag]
   */
  constructor(players, tag = "li") {
    this.players = players;
    this.node = el(tag, "line");
    /** @type {any[]|null} */
    this.told = null;
  }

  /** @param {any[]} line */
  draw(line) {
    const { told } = this;
    this.told = line;
    // A class, as `:has()` would be asked again with each change around it.
    this.node.classList.toggle("gauged", line.length < 4 && !!line[1]?.[3]?.bar);
    if (told?.length !== line.length) this.node.replaceChildren(...line.map((span) => spanNode(span, this.players)));
    else line.forEach((span, at) => same(told[at], span) || this.node.children[at].replaceWith(spanNode(span, this.players)));
  }
}

/** The lines of an element, each kept while it says the same. */
export class LineList {
  /**
   * @param {HTMLElement} node
   * @param {string[]} players
   * @param {string} [tag]
   */
  constructor(node, players, tag = "li") {
    this.node = node;
    this.players = players;
    this.tag = tag;
    this.items = [];
    this.told = [];
  }

  /** @param {any[][]} lines */
  draw(lines) {
    while (this.items.length > lines.length) this.items.pop().node.remove();
    lines.forEach((line, index) => {
      let item = this.items[index];
      if (!item) {
        item = new LineItem(this.players, this.tag);
        this.items.push(item);
        this.node.append(item.node);
      } else if (same(this.told[index], line)) return;
      item.draw(line);
    });
    this.told = lines;
  }
}

/**
 * @param {any} span
 * @param {string[]} players
 * @returns {HTMLElement}
 */
function spanNode(span, players) {
  if (typeof span === "string") return el("span", "span", span);
  const [text, style = "text", ref = "", measure = null] = span;
  const node = measure ? measured(text, measure) : plain(text, style, ref, players);
  if (style !== "text") node.classList.add(`s-${style}`);
  if (ref) node.dataset.ref = ref;
  return node;
}

/**
 * A text that is the name of the seat's player counts as that, whatever its reference.
 * @param {string} text
 * @param {string} style
 * @param {string} ref
 * @param {string[]} players
 */
function plain(text, style, ref, players) {
  const told = seatOf(ref) ?? seatOf(style);
  const seat = told === null ? null : seatNamed(text, told, players);
  if (seat !== null) return nameNode(text, seat);
  return ref.startsWith("seat:") ? nameNode(text) : el("span", "span", text);
}

/**
 * @param {string} text
 * @param {any} measure
 */
function measured(text, measure) {
  if (measure.bar) return barNode(text, measure.bar);
  if (measure.dice) {
    const node = el("span", "span rolled");
    node.append(diceNode(measure.dice, measure.sides, measure.kept || []), el("span", "unseen", text));
    return node;
  }
  if (measure.hidden !== undefined) {
    const node = el("span", "span unknown", text);
    if (measure.hidden) {
      node.title = measure.hidden;
      node.append(el("span", "unseen", ` (${measure.hidden})`));
    }
    return node;
  }
  const turn = measure.delta > 0 ? " up" : measure.delta < 0 ? " down" : "";
  return el("span", `span delta${turn}`, text);
}

/**
 * @param {string} text
 * @param {number[]} bar Value, maximum and loss.
 */
function barNode(text, [value, most, lost = 0]) {
  const share = Math.max(0, Math.min(1, value / most));
  const node = el("span", "span measure");
  const bar = el("span", "bar");
  bar.setAttribute("aria-hidden", "true");
  const inside = el("span", share <= 0.25 ? "fill low" : share <= 0.5 ? "fill half" : "fill");
  inside.style.width = `${Math.round(share * 1000) / 10}%`;
  bar.append(inside);
  if (lost) {
    const gone = el("u");
    gone.style.width = `${(100 * lost) / most}%`;
    bar.append(gone);
  }
  node.append(bar, el("span", "says", text));
  return node;
}

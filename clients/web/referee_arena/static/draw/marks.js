/** Arrows, paths, rings, areas and labels over a field, wherever its places are. */
import { same, svg } from "./dom.js";

/** Characters of a text that are drawn; all of them are read aloud. */
const SHORT = 28;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

export class Marks {
  /**
   * @param {SVGElement} under where areas go
   * @param {SVGElement} over where all else goes
   * @param {(place: string) => Box | null} boxOf where a place is
   * @param {(place: string) => string} nameOf what a place is called
   */
  constructor(under, over, boxOf, nameOf) {
    this.under = under;
    this.over = over;
    this.boxOf = boxOf;
    this.nameOf = nameOf;
    this.told = [];
  }

  /**
   * @param {any[]} marks
   * @param {boolean} [isMoved] whether places are elsewhere than before
   */
  draw(marks, isMoved = false) {
    if (!isMoved && same(this.told, marks)) return;
    this.told = marks;
    const nodes = marks.map((mark) => this.node(mark));
    this.under.replaceChildren(...nodes.filter((node, index) => node && marks[index].shape === "area"));
    this.over.replaceChildren(...nodes.filter((node, index) => node && marks[index].shape !== "area"));
  }

  /** @param {any} mark */
  node(mark) {
    const boxes = mark.at.map(this.boxOf).filter((box) => box);
    if (!boxes.length) return null;
    const node = svg("g", { class: `mark m-${mark.shape} s-${mark.style}`, role: "img", "aria-label": this.text(mark) });
    const drawn = SHAPES[mark.shape](boxes);
    if (drawn) node.append(svg("path", { class: "halo", d: drawn }), svg("path", { class: "stroke", d: drawn }));
    if (mark.text) {
      const last = boxes[boxes.length - 1];
      const isLabel = mark.shape === "label";
      const y = isLabel ? last.y + last.height / 2 : last.y + last.height * 0.16;
      const text = mark.text.length > SHORT ? `${mark.text.slice(0, SHORT)}…` : mark.text;
      node.append(svg("text", { x: round(last.x + last.width / 2), y: round(y) }, text));
    }
    return node;
  }

  /**
   * Return what a mark says: `arrow from 3,4 to 3,7: 3 damage`.
   * @param {any} mark
   */
  text(mark) {
    const places = mark.at.map(this.nameOf);
    const first = places[0];
    const last = places[places.length - 1];
    let where = `at ${first}`;
    if (mark.shape === "arrow" || mark.shape === "path") where = `from ${first} to ${last}`;
    else if (places.length > 4) where = `of ${places.length} places, ${first} to ${last}`;
    else if (places.length > 1) where = `of ${places.join(" ")}`;
    return `${mark.shape} ${where}${mark.text ? `: ${mark.text}` : ""}`;
  }
}

const SHAPES = {
  /** @param {Box[]} boxes */
  arrow(boxes) {
    const from = middle(boxes[0]);
    const to = middle(boxes[boxes.length - 1]);
    return pointed([from, shortened(from, to, Math.min(boxes[0].width, boxes[0].height) * 0.3)]);
  },
  /** @param {Box[]} boxes */
  path(boxes) {
    return pointed(boxes.map(middle));
  },
  /** @param {Box[]} boxes */
  ring(boxes) {
    return boxes
      .map((box) => {
        const { x, y } = middle(box);
        const rx = round(box.width * 0.56);
        const ry = round(box.height * 0.56);
        return `M${round(x - rx)} ${round(y)}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`;
      })
      .join("");
  },
  /** @param {Box[]} boxes */
  area(boxes) {
    return boxes
      .map(({ x, y, width, height }) => `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`)
      .join("");
  },
  label() {
    return "";
  },
};

/** @param {Box} box */
function middle({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * Return the point so far before the end of a line.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} by
 */
function shortened(from, to, by) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const share = Math.max(0, (length - by) / length);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/**
 * Return a line with a head at its end.
 * @param {{x: number, y: number}[]} points
 */
function pointed(points) {
  const line = `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}`;
  if (points.length < 2) return `${line}h.01`;
  const tip = points[points.length - 1];
  const before = points[points.length - 2];
  const turn = Math.atan2(tip.y - before.y, tip.x - before.x);
  const wing = (by) => `${round(tip.x - 6 * Math.cos(turn + by))} ${round(tip.y - 6 * Math.sin(turn + by))}`;
  return `${line}M${wing(0.5)}L${round(tip.x)} ${round(tip.y)}L${wing(-0.5)}`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

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
   * @param {boolean} [isRoomy] whether places have something to read inside, which marks leave free
   */
  constructor(under, over, boxOf, nameOf, isRoomy = false) {
    this.under = under;
    this.over = over;
    this.boxOf = boxOf;
    this.nameOf = nameOf;
    this.isRoomy = isRoomy;
    this.told = [];
    this.texts = new Map();
  }

  /**
   * @param {any[]} marks
   * @param {boolean} [isMoved] whether places are elsewhere than before
   */
  draw(marks, isMoved = false) {
    if (!isMoved && same(this.told, marks)) return;
    this.told = marks;
    this.texts = new Map();
    const nodes = marks.map((mark) => this.node(mark));
    const isUnder = ({ shape }) => shape === "area" || shape === "path";
    this.under.replaceChildren(...nodes.filter((node, index) => node && isUnder(marks[index])));
    this.over.replaceChildren(...nodes.filter((node, index) => node && !isUnder(marks[index])));
  }

  /** @param {any} mark */
  node(mark) {
    const boxes = mark.at.map(this.boxOf).filter((box) => box);
    if (!boxes.length) return null;
    const node = svg("g", { class: `mark m-${mark.shape} s-${mark.style}`, role: "img", "aria-label": this.text(mark) });
    const drawn = SHAPES[mark.shape](boxes, this.isRoomy);
    if (drawn) node.append(svg("path", { class: "halo", d: drawn }), svg("path", { class: "stroke", d: drawn }));
    if (mark.text) {
      const text = mark.text.length > SHORT ? `${mark.text.slice(0, SHORT)}…` : mark.text;
      const at = this.textAt(mark.shape, boxes[0], boxes[boxes.length - 1]);
      node.append(svg("text", { x: at.x, y: at.y + this.below(`${at.x},${at.y}`) }, text));
    }
    return node;
  }

  /** Return how far below others that were to be at the same point a text goes. */
  below(point) {
    const before = this.texts.get(point) || 0;
    this.texts.set(point, before + 1);
    return before * (this.isRoomy ? 11 : 9);
  }

  /** Return where a text goes: into the gap next to a room, or else over the place. */
  textAt(shape, first, last) {
    const [from, to] = [middle(first), middle(last)];
    if (this.isRoomy && shape === "arrow") return { x: round((from.x + to.x) / 2), y: round((from.y + to.y) / 2 - 9) };
    if (this.isRoomy) return { x: round(to.x), y: round(last.y + last.height + 9) };
    return { x: round(to.x), y: round(shape === "label" ? to.y : last.y + last.height * 0.16) };
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
  /**
   * @param {Box[]} boxes
   * @param {boolean} isRoomy
   */
  arrow(boxes, isRoomy) {
    const [first, last] = [boxes[0], boxes[boxes.length - 1]];
    const [from, to] = [middle(first), middle(last)];
    if (isRoomy) return pointed([border(first, to), border(last, from)]);
    return pointed([from, shortened(from, to, first.width * 0.3)]);
  },
  /** @param {Box[]} boxes */
  path(boxes) {
    return pointed(boxes.map(middle));
  },
  /** @param {Box[]} boxes */
  ring(boxes) {
    return boxes.map((box) => rounded(box, 1.5, 14)).join("");
  },
  /**
   * @param {Box[]} boxes
   * @param {boolean} isRoomy
   */
  area(boxes, isRoomy) {
    return boxes.map((box) => rounded(box, isRoomy ? 6 : 0, isRoomy ? 8 : 0)).join("");
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
 * Return a box that is bigger on each side, with round corners.
 * @param {Box} box
 * @param {number} by
 * @param {number} most radius of a corner where there is room for it
 */
function rounded({ x, y, width, height }, by, most) {
  const [across, down] = [width + 2 * by, height + 2 * by];
  const r = round(Math.min(most, across / 2, down / 2));
  const [h, v] = [round(across - 2 * r), round(down - 2 * r)];
  const turn = (right, below) => `a${r} ${r} 0 0 1 ${right * r} ${below * r}`;
  return `M${round(x - by + r)} ${round(y - by)}h${h}${turn(1, 1)}v${v}${turn(-1, 1)}h${-h}${turn(-1, -1)}v${-v}${turn(1, -1)}z`;
}

/**
 * Return where the line from a box's middle to a point leaves the box.
 * @param {Box} box
 * @param {{x: number, y: number}} to
 */
function border(box, to) {
  const from = middle(box);
  const [right, down] = [to.x - from.x, to.y - from.y];
  const share = Math.min(1, box.width / 2 / (Math.abs(right) || 1), box.height / 2 / (Math.abs(down) || 1));
  return { x: from.x + right * share, y: from.y + down * share };
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

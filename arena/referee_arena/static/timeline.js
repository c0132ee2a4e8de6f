/** The timeline: a native slider below the lead curve, with the moments that are worth a jump. */
import { Lead, drawCurve } from "./curve.js";
import { setText, svg } from "./draw/dom.js";
import { make } from "./page.js";

/** Half the width of the slider's thumb, which is where its way begins, in rem; the style sheet has it too. */
const INSET = 0.5;
/** Flags nearer than this, in pixels, are one. */
const NEAR = 7;
/** Heights in rem: the names of moments, and the curve below them. */
const NAMES = 1.1;
const CURVE = 2.9;
const LOW = 0.9;
/** Width of a letter of a name, in rem, and of the gap between two names. */
const LETTER = 0.48;
const GAP = 0.6;
/** Letters of a name that are drawn. */
const LONG = 24;

/** What a flag is worth where several are at one place, and how it is drawn. */
const SHAPES = {
  start: "M-1 -11V0H1V-11z",
  strike: "M0 -10L4 -2H-4z",
  refusal: "M-3 -9L3 -3M3 -9L-3 -3",
  death: "M0 -10a4 4 0 1 0 .1 0z",
  level: "M-1 -14V0H1V-5H7L4.5 -9.5L7 -14z",
  elimination: "M-5 -10H5V-2H-5z",
  forfeit: "M0 -13L6 -7L0 -1L-6 -7z",
  end: "M-1 -14V0H1V-6H7V-14z",
};
const WORTH = Object.keys(SHAPES);

/**
 * @typedef {{number: number, step: number, kind: string, text: string, seat: number|null, label: string, weight: number}} Flag
 *   A flag, with the number of its frame.
 */

/** A slider over the frames of a match. */
export class Timeline {
  /** @param {(number: number) => void} onSeek Called with the frame that is chosen. */
  constructor(onSeek) {
    this.length = 1;
    /** @type {Flag[]} */
    this.flags = [];
    this.lead = new Lead();
    this.drawn = "";
    this.number = 0;
    this.way = 1;
    this.range = make("input", {
      type: "range", min: "0", max: "0", value: "0", step: "1", class: "slider", "aria-label": "step",
      oninput: () => onSeek(Number(this.range.value)),
    });
    this.marks = svg("svg", { class: "flags", "aria-hidden": "true" });
    this.marks.addEventListener("click", (event) => {
      const number = event.target.closest("[data-number]")?.dataset.number;
      const left = event.clientX - this.marks.getBoundingClientRect().left - this.left;
      const frame = Math.max(0, Math.min(this.length - 1, Math.round(left / this.way)));
      onSeek(number ? Number(number) : frame);
    });
    this.knob = svg("line", { class: "knob" });
    this.says = make("p", { class: "curve-says" });
    this.element = make("div", { class: "timeline" }, this.marks, this.range);
    this.sizes = new ResizeObserver(() => this.redraw());
    this.sizes.observe(this.element);
  }

  /**
   * Show how many frames there are, who leads in them, and which of them are worth a jump.
   * @param {number} length
   * @param {Flag[]} flags In order.
   * @param {any[]} timeline
   * @param {string[]|undefined} lead Name of the series, and what it shows.
   * @param {string[]} players
   */
  tell(length, flags, timeline, lead, players) {
    const name = lead?.[0] ?? this.lead.name;
    const isSame = length === this.length && flags.length === this.flags.length && name === this.lead.name && timeline.length === this.lead.read;
    if (isSame) return;
    this.lead.isDuel = players.length === 2;
    this.lead.take(name, timeline);
    this.length = length;
    this.flags = flags;
    this.range.max = String(Math.max(0, length - 1));
    if (lead) setText(this.says, leadText(lead[1], this.lead, players));
    this.redraw();
  }

  /**
   * Show where one is.
   * @param {number} number
   * @param {string} text The same, read aloud.
   */
  at(number, text) {
    this.number = number;
    this.range.value = String(number);
    this.range.setAttribute("aria-valuetext", text);
    const x = String(this.left + number * this.way);
    this.knob.setAttribute("x1", x);
    this.knob.setAttribute("x2", x);
  }

  get left() {
    return INSET * this.rem;
  }

  /** Draw flags where they are now, at most as many as there is room for. */
  redraw() {
    const width = this.element.clientWidth;
    this.rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const key = `${width} ${this.rem} ${this.length} ${this.flags.length} ${this.flags.at(-1)?.number} ${this.lead.name} ${this.lead.read}`;
    if (!width || key === this.drawn) return;
    this.drawn = key;
    const { rem, left, length } = this;
    this.way = (width - 2 * left) / Math.max(1, length - 1);
    const { way } = this;
    const top = NAMES * rem;
    const height = (this.lead.bySeat.length ? CURVE : LOW) * rem;
    this.marks.setAttribute("width", String(width));
    this.marks.setAttribute("height", String(top + height));
    this.knob.setAttribute("y1", String(top));
    this.knob.setAttribute("y2", String(top + height));
    const { nodes, y } = drawCurve(this.lead, { length, left, way, top, height });
    const foot = top + height;
    const groups = clusters(this.flags, NEAR / way).map((flags) => {
      const most = flags.reduce((best, flag) => (weighs(flag) >= weighs(best) ? flag : best));
      const isDot = nodes.length > 0 && most.weight > 1;
      const [x, at] = [Math.round(left + most.number * way), isDot ? y(most.number) : foot];
      const seat = isDot && most.seat !== null ? ` s-seat${most.seat}` : "";
      const mark = svg("g", { class: `flag ${most.kind}${seat}`, transform: `translate(${x} ${at})`, "data-number": most.number });
      const texts = flags.slice(0, 8).map((flag) => `step ${flag.step}: ${flag.text}`);
      if (flags.length > 8) texts.push(`and ${flags.length - 8} more`);
      const shape = isDot ? dot(most.seat, rem) : svg("path", { d: SHAPES[most.kind] ?? SHAPES.start });
      mark.append(svg("title", {}, texts.join("\n")), shape);
      return mark;
    });
    const cuts = this.flags.filter(({ kind, weight }) => kind === "level" && weight > 1 && nodes.length)
      .map(({ number }) => svg("path", { class: "cut", d: `M${Math.round(left + number * way)} ${top}V${foot}` }));
    this.marks.replaceChildren(...nodes, ...cuts, this.knob, ...groups, ...this.names(width, left, way, top));
    this.at(this.number, this.range.getAttribute("aria-valuetext") ?? "");
  }

  /** Return names of the heaviest moments, as many as have room. @param {number} width */
  names(width, left, way, top) {
    const { rem } = this;
    const named = this.flags.filter(({ label, weight, kind }) => kind !== "end" && (label || weight > 1));
    named.sort((one, other) => other.weight - one.weight || other.number - one.number);
    /** @type {[number, number][]} */
    const taken = [];
    return named.flatMap(({ label, kind, number, seat }) => {
      const name = label || kind;
      const text = name.length > LONG ? `${name.slice(0, LONG - 1)}…` : name;
      const half = (text.length * LETTER * rem) / 2;
      const middle = Math.max(half, Math.min(width - half, left + number * way));
      const [from, to] = [middle - half - GAP * rem, middle + half + GAP * rem];
      if (2 * half > width || taken.some(([one, other]) => from < other && to > one)) return [];
      taken.push([from + GAP * rem, to - GAP * rem]);
      const style = seat === null ? "" : ` s-seat${seat}`;
      return [svg("text", { class: `moment-name${style}`, x: Math.round(middle), y: Math.round(top * 0.7), "data-number": number }, text)];
    });
  }
}

/** @param {number|null} seat @param {number} rem */
function dot(seat, rem) {
  const r = 0.32 * rem;
  return (seat ?? 0) % 2 ? svg("rect", { class: "dot", x: -r, y: -r, width: 2 * r, height: 2 * r }) : svg("circle", { class: "dot", r });
}

/** @param {string} text @param {Lead} lead @param {string[]} players */
function leadText(text, lead, players) {
  if (lead.isDuel && lead.bySeat.length === 2) return `${text}: ${players[0]} above, ${players[1]} below`;
  return lead.bySeat.length > 3 ? `${text} of the leaders; others grey` : text;
}

/** @param {Flag} flag */
function weighs(flag) {
  return WORTH.indexOf(flag.kind) + 10 * flag.weight;
}

/**
 * Return flags in groups, each no wider than told.
 * @param {Flag[]} flags In order.
 * @param {number} wide Frames.
 * @returns {Flag[][]}
 */
export function clusters(flags, wide) {
  /** @type {Flag[][]} */
  const groups = [];
  for (const flag of flags) {
    const group = groups.at(-1);
    if (group && flag.number - group[0].number < wide) group.push(flag);
    else groups.push([flag]);
  }
  return groups;
}

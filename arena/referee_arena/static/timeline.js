/** The timeline: a native slider, and above it what is worth a jump. */
import { svg } from "./draw/dom.js";
import { make } from "./page.js";

/** Half the width of the slider's thumb, which is where its way begins; the style sheet has it too. */
const INSET = 8;
/** Flags nearer than this, in pixels, are one. */
const NEAR = 7;
const HEIGHT = 14;

/** What a flag is worth where several are at one place, and how it is drawn. */
const SHAPES = {
  start: "M-1 3V14H1V3z",
  strike: "M0 4L4 12H-4z",
  refusal: "M-3 5L3 11M3 5L-3 11",
  death: "M0 4a4 4 0 1 0 .1 0z",
  level: "M-1 0V14H1V9H7L4.5 4.5L7 0z",
  elimination: "M-5 4H5V12H-5z",
  forfeit: "M0 1L6 7L0 13L-6 7z",
  end: "M-1 0V14H1V8H7V0z",
};
const WORTH = Object.keys(SHAPES);

/**
 * @typedef {{number: number, step: number, kind: string, text: string}} Flag A flag, with the number of its frame.
 */

/** A slider over the frames of a match. */
export class Timeline {
  /** @param {(number: number) => void} onSeek Called with the frame that is chosen. */
  constructor(onSeek) {
    this.onSeek = onSeek;
    this.length = 1;
    /** @type {Flag[]} */
    this.flags = [];
    this.drawn = "";
    this.range = make("input", {
      type: "range", min: "0", max: "0", value: "0", step: "1", class: "slider", "aria-label": "step",
      oninput: () => onSeek(Number(this.range.value)),
    });
    this.marks = svg("svg", { class: "flags", height: HEIGHT, "aria-hidden": "true" });
    this.marks.addEventListener("click", (event) => {
      const number = event.target.closest("[data-number]")?.dataset.number;
      if (number) onSeek(Number(number));
    });
    this.element = make("div", { class: "timeline" }, this.marks, this.range);
    this.sizes = new ResizeObserver(() => this.redraw());
    this.sizes.observe(this.element);
  }

  /**
   * Show how many frames there are, and which of them are worth a jump.
   * @param {number} length
   * @param {Flag[]} flags In order.
   */
  tell(length, flags) {
    if (length === this.length && flags.length === this.flags.length) return;
    this.length = length;
    this.flags = flags;
    this.range.max = String(Math.max(0, length - 1));
    this.redraw();
  }

  /**
   * Show where one is.
   * @param {number} number
   * @param {string} text The same, read aloud.
   */
  at(number, text) {
    this.range.value = String(number);
    this.range.setAttribute("aria-valuetext", text);
  }

  /** Draw flags where they are now, at most as many as there is room for. */
  redraw() {
    const width = this.element.clientWidth;
    const key = `${width} ${this.length} ${this.flags.length} ${this.flags.at(-1)?.number}`;
    if (!width || key === this.drawn) return;
    this.drawn = key;
    this.marks.setAttribute("width", String(width));
    const way = (width - 2 * INSET) / Math.max(1, this.length - 1);
    this.marks.replaceChildren(...clusters(this.flags, NEAR / way).map((flags) => {
      const most = flags.reduce((best, flag) => (worth(flag) >= worth(best) ? flag : best));
      const mark = svg("g", {
        class: `flag ${most.kind}`,
        transform: `translate(${Math.round(INSET + most.number * way)} 0)`,
        "data-number": most.number,
      });
      const texts = flags.slice(0, 8).map((flag) => `step ${flag.step}: ${flag.text}`);
      if (flags.length > 8) texts.push(`and ${flags.length - 8} more`);
      mark.append(svg("title", {}, texts.join("\n")), svg("path", { d: SHAPES[most.kind] ?? SHAPES.start }));
      return mark;
    }));
  }
}

/** @param {Flag} flag */
function worth(flag) {
  return WORTH.indexOf(flag.kind);
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

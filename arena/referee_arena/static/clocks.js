/** The seats: which of them are asked, time left, faults, and the time of the last decision. */
import { setText } from "./draw/dom.js";
import { nameNode } from "./draw/spans.js";
import { make } from "./page.js";

const COLUMNS = [
  ["seat", "who"],
  ["bank", "time left"],
  ["last", "last decision"],
  ["cpu", "processor time"],
  ["strikes", "deadlines missed"],
  ["refusals", "orders refused"],
];

/** A table of the seats. */
export class Clocks {
  /** @param {string[]} players */
  constructor(players) {
    const head = COLUMNS.map(([id, text]) => make("th", { class: id, scope: "col" }, text));
    this.rows = players.map((name, seat) => {
      const cells = COLUMNS.slice(1).map(([id]) => make("td", { class: id }));
      const who = make("th", { class: "seat", scope: "row", "data-ref": `seat:${seat}` }, nameNode(name, seat));
      const state = make("span", { class: "seat-state" });
      who.append(" ", state);
      return { element: make("tr", {}, who, ...cells), state, cells };
    });
    const body = make("tbody", {}, ...this.rows.map((row) => row.element));
    this.table = make("table", { class: "clocks" }, make("thead", {}, make("tr", {}, ...head)), body);
    this.element = make("section", { class: "standing", "aria-label": "seats" }, this.table);
  }

  /**
   * Show how the seats stand.
   * @param {any[]} seats Of the frame; none where nothing is known.
   * @param {(number[]|undefined)[]} last By seat what its last decision took, as in the timeline.
   */
  draw(seats, last) {
    const filled = new Set();
    this.rows.forEach(({ element, state, cells }, seat) => {
      const moment = seats[seat] ?? {};
      const [, charged, cpu, how] = last[seat] ?? [];
      element.className = moment.out ? "out" : moment.asked ? "asked" : "";
      setText(state, moment.out ? "out" : moment.asked ? "to decide" : "");
      const late = how && how !== "played" ? ` ${how}` : "";
      const texts = [
        known(moment.bank, clockText),
        known(charged, spanText) + late,
        known(cpu, spanText),
        known(moment.strikes, String),
        known(moment.refusals, String),
      ];
      texts.forEach((text, index) => {
        setText(cells[index], text);
        if (text) filled.add(COLUMNS[index + 1][0]);
      });
    });
    const empty = COLUMNS.slice(1).filter(([id]) => !filled.has(id));
    this.table.className = ["clocks", ...empty.map(([id]) => `no-${id}`)].join(" ");
  }
}

/** @param {any} value @param {(value: any) => string} told */
function known(value, told) {
  return value === undefined || value === null ? "" : told(value);
}

/**
 * Return a reserve of time: `12:05.3`.
 * @param {number} us Microseconds.
 */
export function clockText(us) {
  const tenths = Math.floor(Math.max(0, us) / 100000);
  const seconds = String(Math.floor(tenths / 10) % 60).padStart(2, "0");
  return `${Math.floor(tenths / 600)}:${seconds}.${tenths % 10}`;
}

/**
 * Return what something took: `850 µs`, `12.3 ms`, `4.56 s`.
 * @param {number} us Microseconds.
 */
export function spanText(us) {
  if (us < 1000) return `${us} µs`;
  const [value, unit] = us < 1e6 ? [us / 1000, "ms"] : [us / 1e6, "s"];
  return `${value < 100 ? value.toPrecision(3) : Math.round(value)} ${unit}`;
}

/** What decisions took, by seat, found for any frame. */
export class Decisions {
  constructor() {
    /** @type {{number: number, times: any[]}[][]} */
    this.bySeat = [];
    this.length = 0;
  }

  /**
   * Take what a timeline has that is not known yet.
   * @param {any[]} timeline
   */
  read(timeline) {
    for (; this.length < timeline.length; this.length += 1) {
      for (const times of timeline[this.length].times ?? []) {
        (this.bySeat[times[0]] ??= []).push({ number: this.length, times });
      }
    }
  }

  /**
   * Return by seat what its last decision up to a frame took.
   * @param {number} number
   */
  upTo(number) {
    return Array.from(this.bySeat, (all) => all?.[behind(all, number) - 1]?.times);
  }
}

/**
 * Return how many of what is in order of its number come up to a number.
 * @param {{number: number}[]} all
 * @param {number} number
 */
export function behind(all, number) {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle].number <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The lead curve: of two seats by how much one is ahead, of many the leaders before all others. */
import { behind } from "./clocks.js";
import { svg } from "./draw/dom.js";

/** Seats of many whose curves are coloured. */
const LEADERS = 3;

/** Numbers of one series, by seat and frame. */
export class Lead {
  constructor() {
    this.name = "";
    this.read = 0;
    /** @type {{number: number, value: number}[][]} */
    this.bySeat = [];
  }

  /**
   * Take what the timeline has that is not known yet.
   * @param {string} name Of the series.
   * @param {any[]} timeline
   */
  take(name, timeline) {
    if (name !== this.name) Object.assign(this, { name, read: 0, bySeat: [] });
    for (; this.read < timeline.length; this.read += 1) {
      for (const [seat, value] of Object.entries(timeline[this.read].series?.[name] ?? {})) {
        (this.bySeat[Number(seat)] ??= []).push({ number: this.read, value });
      }
    }
  }

  /** Value of a seat in a frame. @param {number} seat @param {number} number */
  at(seat, number) {
    const points = this.bySeat[seat] ?? [];
    return points[behind(points, number) - 1]?.value ?? 0;
  }
}

/**
 * Draw the curve.
 *
 * @param {Lead} lead
 * @param {{length: number, left: number, way: number, top: number, height: number}} box Frames that may be shown, and
 *   where: `way` pixels from one frame to the next.
 * @returns {{nodes: SVGElement[], y: (number: number) => number}} `y` is the height of the curve at a frame.
 */
export function drawCurve(lead, { length, left, way, top, height }) {
  const seats = lead.bySeat.flatMap((points, seat) => (points?.length ? [seat] : []));
  if (!seats.length || length < 2) return { nodes: [], y: () => top + height };
  const numbers = sampled(length, way);
  const x = (number) => Math.round((left + number * way) * 10) / 10;
  if (lead.bySeat.length === 2 && seats.length === 2) return two(lead, numbers, x, top, height);
  return many(lead, seats, numbers, x, top, height, length);
}

/** @param {Lead} lead @param {number[]} numbers @param {(number: number) => number} x @param {number} top @param {number} height */
function two(lead, numbers, x, top, height) {
  const ahead = (number) => lead.at(0, number) - lead.at(1, number);
  const most = numbers.reduce((best, number) => Math.max(best, Math.abs(ahead(number))), 1);
  const zero = top + height / 2;
  const y = (number) => round(zero - (ahead(number) / most) * (height / 2 - 1));
  const area = (sign) => {
    const inside = numbers.map((number) => `L${x(number)} ${sign > 0 ? Math.min(zero, y(number)) : Math.max(zero, y(number))}`);
    return `M${x(numbers[0])} ${zero}${inside.join("")}L${x(numbers.at(-1) ?? 0)} ${zero}z`;
  };
  const line = numbers.map((number, at) => `${at ? "L" : "M"}${x(number)} ${y(number)}`).join("");
  const nodes = [
    svg("path", { class: "area s-seat0", d: area(1) }),
    svg("path", { class: "area s-seat1", d: area(-1) }),
    svg("path", { class: "axis", d: `M${x(numbers[0])} ${zero}H${x(numbers.at(-1) ?? 0)}` }),
    svg("path", { class: "ahead", d: line }),
  ];
  return { nodes, y };
}

/** @param {Lead} lead @param {number[]} seats @param {number[]} numbers */
function many(lead, seats, numbers, x, top, height, length) {
  const values = seats.flatMap((seat) => numbers.map((number) => lead.at(seat, number)));
  const most = values.reduce((one, other) => Math.max(one, other), 1);
  const least = values.reduce((one, other) => Math.min(one, other), 0);
  const place = (value) => round(top + height - 1 - ((value - least) / (most - least)) * (height - 2));
  const now = (seat) => lead.at(seat, length - 1);
  const ranked = [...seats].sort((one, other) => now(other) - now(one) || one - other);
  const leaders = new Set(ranked.slice(0, LEADERS));
  const nodes = ranked.reverse().map((seat) => {
    const d = numbers.map((number, at) => `${at ? "L" : "M"}${x(number)} ${place(lead.at(seat, number))}`).join("");
    return svg("path", { class: leaders.has(seat) ? `own s-seat${seat}` : "rest", d });
  });
  return { nodes, y: (number) => place(Math.max(...seats.map((seat) => lead.at(seat, number)))) };
}

/** Return frames of which each has a pixel or more. @param {number} length @param {number} way */
function sampled(length, way) {
  const by = Math.max(1, Math.ceil(1 / way));
  const numbers = [];
  for (let number = 0; number < length - 1; number += by) numbers.push(number);
  numbers.push(length - 1);
  return numbers;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/** The score: who plays, who leads and by how much, who has to decide, and where the match stands. */
import { clockText, spanText } from "./clocks.js";
import { attribute, el, setText } from "./draw/dom.js";
import { lineNode, nameNode } from "./draw/spans.js";
import { hasHeadline } from "./headline.js";
import { make } from "./page.js";
import { Strip, factNodes, fillGauge } from "./strip.js";

/** Milliseconds between two looks at the clocks. */
const TICK_MS = 200;

/** The header of a match: two sides that mirror each other, or the leader and a ranked strip. */
export class ScoreHeader {
  /** @param {string[]} players */
  constructor(players) {
    this.players = players;
    this.value = el("b", "tally-value");
    this.phase = el("span", "tally-phase");
    /** Time to decide, where it is no seat's own. */
    this.left = el("span", "clock");
    this.tally = make("div", { class: "tally" }, this.value, this.phase, this.left);
    const isDuel = players.length === 2;
    this.sides = isDuel ? players.map((name, seat) => new Side(name, seat)) : [];
    this.strip = isDuel ? null : new Strip(players);
    this.leader = el("div", "leader");
    this.stages = el("ol", "stages");
    this.gauges = isDuel ? new Gauges() : null;
    this.element = make("section", { class: `score-head ${isDuel ? "two" : "several"}`, "aria-label": "score" },
      ...(isDuel ? [this.sides[0].element, this.tally, this.sides[1].element, this.gauges.element]
        : [this.leader, this.tally, this.stages, this.strip.element]));
  }

  /**
   * Show how the match stands in a frame.
   * @param {any} frame
   * @param {(number[]|undefined)[]} last By seat what its last decision took, as in the timeline.
   */
  draw(frame, last) {
    const { score, phases = [] } = frame.story ?? {};
    const seats = score?.seats ?? [];
    const states = this.players.map((_, seat) => ({ ...frame.seats?.[seat], score: seats[seat], last: last[seat] }));
    const final = frame.result ? "final" : "";
    const where = phases.map(([word, number, of]) => `${word} ${number}${of ? ` of ${of}` : ""}`);
    this.told = seats;
    if (this.strip) this.drawMany(score, states, frame);
    else this.drawTwo(score, states, frame);
    const out = states.filter((state) => state.out || state.score?.out).length;
    const left = out && this.players.length > 2 ? `${this.players.length - out} of ${this.players.length} seats left` : "";
    const unit = score && this.value.textContent && !this.value.querySelector(".unit") ? score.unit : "";
    setText(this.phase, [final, unit, left, ...where].filter(Boolean).join(" · ") || placeText(frame));
  }

  /**
   * Count down what is left to decide.
   * @param {{last: number|null, seats: Record<string, number>, since: number}|null} clock Milliseconds for the slowest
   *   and by seat, at `since`; null for nothing.
   */
  count(clock) {
    clearInterval(this.ticking);
    if (clock) this.ticking = setInterval(() => this.tick(clock), TICK_MS);
    this.tick(clock);
  }

  /** @param {any} clock */
  tick(clock) {
    const text = (ms) => (ms >= 0 ? clockText(1000 * (ms - performance.now() + clock.since)) : "");
    const own = this.sides.filter((side, seat) => side.count(text(clock?.seats[seat])));
    setText(this.left, own.length ? "" : text(clock?.last ?? -1));
    this.left.hidden = !this.left.textContent;
  }

  /** @param {any} score @param {any[]} states @param {any} frame */
  drawTwo(score, states, frame) {
    states.forEach((state, seat) => this.sides[seat].draw(state));
    const values = states.map((state) => state.score?.value ?? null);
    if (frame.forfeited?.length && frame.result && !frame.result.score) this.say("forfeit");
    else if (values.some((value) => value === null)) this.say("");
    else {
      this.value.replaceChildren(String(values[0]), el("i", "", ":"), String(values[1]));
      attribute(this.value, "class", `tally-value${values.join("").length > 4 ? " long" : ""}`);
    }
    this.gauges.draw(score?.gauge ?? "", states.map((state) => state.score?.gauge), values);
  }

  /** @param {any} score @param {any[]} states @param {any} frame */
  drawMany(score, states, frame) {
    const ranked = states.map((state, seat) => ({ ...state, seat }));
    const rank = (state) => state.score?.rank || Infinity;
    ranked.sort((one, other) => rank(one) - rank(other) || one.seat - other.seat);
    const first = ranked.filter((state) => rank(state) === 1);
    const isLed = first.length && first.length < ranked.length;
    const asked = states.filter((state) => state.asked).length;
    const standing = states.filter((state) => !state.out).length;
    const decide = !asked ? "" : asked === standing ? "all decide" : `${asked} of ${standing} decide`;
    const names = isLed ? first.slice(0, 3).flatMap(({ seat }) => [" ", nameNode(this.players[seat], seat)]) : [];
    const word = frame.result ? "" : first.length > 1 ? "Leaders" : "Leader";
    const { goal = [], stages = [] } = frame.story ?? {};
    const now = stages.findIndex(([, , isOver]) => !isOver);
    this.stages.replaceChildren(...stages.map(([name, text], at) => make("li", { class: at === now ? "now" : "" }, el("b", "", name), " ", el("span", "", text))));
    this.leader.replaceChildren(el("span", "leader-word", isLed ? word : ""), ...names, lineNode(goal, this), el("span", "deciding", decide),
      make("span", { class: "facts" }, ...(isLed && first.length === 1 ? factNodes(first[0]) : [])));
    const value = isLed || first.length === ranked.length ? first[0]?.score?.value : null;
    if (value === null || value === undefined) this.say("");
    else this.value.replaceChildren(String(value), el("span", "unit", ` ${score.unit}`));
    this.strip.draw(ranked, score);
  }

  /** @param {string} text */
  say(text) {
    this.value.className = "tally-value word";
    setText(this.value, text);
  }

  /** Return the score as the title of the window has it; empty where there is none. */
  title() {
    const values = (this.told ?? []).map((seat) => seat.value);
    const [one, other] = this.players;
    if (values.length !== 2 || values.includes(null) || this.value.classList.contains("word")) return "";
    return `${one} ${values[0]} : ${values[1]} ${other}`;
  }
}

/** One side of a match of two: name, clock, what it has to do, further numbers. */
class Side {
  /** @param {string} name @param {number} seat */
  constructor(name, seat) {
    this.clock = el("span", "clock");
    this.asks = el("span", "deciding");
    this.facts = el("span", "facts");
    this.element = make("div", { class: `score-side s-seat${seat}${seat ? " right" : ""}`, "data-ref": `seat:${seat}` },
      make("div", { class: "score-name" }, nameNode(name, seat), this.clock),
      make("div", { class: "meta" }, this.asks, this.facts));
  }

  /** @param {any} state */
  draw(state) {
    this.element.classList.toggle("turn", Boolean(state.asked));
    this.reserve = clockOf(state);
    this.count("");
    setText(this.asks, state.out || state.score?.out ? "out" : state.asked ? "to decide" : "");
    this.facts.replaceChildren(...factNodes(state));
  }

  /** Show what is left to decide, else the reserve. @param {string} left @returns {string} The first. */
  count(left) {
    setText(this.clock, left || this.reserve);
    this.clock.hidden = !this.clock.textContent;
    return left;
  }
}

/** Gauges of two seats that meet in the middle, or the shares of the score. */
class Gauges {
  constructor() {
    this.bars = [0, 1].map((seat) => {
      const [fill, loss] = [el("i"), el("u")];
      const bar = make("div", { class: `gauge s-seat${seat}`, role: "meter", "aria-valuemin": "0" }, fill, loss);
      return { bar, fill, loss };
    });
    this.says = el("span", "gauge-says");
    this.meeting = make("div", { class: "meeting" }, this.bars[0].bar, this.says, this.bars[1].bar);
    this.shares = [el("i", "s-seat0"), el("i", "s-seat1")];
    this.share = make("div", { class: "shares", "aria-hidden": "true" }, ...this.shares);
    this.element = make("div", { class: "gauges" }, this.meeting, this.share);
  }

  /** @param {string} name @param {(number[]|undefined)[]} gauges @param {(number|null)[]} values */
  draw(name, gauges, values) {
    const hasGauges = gauges.every((gauge) => gauge);
    const sum = values.reduce((all, value) => all + (value ?? -Infinity), 0);
    const hasShares = !hasGauges && sum > 0 && values.every((value) => value >= 0);
    this.meeting.hidden = !hasGauges;
    this.share.hidden = !hasShares;
    if (hasShares) this.shares[0].style.transform = `scaleX(${values[0] / sum})`;
    if (!hasGauges) return;
    gauges.forEach((gauge, seat) => {
      const { bar, fill, loss } = this.bars[seat];
      const [value, most] = gauge;
      fillGauge(fill, loss, gauge);
      attribute(bar, "aria-label", `${name} of seat ${seat}`);
      attribute(bar, "aria-valuemax", most);
      attribute(bar, "aria-valuenow", value);
    });
    const number = (seat) => el("b", `s-seat${seat}`, String(gauges[seat][0]));
    this.says.replaceChildren(number(0), ` ${name} `, number(1));
  }
}

/**
 * Return what a seat's clock shows: the reserve that is left, else what its last decision took.
 * @param {any} state
 */
export function clockOf({ bank, last }) {
  if (bank !== undefined && bank !== null) return clockText(bank);
  return last?.[1] ? spanText(last[1]) : "";
}

/** Where a match stands that has no phases: the title of its scene, unless that is the headline already. @param {any} frame */
function placeText(frame) {
  return hasHeadline(frame) && frame.scene.title ? frame.scene.title : `step ${frame.step}`;
}

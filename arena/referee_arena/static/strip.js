/** The ranked strip: all seats of a match of many, the best first. */
import { clockText } from "./clocks.js";
import { Keyed, attribute, el, setText } from "./draw/dom.js";
import { nameNode } from "./draw/spans.js";
import { make } from "./page.js";

/** Seats that a narrow window shows before it is asked for all; the style sheet has the number too. */
const FEW = 4;

/** A list of seats. */
export class Strip {
  /** @param {string[]} players */
  constructor(players) {
    this.list = el("ol", "strip");
    this.list.setAttribute("aria-label", "seats by rank");
    this.items = new Keyed(this.list, (seat) => new Entry(players[Number(seat)], Number(seat)));
    this.more = make("button", { type: "button", class: "more-seats", onclick: () => this.unfold() });
    this.more.hidden = players.length <= FEW;
    this.rest = `${players.length - FEW} more`;
    this.element = make("div", { class: "strip-box" }, this.list, this.more);
    setText(this.more, this.rest);
  }

  unfold() {
    const isOpen = this.list.classList.toggle("unfolded");
    setText(this.more, isOpen ? "fewer" : this.rest);
  }

  /** @param {any[]} ranked States of the seats with `seat`. @param {any} [score] */
  draw(ranked, { gauge, shared } = {}) {
    this.list.classList.toggle("shared", Boolean(shared));
    this.items.draw(ranked.map((state) => [`${state.seat}`, { ...state, gaugeName: gauge, isShared: shared }]));
  }
}

class Entry {
  /** @param {string} name @param {number} seat */
  constructor(name, seat) {
    this.value = el("b", "strip-value");
    this.fill = el("i");
    this.loss = el("u");
    this.bar = make("span", { class: "gauge", "aria-hidden": "true" }, this.fill, this.loss);
    this.clock = el("span", "strip-clock");
    this.pips = el("span", "pips");
    this.facts = el("span", "facts");
    this.state = el("span", "unseen");
    this.node = make("li", { class: `s-seat${seat}`, "data-ref": `seat:${seat}` }, nameNode(name, seat), this.bar, this.pips, this.facts, this.value, this.clock, this.state);
  }

  /** @param {any} state */
  draw({ score, out, asked, bank, gaugeName, isShared }) {
    const isOut = Boolean(out || score?.out);
    this.node.classList.toggle("out", isOut);
    this.node.classList.toggle("turn", Boolean(asked));
    this.node.classList.toggle("first", score?.rank === 1);
    setText(this.value, isShared ? "" : String(score?.value ?? ""));
    this.facts.replaceChildren(...(isShared ? factNodes({ score }) : []));
    setText(this.clock, bank >= 0 ? clockText(bank) : "");
    setText(this.state, isOut ? " out" : asked ? " decides" : "");
    const { gauge, pips = [] } = score ?? {};
    const shown = pips.length ? this.pips : this.bar;
    this.bar.hidden = !gauge || shown !== this.bar || isShared;
    if (this.pips.childElementCount !== pips.length) this.pips.replaceChildren(...pips.map(() => el("i")));
    pips.forEach(([now, most], place) => this.pips.children[place].style.setProperty("--at", `${100 * share(now, most)}%`));
    if (!gauge) return;
    if (shown === this.bar) fillGauge(this.fill, this.loss, gauge);
    attribute(shown, "title", `${gaugeName} ${gauge[0]} of ${gauge[1]}`);
  }
}

/** Return what else counts for a seat, such as why it leads. @param {any} state */
export function factNodes({ score }) {
  return (score?.facts ?? []).map(([name, value]) => make("span", {}, `${name} `, el("b", "", value)));
}

/**
 * Show how full a gauge is, and what was lost last. Scaled, as another width would be laid out again in each frame that it glides.
 * @param {HTMLElement} fill
 * @param {HTMLElement} loss
 * @param {number[]} gauge Value, maximum and loss.
 */
export function fillGauge(fill, loss, [value, most, lost]) {
  const now = share(value, most);
  fill.style.transform = `scaleX(${now})`;
  loss.style.setProperty("--at", `${100 * now}%`);
  loss.style.width = `${100 * Math.min(share(lost, most), 1 - now)}%`;
}

/** @param {number} value @param {number} most */
function share(value, most) {
  return most > 0 ? Math.max(0, Math.min(1, Math.round((1000 * value) / most) / 1000)) : 0;
}

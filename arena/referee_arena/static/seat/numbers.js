/** A question for whole numbers: by buttons next to each, or by typing. */
import { make } from "../page.js";
import { Ask } from "./ask.js";

export class NumbersAsk extends Ask {
  /** @param {any} ask @param {(ask: Ask) => void} changed */
  constructor(ask, changed) {
    super(ask, changed);
    this.inputs = ask.numbers.map((number) =>
      make("input", { type: "number", min: number.low, max: number.high, step: 1, required: true, inputmode: "numeric", "aria-label": number.label, oninput: this.changed }));
    const button = (index, by, sign, word) =>
      make("button", { type: "button", "aria-label": `${word} ${ask.numbers[index].label}`, onclick: () => this.step(index, by) }, sign);
    this.buttons = ask.numbers.map((_, index) => [button(index, -1, "−", "less"), button(index, 1, "+", "more")]);
    const fixed = (index) => ask.numbers[index].low === ask.numbers[index].high;
    const rows = this.inputs.map((input, index) => make("div", { class: "stepper", hidden: fixed(index) },
      make("span", { class: "stepper-name", "aria-hidden": "true" }, ask.numbers[index].label), this.buttons[index][0], input, this.buttons[index][1]));
    this.left = make("output", { class: "left" });
    this.build("amounts", ask.title, make("div", { class: "numbers" }, ...rows, this.left));
    const start = ask.numbers.map((number) => number.start);
    this.set(start);
    this.first = JSON.stringify(start);
  }

  get() {
    return this.inputs.map((input) => input.valueAsNumber);
  }

  set(answer) {
    this.inputs.forEach((input, index) => (input.value = String(answer[index])));
  }

  step(index, by) {
    const { low, high } = this.ask.numbers[index];
    const value = Math.max(low, Math.min(high, (this.get()[index] || 0) + by));
    this.inputs[index].value = String(value);
    this.changed();
  }

  /** Offer no more than there is: the sum is bounded, and a stock may be used up. */
  limit(isFree) {
    super.limit(isFree);
    const { numbers, most, stock } = this.ask;
    if (most !== null) this.left.textContent = `${most - this.sum()} left`;
    const canRise = (most === null || this.sum() < most) && isFree({ costs: stock ? { [stock]: 1 } : {} });
    this.get().forEach((value, index) => {
      const [less, more] = this.buttons[index];
      less.disabled = value <= numbers[index].low;
      more.disabled = value >= numbers[index].high || !canRise;
    });
  }

  sum() {
    return this.get().reduce((sum, value) => sum + (value || 0), 0);
  }

  problem() {
    const bad = this.ask.numbers.find(({ low, high }, index) => {
      const value = this.get()[index];
      return !Number.isInteger(value) || value < low || value > high;
    });
    if (bad) return `${bad.label}: a whole number from ${bad.low} to ${bad.high}`;
    const { most } = this.ask;
    return most !== null && this.sum() > most ? `${this.sum() - most} too many` : "";
  }

  summary() {
    return this.get().flatMap((value, index) => (value ? [`${this.ask.numbers[index].label} ${value}`] : [])).join(", ");
  }
}

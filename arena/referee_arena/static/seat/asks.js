/** What a form asks: each kind of question as elements, with its answer as plain data. */
import { make } from "../page.js";
import { arrows } from "./arrows.js";
import { ListAsk } from "./list.js";
import { SpotsAsk } from "./spots.js";
import { WalkAsk } from "./walk.js";

/** Options up to which several of them are boxes to tick. */
const MOST_BOXES = 12;

/**
 * What all have in common: `node`, `get()` and `set(answer)`, `problem()` as long as it can't be sent, `summary()`
 * for people, `pick(refs)` which says whether a click on the scene was for it, `places()` of the scene that it
 * would take a click on, and where it has any, `path()`.
 *
 * @param {any} ask the question as the server sends it
 * @param {() => void} changed called with every change
 */
export function askOf(ask, changed) {
  if (ask.type === "numbers") return new NumbersAsk(ask, changed);
  if (ask.type === "walk") return new WalkAsk(ask, changed);
  if (ask.type === "spots") return new SpotsAsk(ask, changed);
  if (ask.type === "text") return new TextAsk(ask, changed);
  return isBoxes(ask) || !ask.list ? new PickAsk(ask, changed) : new ListAsk(ask, changed);
}

/** @param {any} ask */
function isBoxes(ask) {
  const plain = ask.options.every((option) => option.keys && !option.group);
  return ask.list && plain && ask.options.length <= MOST_BOXES;
}

/** Asks for one option, or for some of few. */
class PickAsk {
  constructor(ask, changed) {
    this.ask = ask;
    const type = ask.list ? "checkbox" : "radio";
    this.inputs = ask.options.map(() => make("input", { type, name: ask.id, onchange: changed }));
    const options = this.inputs.map((input, index) => make("label", {}, input, ask.options[index].label));
    const hint = ask.list ? ` (${ask.least === ask.most ? ask.most : `${ask.least} to ${ask.most}`})` : "";
    this.node = make("fieldset", { class: "ask" }, make("legend", {}, ask.title + hint), make("div", { class: "options" }, ...options));
    if (ask.list) this.node.addEventListener("keydown", (event) => arrows(event, this.inputs));
    this.set(ask.start);
  }

  get() {
    return this.inputs.flatMap((input, index) => (input.checked ? [index] : []));
  }

  set(answer) {
    this.inputs.forEach((input, index) => (input.checked = answer.includes(index)));
  }

  problem() {
    const count = this.get().length;
    if (count < this.ask.least) return `${this.ask.title}: pick ${this.ask.least - count} more`;
    return count > this.ask.most ? `${this.ask.title}: pick ${count - this.ask.most} less` : "";
  }

  summary() {
    return this.get().map((index) => this.ask.options[index].label).join(", ");
  }

  pick(refs) {
    const index = this.ask.options.findIndex((option) => placesOf(option).some((place) => refs.includes(place)));
    if (index < 0) return false;
    this.inputs[index].click();
    return true;
  }

  places() {
    return this.ask.options.flatMap(placesOf);
  }
}

/** Places of the scene that an option is picked by. */
function placesOf(option) {
  return [...(option.at ? [option.at] : []), ...(option.also_at || [])];
}

/** Asks for whole numbers. */
class NumbersAsk {
  constructor(ask, changed) {
    this.ask = ask;
    this.inputs = ask.numbers.map((number) =>
      make("input", { type: "number", min: number.low, max: number.high, step: 1, required: true, oninput: changed }),
    );
    const labels = this.inputs.map((input, index) => make("label", { hidden: ask.numbers[index].low === ask.numbers[index].high }, `${ask.numbers[index].label} `, input));
    this.left = make("output", { class: "left" });
    this.node = make("fieldset", { class: "ask" }, make("legend", {}, ask.title), make("div", { class: "numbers" }, ...labels, this.left));
    this.node.addEventListener("input", () => this.count());
    this.set(ask.numbers.map((number) => number.start));
  }

  get() {
    return this.inputs.map((input) => input.valueAsNumber);
  }

  set(answer) {
    this.inputs.forEach((input, index) => (input.value = String(answer[index])));
    this.count();
  }

  count() {
    if (this.ask.most !== null) this.left.textContent = `${this.ask.most - this.sum()} left`;
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
    return most !== null && this.sum() > most ? `${this.ask.title}: ${this.sum() - most} too many` : "";
  }

  summary() {
    return this.get().map((value, index) => `${this.ask.numbers[index].label} ${value}`).join(", ");
  }

  pick() {
    return false;
  }

  places() {
    return [];
  }
}

/** Asks for a text. */
class TextAsk {
  constructor(ask, changed) {
    this.ask = ask;
    this.input = make("textarea", { rows: ask.json ? 4 : 1, spellcheck: "false", oninput: changed });
    this.node = make("label", { class: "ask text" }, ask.title, this.input);
    this.set(ask.start);
  }

  get() {
    return this.input.value;
  }

  set(answer) {
    this.input.value = answer;
  }

  problem() {
    if (!this.ask.json || !this.get().trim()) return "";
    try {
      JSON.parse(this.get());
      return "";
    } catch (error) {
      return `${this.ask.id}: ${error.message}`;
    }
  }

  summary() {
    return this.get().trim();
  }

  pick() {
    return false;
  }

  places() {
    return [];
  }
}

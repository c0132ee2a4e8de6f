/** A question for steps on a grid: arrow keys, buttons, or clicks next to the end of the way. */
import { make } from "../page.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class WalkAsk {
  /**
   * @param {any} ask
   * @param {() => void} changed
   */
  constructor(ask, changed) {
    this.ask = ask;
    this.changed = changed;
    this.steps = [];
    const buttons = ask.steps.map(([label], index) => make("button", { type: "button", onclick: () => this.add(index) }, label));
    this.told = make("output", { class: "steps" });
    this.node = make("fieldset", { class: "ask walk", onkeydown: (event) => this.key(event) },
      make("legend", {}, `${ask.title} (at most ${ask.most}; arrow keys go too)`),
      make("div", { class: "options" }, ...buttons, make("button", { type: "button", onclick: () => this.back() }, "take the last one back")),
      this.told);
    this.set([]);
  }

  get() {
    return [...this.steps];
  }

  set(answer) {
    this.steps = [...answer];
    this.told.textContent = this.summary();
  }

  problem() {
    return "";
  }

  summary() {
    return this.steps.map((index) => this.ask.steps[index][0]).join(", ") || "no step";
  }

  pick(refs) {
    const index = this.around().findIndex((place) => place && refs.includes(place));
    if (index < 0) return false;
    this.add(index);
    return true;
  }

  places() {
    return this.steps.length < this.ask.most ? this.around().filter((place) => place) : [];
  }

  /** Places that the way leads through. */
  path() {
    if (!this.ask.at) return [];
    const path = [this.ask.at];
    for (const index of this.steps) path.push(beyond(path[path.length - 1], this.ask.steps[index]));
    return path;
  }

  around() {
    const path = this.path();
    return this.ask.steps.map((step) => (path.length && (step[1] || step[2]) ? beyond(path[path.length - 1], step) : ""));
  }

  add(index) {
    if (this.steps.length >= this.ask.most) return;
    this.set([...this.steps, index]);
    this.changed();
  }

  back() {
    this.set(this.steps.slice(0, -1));
    this.changed();
  }

  key(event) {
    const way = ARROWS[event.key];
    const index = way ? this.ask.steps.findIndex((step) => step[1] === way[0] && step[2] === way[1]) : -1;
    if (event.key === "Backspace") this.back();
    else if (index >= 0) this.add(index);
    else return;
    event.preventDefault();
  }
}

/**
 * @param {string} place
 * @param {any[]} step
 */
function beyond(place, [, rows, columns]) {
  const [row, column] = place.split(",").map(Number);
  return `${row + rows},${column + columns}`;
}

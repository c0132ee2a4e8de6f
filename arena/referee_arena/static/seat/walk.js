/** A question for steps on a grid: arrow keys, buttons, or clicks next to the end of the way. */
import { make } from "../page.js";
import { Ask } from "./ask.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class WalkAsk extends Ask {
  /** @param {any} ask @param {(ask: Ask) => void} changed */
  constructor(ask, changed) {
    super(ask, changed);
    this.steps = [];
    this.buttons = ask.steps.map(([label], index) => make("button", { type: "button", onclick: () => this.add(index) }, label));
    this.undoing = make("button", { type: "button", onclick: () => this.back() }, "step back");
    this.left = make("output", { class: "left" });
    this.build("walk", `${ask.title} (at most ${ask.most})`, make("div", { class: "options ways" }, ...this.buttons, this.undoing), this.left);
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.set([]);
    this.first = JSON.stringify([]);
  }

  get() {
    return [...this.steps];
  }

  set(answer) {
    this.steps = [...answer];
    const left = this.ask.most - this.steps.length;
    this.left.textContent = `${left} of ${this.ask.most} steps left`;
    for (const each of this.buttons) each.disabled = !left;
    this.undoing.disabled = !this.steps.length;
  }

  summary() {
    return this.steps.map((index) => this.ask.steps[index][0]).join(", ") || "no step";
  }

  pick(refs) {
    const index = this.around().findIndex((place) => place && refs.includes(place));
    if (index < 0 || this.steps.length >= this.ask.most) return false;
    this.add(index);
    return true;
  }

  places() {
    return this.steps.length < this.ask.most ? this.around().filter((place) => place) : [];
  }

  get isOnBoard() {
    return Boolean(this.ask.at);
  }

  marks() {
    const path = this.path();
    return path.length > 1 ? [{ shape: "path", at: path, text: "your plan" }] : [];
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
    if (document.activeElement instanceof HTMLButtonElement && document.activeElement.disabled) this.undoing.focus();
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

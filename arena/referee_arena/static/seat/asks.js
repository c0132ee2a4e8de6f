/** Makes the question of each kind, and asks for one option, for some of few, or for a text. */
import { make } from "../page.js";
import { diceNode } from "../draw/dice.js";
import { arrows } from "./arrows.js";
import { Ask, placesOf } from "./ask.js";
import { ListAsk } from "./list.js";
import { NumbersAsk } from "./numbers.js";
import { SpotsAsk } from "./spots.js";
import { WalkAsk } from "./walk.js";

/** Options up to which several of them are boxes to tick. */
const MOST_BOXES = 12;
/** Options up to which one of them is chosen from tiles that are all in sight. */
const MOST_TILES = 8;

/**
 * @param {any} ask the question as the server sends it
 * @param {(ask: Ask) => void} changed called with every change
 * @returns {Ask}
 */
export function askOf(ask, changed) {
  if (ask.type === "numbers") return new NumbersAsk(ask, changed);
  if (ask.type === "walk") return new WalkAsk(ask, changed);
  if (ask.type === "spots") return new SpotsAsk(ask, changed);
  if (ask.type === "text") return new TextAsk(ask, changed);
  if (ask.list) return isBoxes(ask) ? new PickAsk(ask, changed) : new ListAsk(ask, changed);
  const isOnBoard = ask.options.some((option) => placesOf(option).length);
  return ask.options.length > MOST_TILES && !isOnBoard ? new SelectAsk(ask, changed) : new PickAsk(ask, changed);
}

/** @param {any} ask */
function isBoxes(ask) {
  const plain = ask.options.every((option) => option.keys && !option.group);
  return plain && ask.options.length <= MOST_BOXES;
}

/** Asks for one option, or for some of few, by tiles. */
class PickAsk extends Ask {
  /** @param {any} ask @param {(ask: Ask) => void} changed */
  constructor(ask, changed) {
    super(ask, changed);
    const type = ask.list ? "checkbox" : "radio";
    this.inputs = ask.options.map(() => make("input", { type, name: ask.id, onchange: this.changed }));
    const tiles = this.inputs.map((input, index) => tile(input, ask.options[index]));
    const hint = ask.list ? ` (${ask.least === ask.most ? ask.most : `${ask.least} to ${ask.most}`})` : "";
    const isShort = ask.options.every(({ label, note = "" }) => label.length <= 10 && note.length <= 40);
    const options = make("div", { class: `options tiles${isShort ? " short" : ""}` }, ...tiles);
    const isLong = ask.options.length > MOST_TILES && this.isOnBoard;
    this.build("pick", ask.title + hint,
      isLong ? make("details", {}, make("summary", {}, `Tap the board, or choose from a list of ${ask.options.length}`), options) : options);
    if (ask.list) this.node.addEventListener("keydown", (event) => arrows(event, this.inputs));
    this.set(ask.start);
    this.first = JSON.stringify(ask.start);
  }

  get() {
    return this.inputs.flatMap((input, index) => (input.checked ? [index] : []));
  }

  set(answer) {
    this.inputs.forEach((input, index) => (input.checked = answer.includes(index)));
  }

  limit(isFree) {
    super.limit(isFree);
    const isFull = this.ask.list && this.get().length >= this.ask.most;
    this.inputs.forEach((input, index) => (input.disabled = !input.checked && (isFull || !isFree(this.ask.options[index]))));
  }

  problem() {
    const count = this.get().length;
    if (count < this.ask.least) return `pick ${this.ask.least - count} more`;
    return count > this.ask.most ? `pick ${count - this.ask.most} less` : "";
  }

  summary() {
    return this.get().map((index) => this.ask.options[index].label).join(", ");
  }

  pick(refs) {
    const index = this.ask.options.findIndex((option) => placesOf(option).some((place) => refs.includes(place)));
    if (index < 0 || this.inputs[index].disabled) return false;
    this.inputs[index].click();
    return true;
  }

  places() {
    return this.ask.options.flatMap((option, index) => (this.inputs[index].disabled ? [] : placesOf(option)));
  }

  get isOnBoard() {
    return this.ask.options.some((option) => placesOf(option).length);
  }

  chosen() {
    return this.get().flatMap((index) => placesOf(this.ask.options[index]));
  }

  marks() {
    return this.chosen().map((place) => ({ shape: "area", at: [place], text: "" }));
  }
}

/** An option with its box, its die and what it does. @param {HTMLElement} input @param {any} option */
function tile(input, { label, note, die }) {
  // The box is named by the option alone: what that does is read after its name.
  input.setAttribute("aria-label", die ? `${label}, d${die}` : label);
  if (note) input.setAttribute("aria-description", note);
  return make("label", { class: "tile" }, input, die ? diceNode([die], die, []) : null, make("span", { class: "tile-name" }, label),
    note ? make("small", {}, note) : null);
}

/** Asks for one of many options that the scene does not show. */
class SelectAsk extends Ask {
  /** @param {any} ask @param {(ask: Ask) => void} changed */
  constructor(ask, changed) {
    super(ask, changed);
    const none = ask.start.length ? null : make("option", { value: "" }, "choose …");
    this.select = make("select", { "aria-label": ask.title, onchange: this.changed }, none,
      ...ask.options.map(({ label }, index) => make("option", { value: String(index) }, label)));
    this.build("pick", ask.title, this.select);
    this.set(ask.start);
    this.first = JSON.stringify(ask.start);
  }

  get() {
    return this.select.value === "" ? [] : [Number(this.select.value)];
  }

  set(answer) {
    this.select.value = answer.length ? String(answer[0]) : "";
  }

  limit(isFree) {
    super.limit(isFree);
    for (const option of this.select.options) option.disabled = option.value !== "" && !isFree(this.ask.options[Number(option.value)]);
  }

  problem() {
    return this.get().length < this.ask.least ? "choose one" : "";
  }

  summary() {
    return this.get().map((index) => this.ask.options[index].label).join("");
  }
}

/** Asks for a text. */
class TextAsk extends Ask {
  /** @param {any} ask @param {(ask: Ask) => void} changed */
  constructor(ask, changed) {
    super(ask, changed);
    this.input = make("textarea", { rows: ask.json ? 4 : 1, spellcheck: "false", "aria-label": ask.title, oninput: this.changed });
    this.build("text", ask.title, this.input);
    this.set(ask.start);
    this.first = JSON.stringify(ask.start);
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
      return error.message;
    }
  }

  summary() {
    return this.get().trim();
  }
}

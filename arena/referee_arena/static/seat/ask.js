/** What all kinds of questions have in common. */
import { make } from "../page.js";

let count = 0;

/**
 * A question of a form. `node` shows it, `get()` returns the answer as plain data and `set(answer)` shows another one.
 */
export class Ask {
  /**
   * @param {any} ask the question as the server sends it
   * @param {(ask: Ask) => void} changed called with every change
   */
  constructor(ask, changed) {
    this.ask = ask;
    this.changed = () => changed(this);
    count += 1;
    this.fault = make("p", { class: "problem", role: "alert", id: `problem-${count}` });
    /** @type {HTMLElement} */
    this.node = make("div");
    /** Answer before the person has changed it. */
    this.first = "";
    /** Whether options are free now; asked with each of them. @type {(option: any) => boolean} */
    this.isFree = () => true;
  }

  /**
   * Show a question under its title.
   * @param {string} kind
   * @param {string} title
   * @param {...(Node|null)} content
   */
  build(kind, title, ...content) {
    this.node = make("fieldset", { class: `ask ${kind}`, "aria-describedby": this.fault.id }, make("legend", {}, title), ...content, this.fault);
  }

  /** @returns {any} */
  get() {
    throw new Error(this.ask.id);
  }

  /** @param {any} answer */
  set(answer) {
    throw new Error(`${this.ask.id} ${answer}`);
  }

  /** Return what keeps the answer from being sent; empty for nothing. */
  problem() {
    return "";
  }

  /** Return the answer in words; empty for none. */
  summary() {
    return "";
  }

  /**
   * Return a part of the sentence that says what is sent.
   * @param {boolean} isAlone Whether nothing else is asked.
   */
  says(isAlone) {
    const said = this.summary();
    return said && !isAlone ? `${this.name}: ${said}` : said;
  }

  /** What is asked, as it stands within a sentence. */
  get name() {
    const title = this.ask.title.split(", ")[0];
    return title.charAt(0).toLowerCase() + title.slice(1);
  }

  /** Whether the person has changed the answer. */
  get isChanged() {
    return JSON.stringify(this.get()) !== this.first;
  }

  /**
   * Show what is wrong with the answer, where it is asked for; an empty text takes that away.
   * @param {string} text
   */
  complain(text) {
    if (this.fault.textContent === text) return;
    this.fault.textContent = text;
    this.node.classList.toggle("wrong", Boolean(text));
    for (const each of this.node.querySelectorAll("input, select, textarea")) {
      if (text) each.setAttribute("aria-invalid", "true");
      else each.removeAttribute("aria-invalid");
    }
    if (!text) return;
    for (let fold = this.fault.parentElement; fold; fold = fold.parentElement) if (fold instanceof HTMLDetailsElement) fold.open = true;
    this.node.scrollIntoView({ block: "nearest" });
  }

  /**
   * Offer only what is free now.
   * @param {(option: any) => boolean} isFree
   */
  limit(isFree) {
    this.isFree = isFree;
  }

  /**
   * Take a tap on the scene.
   * @param {string[]} refs
   * @returns {boolean} Whether the tap was for this question.
   */
  pick(refs) {
    return refs.length < 0;
  }

  /** Places of the scene that may be tapped now. @returns {string[]} */
  places() {
    return [];
  }

  /** Whether the scene is where most of it is answered. */
  get isOnBoard() {
    return false;
  }

  /** References of the scene that are part of the answer. @returns {string[]} */
  chosen() {
    return [];
  }

  /** Place of what acts next; empty for none. */
  get actor() {
    return "";
  }

  /** What the answer looks like on the scene. @returns {{shape: string, at: string[], text: string}[]} */
  marks() {
    return [];
  }
}

/**
 * Return the places of the scene by which an option is picked.
 * @param {any} option
 * @returns {string[]}
 */
export function placesOf(option) {
  return [...(option.at ? [option.at] : []), ...(option.also_at || [])];
}

/** Texts for screen readers, once for each step: the headline, without the board. */
import { lineText } from "./draw/spans.js";
import { headlineOf } from "./headline.js";
import { make } from "./page.js";

/** A polite live region. */
export class Speaker {
  constructor() {
    this.element = make("p", { class: "unseen", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.said = "";
  }

  /**
   * Say a step, unless it was said last.
   * @param {string} key Identifies this step of these eyes.
   * @param {any} frame
   */
  say(key, frame) {
    if (key === this.said) return;
    this.said = key;
    this.element.textContent = sentence(frame);
  }

  /** Forget what was said, and take it from the page. */
  clear() {
    this.said = "";
    this.element.textContent = "";
  }
}

/**
 * Return what is said of a frame: one sentence, whatever happened.
 * @param {any} frame
 */
export function sentence(frame) {
  const said = lineText(headlineOf(frame));
  const told = said ? `Step ${frame.step}: ${said}` : frame.phase ? `Step ${frame.step}, ${frame.phase}` : `Step ${frame.step}`;
  return /[.!?]$/.test(told) ? told : `${told}.`;
}

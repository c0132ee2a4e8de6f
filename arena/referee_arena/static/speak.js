/** Texts for screen readers, once for each step: the state of the match and what happened, without the board. */
import { lineText } from "./draw/spans.js";
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
    this.element.textContent = sentences(frame);
  }

  /** Forget what was said, and take it from the page. */
  clear() {
    this.said = "";
    this.element.textContent = "";
  }
}

/**
 * Return what is said of a frame.
 * @param {any} frame
 */
export function sentences(frame) {
  const where = frame.phase ? `Step ${frame.step}, ${frame.phase}` : `Step ${frame.step}`;
  const lines = [...frame.log.map(lineText), ...(frame.said ?? []).map(lineText), ...(frame.outcome ?? [])];
  return [where, ...lines].map((line) => (/[.!?:]$/.test(line) ? line : `${line}.`)).join(" ");
}

/** What the reader has to know now: what went wrong, and what to do. */
import { setText } from "./draw/dom.js";
import { make } from "./page.js";

/** A line above the scene that is there only while there is something to say. */
export class Notice {
  constructor() {
    this.element = make("p", { class: "notice", role: "alert", hidden: true });
    /** @type {Map<string, string>} */
    this.texts = new Map();
  }

  /**
   * Say something, or no longer.
   * @param {string} about What it is about; there is one text for each.
   * @param {string} text Empty for nothing any more.
   */
  tell(about, text) {
    if (text) this.texts.set(about, text);
    else this.texts.delete(about);
    const all = [...new Set(this.texts.values())].join(" ");
    this.element.hidden = !all;
    setText(this.element, all);
  }
}

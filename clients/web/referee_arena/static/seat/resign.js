/** A button to give the seat up for good, and a second look before it is. */
import { make } from "../page.js";

export class Resign {
  /**
   * @param {() => Promise<any>} resign
   * @param {(text: string) => void} fail
   */
  constructor(resign, fail) {
    this.resign = resign;
    this.fail = fail;
    this.button = make("button", { type: "button", onclick: () => this.ask(true) }, "Resign …");
    this.back = make("button", { type: "button", onclick: () => this.ask(false) }, "No, play on");
    this.sure = make("div", { class: "resign", role: "group", "aria-label": "Resign?", hidden: true },
      make("strong", {}, "Give up this seat for good? It can't be taken again."), make("button", { type: "button", onclick: () => this.leave() }, "Yes, resign"), this.back);
    this.node = make("div", { hidden: true, onkeydown: (event) => this.key(event) }, this.button, this.sure);
  }

  /** @param {boolean} isPlaying whether there is something to give up */
  show(isPlaying) {
    this.node.hidden = !isPlaying;
  }

  /** @param {boolean} isAsking */
  ask(isAsking) {
    this.button.hidden = isAsking;
    this.sure.hidden = !isAsking;
    (isAsking ? this.back : this.button).focus();
  }

  async leave() {
    try {
      await this.resign();
    } catch (error) {
      this.fail(error.message);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape" || this.sure.hidden) return;
    event.preventDefault();
    this.ask(false);
  }
}

/** A button to give the seat up for good, and a second look before it is. */
import { make } from "../page.js";

export class Resign {
  /** @param {() => void} resign */
  constructor(resign) {
    this.dialog = make("dialog", { class: "keys", "aria-label": "Resign?" }, make("p", {}, "Give up this seat for good? It can't be taken again."),
      make("form", { method: "dialog", class: "resign" }, make("button", { autofocus: true }, "No, play on"), make("button", { onclick: resign }, "Yes, resign")));
    this.node = make("div", { hidden: true }, make("button", { type: "button", class: "bare", onclick: () => this.dialog.showModal() }, "Resign …"), this.dialog);
  }

  /** @param {boolean} isPlaying whether there is something to give up */
  show(isPlaying) {
    this.node.hidden = !isPlaying;
    if (!isPlaying) this.dialog.close();
  }
}

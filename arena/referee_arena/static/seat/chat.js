/** What others say, and where to say something. */
import { LineList } from "../draw/spans.js";
import { make } from "../page.js";

export class Chat {
  /**
   * @param {(channel: string, text: string) => Promise<any>} say
   * @param {(text: string) => void} fail
   */
  constructor(say, fail) {
    this.say = say;
    this.fail = fail;
    this.channels = [];
    this.list = make("ul", { class: "said", role: "log", "aria-label": "what was said" });
    this.where = make("select", { "aria-label": "to whom" });
    this.text = make("input", { type: "text", "aria-label": "what to say", autocomplete: "off", maxlength: 1000 });
    this.form = make("form", { class: "say", onsubmit: (event) => this.submit(event) }, this.where, this.text, make("button", { type: "submit" }, "Say"));
    this.node = make("section", { class: "chat", hidden: true }, make("h3", {}, "Chat"), this.list, this.form);
    this.lines = null;
  }

  /**
   * Show what was said.
   * @param {any[][]} lines
   * @param {string[]} players
   */
  hear(lines, players) {
    if (lines.length) this.node.hidden = false;
    this.lines ??= new LineList(this.list, players);
    this.lines.draw(lines);
  }

  /** Forget what was said. */
  clear() {
    this.lines = null;
    this.list.replaceChildren();
  }

  /** @param {any} told of the seat */
  show(told) {
    const channels = told.channels || [];
    if (channels.length) this.node.hidden = false;
    this.form.hidden = !channels.length;
    const names = channels.map((each) => each.name);
    if (String(names) === String(this.channels)) return;
    this.channels = names;
    this.where.replaceChildren(...channels.map((each) => make("option", { value: each.name }, `${each.name}: ${each.hear.join(", ")}`)));
  }

  async submit(event) {
    event.preventDefault();
    if (!this.text.value.trim()) return;
    try {
      await this.say(this.where.value, this.text.value);
      this.text.value = "";
    } catch (error) {
      this.fail(error.message);
    }
  }
}

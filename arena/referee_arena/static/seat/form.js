/** The form of a turn: what is asked, what will be sent, and a second look before it is. */
import { keepSetting, make, setting } from "../page.js";
import { askOf } from "./asks.js";

export class Form {
  /**
   * @param {{onChange: () => void, onSend: (answers: any) => void}} listeners
   */
  constructor({ onChange, onSend }) {
    this.onChange = onChange;
    this.onSend = onSend;
    this.asks = [];
    this.shown = "";
    this.past = [];
    this.title = make("h2", {});
    this.body = make("div", { class: "asks" });
    this.error = make("p", { class: "problem", role: "alert" });
    this.summary = make("p", { class: "summary", "aria-live": "polite" });
    this.careful = make("input", { type: "checkbox", onchange: () => keepSetting("send-at-once", this.careful.checked ? "" : "1") });
    this.careful.checked = !setting("send-at-once");
    this.send = make("button", { type: "submit", class: "primary" }, "Send");
    this.undoing = make("button", { type: "button", onclick: () => this.undo() }, "Undo");
    this.sure = make("button", { type: "button", class: "primary", onclick: () => this.sendNow() }, "Yes, send it");
    this.asking = make("div", { class: "sure", role: "group", "aria-label": "Send this?" }, make("strong", {}, "Send this?"), this.sure,
      make("button", { type: "button", onclick: () => this.goBack() }, "No, go back"));
    this.tools = make("div", { class: "tools" }, this.send, this.undoing, make("label", {}, this.careful, "ask before sending"));
    this.node = make("form", { class: "turn-form", "aria-label": "Your answer", novalidate: true, onsubmit: (event) => this.submit(event), onkeydown: (event) => this.key(event) },
      this.title, this.body, this.error, this.summary, this.tools, this.asking);
    this.show(null);
  }

  /**
   * Ask for another answer; null for none.
   * @param {any | null} form
   */
  show(form) {
    this.node.hidden = !form;
    this.error.textContent = "";
    this.past = [];
    this.asking.hidden = true;
    this.tools.hidden = false;
    this.stocks = form?.stocks || {};
    this.asks = (form?.asks || []).map((ask) => Object.assign(askOf(ask, () => this.changed()), { ask }));
    this.title.textContent = form?.title || "";
    this.body.replaceChildren(...this.asks.map((each) => each.node));
    this.last = this.answers(true);
    this.tell();
  }

  /** Put the focus on what is asked first. */
  focus() {
    const first = this.open()[0]?.node;
    (first?.querySelector("input:checked") || first?.querySelector("input, select, button, textarea") || this.send).focus();
  }

  /**
   * Take a click on the scene.
   * @param {string[]} refs
   */
  pick(refs) {
    return this.open().some((each) => each.pick(refs));
  }

  /** References of the scene that may be clicked now. */
  places() {
    return this.node.hidden ? [] : this.open().flatMap((each) => each.places());
  }

  /** Places that a way leads through; empty without any. */
  path() {
    return this.open().flatMap((each) => each.path?.() ?? []);
  }

  /** @param {string} text why it was not taken */
  fail(text) {
    this.error.textContent = text;
    this.goBack();
  }

  /** Return the questions that the answers before them leave open. */
  open() {
    const answers = {};
    return this.asks.filter((each) => {
      const [other, places] = each.ask.when || [];
      if (other && !(answers[other] || []).some((place) => places.includes(place))) return false;
      answers[each.ask.id] = each.get();
      return true;
    });
  }

  /** @param {boolean} [all] those of closed questions too */
  answers(all = false) {
    return Object.fromEntries((all ? this.asks : this.open()).map((each) => [each.ask.id, each.get()]));
  }

  changed() {
    this.past.push(this.last);
    this.last = this.answers(true);
    this.error.textContent = "";
    this.tell();
    this.onChange();
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    for (const each of this.asks) each.set(before[each.ask.id]);
    this.last = before;
    this.tell();
    this.onChange();
  }

  tell() {
    const open = this.open();
    for (const each of this.asks) each.node.hidden = !open.includes(each);
    const told = open.map((each) => each.summary()).filter((each) => each);
    const left = Object.entries(this.left()).map(([name, count]) => `${count} ${name}`);
    this.summary.textContent = `Your answer: ${told.join("; ") || "nothing"}${left.length ? ` (left: ${left.join(", ")})` : ""}`;
    this.undoing.disabled = !this.past.length;
  }

  submit(event) {
    event.preventDefault();
    const problem = this.open().map((each) => each.problem()).find((each) => each) || this.conflict();
    this.error.textContent = problem || "";
    if (problem) return;
    if (!this.careful.checked) {
      this.sendNow();
      return;
    }
    this.asking.hidden = false;
    this.tools.hidden = true;
    this.sure.focus();
  }

  /** Return what there is of each stock, and what the answers leave of it. */
  left() {
    const left = { ...this.stocks };
    for (const each of this.open()) {
      const costs = each.ask.type === "pick" ? each.get().map((index) => each.ask.options[index].costs || {}) : [];
      if (each.ask.stock) costs.push({ [each.ask.stock]: each.sum() });
      for (const cost of costs) for (const name in cost) if (name in left) left[name] -= cost[name];
    }
    return left;
  }

  /** Return what is wrong where answers take up the same, or cost more than there is. */
  conflict() {
    const short = Object.entries(this.left()).find(([, count]) => count < 0);
    if (short) return `That costs ${-short[1]} ${short[0]} more than there is.`;
    const taken = new Set();
    for (const each of this.open()) {
      if (each.ask.type !== "pick") continue;
      for (const option of each.get().map((index) => each.ask.options[index])) {
        if (option.keys?.some((key) => taken.has(key))) return `${each.ask.title}: ${option.label} is taken already`;
        option.keys?.forEach((key) => taken.add(key));
      }
    }
    return "";
  }

  sendNow() {
    this.onSend(this.answers());
  }

  goBack() {
    if (this.asking.hidden) return;
    this.asking.hidden = true;
    this.tools.hidden = false;
    this.send.focus();
  }

  key(event) {
    if (event.key === "Escape") {
      if (this.asking.hidden) this.undo();
      else this.goBack();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.node.requestSubmit();
    else return;
    event.preventDefault();
  }
}

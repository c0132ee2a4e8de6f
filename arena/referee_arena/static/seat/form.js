/** The form of a turn: what is asked, and the sentence that says what will be sent. */
import { make } from "../page.js";
import { askOf } from "./asks.js";

/** Questions from which on the sentence names only answers that were changed. */
const MANY = 5;

export class Form {
  /**
   * @param {{onChange: () => void, onSend: (answers: any) => void}} listeners
   */
  constructor({ onChange, onSend }) {
    this.onChange = onChange;
    this.onSend = onSend;
    /** @type {import("./ask.js").Ask[]} */
    this.asks = [];
    this.past = [];
    this.last = {};
    this.stocks = {};
    this.title = make("h2", {});
    this.body = make("div", { class: "asks" });
    this.error = make("p", { class: "problem", role: "alert" });
    this.stock = make("p", { class: "stock" });
    this.summary = make("p", { class: "summary", id: "what-is-sent", "aria-live": "polite" });
    this.send = make("button", { type: "submit", form: "turn", class: "primary send", "aria-describedby": "what-is-sent" }, "Send");
    this.undoing = make("button", { type: "button", onclick: () => this.undo() }, "Undo");
    this.node = make("form", { class: "turn-form", id: "turn", "aria-label": "Your answer", novalidate: true, onsubmit: (event) => this.submit(event), onkeydown: (event) => this.key(event) },
      this.body, this.stock, this.error, this.summary);
    this.show(null);
  }

  /**
   * Ask for another answer; null for none.
   * @param {any | null} form
   */
  show(form) {
    this.node.hidden = !form;
    this.title.textContent = form?.title || "";
    this.error.textContent = "";
    this.past = [];
    this.stocks = form?.stocks || {};
    this.asks = (form?.asks || []).map((ask) => askOf(ask, (which) => this.changed(which)));
    this.body.replaceChildren(...this.asks.map((each) => each.node));
    this.node.classList.toggle("on-board", this.asks.some((each) => each.isOnBoard));
    this.body.scrollTop = 0;
    this.last = this.answers(true);
    this.tell();
  }

  /** Put the focus on what is asked first. */
  focus() {
    const first = this.open()[0]?.node;
    const all = [...(first?.querySelectorAll("input:checked, input, select, button, textarea, summary") ?? [])];
    (first?.querySelector("input:checked") || all.find((each) => each.checkVisibility() && !each.disabled) || this.send).focus({ preventScroll: true });
  }

  /**
   * Take a tap on the scene.
   * @param {string[]} refs
   */
  pick(refs) {
    return this.open().some((each) => each.pick(refs));
  }

  /** References of the scene that may be tapped now. */
  places() {
    return this.node.hidden ? [] : this.open().flatMap((each) => each.places());
  }

  /** References of the scene that are part of the answer. */
  chosen() {
    return this.node.hidden ? [] : this.open().flatMap((each) => each.chosen());
  }

  /** What the answer looks like on the scene. */
  marks() {
    return this.node.hidden ? [] : this.open().flatMap((each) => each.marks());
  }

  /** Place of what acts next; empty for none. */
  get actor() {
    return this.node.hidden ? "" : this.open().map((each) => each.actor).find((each) => each) ?? "";
  }

  /**
   * Show why an answer was not taken, at the question that it is about.
   * @param {string} text
   * @param {string} [field] Name of what is wrong.
   */
  fail(text, field = "") {
    const about = this.open().find(({ ask }) => field && (field === ask.id || field.startsWith(`${ask.id}.`)));
    if (about) about.complain(text);
    else this.error.textContent = text;
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

  /** @param {import("./ask.js").Ask} which */
  changed(which) {
    this.swap(which);
    const now = this.answers(true);
    // Looking for something to add changes what the board shows, and no answer.
    if (JSON.stringify(now) !== JSON.stringify(this.last)) {
      this.past.push(this.last);
      this.last = now;
    }
    this.tell();
    this.onChange();
  }

  /**
   * Where two questions have answers that exclude each other, as two fighters are never the same champion, the second one
   * gets what the first one gives away.
   * @param {import("./ask.js").Ask} which
   */
  swap(which) {
    const { ask } = which;
    if (ask.type !== "pick" || ask.list || !which.get().length) return;
    const keys = ask.options[which.get()[0]].keys ?? [];
    const [before] = this.last[ask.id] ?? [];
    const given = ask.options[before]?.keys ?? [];
    for (const other of this.open()) {
      if (other === which || other.ask.type !== "pick" || other.ask.list) continue;
      const has = (index, wanted) => other.ask.options[index]?.keys?.some((key) => wanted.includes(key));
      if (!has(other.get()[0], keys)) continue;
      const free = other.ask.options.findIndex((_, index) => has(index, given));
      if (free >= 0) other.set([free]);
    }
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
    const left = this.left();
    const keysOf = (each) => (each.ask.type === "pick" ? each.get().flatMap((index) => each.ask.options[index].keys ?? []) : []);
    const taken = new Map(open.map((each) => [each, keysOf(each)]));
    for (const each of this.asks) {
      each.node.hidden = !open.includes(each);
      if (each.node.hidden) continue;
      each.complain("");
      const isSingle = each.ask.type === "pick" && !each.ask.list;
      const own = isSingle ? each.ask.options[each.get()[0]]?.costs ?? {} : {};
      const others = new Set(open.flatMap((other) => (other === each || (isSingle && other.ask.type === "pick" && !other.ask.list) ? [] : taken.get(other))));
      each.limit(({ costs = {}, keys = [] }) =>
        Object.entries(costs).every(([name, cost]) => !(name in left) || cost <= left[name] + (own[name] ?? 0)) && !keys.some((key) => others.has(key)));
    }
    this.error.textContent = "";
    this.stock.textContent = Object.keys(left).length ? `Left: ${Object.entries(left).map(([name, count]) => `${count} ${name}`).join(", ")}` : "";
    this.stock.hidden = !this.stock.textContent;
    this.summary.textContent = this.asks.length || !this.node.hidden ? this.sentence(open) : "";
    this.undoing.disabled = !this.past.length;
    this.send.disabled = this.node.hidden;
  }

  /** Return what will be sent, or what keeps it from being sent, in a sentence. @param {import("./ask.js").Ask[]} open */
  sentence(open) {
    const shown = open.length < MANY ? open : open.filter((each) => each.isChanged);
    const said = shown.map((each) => each.says(open.length === 1)).filter((each) => each);
    if (shown.length < open.length) said.push(shown.length ? "the rest as it is filled in" : "all as it is filled in");
    const wrong = open.find((each) => each.problem());
    if (wrong) return `Not ready to send: ${wrong.name}, ${wrong.problem()}.`;
    return `Sends ${said.join("; ") || "nothing: no order"}.`;
  }

  submit(event) {
    event.preventDefault();
    if (this.node.hidden) return;
    const wrong = this.open().find((each) => each.problem());
    if (wrong) {
      wrong.complain(wrong.problem());
      wrong.node.querySelector("input:not(:disabled), select, textarea, button:not(:disabled)")?.focus({ preventScroll: true });
      return;
    }
    this.error.textContent = this.conflict();
    if (!this.error.textContent) this.onSend(this.answers());
  }

  /** Return what there is of each stock, and what the answers leave of it. */
  left() {
    const left = { ...this.stocks };
    for (const each of this.open()) {
      const costs = each.ask.type === "pick" ? each.get().map((index) => each.ask.options[index].costs || {}) : [];
      if (each.ask.stock) costs.push({ [each.ask.stock]: each.get().reduce((sum, value) => sum + (value || 0), 0) });
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

  /** One button sends: the enter key in a field does not, unless with Ctrl. @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape") this.undo();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.node.requestSubmit();
    else if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
  }
}

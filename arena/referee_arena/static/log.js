/** What happened and what was said up to the shown step, the last of it. */
import { lineNode } from "./draw/spans.js";
import { BEFORE } from "./history.js";
import { make } from "./page.js";

/** Lines that are shown. */
const LINES = 200;

/** Lines of the frames up to the shown one; a subclass has `list`, `entries` and `item`. */
export class Lines {
  /** @param {number} most Lines that are shown. */
  constructor(most) {
    this.most = most;
    /** @type {Map<string, HTMLElement>} */
    this.items = new Map();
    /** @type {HTMLElement} */
    this.list = make("ol");
    this.ticket = 0;
    /** Draws again what was drawn last. */
    this.again = () => {};
    /** Of the frame that was drawn last. */
    this.number = -2;
  }

  /**
   * Show the lines up to a frame: at once for the next step, after a rest for another, so that a seek is not held up.
   *
   * @param {import("./history.js").History} history
   * @param {number} number
   * @param {Promise<any>|null} rest Null for none: where frames follow each other by themselves there may never be one.
   * @param {AbortSignal} signal Given when another frame is wanted.
   */
  async draw(history, number, rest, signal) {
    this.ticket += 1;
    const { ticket } = this;
    this.again = () => this.draw(history, number, null, signal);
    const isLate = () => signal.aborted || ticket !== this.ticket;
    const isNear = !rest || Math.abs(number - this.number) <= 1;
    if (!isNear) await rest;
    if (isLate()) return;
    this.number = number;
    const size = history.index.chunk;
    const chunk = Math.floor(number / size);
    const loaded = [];
    for (let each = chunk; each >= Math.max(0, chunk - BEFORE); each -= 1) {
      let frames = history.chunks.get(each);
      if (!frames || frames.length < (each === chunk ? (number % size) + 1 : size)) {
        if (isNear) this.fill(loaded);
        await rest;
        if (isLate()) return;
        frames = await history.frames(each);
        if (isLate()) return;
      }
      const until = each === chunk ? number - each * size + 1 : size;
      loaded.unshift(...this.entries(history, frames.slice(0, until), each * size));
      if (loaded.length >= this.most) break;
    }
    this.fill(loaded);
  }

  /**
   * Return the lines of frames, the oldest first.
   * @param {import("./history.js").History} history
   * @param {any[]} frames
   * @param {number} from Number of the first.
   * @returns {any[]}
   */
  entries(history, frames, from) {
    throw new Error(`${frames.length} frames from ${from}`);
  }

  /** Return entries in the order in which they are shown. @param {any[]} wanted */
  order(wanted) {
    return wanted;
  }

  /** @param {any} entry @returns {HTMLElement} */
  item(entry) {
    throw new Error(entry.key);
  }

  /** @param {any[]} all */
  fill(all) {
    const { list } = this;
    const wanted = this.order(all.slice(-this.most));
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, item] of this.items) {
      if (keys.has(key)) continue;
      if (item.contains(document.activeElement)) list.focus({ preventScroll: true });
      item.remove();
      this.items.delete(key);
    }
    let next = list.firstChild;
    for (const entry of wanted) {
      let item = this.items.get(entry.key);
      if (item) {
        if (item === next) next = item.nextSibling;
        else list.insertBefore(item, next);
        continue;
      }
      item = this.item(entry);
      this.items.set(entry.key, item);
      list.insertBefore(item, next);
    }
  }

  /** Forget all lines. */
  clear() {
    this.ticket += 1;
    this.again = () => {};
    this.number = -2;
    this.items.clear();
    this.list.replaceChildren();
  }
}

/** A list of lines, each with the step it belongs to, the newest last. */
export class Log extends Lines {
  /**
   * @param {string[]} players
   * @param {((step: number, nth: number) => string) | null} link Address of a moment; null where there is none.
   */
  constructor(players, link) {
    super(LINES);
    this.players = players;
    this.link = link;
    this.list = make("ol", { class: "log-lines", tabindex: "-1", "aria-label": "all that happened",
      onscroll: () => (this.isAtEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40) });
    const choice = make("select", { "aria-label": "lines", onchange: () => (this.list.dataset.only = choice.value) },
      make("option", { value: "" }, "events and talk"),
      make("option", { value: "event" }, "events"),
      make("option", { value: "said" }, "talk"));
    this.element = make("section", { class: "log", "aria-label": "log" }, make("h2", {}, "log"), choice, this.list);
    this.isAtEnd = true;
  }

  /**
   * @param {import("./history.js").History} history
   * @param {any[]} frames
   * @param {number} from Number of the first.
   */
  entries(history, frames, from) {
    return frames.flatMap((frame, index) => {
      const moment = history.moment(from + index);
      /** @param {any[]} line @param {number} at @param {string} kind */
      const entry = (line, at, kind) => ({ key: `${from + index} ${kind} ${at}`, moment, line, kind });
      return [
        ...frame.log.map((line, at) => entry(line, at, "event")),
        ...(frame.said ?? []).map((line, at) => entry(line, at, "said")),
        ...(frame.outcome ?? []).map((text, at) => entry([[text, "strong"]], at, "outcome")),
      ];
    });
  }

  /** @param {any[]} all */
  fill(all) {
    super.fill(all);
    // In the frame to come, for sizes that are asked for now would have to be found out twice.
    if (this.isAtEnd) requestAnimationFrame(() => (this.list.scrollTop = this.list.scrollHeight));
  }

  /** @param {{moment: [number, number], line: any[], kind: string}} entry @returns {HTMLElement} */
  item({ moment, line, kind }) {
    const [step, nth] = moment;
    const address = this.link ? { href: this.link(step, nth), "aria-label": `step ${step}` } : {};
    const where = make(this.link ? "a" : "span", { class: "log-step", ...address }, String(step));
    return make("li", { class: kind }, where, " ", lineNode(line, { players: this.players }));
  }
}

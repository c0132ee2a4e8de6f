/** The page of a match: the present moment, the controls that change it, and the views that show it. */
import { address, stepText } from "./address.js";
import { Controls } from "./controls.js";
import { keysDialog, listen } from "./keys.js";
import { Notice } from "./notice.js";
import { keepInAddress, keepSetting, make, setting } from "./page.js";
import { Parts } from "./parts.js";
import { Playback } from "./playback.js";
import { goToNext, isEmbedded, isProjected, project } from "./projector.js";
import { Speaker } from "./speak.js";
import { pause } from "./stream.js";
import { Timeline } from "./timeline.js";
import { Views } from "./views.js";

/** Milliseconds at a frame before the log's earlier lines are loaded and the address is updated. */
const SETTLED_MS = 150;
/**
 * Start the page of a match.
 *
 * @param {any} page `eyes`; on a server `base`; and where there are any `live`, `step`,
 *   `eye` (the first to look), `open` (address of the whole page), `file` (of the replay), `tokens` (where a seat's is taken),
 *   `view` ("embed" within another page), `share` (address of its script, and of the page to embed).
 * @param {HTMLElement} root
 * @param {any} source Where its frames come from.
 */
export function startMatch(page, root, source) {
  const player = new Player(source, page, root);
  player.start();
  return player;
}

/** A match that is looked at. */
class Player extends Playback {
  /** @param {any} source @param {any} page @param {HTMLElement} root */
  constructor(source, page, root) {
    super();
    this.source = source;
    this.page = page;
    this.root = root;
    /** @type {[number, number]} Step of the frame, and which of the frames of this step it is. */
    this.moment = [0, 0];
    /** The last frame that has been looked at. */
    this.seen = 0;
    this.hidesResults = setting("hide") === "yes" || /[?&]results=hidden\b/.test(location.search);
    /** @type {number|undefined} The frame to go to as soon as there is time to draw it. */
    this.due = undefined;
    this.ticket = 0;
    this.left = new AbortController();
    this.settling = new AbortController();
    this.notice = new Notice();
    this.speaker = new Speaker();
    this.timeline = new Timeline((number) => this.seek(number));
    this.controls = new Controls(this, page);
    this.keys = keysDialog();
    this.views = new Views(source, {
      onFirst: () => this.furnish(),
      onMoved: () => this.go(this.history.number(this.moment)),
      onHeard: (pane, what, told) => this.hear(pane, what, told),
      tell: (about, text) => this.notice.tell(about, text),
      fail: (error, about) => this.fail(error, about),
    });
    this.parts = new Parts(this, page);
    this.element = make("div", { class: "player" },
      make("div", { class: "match", onpointerover: (event) => this.look(event.target) },
        this.parts.bar.element, this.notice.element, this.parts.score,
        make("div", { class: "play-area" },
          make("section", { class: "viewing", "aria-label": "board" }, this.parts.result, this.views.element),
          this.side.element),
        make("div", { class: "dock" }, this.timeline.element, this.timeline.says, this.controls.element)),
      this.speaker.element, this.keys);
    project(isProjected());
    document.documentElement.classList.toggle("embed", isEmbedded(page));
  }

  /** Load the index of the match, and show the moment that the address names. */
  async start() {
    const { signal } = this.left;
    this.root.replaceChildren(this.element);
    this.root.classList.add("playing");
    this.element.classList.add("loading");
    const wanted = address();
    const known = new Set(this.source.eyes.map(({ id }) => id));
    const eyes = wanted.eyes.filter((each) => known.has(each));
    try {
      for (const each of eyes.length ? eyes : [this.page.eye ?? this.source.eyes[0].id]) await this.views.show(each);
    } catch (error) {
      this.fail(error);
      return;
    }
    this.element.classList.remove("loading");
    listen(this, signal);
    addEventListener("hashchange", () => this.arrive(), { signal });
    addEventListener("pagehide", () => this.leave(), { signal });
    const moment = wanted.moment ?? (this.page.step === undefined ? null : [this.page.step, 0]);
    // Who comes to a match that is over wants its result, unless results are hidden.
    const number = moment ? this.history.number(moment) : this.isLive || !this.hidesResults ? this.last : 0;
    this.isFollowing = this.isLive && number === this.last;
    await this.go(number);
  }

  get history() {
    return this.views.history;
  }

  get side() {
    return this.parts.side;
  }

  /** Whether further frames are to come. */
  get isLive() {
    return this.views.isLive;
  }

  /** Number of the last frame. */
  get last() {
    return this.history.length - 1;
  }

  /** Number of the last frame that may be described: with hidden results, the last one that has been looked at. */
  get horizon() {
    return this.hidesResults ? Math.min(this.seen, this.last) : this.last;
  }

  /** Make what belongs to the eyes of the first pane. */
  furnish() {
    this.flags = [];
    this.flagged = 0;
    this.seen = Math.min(this.seen, this.last);
    this.parts.furnish();
  }

  /** Highlight outside the scenes what is looked at. @param {Element} target */
  look(target) {
    const { around } = this.parts;
    const node = around.some((each) => each.contains(target)) ? target.closest("[data-ref]") : null;
    this.views.light(node?.getAttribute("data-ref") ?? "", around);
  }

  /** Show the next eyes. @param {number} by */
  turn(by) {
    this.views.turn(by);
  }

  // Live.

  /** @param {any} pane @param {string} what @param {any} told */
  hear(pane, what, told) {
    if (what === "clock") {
      this.parts.count();
      return;
    }
    if (this.isFollowing) this.due = Infinity;
    if (what === "over") {
      this.isFollowing = false;
      this.notice.tell("over", told?.text ?? "");
      this.side.arrange();
      this.controls.tellOver();
      if (this.page.live) goToNext(this.page.base.replace(/\/[^/]*$/, ""), this.history.index.title, this.left.signal);
    }
    if (what === "again") {
      this.notice.tell("again", "The server has begun anew with this match: what was before is gone.");
      if (pane === this.views.panes[0]) this.furnish();
      this.number = Math.min(this.number, this.last);
      this.due ??= this.number;
    }
    // Frames may come faster than they can be drawn: the newest is what counts.
    this.beat ??= requestAnimationFrame(() => {
      this.beat = undefined;
      if (this.due === undefined) this.draw();
      else this.go(this.due);
      if (this.isPlaying) this.schedule();
    });
  }

  toggleResults() {
    this.hidesResults = !this.hidesResults;
    keepSetting("hide", this.hidesResults ? "yes" : "no");
    this.draw();
  }

  help() {
    this.keys.showModal();
  }

  /** Show the match as for a hall, or as for one person again. */
  toProjector() {
    project(!document.documentElement.classList.contains("projector"));
    this.side.arrange();
    if (this.isLive) this.end();
  }

  /** Go where the address says. */
  arrive() {
    const { moment } = address();
    if (moment) this.seek(Math.min(this.last, this.history.number(moment)));
  }

  // Showing.

  /**
   * Show a frame.
   * @param {number} wanted Its number; the nearest there is.
   * @returns {Promise<boolean>} Whether it is shown: not, if another one was wanted before it was there.
   */
  async go(wanted) {
    this.due = undefined;
    this.ticket += 1;
    const { ticket } = this;
    const number = Math.max(0, Math.min(wanted, this.last));
    // At once, as a quick way back to the end may come before the frame between has been drawn.
    if (number !== this.number) this.parts.prefersBoard = false;
    this.number = number;
    const moment = this.history.moment(this.number);
    this.moment = moment;
    this.settling.abort();
    this.settling = new AbortController();
    this.draw();
    this.element.classList.add("busy");
    try {
      await this.views.draw(moment);
    } catch (error) {
      if (ticket === this.ticket) this.fail(error, "frame");
      return false;
    }
    if (ticket !== this.ticket) return false;
    this.element.classList.remove("busy");
    this.notice.tell("frame", "");
    this.seen = Math.max(this.seen, this.number);
    this.draw();
    const { eyes, frame } = this.views.panes[0];
    this.parts.drawFrame(frame, this.number);
    this.speaker.say(`${eyes} ${stepText(moment)}`, frame);
    this.element.dataset.shown = String(this.number);
    this.settle(moment, ticket);
    return true;
  }

  /** @param {[number, number]} moment @param {number} ticket */
  async settle(moment, ticket) {
    const { signal } = this.settling;
    const isLate = () => ticket !== this.ticket || this.left.signal.aborted;
    // Before the log is drawn: with another address the browser wants to know where all is, which has been laid out now.
    const rest = pause(SETTLED_MS, signal).then(() => {
      if (isLate()) return;
      // After a reload of the page of a live match, people want to go on following it.
      const where = this.isFollowing ? "" : `${stepText(moment)}&`;
      keepInAddress(`${where}eyes=${this.views.names}`);
    });
    const isMoving = this.isPlaying || this.isFollowing;
    const log = this.parts.drawTab(this.history, this.number, isMoving ? null : rest, signal);
    await rest;
    if (isLate()) return;
    await log;
    if (ticket === this.ticket) this.element.dataset.settled = String(this.number);
  }

  /** Show how the player stands. */
  draw() {
    const { timeline } = this.history.index;
    const { horizon } = this;
    const isAllTold = horizon === this.last;
    this.parts.decisions.read(timeline);
    const lead = this.views.panes[0].frame?.story?.lead;
    this.timeline.tell(horizon + 1, this.shownFlags(), timeline, lead, this.history.index.players);
    this.parts.bar.draw(this.isLive, this.isFollowing, this.history.isOver && isAllTold);
    const { step } = timeline[this.number];
    this.timeline.at(this.number, isAllTold ? `step ${step} of ${timeline[horizon].step}` : `step ${step}`);
    this.parts.charts.draw(timeline, horizon + 1, this.number);
    this.controls.draw({
      step,
      lastStep: isAllTold ? timeline[horizon].step : null,
      isFirst: this.number === 0,
      isLast: this.number === this.last,
      isPlaying: this.isPlaying,
      isFollowing: this.isFollowing,
      speed: this.speed,
      isLive: this.isLive,
      hidesResults: this.hidesResults,
      canAdd: this.views.canAdd,
    });
  }

  /** Return the flags that may be shown. */
  shownFlags() {
    const { timeline } = this.history.index;
    for (; this.flagged < timeline.length; this.flagged += 1) {
      const { step, flags = [] } = timeline[this.flagged];
      for (const [kind, text, seat = null, label = "", weight = 1] of flags) {
        this.flags.push({ number: this.flagged, step, kind, text, seat, label, weight });
      }
    }
    const { horizon } = this;
    return horizon === this.last ? this.flags : this.flags.filter(({ number }) => number <= horizon);
  }

  /** @param {any} error @param {string} [about] */
  fail(error, about = "page") {
    if (error.name === "AbortError") return;
    this.element.classList.remove("busy", "loading");
    this.notice.tell(about, error.message);
  }

  /** Take from the page what not everybody may see: a browser keeps pages for its back button. */
  leave() {
    if (this.views.isPublic) return;
    this.left.abort();
    this.halt();
    this.views.clear();
    this.parts.clear();
    this.speaker.clear();
    this.root.replaceChildren();
    addEventListener("pageshow", (event) => event.persisted && location.reload());
  }
}

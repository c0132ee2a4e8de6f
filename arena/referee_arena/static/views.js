/** The eyes that look, side by side: which there are, which are shown, and what lights up in all of them. */
import { Viewer } from "./eyes.js";
import { make } from "./page.js";

/** Eyes side by side; while a match is live each needs a stream, and a browser has six connections to a host. */
const MOST = 6;
const MOST_LIVE = 3;

/** Panes of one match; the steps of the first one are those of the timeline. */
export class Views {
  /**
   * @param {any} source
   * @param {{onFirst: () => void, onMoved: () => void, onHeard: (pane: Viewer, what: string, told: any) => void,
   *   tell: (about: string, text: string) => void, fail: (error: any, about: string) => void}} listener
   *   `onFirst`: the first pane is another. `onMoved`: what is shown has to be drawn in a new place.
   */
  constructor(source, listener) {
    this.source = source;
    this.listener = listener;
    /** @type {Viewer[]} */
    this.panes = [];
    this.picked = "";
    this.lit = "";
    this.element = make("div", { class: "views" });
    /** Where the choice of eyes is while there is one pane. */
    this.slot = make("div", { class: "chooser-slot" });
    /** Where the tables of that pane are. */
    this.tables = make("div", { class: "scene tables" });
    this.fights = make("div", { class: "scene fought", hidden: true });
  }

  get history() {
    return this.panes[0].history;
  }

  /** Whether further frames are to come. */
  get isLive() {
    return Boolean(this.source.live) && !this.history.isOver;
  }

  get canAdd() {
    return this.panes.length < Math.min(this.isLive ? MOST_LIVE : MOST, this.source.eyes.length);
  }

  /** Whether everybody may see what is shown. */
  get isPublic() {
    return this.panes.every((pane) => pane.eyes === "public");
  }

  /** Ids of the eyes that are shown, as the address has them. */
  get names() {
    return this.panes.map((pane) => pane.eyes).join(",");
  }

  /**
   * Show what some eyes see, in a further pane or instead of a pane.
   *
   * @param {string} eyes
   * @param {Viewer|null} [instead]
   * @throws {SourceError} They may not look, or there is nothing to be had.
   */
  async show(eyes, instead = null) {
    const pane = new Viewer(this.source, eyes, {
      onEyes: (which, other) => this.change(which, other),
      onClose: (which) => this.close(which),
      onPick: (ref) => this.pick(ref),
      tell: (text) => this.listener.tell(`frames of ${eyes}`, text),
    });
    await pane.open();
    if (instead) {
      this.panes[this.panes.indexOf(instead)] = pane;
      instead.element.replaceWith(pane.element);
      instead.close();
    } else {
      this.panes.push(pane);
      this.element.append(pane.element);
    }
    this.arrange();
    if (pane === this.panes[0]) this.listener.onFirst();
    pane.history.follow(
      (what, told) => this.panes.includes(pane) && this.listener.onHeard(pane, what, told),
      (text) => this.listener.tell(`stream of ${eyes}`, text),
    );
    return pane;
  }

  /** @param {Viewer} pane @param {string} eyes */
  async change(pane, eyes) {
    try {
      const fresh = await this.show(eyes, pane);
      fresh.choice.focus();
      this.listener.tell("eyes", "");
    } catch (error) {
      pane.choice.value = pane.eyes;
      this.listener.fail(error, "eyes");
      return;
    }
    this.listener.onMoved();
  }

  /** Show further eyes next to those that are shown. */
  async add() {
    const shown = new Set(this.panes.map((pane) => pane.eyes));
    const other = this.source.eyes.find(({ id }) => !shown.has(id));
    if (!other || !this.canAdd) return;
    try {
      await this.show(other.id);
    } catch (error) {
      this.listener.fail(error, "eyes");
      return;
    }
    this.listener.onMoved();
  }

  /** Show the next eyes in the first pane. @param {number} by */
  turn(by) {
    const { eyes } = this.source;
    const at = eyes.findIndex(({ id }) => id === this.panes[0].eyes);
    this.change(this.panes[0], eyes[(at + by + eyes.length) % eyes.length].id);
  }

  /** @param {Viewer} pane */
  close(pane) {
    if (this.panes.length === 1) return;
    const wasFirst = pane === this.panes[0];
    this.panes.splice(this.panes.indexOf(pane), 1);
    pane.close();
    this.arrange();
    if (wasFirst) this.listener.onFirst();
    this.panes[0].choice.focus();
    this.listener.onMoved();
  }

  arrange() {
    const isAlone = this.panes.length === 1;
    this.element.classList.toggle("many", !isAlone);
    this.slot.replaceChildren(...(isAlone ? [this.panes[0].chooser] : []));
    for (const pane of this.panes) {
      pane.closing.hidden = isAlone;
      if (!isAlone) pane.closing.before(pane.chooser);
      pane.view?.lend(isAlone ? { tables: this.tables, fights: this.fights } : null);
    }
  }

  /**
   * Draw a moment in all panes.
   * @param {[number, number]} moment
   */
  async draw(moment) {
    await Promise.all(this.panes.map((pane) => pane.show(moment)));
  }

  /** Light up what was clicked, until it is clicked again. @param {string} ref */
  pick(ref) {
    this.picked = this.picked === ref ? "" : ref;
    this.light("");
  }

  /**
   * Light up what is looked at, and what was picked.
   * @param {string} ref Empty for nothing.
   * @param {Element[]} [beside] Further elements to search, in addition to the panes.
   */
  light(ref, beside = []) {
    const refs = new Set([this.picked, ref].filter(Boolean));
    const key = [...refs].join(" ");
    if (key === this.lit) return;
    this.lit = key;
    for (const pane of this.panes) pane.view?.light(refs);
    for (const node of beside.flatMap((each) => [...each.querySelectorAll("[data-ref]")])) {
      node.classList.toggle("lit", refs.has(node.getAttribute("data-ref") ?? ""));
    }
  }

  /** Forget all that was seen. */
  clear() {
    for (const pane of this.panes) pane.close();
  }
}

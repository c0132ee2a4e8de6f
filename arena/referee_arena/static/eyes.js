/** What one pair of eyes sees: whose they are, what just happened, and the scene. */
import { SceneView } from "./draw/scene.js";
import { setText } from "./draw/dom.js";
import { LineItem } from "./draw/spans.js";
import { headlineOf } from "./headline.js";
import { History } from "./history.js";
import { Legend } from "./legend.js";
import { make } from "./page.js";

/** When stepping reaches this many frames before the end of a chunk, the next chunk is requested. */
const AHEAD = 15;

/** A scene under the headline of its step, with a choice of eyes. */
export class Viewer {
  /**
   * @param {any} source
   * @param {string} eyes
   * @param {{onEyes: (pane: Viewer, eyes: string) => void, onClose: (pane: Viewer) => void,
   *   onPick: (ref: string) => void, tell: (text: string) => void}} listener
   */
  constructor(source, eyes, listener) {
    this.eyes = eyes;
    this.listener = listener;
    this.history = new History(source, eyes, listener.tell);
    this.wanted = -1;
    /** @type {any} The frame that is drawn. */
    this.frame = null;
    /** Its number. */
    this.drawn = -1;
    this.choice = make("select", { class: "viewer-eyes", "aria-label": "whose eyes", onchange: () => listener.onEyes(this, this.choice.value) });
    this.offer(source.eyes);
    this.hint = make("p", { class: "viewer-hint", hidden: true });
    this.closing = make("button", {
      type: "button", class: "viewer-close", "aria-label": "close these eyes", title: "close these eyes",
      onclick: () => listener.onClose(this),
    }, "×");
    this.root = make("div");
    /** The choice of eyes: in the bar of the page while there is one pane. */
    this.chooser = make("label", { class: "chooser" }, make("span", {}, "eyes "), this.choice);
    this.headline = make("div");
    this.head = make("header", {}, this.headline, this.closing);
    this.legend = new Legend();
    this.element = make("section", { class: "viewer", "aria-label": this.name },
      this.head, this.hint, this.root, this.legend.element);
    /** @type {LineItem|null} */
    this.line = null;
    /** @type {SceneView|null} */
    this.view = null;
  }

  /** Whose eyes these are, for people. */
  get name() {
    return this.choice.selectedOptions[0]?.textContent ?? this.eyes;
  }

  /**
   * Offer eyes to choose from.
   * @param {{id: string, name: string, seat?: number}[]} all
   */
  offer(all) {
    this.choice.replaceChildren(...all.map(({ id, name, seat }) =>
      make("option", { value: id }, seat === undefined ? name : `${name} (seat ${seat})`)));
    this.choice.value = this.eyes;
  }

  /** Load the index of the match for these eyes. */
  async open() {
    await this.history.open();
    const { players } = this.history.index;
    this.view = new SceneView(this.root, { players, onPick: this.listener.onPick });
    this.line = new LineItem(players, "h2");
    this.line.node.classList.add("headline");
    this.headline.replaceChildren(this.line.node);
  }

  /**
   * Draw a frame, unless another one is wanted by the time it is there.
   *
   * @param {[number, number]} moment
   * @returns {Promise<boolean>} Whether it is drawn.
   */
  async show(moment) {
    const { history } = this;
    const number = history.number(moment);
    this.wanted = number;
    const frame = await history.frame(number);
    if (this.wanted !== number || !this.view) return false;
    const isNext = Math.abs(number - this.drawn) === 1;
    if (frame !== this.frame) {
      this.frame = frame;
      this.drawn = number;
      this.view.draw(frame.scene, isNext);
      // A class, as `:has()` would have every change of a board restyle all that is around it.
      this.element.classList.toggle("gridded", this.view.hasGrid);
      this.line?.draw(headlineOf(frame));
      this.legend.draw(frame.scene, history.index.players);
    }
    this.tell(number === history.length - 1 && moment[0] > frame.step ? frame.step : null);
    if (isNext && number % history.index.chunk >= history.index.chunk - AHEAD) {
      history.prefetch(Math.floor(number / history.index.chunk) + 1);
    }
    return true;
  }

  /** @param {number|null} last The last step that these eyes have, if a later one was requested. */
  tell(last) {
    const late = last === null ? [] : [`These eyes are told no more than step ${last} yet.`];
    const text = [...late, ...this.history.index.hint].join(" ");
    this.hint.hidden = !text;
    this.element.classList.toggle("hinted", Boolean(text));
    setText(this.hint, text);
  }

  /** Forget all these eyes have seen, and take it from the page. */
  close() {
    this.wanted = -1;
    this.frame = null;
    this.view?.draw(null);
    this.view = null;
    this.history.close();
    this.element.remove();
  }
}

/** What is around the board of a seat: bar, score, headline, and behind tabs what happened, tables, seats, chat, the log. */
import { Clocks, Decisions } from "../clocks.js";
import { LineItem, lineText, nameNode } from "../draw/spans.js";
import { Feed } from "../feed.js";
import { ScoreHeader } from "../header.js";
import { headlineOf } from "../headline.js";
import { Legend } from "../legend.js";
import { Log } from "../log.js";
import { make } from "../page.js";
import { Side } from "../side.js";

export class Around {
  /** @param {{chat: import("./chat.js").Chat, leave: HTMLElement, onOpen: () => void}} parts `leave` gives the seat up. */
  constructor({ chat, leave, onOpen }) {
    this.chat = chat;
    this.title = make("h1", { class: "game" });
    this.who = make("span", { class: "who" });
    this.side = new Side(onOpen);
    this.how = make("button", { type: "button", class: "bare", hidden: true, "aria-label": "how to play", onclick: () => this.side.toggleHow() },
      make("span", { class: "wide" }, "how to play"), make("span", { class: "narrow" }, "?"));
    this.bar = make("div", { class: "bar-top" }, this.title, this.who, make("span", { class: "grow" }), this.how, leave);
    this.score = make("div", { class: "score-slot" });
    this.headline = make("div", { class: "headline-slot" });
    this.legend = new Legend();
    this.tables = make("div", { class: "scene tables" });
    this.fights = make("div", { class: "scene fought", hidden: true });
    this.said = "";
    this.clear();
  }

  /**
   * Make what shows the players of a match.
   * @param {any} index
   */
  know(index) {
    const { players } = index;
    this.decisions = new Decisions();
    this.header = new ScoreHeader(players);
    this.score.replaceChildren(this.header.element);
    this.line = new LineItem(players, "h2");
    this.line.node.classList.add("headline");
    this.line.node.setAttribute("aria-live", "polite");
    this.headline.replaceChildren(this.line.node);
    this.feed = new Feed(players, null);
    this.log = new Log(players, null);
    this.clocks = new Clocks(players);
    this.how.hidden = !index.how_to?.length;
    const { side } = this;
    side.tellHow(index.how_to ?? []);
    side.clear();
    side.fights.replaceChildren(this.fights);
    side.add("story", "what happened", this.feed.element);
    side.add("tables", "tables", this.tables, () => !this.tables.hidden && this.tables.childElementCount > 0);
    side.add("seats", "seats", this.clocks.element);
    side.add("chat", "chat", this.chat.node, () => !this.chat.node.hidden);
    side.add("log", "log", this.log.element);
    side.arrange();
  }

  /** The list of lines behind the open tab. */
  get lines() {
    return { story: this.feed, log: this.log }[this.side.open];
  }

  /**
   * @param {any} frame
   * @param {import("../history.js").History} history
   */
  draw(frame, history) {
    if (!this.header) return;
    this.decisions.read(history.index.timeline);
    const last = this.decisions.upTo(history.length - 1);
    this.header.draw(frame, last);
    this.clocks.draw(frame.seats ?? [], last);
    const headline = headlineOf(frame);
    const said = lineText(headline);
    // What is read aloud is set only when it has changed.
    if (said !== this.said) this.line.draw(headline);
    this.said = said;
    this.legend.draw(frame.scene, history.index.players);
    this.side.arrange();
  }

  /** Say whose seat it is. @param {string} name @param {number} seat */
  tellSeat(name, seat) {
    this.who.replaceChildren("you are ", nameNode(name, seat));
  }

  /** Forget all that was seen. */
  clear() {
    this.feed?.clear();
    this.log?.clear();
    this.header = null;
    this.said = "";
    this.side.clear();
    this.side.tellHow([]);
    for (const node of [this.score, this.headline, this.who, this.tables, this.fights]) node.replaceChildren();
  }
}

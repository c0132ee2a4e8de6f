/** What surrounds the board: bar, score, result card, the column with its tabs. */
import { stepText } from "./address.js";
import { Bar } from "./bar.js";
import { ResultCard } from "./card.js";
import { Charts } from "./chart.js";
import { Clocks, Decisions } from "./clocks.js";
import { lineText } from "./draw/spans.js";
import { Feed } from "./feed.js";
import { ScoreHeader } from "./header.js";
import { later } from "./later.js";
import { Log } from "./log.js";
import { make } from "./page.js";
import { Side } from "./side.js";
import { tokenForm } from "./token.js";

/** The parts of a match's page that follow the first pair of eyes. */
export class Parts {
  /** @param {any} player @param {any} page */
  constructor(player, page) {
    this.player = player;
    this.bar = new Bar(player.views.slot, player);
    this.score = make("div", { class: "score-slot" });
    this.result = make("div", { class: "result-slot", hidden: true });
    this.extra = page.tokens && page.live ? tokenForm(page.tokens) : null;
    this.side = new Side(() => this.reopen());
    /** Whether the reader wants the board in place of the result. */
    this.prefersBoard = false;
  }

  /** Make what belongs to the eyes of the first pane. */
  furnish() {
    const { index } = this.player.history;
    const { players } = index;
    const link = (step, nth) => `#${stepText([step, nth])}`;
    this.decisions = new Decisions();
    this.bar.tell(index);
    this.header = new ScoreHeader(players);
    this.score.replaceChildren(this.header.element);
    this.card = new ResultCard(players, { watch: () => this.watch(), board: () => this.toBoard(), player: this.player });
    this.result.replaceChildren(this.card.element);
    this.clocks = new Clocks(players);
    this.charts = new Charts(players, (number) => this.player.seek(number));
    this.feed = new Feed(players, link);
    this.log = new Log(players, link);
    this.proof = make("div");
    this.replies = make("div");
    /** @type {any} What models replied, for the eyes of the first pane; null before somebody looks. */
    this.told = null;
    this.tabs();
  }

  tabs() {
    const { side } = this;
    const { history: { index }, page, views: { tables, fights } } = this.player;
    side.tellHow(index.how_to ?? [], page.rules && page.rules + index.game);
    side.clear();
    side.fights.replaceChildren(fights);
    side.add("story", "what happened", this.feed.element);
    side.add("tables", "tables", tables, () => !tables.hidden && tables.childElementCount > 0);
    side.add("seats", "seats", make("div", { class: "seats-box" }, this.clocks.element, this.charts.element, this.extra));
    side.add("log", "log", this.log.element);
    side.add("dice", "dice", this.proof, () => Boolean(this.player.history.index.proof));
    if (page.replies) side.add("replies", "model", this.replies, () => this.mayRead(page.replies));
    side.arrange();
  }

  /** Whether the eyes of the first pane see what one of some seats saw. @param {number[]} seats */
  mayRead(seats) {
    const { eyes } = this.player.views.panes[0];
    return eyes === "all" || seats.some((seat) => eyes === `seat-${seat}`);
  }

  /** What lights up with the boards. */
  get around() {
    return [this.score, this.feed.element, this.log.element, this.clocks.element];
  }

  /** Show the proof of the dice. */
  async prove() {
    const { player, proof: place } = this;
    const { proof, players } = player.history.index;
    try {
      const { proofNode } = await later(player.page);
      const node = proofNode(proof, players);
      node.open = true;
      place.replaceChildren(node);
    } catch {
      player.notice.tell("dice", "The check of the dice could not be loaded: open this tab again.");
    }
  }

  /**
   * Show what models replied before a step.
   * @param {number} step @param {Promise<any>|null} rest @param {AbortSignal} signal
   */
  async reply(step, rest, signal) {
    const { player } = this;
    const { replies: place } = this;
    await rest;
    try {
      const { Replies } = await later(player.page);
      if (signal.aborted || place !== this.replies) return;
      if (!this.told) {
        const link = (to, nth) => `#${stepText([to, nth])}`;
        this.told = new Replies(player.source, player.views.panes[0].eyes, player.history.index.players, link);
        place.replaceChildren(this.told.element);
      }
      await this.told.draw(step, signal);
      player.notice.tell("replies", "");
    } catch (error) {
      if (!signal.aborted) player.notice.tell("replies", `What the models replied could not be loaded: ${error.message}`);
    }
  }

  watch() {
    this.player.seek(0);
    this.player.run();
  }

  toBoard() {
    this.prefersBoard = true;
    this.drawResult(this.frame);
  }

  /** A tab was opened: draw what it has. */
  reopen() {
    const { player } = this;
    if (player.number === undefined || !this.frame) return;
    if (this.side.open === "tables") player.views.panes[0].view?.refresh();
    this.drawTab(player.history, player.number, null, player.settling.signal);
    player.draw();
  }

  /**
   * Draw what is behind the open tab.
   * @param {any} history @param {number} number @param {Promise<any>|null} rest @param {AbortSignal} signal
   */
  async drawTab(history, number, rest, signal) {
    if (this.side.open === "dice" && !this.proof.firstChild) this.prove();
    if (this.side.open === "replies") await this.reply(history.moment(number)[0], rest, signal);
    const lines = { story: this.feed, log: this.log }[this.side.open];
    await lines?.draw(history, number, rest, signal).catch(() => {});
  }

  /** @param {any} frame @param {number} number */
  drawFrame(frame, number) {
    this.frame = frame;
    const last = this.decisions.upTo(number);
    this.header.draw(frame, last);
    this.count();
    const { fights } = this.player.views;
    this.side.fights.hidden = fights.hidden || !fights.querySelector(".part");
    this.clocks.draw(frame.seats ?? [], last);
    this.side.arrange();
    this.drawResult(frame);
    this.drawTitle(frame);
  }

  /** Count down what is left to decide, if the newest frame of a live match is shown. */
  count() {
    const { history, number } = this.player;
    this.header.count(history.clock?.n === number ? history.clock : null);
  }

  /** @param {any} frame */
  drawResult(frame) {
    if (!frame.result) this.prefersBoard = false;
    const result = this.prefersBoard ? null : frame.result;
    this.card.draw(result, this.player.shownFlags());
    this.result.hidden = !result;
    this.player.views.element.classList.toggle("covered", Boolean(result));
  }

  /** Put the score, at the end the result, into the title of the window. @param {any} frame */
  drawTitle(frame) {
    const { title, players } = this.player.history.index;
    const { result } = frame;
    const won = result && [lineText(result.headline), result.score].filter(Boolean).join(" ");
    document.title = `${won || this.header.title() || players.slice(0, 4).join(" – ")} · ${title}`;
  }

  /** Forget all that was seen. */
  clear() {
    this.header.count(null);
    this.log.clear();
    this.feed.clear();
    this.replies.replaceChildren();
    this.score.replaceChildren();
    this.result.replaceChildren();
    document.title = "arena";
  }
}

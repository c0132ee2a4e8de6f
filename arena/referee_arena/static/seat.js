/** The page of a seat that a person plays. */
import { GridPart } from "./draw/grid.js";
import { SceneView } from "./draw/scene.js";
import { make } from "./page.js";
import { nearest } from "./seat/aim.js";
import { Around } from "./seat/around.js";
import { thumbBar } from "./seat/bar.js";
import { Chat } from "./seat/chat.js";
import { TurnClock, inWords } from "./seat/clock.js";
import { Form } from "./seat/form.js";
import { SeatLink } from "./seat/link.js";
import { placeOf, withPlan } from "./seat/plan.js";
import { Resign } from "./seat/resign.js";
import { Watch } from "./seat/watch.js";

const SEAT = "seat=";
/** Pixels that a cell has at least once a unit is chosen: then its targets are next to each other. */
const FINGER = 40;

/**
 * Start the page.
 * @param {{base: string}} page
 * @param {HTMLElement} root
 */
export function startSeat(page, root) {
  const seat = new SeatPage(new SeatLink(page.base), root);
  window.addEventListener("hashchange", () => seat.open());
  // What a seat sees must not come back out of the browser's memory of pages that were left.
  window.addEventListener("pagehide", () => seat.clear());
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  seat.open();
}

class SeatPage {
  /**
   * @param {SeatLink} link
   * @param {HTMLElement} root
   */
  constructor(link, root) {
    this.link = link;
    this.told = null;
    this.turn = 0;
    this.following = new AbortController();
    this.status = make("p", { class: "status", role: "status" });
    this.spoken = make("p", { class: "unseen", "aria-live": "assertive" });
    this.clock = new TurnClock((text) => (this.spoken.textContent = text));
    this.trouble = make("p", { class: "notice", role: "alert", hidden: true });
    this.notes = make("ul", { class: "notes", role: "alert" });
    this.result = make("ul", { class: "result", role: "status" });
    this.form = new Form({ onChange: () => this.light(), onSend: (answers) => this.send(answers) });
    this.chat = new Chat((channel, text) => link.say(channel, text), (text) => this.complain(text));
    this.resign = new Resign(() => link.resign().catch((error) => this.complain(error.message)));
    this.around = new Around({ chat: this.chat, leave: this.resign.node, onOpen: () => this.watch?.list(this.around.lines) });
    this.board = make("div", { class: "board" });
    /** Where the last tap was. */
    this.point = { x: 0, y: 0 };
    this.board.addEventListener("click", ({ clientX: x, clientY: y }) => (this.point = { x, y }), true);
    this.view = null;
    this.actor = "";
    /** @type {Watch|null} The match between turns. */
    this.watch = null;
    const { around } = this;
    this.viewing = make("section", { class: "viewing", "aria-label": "board" },
      make("div", { class: "views" }, make("div", { class: "viewer" }, around.headline, this.board, around.legend.element)));
    this.act = make("section", { class: "act", "aria-label": "your turn" },
      make("div", { class: "act-head" }, make("div", { class: "act-words" }, this.form.title, this.status), this.clock.node),
      this.clock.bar, this.notes, this.result, this.form.node, thumbBar(around, this.viewing, this.form));
    root.classList.add("seat", "playing");
    root.replaceChildren(make("div", { class: "player" },
      make("div", { class: "match" }, around.bar, this.trouble, around.score, this.viewing, this.act, around.side.element), this.spoken));
  }

  /** Take the seat that the address names; a token leaves the address before anything else happens. */
  async open() {
    const told = decodeURIComponent(location.hash.slice(1));
    if (told && !told.startsWith(SEAT)) {
      history.replaceState(null, "", location.pathname);
      this.status.textContent = "Taking the seat …";
      try {
        const seat = await this.link.enter(told);
        history.replaceState(null, "", `${location.pathname}#${SEAT}${seat}`);
        location.reload(); // the browser's record of how this page was loaded has the token
      } catch (error) {
        this.complain(error.message);
      }
      return;
    }
    if (told) this.link.seat = told.slice(SEAT.length);
    else {
      this.complain("This page needs the address of a seat, which ends with its token.");
      return;
    }
    this.clear();
    this.following = new AbortController();
    await this.link.follow((news) => this.show(news), (text) => this.complain(text), this.following.signal);
  }

  /** Forget what the seat sees. */
  clear() {
    this.following.abort();
    this.clock.stop();
    this.form.show(null);
    this.resign.show(false);
    this.turn = 0;
    this.told = null;
    this.view = null;
    this.actor = "";
    this.watch?.close();
    this.watch = null;
    this.chat.clear();
    this.around.clear();
    for (const node of [this.board, this.notes, this.result]) node.replaceChildren();
  }

  /** @param {any} told */
  show(told) {
    const before = this.told;
    this.told = told;
    if (!told.match) {
      this.status.textContent = told.state === "joining" ? "The seat is yours. The match begins when all are there." : "";
      this.showList(this.result, told.outcome);
      return;
    }
    if (!this.watch) this.begin(told);
    this.act.className = `act s-seat${told.seat}`;
    this.resign.show(told.state === "asked" || told.state === "waiting");
    this.chat.show(told);
    this.around.side.arrange();
    this.showList(this.notes, told.notes);
    this.showList(this.result, told.outcome);
    this.around.tellSeat(told.players[told.seat], told.seat);
    if (told.state === "asked" && told.turn !== this.turn) this.ask(told);
    else if (told.state !== "asked") this.rest(told);
    if (!before || told.scene !== before.scene) this.draw();
  }

  begin(told) {
    this.around.title.textContent = told.title;
    this.watch = new Watch(this.link.base, told, {
      onKnown: () => this.around.know(this.watch.history.index),
      onFrame: () => this.draw(),
      onSaid: (lines, players) => this.chat.hear(lines, players),
      tell: (text) => this.complain(text),
    });
    this.watch.start();
  }

  /** What the seat sees: as it is now, or, where that can't be had, as it was at its last turn. */
  get scene() {
    return this.watch?.frame?.scene ?? this.told?.scene;
  }

  ask(told) {
    this.turn = told.turn;
    const left = told.remaining_ms === undefined ? "no deadline" : inWords(Math.round(told.remaining_ms / 1000));
    this.status.textContent = `Your turn ${told.turn}, ${told.phase.toLowerCase().replaceAll("_", " ")}: ${left}.`;
    document.title = `● your turn: ${told.title}`;
    this.clock.start(told.remaining_ms);
    this.form.show(told.form);
    this.light();
    if (!document.activeElement?.closest(".say")) this.form.focus();
    if (told.turn === 1 && this.form.asks.some((each) => each.isOnBoard)) this.viewing.scrollIntoView({ block: "start" });
  }

  rest(told) {
    this.turn = 0;
    this.clock.stop();
    this.form.show(null);
    const text = { waiting: "Waiting for others …", resigned: "You have resigned. The match goes on without you.", over: "Over.", lost: "This seat is no longer played here." }[told.state];
    this.status.textContent = text || "";
    document.title = told.title;
    this.light();
  }

  draw() {
    if (!this.scene) return;
    const players = this.watch?.players ?? this.told.players;
    if (!this.view) {
      this.view = new SceneView(this.board, { players, onPick: (ref) => this.pick(ref) });
      this.view.lend({ tables: this.around.tables, fights: this.around.fights });
    }
    this.view.draw(withPlan(this.scene, this.form.marks()));
    if (this.watch?.frame) {
      this.around.draw(this.watch.frame, this.watch.history);
      this.watch.list(this.around.lines);
    }
    this.light();
  }

  /** Mark what may be tapped, and the answer as it will be. */
  light() {
    if (!this.view || !this.scene) return;
    const marks = this.form.marks();
    if (marks.length || this.hadMarks) this.view.draw(withPlan(this.scene, marks));
    this.hadMarks = marks.length > 0;
    this.view.light(new Set(this.form.places()));
    for (const node of this.board.querySelectorAll(".chosen")) node.classList.remove("chosen");
    for (const ref of this.form.chosen()) for (const node of this.board.querySelectorAll(`[data-ref="${CSS.escape(ref)}"]`)) node.classList.add("chosen");
    this.approach();
  }

  /** Go near to what acts on a board with cells too small for fingers, and away from it again. */
  approach() {
    const { actor } = this.form;
    if (actor === this.actor) return;
    this.actor = actor;
    for (const { drawer } of this.view.stage.drawers.values()) {
      if (drawer instanceof GridPart) drawer.approach(actor && placeOf(drawer.told, actor), FINGER);
    }
  }

  /** @param {string} ref */
  pick(ref) {
    const refs = [ref, ...Object.values(this.scene.parts).map((part) => placeOf(part, ref)).filter((place) => place && place !== ref)];
    const marked = this.form.places();
    const near = refs.some((each) => marked.includes(each)) ? "" : nearest(this.board, marked, this.point);
    if (!near || !this.form.pick([near])) this.form.pick(refs);
  }

  async send(answers) {
    const { turn } = this;
    try {
      await this.link.act(turn, answers);
      if (this.turn !== turn) return; // the next turn, or the end, was quicker
      this.form.show(null);
      this.light();
      this.status.textContent = "Sent.";
    } catch (error) {
      this.form.fail(error.message, error.field);
    }
  }

  /** @param {string} text */
  complain(text) {
    this.trouble.textContent = text;
    this.trouble.hidden = !text;
  }

  showList(node, texts) {
    if (String(texts) === String([...node.children].map((each) => each.textContent))) return;
    node.replaceChildren(...texts.map((text) => make("li", {}, text)));
  }
}

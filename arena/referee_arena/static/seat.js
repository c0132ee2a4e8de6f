/** The page of a seat that a person plays. */
import { SceneView } from "./draw/scene.js";
import { nameNode } from "./draw/spans.js";
import { make } from "./page.js";
import { Chat } from "./seat/chat.js";
import { TurnClock, inWords } from "./seat/clock.js";
import { Form } from "./seat/form.js";
import { SeatLink } from "./seat/link.js";
import { Resign } from "./seat/resign.js";
import { Watch } from "./seat/watch.js";

const SEAT = "seat=";

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
    this.root = root;
    this.told = null;
    this.turn = 0;
    this.following = new AbortController();
    this.title = make("h1", {});
    this.who = make("p", { class: "who" });
    this.status = make("p", { class: "status", role: "status" });
    this.spoken = make("p", { class: "unseen", "aria-live": "assertive" });
    this.clock = new TurnClock((text) => (this.spoken.textContent = text));
    this.trouble = make("p", { class: "notice", role: "alert", hidden: true });
    this.notes = make("ul", { class: "notes", role: "alert" });
    this.result = make("ul", { class: "result", role: "status" });
    this.log = make("div", {});
    this.form = new Form({ onChange: () => this.light(), onSend: (answers) => this.send(answers) });
    this.chat = new Chat((channel, text) => link.say(channel, text), (text) => this.complain(text));
    this.resign = new Resign(() => link.resign().catch((error) => this.complain(error.message)));
    this.board = make("div", { class: "board" });
    this.desk = make("div", { class: "desk" });
    this.view = null;
    /** @type {Watch|null} The match between turns. */
    this.watch = null;
    this.desk.append(this.notes, this.form.node, this.result, this.chat.node, this.log, this.resign.node);
    root.classList.add("seat");
    root.replaceChildren(make("header", { class: "seat-head" }, this.title, this.who, make("p", { class: "state" }, this.status, this.clock.node)), this.trouble, this.spoken,
      make("div", { class: "seat-body" }, this.board, this.desk));
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
    this.watch?.close();
    this.watch = null;
    this.chat.clear();
    for (const node of [this.board, this.log, this.notes, this.result, this.who]) node.replaceChildren();
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
    this.resign.show(told.state === "asked" || told.state === "waiting");
    this.chat.show(told);
    this.showList(this.notes, told.notes);
    this.showList(this.result, told.outcome);
    if (told.state === "asked" && told.turn !== this.turn) this.ask(told);
    else if (told.state !== "asked") this.rest(told);
    if (!before || told.scene !== before.scene) this.draw();
  }

  begin(told) {
    this.title.textContent = told.title;
    this.watch = new Watch(this.link.base, told, {
      onFrame: () => this.draw(),
      onSaid: (lines, players) => this.chat.hear(lines, players),
      tell: (text) => this.complain(text),
    });
    this.watch.start(this.log);
  }

  /** What the seat sees: as it is now, or, where that can't be had, as it was at its last turn. */
  get scene() {
    return this.watch?.frame?.scene ?? this.told?.scene;
  }

  ask(told) {
    this.turn = told.turn;
    this.who.replaceChildren("You are ", nameNode(told.players[told.seat], told.seat), ` (seat ${told.seat}), with `,
      ...told.players.flatMap((name, seat) => (seat === told.seat ? [] : [nameNode(name, seat), " "])));
    const left = told.remaining_ms === undefined ? "no deadline" : inWords(Math.round(told.remaining_ms / 1000));
    this.status.textContent = `Your turn ${told.turn}, ${told.phase.toLowerCase().replaceAll("_", " ")}: ${left}.`;
    document.title = `● your turn: ${told.title}`;
    this.clock.start(told.remaining_ms);
    this.form.show(told.form);
    if (!document.activeElement?.closest(".say")) this.form.focus();
  }

  rest(told) {
    this.turn = 0;
    this.clock.stop();
    this.form.show(null);
    const text = { waiting: "Waiting for others …", resigned: "You have resigned. The match goes on without you.", over: "Over.", lost: "This seat is no longer played here." }[told.state];
    this.status.textContent = text || "";
    document.title = told.title;
  }

  draw() {
    if (!this.scene) return;
    const players = this.watch?.players ?? this.told.players;
    this.view ??= new SceneView(this.board, { players, onPick: (ref) => this.pick(ref) });
    this.view.draw(withPath(this.scene, this.form.path()));
    this.light();
  }

  light() {
    if (!this.view) return;
    if (this.form.path().length || this.hadPath) this.view.draw(withPath(this.scene, this.form.path()));
    this.hadPath = this.form.path().length > 0;
    this.view.light(new Set(this.form.places()));
  }

  /** @param {string} ref */
  pick(ref) {
    const places = Object.values(this.scene.parts).map((part) => part.tokens?.[ref.replace("token:", "")]?.at);
    this.form.pick([ref, ...places.filter((place) => place)]);
  }

  async send(answers) {
    const { turn } = this;
    try {
      await this.link.act(turn, answers);
      if (this.turn !== turn) return; // the next turn, or the end, was quicker
      this.form.show(null);
      this.status.textContent = "Sent.";
    } catch (error) {
      this.form.fail(error.message);
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

/**
 * Return a scene with a way drawn on its first grid.
 * @param {any} scene
 * @param {string[]} path
 */
function withPath(scene, path) {
  const found = Object.entries(scene.parts).find(([, part]) => part.type === "grid");
  if (!found || path.length < 2) return scene;
  const [id, grid] = found;
  const marks = [...grid.marks, { shape: "path", at: path, style: "strong", text: "your plan" }];
  return { ...scene, parts: { ...scene.parts, [id]: { ...grid, marks } } };
}

/** Cards of live matches: a small board, the score, and what has just happened, each as far as the public may know. */
import { lineNode, nameNode } from "./draw/spans.js";
import { SceneView } from "./draw/scene.js";
import { make } from "./page.js";

/** Milliseconds from one look at a match to the next. */
const LOOK_MS = 1500;
/** Cards that look one after the other within that time: all boards at once would hold up the page. */
const TURNS = 6;
/** Most seats whose scores a card lists; of more it names the leader. */
const LISTED = 3;

/** Cards of a page by match, so that a card is kept when the page around it is renewed. */
export class LiveCards {
  /** @param {string} api Address below which live matches are. */
  constructor(api) {
    this.api = api;
    /** @type {Map<string, Card>} */
    this.cards = new Map();
  }

  /**
   * Put cards in the places that wait for them, and end those of matches without a place.
   * @param {ParentNode} root
   */
  fill(root) {
    const places = /** @type {HTMLElement[]} */ (Array.from(root.querySelectorAll("[data-live]")));
    const shown = new Set(places.map((place) => place.dataset.live ?? ""));
    for (const [id, card] of this.cards) {
      if (shown.has(id)) continue;
      card.stop();
      this.cards.delete(id);
    }
    for (const place of places) {
      const id = place.dataset.live ?? "";
      const known = this.cards.get(id);
      const turn = this.cards.size % TURNS;
      if (!known) this.cards.set(id, new Card(`${this.api}/${encodeURIComponent(id)}/public`, id, place, turn));
      else if (known.node !== place) place.replaceWith(known.node);
    }
  }
}

/**
 * Return the place of a card.
 * @param {{id: string, players: string[], title: string}} match
 */
export function cardPlace(match) {
  const link = make("a", { class: "cover grow tiny faint", href: `/match/${encodeURIComponent(match.id)}` }, match.title);
  const live = make("span", { class: "live" }, "LIVE");
  const who = make("p", { class: "who" }, ...names(match.players));
  const data = { "data-live": match.id, "data-names": JSON.stringify(match.players) };
  return make("article", { class: "card mini", ...data }, make("p", { class: "row" }, link, live), who);
}

/**
 * Return the names of players as a list in words.
 * @param {string[]} players
 * @returns {(Node | string)[]}
 */
export function names(players) {
  const shown = players.slice(0, 4).map((name) => nameNode(name));
  const rest = players.length - shown.length;
  const between = players.length === 2 ? " against " : ", ";
  return [...shown.flatMap((node, place) => (place ? [between, node] : [node])), rest ? ` and ${rest} others` : ""];
}

class Card {
  /** @param {string} base @param {string} id @param {HTMLElement} node @param {number} turn */
  constructor(base, id, node, turn) {
    this.base = base;
    this.id = id;
    this.node = node;
    this.players = JSON.parse(node.dataset.names ?? "[]");
    this.who = node.querySelector(".who");
    this.live = node.querySelector(".live");
    this.board = make("div", { class: "pic", inert: true });
    this.score = make("div", { class: "vs result" });
    this.phase = make("p", { class: "says" });
    this.says = make("p", { class: "says result" });
    node.append(this.board, this.score, this.phase, this.says);
    /** @type {SceneView | null} */
    this.view = null;
    this.number = -1;
    this.running = true;
    this.run((turn * LOOK_MS) / TURNS);
  }

  /** @param {number} late Milliseconds by which the looks after the first one are later. */
  async run(late) {
    let pause = LOOK_MS + late;
    while (this.running) {
      if (!document.hidden) await this.look();
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = LOOK_MS;
    }
  }

  async look() {
    try {
      const answer = await fetch(`${this.base}/latest`);
      const told = await answer.json();
      if (!answer.ok) throw new Error(told.error);
      if (told.n === this.number || !this.running) return;
      this.number = told.n;
      this.draw(told.told[0]);
    } catch (error) {
      this.phase.textContent = error instanceof TypeError ? "no answer; trying again" : error.message;
    }
  }

  /** @param {any} frame */
  draw(frame) {
    const story = frame.story ?? {};
    const headline = frame.result?.headline ?? story.headline ?? [];
    this.says.replaceChildren(lineNode(headline, { players: this.players }));
    this.phase.textContent = phaseText(story, frame);
    if (frame.result || frame.outcome) {
      this.live.textContent = "FINISHED";
      this.live.classList.add("done");
    }
    this.drawBoard(frame.scene);
    this.drawScore(story.score);
  }

  /** @param {any} scene */
  drawBoard(scene) {
    // A board of text says nothing at this size; the score and the headline do.
    const hasBoard = Object.values(scene?.parts ?? {}).some((part) => part.type === "grid" || part.type === "rooms");
    if (!hasBoard) return;
    this.view ??= new SceneView(this.board, { players: this.players, onPick: () => {} });
    this.view.draw(scene);
  }

  /** @param {any} score */
  drawScore(score) {
    const seats = score?.seats ?? [];
    const order = ranked(seats);
    const values = order.map((seat) => seats[seat].value);
    const shown = order.slice(0, LISTED);
    if (!shown.length) return;
    this.who.hidden = this.who.classList.contains("instead") || shown.length === this.players.length;
    const rows = shown.flatMap((seat) => [
      make("span", { class: `of s-seat${seat}` }, nameNode(this.players[seat] ?? `seat ${seat}`, seat)),
      make("b", {}, String(seats[seat].value ?? "\u2013")),
    ]);
    this.score.replaceChildren(...rows);
    if (seats.length !== 2 || values.includes(null)) return;
    for (const place of document.querySelectorAll(`[data-score="${CSS.escape(this.id)}"]`)) {
      place.replaceChildren("LIVE", make("span", { class: "result" }, ` ${values[0]} : ${values[1]}`));
    }
  }

  stop() {
    this.running = false;
    this.node.remove();
  }
}

/**
 * Return the seats in the order in which a card lists them: by seat for a duel, else the leaders first.
 * @param {{rank?: number, out?: boolean}[]} seats
 */
function ranked(seats) {
  const order = seats.map((_, seat) => seat);
  if (seats.length < 3) return order;
  return order.sort((one, other) => (seats[one].rank ?? 99) - (seats[other].rank ?? 99));
}

/** @param {any} story @param {any} frame */
function phaseText(story, frame) {
  const phases = (story.phases ?? []).map(([word, number, of]) => (of ? `${word} ${number} of ${of}` : `${word} ${number}`));
  const seats = story.score?.seats ?? [];
  const out = seats.filter((seat) => seat.out).length;
  if (out && seats.length > 2) phases.push(`${seats.length - out} of ${seats.length} stand`);
  return phases.join(", ") || `step ${frame.step}`;
}

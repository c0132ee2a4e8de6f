/** The front page: what is being played, boards of it, competitions, and the latest results. */
import { LiveCards, cardPlace, names } from "./cards.js";
import { keepFresh } from "./fresh.js";
import { Keyed, attribute, setText } from "./draw/dom.js";
import { nameNode } from "./draw/spans.js";
import { make } from "./page.js";
import { startSwitch } from "./results.js";

/** Most boards; further matches are a list. */
const BOARDS = 6;
const LIST_MS = 3000;
/** Most ended matches that are listed. */
const ENDED = 12;

/**
 * @param {{api: string | null, live: string | null}} page
 */
export function startNow(page) {
  startSwitch();
  if (page.live) keepFresh(page.live);
  if (page.api) new Now(page.api).run();
}

class Now {
  /** @param {string} api */
  constructor(api) {
    this.api = api;
    this.cards = new LiveCards(api);
    this.notice = document.getElementById("notice");
    this.boards = document.getElementById("boards");
    this.more = new Keyed(document.getElementById("more"), () => new RunningItem());
    this.ended = new Keyed(document.getElementById("ended"), () => new EndedItem());
  }

  async run() {
    for (;;) {
      if (!document.hidden) await this.refresh();
      await new Promise((resolve) => setTimeout(resolve, LIST_MS));
    }
  }

  async refresh() {
    let matches;
    try {
      const answer = await fetch(this.api);
      const told = await answer.json();
      if (!answer.ok) throw new Error(told.error);
      matches = told.matches;
    } catch (error) {
      this.notice.textContent = error instanceof TypeError ? "The arena does not answer; trying again." : error.message;
      return;
    }
    const running = matches.filter((match) => match.phase === "running");
    const ended = matches.filter((match) => match.phase === "ended").slice(0, ENDED);
    this.notice.textContent = running.length ? "" : "No match is being played just now.";
    this.fillBoards(running.slice(0, BOARDS));
    this.more.draw(running.slice(BOARDS).map((match) => [match.id, match]));
    this.ended.draw(ended.map((match) => [match.id, match]));
    document.getElementById("no-results").hidden = ended.length > 0;
  }

  /** @param {any[]} shown */
  fillBoards(shown) {
    for (const node of Array.from(this.boards.children)) {
      if (!shown.some((match) => match.id === node.dataset.live)) node.remove();
    }
    for (const match of shown) {
      if (!this.boards.querySelector(`[data-live="${CSS.escape(match.id)}"]`)) this.boards.append(cardPlace(match));
    }
    this.cards.fill(this.boards);
  }
}

/** A match that is played, without a board; only what says where it stands changes. */
class RunningItem {
  constructor() {
    this.says = make("span");
    this.node = make("li");
  }

  /** @param {any} match */
  draw(match) {
    if (!this.node.firstChild) this.node.append(link(match, ...names(match.players)), this.says);
    attribute(this.says, "class", `faint tiny ${match.live ? "result" : "nowrap"}`);
    setText(this.says, match.live || match.title);
  }
}

/** A match that is over; nothing of it changes. */
class EndedItem {
  constructor() {
    this.node = make("li");
  }

  /** @param {any} match */
  draw(match) {
    const sentence = make("span", { class: "result" }, ...match.sentence.map(([text, isName]) => (isName ? nameNode(text) : text)));
    const versus = make("span", { class: "instead" }, ...names(match.players));
    this.node.replaceChildren(link(match, sentence, versus), make("span", { class: "faint tiny nowrap" }, match.title));
  }
}

/** @param {any} match @param {...(Node|string)} text */
function link(match, ...text) {
  return make("a", { class: "grow plain", href: `/match/${encodeURIComponent(match.id)}` }, make("span", {}, ...text));
}

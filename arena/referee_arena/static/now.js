/** What is being played: a small board for each match that runs, and a list of those that have ended. */
import { SceneView } from "./draw/scene.js";

const BOARDS = 6;
const LIST_MS = 3000;
const BOARD_MS = 1500;

/**
 * @param {{api: string}} page
 * @param {HTMLElement} root
 */
export function startNow(page, root) {
  new Now(page.api, root.querySelector("#boards")).run();
}

class Now {
  constructor(api, root) {
    this.api = api;
    this.notice = add(root, "p", "notice");
    this.notice.setAttribute("role", "status");
    this.boards = add(root, "div", "boards");
    this.list = add(root, "ul", "ended");
    this.cards = new Map();
  }

  async run() {
    for (;;) {
      if (!document.hidden) await this.refresh();
      await wait(LIST_MS);
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
    const ended = matches.filter((match) => match.phase === "ended");
    this.notice.textContent = running.length ? "" : "No match is being played just now.";
    const shown = running.slice(0, BOARDS);
    for (const [id, card] of this.cards) {
      if (!shown.some((match) => match.id === id)) {
        card.stop();
        this.cards.delete(id);
      }
    }
    for (const match of shown) {
      if (!this.cards.has(match.id)) this.cards.set(match.id, new Card(this.api, this.boards, match));
    }
    this.list.replaceChildren(...[...running.slice(BOARDS), ...ended].map(item));
  }
}

class Card {
  constructor(api, root, match) {
    this.base = `${api}/${encodeURIComponent(match.id)}/public`;
    this.node = add(root, "article", "card");
    this.node.append(heading(match));
    this.state = add(this.node, "p", "state");
    const board = add(this.node, "div", "small-board");
    this.view = new SceneView(board, { players: match.players, onPick: () => {} });
    this.running = true;
    this.run();
  }

  async run() {
    let number = -1;
    while (this.running) {
      if (!document.hidden) {
        try {
          const answer = await fetch(`${this.base}/latest`);
          const told = await answer.json();
          if (!answer.ok) throw new Error(told.error);
          if (told.n !== number && this.running) {
            number = told.n;
            const frame = told.told[0];
            this.state.textContent = `step ${frame.step}${frame.phase ? `, ${frame.phase}` : ""}`;
            this.view.draw(frame.scene ?? null);
          }
        } catch (error) {
          this.state.textContent = error instanceof TypeError ? "no answer; trying again" : error.message;
        }
      }
      await wait(BOARD_MS);
    }
  }

  stop() {
    this.running = false;
    this.node.remove();
  }
}

function heading(match) {
  const title = document.createElement("h2");
  const link = add(title, "a", "");
  link.href = `/match/${encodeURIComponent(match.id)}`;
  link.append(`${match.title}: `, ...names(match.players));
  return title;
}

function item(match) {
  const node = document.createElement("li");
  const link = add(node, "a", "");
  link.href = `/match/${encodeURIComponent(match.id)}`;
  link.append(`${match.title}: `, ...names(match.players));
  const told = add(node, "span", "state");
  told.textContent = match.outcome ? `ended after ${match.steps} steps` : `step ${match.steps}`;
  return node;
}

function names(players) {
  return players.flatMap((name, seat) => {
    const node = document.createElement("bdi");
    node.className = "name";
    node.textContent = name;
    return seat ? [" v ", node] : [node];
  });
}

function add(parent, tag, className) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  parent.append(node);
  return node;
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

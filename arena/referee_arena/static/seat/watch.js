/** The match as the seat sees it while others move: the newest frame, the log, and what is said. */
import { History } from "../history.js";
import { Log } from "../log.js";
import { HttpSource } from "../source.js";

export class Watch {
  /**
   * @param {string} base where seats are served
   * @param {{match: string, seat: number}} told of the seat
   * @param {{onFrame: () => void, onSaid: (lines: any[][], players: string[]) => void, tell: (text: string) => void}} listeners
   */
  constructor(base, told, { onFrame, onSaid, tell }) {
    this.history = new History(new HttpSource(`${base}/live/${told.match}`, []), `seat-${told.seat}`, tell);
    this.onFrame = onFrame;
    this.onSaid = onSaid;
    this.tell = tell;
    /** @type {any} The newest frame; null until there is one. */
    this.frame = null;
    this.isClosed = false;
  }

  /** Names of players by seat, once they are known. */
  get players() {
    return this.history.index?.players;
  }

  /**
   * Follow the match to its end.
   * @param {HTMLElement} place where the log goes
   */
  async start(place) {
    try {
      await this.history.open();
      if (this.isClosed) return;
      this.log = new Log(this.players, null);
      place.replaceChildren(this.log.element);
      await this.draw();
      this.history.follow(() => this.due(), this.tell);
    } catch (error) {
      if (!this.isClosed) this.tell(error.message);
    }
  }

  /** Draw the newest frame as soon as there is time: they may come faster than that. */
  due() {
    this.beat ??= requestAnimationFrame(() => {
      this.beat = undefined;
      this.draw().catch((error) => this.isClosed || this.tell(error.message));
    });
  }

  async draw() {
    const { history } = this;
    const number = history.length - 1;
    const frame = await history.frame(number);
    if (this.isClosed) return;
    this.frame = frame;
    this.onFrame();
    await this.log.draw(history, number, null, history.closed.signal);
    if (this.isClosed) return;
    const kept = [...history.chunks].sort(([one], [other]) => one - other);
    this.onSaid(kept.flatMap(([, frames]) => frames.flatMap(({ said = [] }) => said)), this.players);
  }

  /** Forget all of it. */
  close() {
    this.isClosed = true;
    this.history.close();
    this.log?.clear();
  }
}

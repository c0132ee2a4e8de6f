/** The match as the seat sees it while others move: the newest frame, and what is said. */
import { History } from "../history.js";
import { HttpSource } from "../source.js";

export class Watch {
  /**
   * @param {string} base where seats are served
   * @param {{match: string, seat: number}} told of the seat
   * @param {{onKnown: () => void, onFrame: () => void, onSaid: (lines: any[][], players: string[]) => void, tell: (text: string) => void}} listeners
   *   `onKnown`: the index of the match is there.
   */
  constructor(base, told, { onKnown, onFrame, onSaid, tell }) {
    this.history = new History(new HttpSource(`${base}/live/${told.match}`, []), `seat-${told.seat}`, tell);
    this.onKnown = onKnown;
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

  /** Number of the newest frame. */
  get number() {
    return this.history.length - 1;
  }

  /** Follow the match to its end. */
  async start() {
    try {
      await this.history.open();
      if (this.isClosed) return;
      this.onKnown();
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
    const frame = await history.frame(this.number);
    if (this.isClosed) return;
    this.frame = frame;
    this.onFrame();
    const kept = [...history.chunks].sort(([one], [other]) => one - other);
    this.onSaid(kept.flatMap(([, frames]) => frames.flatMap(({ said = [] }) => said)), this.players);
  }

  /**
   * Draw the newest lines of a list.
   * @param {import("../log.js").Lines|undefined} lines
   */
  async list(lines) {
    await lines?.draw(this.history, this.number, null, this.history.closed.signal).catch(() => {});
  }

  /** Forget all of it. */
  close() {
    this.isClosed = true;
    this.history.close();
  }
}

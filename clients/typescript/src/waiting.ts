/**
 * Turns that wait for their bots to be asked, the longest first.
 *
 * A bot that answers at once is asked without a bound. Of those that are async so many may think at
 * a time as `--threads` says; a turn that is over has none of them. A bot on a thread says itself
 * whether there is one for it. Nothing here sets a timer: the time is the caller's.
 */
import type { Turn } from "./bot.js";
import type { Log } from "./log.js";
import type { Seat } from "./seats.js";

/** Bots that think at the same time, unless told otherwise; and at most. */
export const THREADS = 64;
export const MAX_THREADS = 1024;

/** Time that a turn waits for other bots before a warning. */
export const LONG_WAIT_MS = 500;
/** Time between two such warnings. */
const WARNING_INTERVAL_MS = 60_000;
/** Entries that were taken after which they are forgotten. */
const FORGET_AFTER = 1024;

interface Entry {
  readonly seat: Seat;
  readonly turn: Turn;
  readonly sinceMs: number;
}

/** The turns that wait, and those that async bots are thinking about. */
export class Waiting {
  #entries: Entry[] = [];
  #numTaken = 0;
  #hasRemote = false;
  readonly #thinking = new Set<Turn>();
  #lastWarningMs = Number.NEGATIVE_INFINITY;

  /**
   * @param threads Bots that may think at the same time, from 1 to 1,024.
   * @param log Takes the warning.
   * @param now A monotonic time in milliseconds.
   * @throws RangeError It is another number.
   */
  constructor(
    private readonly threads: number,
    private readonly log: Log,
    private readonly now: () => number,
  ) {
    if (!(Number.isInteger(threads) && threads >= 1 && threads <= MAX_THREADS)) {
      throw new RangeError(`threads must be a whole number from 1 to 1,024, not ${threads}`);
    }
  }

  /** Have a turn wait. */
  add(seat: Seat, turn: Turn): void {
    this.#entries.push({ seat, turn, sinceMs: this.now() });
    this.#hasRemote ||= seat.remote !== undefined;
  }

  /** Take the turn that has waited longest and is still open; undefined if none may be asked. */
  next(): Entry | undefined {
    const isFull = this.#isFull;
    const first = isFull && !this.#hasRemote ? undefined : this.#first();
    const next = first && (this.#hasRemote ? this.#firstWithPlace(isFull) : first);
    if (next !== undefined && next === first) {
      this.#numTaken += 1;
    }
    if (this.#numTaken >= FORGET_AFTER) {
      this.#entries.splice(0, this.#numTaken); // where turns wait all the time it is never empty
      this.#numTaken = 0;
    }
    return next;
  }

  /**
   * Count a turn whose bot goes on thinking, until it has settled or the turn is over.
   *
   * @param thought Fulfilled once it has settled; undefined if it has done so now.
   */
  think({ seat, turn }: Entry, thought: Promise<void> | undefined): void {
    const { remote } = seat;
    if (thought === undefined) {
      remote?.asked(turn);
    } else if (remote !== undefined) {
      void thought.then(() => remote.asked(turn));
    } else {
      this.#thinking.add(turn);
      void thought.then(() => this.#thinking.delete(turn));
    }
  }

  /** Whether turns wait although they might be asked, if fewer bots were thinking. */
  get isHeldUp(): boolean {
    return this.#first() !== undefined;
  }

  /** Log that turns have waited for long, at most once a minute. */
  warn(): void {
    const [first, now] = [this.#first(), this.now()];
    const isTime = now - this.#lastWarningMs >= WARNING_INTERVAL_MS;
    if (first === undefined || now - first.sinceMs < LONG_WAIT_MS || !isTime) {
      return;
    }
    this.#lastWarningMs = now;
    const open = this.#entries.slice(this.#numTaken).filter(({ turn }) => turn.isOpen).length;
    const wait = open === 1 ? "1 turn waits" : `${open} turns wait`;
    const seconds = ((now - first.sinceMs) / 1000).toFixed(1);
    const longest = `one of them for ${seconds} s; --threads allows ${this.threads}`;
    this.log("warning", `${wait} for a free thread, ${longest}`);
  }

  get #isFull(): boolean {
    if (this.#thinking.size < this.threads) {
      return false;
    }
    for (const turn of this.#thinking) {
      if (!turn.isOpen) {
        this.#thinking.delete(turn); // nobody waits for that answer any more
      }
    }
    return this.#thinking.size >= this.threads;
  }

  /** Take the first turn whose bot may be asked, among those that are still open. */
  #firstWithPlace(isFull: boolean): Entry | undefined {
    for (let i = this.#numTaken; i < this.#entries.length; i += 1) {
      const entry = this.#entries[i];
      const remote = entry?.seat.remote;
      if (entry?.turn.isOpen && (remote?.take(entry.turn, this.now() - entry.sinceMs) ?? !isFull)) {
        if (i > this.#numTaken) {
          this.#entries.splice(i, 1);
        }
        return entry;
      }
    }
    return undefined;
  }

  /** The first turn that is still open, behind which those before it are forgotten. */
  #first(): Entry | undefined {
    for (; this.#numTaken < this.#entries.length; this.#numTaken += 1) {
      const entry = this.#entries[this.#numTaken];
      if (entry?.turn.isOpen) {
        return entry;
      }
    }
    this.#entries = [];
    this.#numTaken = 0;
    return undefined;
  }
}

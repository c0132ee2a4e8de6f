/**
 * The way to the workers that have a process's matches, past the router that it was started with.
 *
 * Seats stay where they are until a worker has answered on a stream of its own, so that one that
 * can't be reached costs them nothing. When that stream breaks they go home, where the router waits
 * for a worker that is started again; and from there they come back.
 */
import { status as Status } from "@grpc/grpc-js";
import type { Address } from "./address.js";
import { RefereeClientError } from "./errors.js";
import { Line } from "./line.js";
import type { Lines } from "./lines.js";
import type { Log } from "./log.js";
import { FIRST_DELAY_MS, hopeless, reasonOf } from "./retry.js";
import type { Ending } from "./stream.js";

/** Most time between two attempts, and least that a stream lasts which is no failure. */
export const LONGEST_PAUSE_MS = 60_000;

/** What the way to workers needs of its client. */
export interface Carrier {
  /** Carry a line on a stream until that ends. */
  carry(line: Line, address: Address): Promise<Ending>;
  /** Wait; returns early once play is over. */
  pause(ms: number): Promise<void>;
  /** Whether play is over. */
  isOver(): boolean;
  /** End play by an error. */
  fail(error: Error): void;
}

/** Streams to workers, one to each that seats want to go to. */
export class Following {
  /** Pauses before the next attempt, of each worker that was wanted. */
  readonly #pauses = new Map<string, number>();
  /** Workers of whom a stream is open or an attempt on its way, and those not to be tried again. */
  readonly #taken = new Set<string>();

  /** @param home The address that the process was started with. */
  constructor(
    private readonly home: Address,
    private readonly lines: () => Lines,
    private readonly carrier: Carrier,
    private readonly log: Log,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Have a stream to a worker as long as seats want to be there. */
  want(target: string): void {
    if (target !== this.home.target && !this.#taken.has(target)) {
      this.#taken.add(target);
      void this.#follow(target);
    }
  }

  async #follow(target: string): Promise<void> {
    try {
      const address = this.home.beside(target);
      do {
        await this.#attempt(address);
      } while (!this.carrier.isOver() && this.lines().wants(target));
      this.#taken.delete(target);
    } catch (error) {
      if (error instanceof RefereeClientError) {
        const stays = `staying with ${this.home.target}, not going to the worker ${target}`;
        this.log("warning", `${stays}: ${error.message}`);
      } else {
        this.carrier.fail(error as Error);
      }
    }
  }

  /**
   * Open a stream to a worker, use it until it ends, and wait as long as the next has to.
   *
   * @throws RefereeClientError No other can do better.
   */
  async #attempt(address: Address): Promise<void> {
    const { carrier } = this;
    const { target } = address;
    const line = new Line(target);
    const began = this.now();
    const { code, details: told } = await carrier.carry(line, address);
    if (carrier.isOver()) {
      return;
    }
    const details = reasonOf(told);
    const error = hopeless(code, details);
    if (error !== undefined) {
      throw error;
    }
    // Each time that seats go there costs joins, of which a seat has not many.
    const hasLasted = this.now() - began >= LONGEST_PAUSE_MS;
    const pause = hasLasted ? FIRST_DELAY_MS : (this.#pauses.get(target) ?? FIRST_DELAY_MS);
    if (line.isOpen || pause === FIRST_DELAY_MS) {
      const why = code === Status.OK ? "the worker closed the stream" : details || Status[code];
      this.log("warning", `stream to the worker ${target} broke: ${why}`);
    }
    this.#pauses.set(target, Math.min(2 * pause, LONGEST_PAUSE_MS));
    await carrier.pause(pause);
  }
}

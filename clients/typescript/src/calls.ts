/**
 * Calls the bots' own code: in order for each seat, and with account of what fails in it.
 *
 * A bot may be async anywhere. What it is told it takes in one after the other, and it is asked
 * only after that; two questions to it may be open at once, when the first one's time has passed.
 */
import type { Bot, Turn } from "./bot.js";
import { BotError } from "./errors.js";
import { type Log, story, textOf } from "./log.js";
import type { Seat } from "./seats.js";

/** An answer that is wrong by itself: its own sentence says all, and no trace of ours belongs to it. */
export class AnswerError extends Error {
  constructor(message: string) {
    super(message);
    this.stack = message;
  }

  override toString(): string {
    return this.message;
  }
}

/** The calls into all bots of a process. */
export class Calls {
  /** What has failed so far. */
  readonly errors: BotError[] = [];
  readonly #pending = new Set<Promise<void>>();
  /** Where the first failure was, and what. */
  #first: string | undefined;

  /**
   * @param log Takes what fails.
   * @param wake Called when an async bot is through with something.
   */
  constructor(
    private readonly log: Log,
    private readonly wake: () => void,
  ) {}

  /** Make the bot of a seat; one that can't be made fails at every turn, so that all are given up. */
  make(make: () => Bot, where: string): Bot {
    try {
      return make();
    } catch (thrown) {
      this.blame(where, thrown);
      return {
        act() {
          throw thrown;
        },
      };
    }
  }

  /**
   * Tell a seat's bot something.
   *
   * @param turn The turn it is about; 0 if about none.
   * @param take Takes what the bot returns; undefined if it fails.
   */
  tell(
    seat: Seat,
    turn: number,
    hook: () => unknown,
    take: (returned: unknown) => void = () => {},
  ): void {
    const where = seat.where(turn);
    let returned: unknown;
    try {
      returned = seat.busy ? seat.busy.then(hook) : hook();
    } catch (thrown) {
      this.blame(where, thrown);
    }
    if (isPromise(returned)) {
      this.#follow(seat, where, returned, take);
    } else {
      take(returned);
    }
  }

  /**
   * Ask a seat's bot about its open turn.
   *
   * @param answer Takes what the bot answers; what it throws is the bot's failure too.
   * @param giveUp Called when the bot fails while the turn is still open.
   * @returns Fulfilled once an async bot has answered or failed; undefined if it has done so now.
   */
  ask(
    seat: Seat,
    turn: Turn,
    answer: (action: unknown) => void,
    giveUp: () => void,
  ): Promise<void> | undefined {
    const act = () => {
      if (!turn.isOpen) {
        return undefined; // it has waited too long for what the bot was told before
      }
      seat.unasked = undefined;
      return seat.bot.act(turn.observation, turn);
    };
    const take = (action: unknown) => {
      if (turn.isOpen) {
        answer(action); // and if not, it would come too late
      }
    };
    const fail = (thrown: unknown) => {
      if (turn.isAborted) {
        return; // it stopped because it was told to
      }
      this.blame(seat.where(turn.number), thrown);
      if (turn.isOpen) {
        giveUp();
      }
    };
    try {
      const thought = seat.busy ? seat.busy.then(act) : act();
      if (isPromise(thought)) {
        return this.#await(thought, take, fail);
      }
      take(thought);
    } catch (thrown) {
      fail(thrown);
    }
    return undefined;
  }

  /** Log and count a failure of a bot's own code. */
  blame(where: string, thrown: unknown): void {
    this.log("error", `${where}: the bot's own code failed: ${story(thrown)}`);
    const text = textOf(thrown);
    this.#first ??= `in ${where}: ${text.split("\n", 1)}`;
    const what = `${where}: the bot's own code failed: ${text}`;
    this.errors.push(new BotError(what, { cause: thrown }));
  }

  /** How often the bots' own code has failed and where first, in one line; undefined if it has not. */
  get summary(): string | undefined {
    const { length } = this.errors;
    const often = length === 1 ? "once," : `${length} times, the first time`;
    return length > 0 ? `the bot's own code failed ${often} ${this.#first}` : undefined;
  }

  /** Wait until async bots have taken in all they were told. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #await(
    thought: PromiseLike<unknown>,
    take: (action: unknown) => void,
    fail: (thrown: unknown) => void,
  ): Promise<void> {
    try {
      take(await thought);
    } catch (thrown) {
      fail(thrown);
    }
    this.wake();
  }

  #follow(
    seat: Seat,
    where: string,
    returned: PromiseLike<unknown>,
    take: (returned: unknown) => void,
  ): void {
    const done = Promise.resolve(returned)
      .catch((thrown: unknown) => this.blame(where, thrown))
      .then((value) => {
        take(value);
        this.#pending.delete(done);
        if (seat.busy === done) {
          seat.busy = undefined;
        }
        this.wake();
      });
    this.#pending.add(done);
    seat.busy = done;
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";
}

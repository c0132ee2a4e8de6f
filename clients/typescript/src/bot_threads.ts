/**
 * Bots on threads of their own, so that one that computes holds up nothing but its thread.
 *
 * A bot is loaded from its module by every thread (`bot_thread.ts`). A seat is on one thread from its
 * first turn to its end. There is one thread until turns wait: when a turn of a seat without a thread
 * has waited for 5 ms and none is free, one is added, up to a bound. To load a module takes longer
 * than most decisions: the turn goes to whichever thread is free first, and no more threads load
 * at a time than there are processors. A thread that thinks about a turn which is over does not
 * count, and if it still computes 2 s later it is ended: other seats may wait for it. Nothing here
 * knows how a thread is started, or sets a timer.
 */
import { create } from "@bufbuild/protobuf";
import { type Any, AnySchema } from "@bufbuild/protobuf/wkt";
import type { Turn } from "./bot.js";
import { ProtocolError, RefereeClientError } from "./errors.js";
import { Maker } from "./makers.js";
import { GOODBYE_MS } from "./retry.js";
import { type Place, type Places, ThreadBot, ThreadError } from "./thread_bot.js";
import type { Call, FromThread, ToThread } from "./thread_messages.js";

/** Time that a turn waits for a free thread before one is added, and least between two additions. */
export const WAIT_MS = 5;

/** A thread that has been started. */
export interface Started {
  /** Say something to it. */
  post(message: ToThread): void;
  /** End it, whatever it does. */
  end(): void;
}

/** What threads of bots need of the process. */
export interface ThreadsOptions {
  /** URL of the bot's module, for errors. */
  readonly module: string;
  /** Most threads, apart from those that still think about turns which are over. */
  readonly limit: number;
  /** Most threads that load the module at the same time. */
  readonly maxLoading: number;
  /**
   * Start a thread.
   *
   * @param take Takes what it says.
   * @param ended Called when it is no more, with why.
   */
  start(take: (message: FromThread) => void, ended: (why: string) => void): Started;
  /** Called once the module is loaded, so that seats can be joined. */
  loaded(): void;
  /** Called with what ends play. */
  fail(error: Error): void;
  /** Count a failure of a bot's own code. */
  blame(where: string, thrown: unknown): void;
  /** Called when turns may be asked that could not be before. */
  wake(): void;
  /** Do something after a time. */
  after(ms: number, action: () => void): void;
  /** A monotonic time in milliseconds. */
  now(): number;
}

interface Pending {
  readonly resolve: (returned: Any | undefined) => void;
  readonly reject: (thrown: ThreadError) => void;
}

/** The threads of one bot's module. */
export class BotThreads implements Places {
  /** Makes bots of seats. */
  readonly maker = new Maker((joined) => new ThreadBot(this, joined, this.#newSeat()), undefined);
  /** The game that the bot says it plays. */
  game: string | undefined;
  readonly #threads = new Set<BotThread>();
  #lastSeat = 0;
  #lastStartMs = Number.NEGATIVE_INFINITY;
  /** Threads that load the module. */
  #numLoading = 0;
  /** Whether turns are asked again in a moment. */
  #isTimed = false;
  #isClosed = false;

  constructor(readonly options: ThreadsOptions) {
    this.#start();
  }

  /** Count a failure of a bot's own code. */
  blame(where: string, thrown: unknown): void {
    this.options.blame(where, thrown);
  }

  /** Have turns be asked that could not be before. */
  wake(): void {
    this.options.wake();
  }

  /** Number of threads that there are. */
  get size(): number {
    return this.#threads.size;
  }

  /** End all threads, whatever they do. */
  close(): void {
    this.#isClosed = true;
    for (const thread of this.#threads) {
      thread.end();
    }
    this.#threads.clear();
  }

  /** A thread for a seat whose turn has waited for so long; undefined if it has to wait on. */
  forTurn(waitedMs: number): BotThread | undefined {
    const free = this.#least((thread) => thread.isFree);
    if (free === undefined) {
      this.#grow(waitedMs);
    }
    return free;
  }

  /** Take in that a turn of a seat which has a thread waits for it; others may get another. */
  waits(waitedMs: number): void {
    if (this.#mayGrow && this.#least((thread) => thread.isFree) === undefined) {
      this.#grow(waitedMs);
    }
  }

  /** Add a thread if a turn has waited for long enough, and there may be one more. */
  #grow(waitedMs: number): void {
    const { after, now, wake } = this.options;
    const left = WAIT_MS - Math.min(waitedMs, now() - this.#lastStartMs);
    if (!this.#mayGrow || this.#numCounted >= this.options.limit) {
      return;
    }
    if (left > 0 && this.#numCounted > 0) {
      this.#isTimed = true;
      after(left, () => {
        this.#isTimed = false;
        wake();
      });
    } else {
      this.#start();
    }
  }

  /** Whether it is worth a look; asked for each turn that waits, whenever a thread is through. */
  get #mayGrow(): boolean {
    return !this.#isTimed && this.#numLoading < this.options.maxLoading;
  }

  get #numCounted(): number {
    let counted = 0;
    for (const { isAbandoned } of this.#threads) {
      counted += isAbandoned ? 0 : 1;
    }
    return counted;
  }

  /** A free thread without any seat; undefined if there is none. */
  forSeat(): BotThread | undefined {
    return this.#least((thread) => thread.isFree && thread.bots.size === 0);
  }

  /** A thread for a seat that is over without a turn. */
  forEnd(): BotThread {
    return this.forSeat() ?? this.#least(() => true) ?? this.#start();
  }

  /** Take in that a thread is no more. */
  ended(thread: BotThread, why: string): void {
    if (!this.#threads.delete(thread) || this.#isClosed) {
      return;
    }
    thread.end(); // where it has only said that it can't load the module
    this.#numLoading -= thread.isLoaded ? 0 : 1;
    if (this.maker.readsEvents === undefined) {
      const { fail, module } = this.options;
      fail(new RefereeClientError(`the bot's module ${module} can't be loaded: ${why}`));
    } else {
      thread.died(why);
    }
    this.options.wake();
  }

  /** End a thread that nobody needs any more. */
  forget(thread: BotThread): void {
    this.#threads.delete(thread);
    thread.end();
  }

  /** Take in that a thread has loaded the module. */
  loaded({ game, readsEvents }: FromThread & { kind: "loaded" }): void {
    this.#numLoading -= 1;
    if (this.maker.readsEvents === undefined) {
      this.game = game;
      this.maker.readsEvents = readsEvents;
      this.options.loaded();
    }
    this.options.wake();
  }

  #start(): BotThread {
    this.#lastStartMs = this.options.now();
    this.#numLoading += 1;
    const thread = new BotThread(this);
    this.#threads.add(thread);
    return thread;
  }

  /** The thread with the fewest seats of those that fit. */
  #least(fits: (thread: BotThread) => boolean): BotThread | undefined {
    let least: BotThread | undefined;
    for (const thread of this.#threads) {
      if (fits(thread) && !(least && least.bots.size <= thread.bots.size)) {
        least = thread;
      }
    }
    return least;
  }

  #newSeat(): number {
    this.#lastSeat += 1;
    return this.#lastSeat;
  }
}

/** A thread, and what is going on there. */
class BotThread implements Place {
  /** Bots of the seats that are on it, by their numbers. */
  readonly bots = new Map<number, ThreadBot>();
  /** The turn that a bot has been asked about, until that is answered. */
  asked: Turn | undefined;
  /** Number of the last call. */
  lastCall = 0;
  /** Whether it has loaded the module. */
  isLoaded = false;
  /** Whether the turn that it thinks about is over. */
  isAbandoned = false;
  readonly #pending = new Map<number, Pending>();
  /** Calls that have not returned, but leave the thread to others. */
  readonly #adrift = new Set<number>();
  readonly #started: Started;

  constructor(private readonly threads: BotThreads) {
    this.#started = threads.options.start(
      (message) => this.#take(message),
      (why) => threads.ended(this, why),
    );
  }

  /** Whether nothing is going on. */
  get isFree(): boolean {
    return this.isLoaded && this.asked === undefined && this.#numGoingOn === 0;
  }

  /** Whether nothing is going on but what a bot takes in that has been told before. */
  isFreeFor(bot: ThreadBot): boolean {
    return this.asked === undefined && this.#numGoingOn <= bot.numCalls;
  }

  get #numGoingOn(): number {
    return this.#pending.size - this.#adrift.size;
  }

  post(message: ToThread): void {
    this.#started.post(message);
  }

  call(seat: number, what: Call): Promise<Any | undefined> {
    this.lastCall += 1;
    const call = this.lastCall;
    return new Promise((resolve, reject) => {
      this.#pending.set(call, { resolve, reject });
      this.post({ kind: "call", seat, call, what });
    });
  }

  end(): void {
    this.#started.end();
  }

  /**
   * Take in that the turn is over which it has been asked about; ends the thread if it still computes
   * some time later. Its seats get new bots elsewhere.
   *
   * @param call The call that has asked.
   */
  abandon(turn: Turn, call: number): void {
    if (this.asked !== turn) {
      return;
    }
    this.isAbandoned = true;
    this.threads.options.after(GOODBYE_MS, () => {
      if (this.asked !== turn) {
        return;
      }
      const bots = [...this.bots.values()];
      this.threads.forget(this);
      for (const [number, { resolve }] of this.#pending) {
        if (number !== call || bots.every((bot) => bot.isOver)) {
          this.#pending.delete(number);
          resolve(undefined); // what it was told behind that, it will not take in
        }
      }
      if (this.#pending.size > 0) {
        this.died("it still computed 2 s after its turn was over");
      }
      this.threads.options.wake();
    });
  }

  /** Take in that nothing is asked any more, or that what was asked leaves the thread to others. */
  release(): void {
    this.asked = undefined;
    this.isAbandoned = false;
    this.threads.options.wake();
  }

  /** Take in that it has heard that a turn is over. */
  #heard(call: number): void {
    if (this.#pending.has(call)) {
      this.#adrift.add(call);
      if (this.isAbandoned) {
        this.release();
      }
    }
  }

  /** Take in that it has ended: what was going on there has failed, and its seats need another. */
  died(why: string): void {
    const thrown = { text: `its thread has ended: ${why}`, story: `its thread has ended: ${why}` };
    const error = new ThreadError(thrown);
    const bots = [...this.bots.values()];
    this.bots.clear();
    for (const bot of bots) {
      bot.lost();
    }
    if (this.#pending.size === 0) {
      this.threads.options.blame(`a thread of ${bots.length} seats`, error);
    }
    for (const { reject } of this.#pending.values()) {
      reject(error);
    }
    this.#pending.clear();
    this.#adrift.clear();
  }

  #take(message: FromThread): void {
    const { blame, fail } = this.threads.options;
    switch (message.kind) {
      case "loaded":
        this.isLoaded = true;
        this.threads.loaded(message);
        break;
      case "unloadable":
        this.threads.ended(this, message.thrown.story);
        break;
      case "made":
        this.bots.get(message.seat)?.made(message.hearsEvents);
        break;
      case "unmade":
        blame(this.bots.get(message.seat)?.where ?? "", new ThreadError(message.thrown));
        break;
      case "unreadable":
        fail(new ProtocolError(message.text));
        break;
      case "returned":
        this.#settled(message.call)?.resolve(message.action && create(AnySchema, message.action));
        break;
      case "threw": {
        const pending = this.#settled(message.call);
        if (message.isAborted) {
          pending?.resolve(undefined);
        } else {
          pending?.reject(new ThreadError(message.thrown));
        }
        break;
      }
      case "heard":
        this.#heard(message.call);
        break;
      case "said":
        this.bots.get(message.seat)?.said(message);
        break;
    }
  }

  #settled(call: number): Pending | undefined {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    this.#adrift.delete(call);
    return pending;
  }
}

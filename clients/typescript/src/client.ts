/**
 * Play at a referee: any number of seats of any number of matches on one stream.
 *
 * What to say is decided in `conversation.ts`, and carried by `stream.ts`; here is when bots are
 * asked, and the way back after a break. Where the referee names workers, a stream to each takes over
 * the seats whose matches it has (`following.ts`). A bot whose `act` is no promise blocks the event
 * loop while it thinks; what is ready is therefore handed to the network before it is asked.
 */
import { availableParallelism } from "node:os";
import { setImmediate as nextLoop, setTimeout as sleep } from "node:timers/promises";
import { status as Status } from "@grpc/grpc-js";
import type { PlayResponse } from "../gen/gamereferee/v1/play_service_pb.js";
import { Address } from "./address.js";
import type { BotLike } from "./bot.js";
import { BotThreads } from "./bot_threads.js";
import { Conversation } from "./conversation.js";
import { Following } from "./following.js";
import type { Line } from "./line.js";
import { type Log, logToStderr } from "./log.js";
import type { Maker } from "./makers.js";
import { proxyNote } from "./proxies.js";
import { GOODBYE_MS, hopeless, PATIENCE_MS, Patience, reasonOf } from "./retry.js";
import { startThread } from "./start_thread.js";
import { type Ending, LineStream } from "./stream.js";
import { LONG_WAIT_MS, THREADS } from "./waiting.js";

/** Thinking after which ready answers are written before the next seat is asked. */
const WRITE_AFTER_MS = 1;
/** How a stream ends when play does. */
const OVER: Ending = { code: Status.CANCELLED, details: "play is over" };

/** What a client can be told besides the address. */
export interface ClientOptions {
  /**
   * Who plays seats that are joined without a bot of their own. As the URL of a module, its default
   * export, on threads.
   */
  bot?: BotLike | URL | undefined;
  /** File with PEM roots; given means TLS. */
  ca?: string | undefined;
  /** What the bot calls itself, for the replay; at most 100 characters. */
  name?: string | undefined;
  /** Time to keep trying without a word from the referee, in milliseconds, from 0; a minute. */
  patienceMs?: number | undefined;
  /** Bots that may think at the same time, async or on threads, from 1 to 1,024; 64. */
  threads?: number | undefined;
  /** Whether turns are to come at length, and answers to go so. */
  plainTurns?: boolean | undefined;
  /** Whether all seats stay on the stream to the address, also where a referee has several workers. */
  stay?: boolean | undefined;
  /** Whether the first failure in the bot's own code ends `play`. */
  strict?: boolean | undefined;
  /** Takes what people should know; standard error, from warnings on. */
  log?: Log | undefined;
}

/** A bot process's connection to one referee. */
export class RefereeClient {
  readonly #address: Address;
  readonly #conversation: Conversation;
  readonly #log: Log;
  readonly #patience: Patience;
  /** Through which proxy the referee is called, in words. */
  readonly #proxy: string | undefined;
  readonly #strict: boolean;
  /** Aborted once play is over, or is to end now. */
  readonly #ending = new AbortController();
  readonly #home: LineStream;
  /** All streams that there are now. */
  readonly #streams: Set<LineStream>;
  /** Threads of bots that are given as modules, by URL. */
  readonly #modules = new Map<string, BotThreads>();
  /** Number of the last message that a bot has said. */
  readonly #numbers = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #threads: number;
  #failure: Error | undefined;
  #isAsking = false;
  /** Runs while turns wait for bots that think. */
  #waitTimer: NodeJS.Timeout | undefined;

  /**
   * @param address `unix:/path` or `HOST:PORT`.
   * @throws AddressError The address can't be read.
   * @throws TlsError The CA file can't be read.
   * @throws RangeError The name is too long, or there is no such number of threads.
   */
  constructor(address: string, options: ClientOptions = {}) {
    const { ca, patienceMs = PATIENCE_MS, stay = false, strict = false } = options;
    const { threads = THREADS } = options;
    this.#address = Address.parse(address, ca);
    const { target } = this.#address;
    this.#proxy = proxyNote(target);
    this.#patience = new Patience(target, patienceMs, Math.random, this.#proxy);
    this.#log = options.log ?? logToStderr("warning");
    this.#strict = strict;
    const wake = () => this.#wake();
    const carrier = {
      carry: (line: Line, address: Address) => this.#carry(line, address),
      pause: (ms: number) => this.#pause(ms),
      isOver: () => this.#isOver,
      fail: (error: Error) => this.#fail(error),
    };
    const lines = () => this.#conversation.lines;
    const following = new Following(this.#address, lines, carrier, this.#log);
    const onWorker = stay ? undefined : (address: string) => following.want(address);
    this.#threads = threads;
    const bot = options.bot && this.#playerOf(options.bot);
    const numbers = this.#numbers;
    this.#conversation = new Conversation({
      ...options,
      bot,
      numbers,
      log: this.#log,
      wake,
      onWorker,
    });
    this.#home = this.#streamOf(this.#conversation.lines.home);
    this.#streams = new Set([this.#home]);
  }

  /** Number of failures in the bots' own code so far. */
  get numBotErrors(): number {
    return this.#conversation.calls.errors.length;
  }

  /** How often the bots' own code has failed and where first; undefined if it has not. */
  get botErrorSummary(): string | undefined {
    return this.#conversation.calls.summary;
  }

  /**
   * Present a seat's token; at any time.
   *
   * @throws TypeError There is no bot for it.
   * @throws RangeError The token is empty, or `finish` has been called.
   */
  join(token: string, bot?: BotLike | URL): void {
    this.#conversation.join(token, bot && this.#playerOf(bot));
    this.#wake();
  }

  /** Say that no more tokens will come: `play` ends once all matches have. */
  finish(): void {
    this.#conversation.finish();
    this.#wake();
  }

  /** Give up a seat for good. */
  resign(matchId: string, seat: number): void {
    this.#conversation.resign(matchId, seat);
    this.#wake();
  }

  /** End `play` now. Seats are not resigned: their clocks run, and they can be joined again. */
  stop(): void {
    this.#ending.abort();
    for (const stream of this.#streams) {
      stream.hangUp(OVER);
    }
  }

  /**
   * Play until all matches have ended.
   *
   * @param tokens Seats to join, and no more; left out, seats come by `join` until `finish`.
   * @throws SeatError A seat could not be played; thrown after the other seats' matches have ended.
   * @throws BotError The bot's own code failed; the first failure, thrown at the end unless strict.
   * @throws ProtocolError The two sides do not understand each other.
   * @throws TlsError TLS failed.
   * @throws UnreachableError The patience ran out.
   */
  async play(tokens?: Iterable<string>): Promise<void> {
    if (tokens !== undefined) {
      for (const token of tokens) {
        this.join(token);
      }
      this.finish();
    }
    if (this.#proxy !== undefined) {
      this.#log("warning", `the referee at ${this.#address.target} is called ${this.#proxy}`);
    }
    try {
      while (!this.#isOver) {
        await this.#playOneStream();
      }
      if (this.#failure === undefined) {
        const { calls } = this.#conversation;
        // Threads keep no process alive: the timer does.
        const enough = new AbortController();
        const { signal } = enough;
        const goodbye = sleep(GOODBYE_MS, undefined, { signal }).catch(() => {});
        await Promise.race([calls.settled(), goodbye]);
        enough.abort();
      }
    } finally {
      this.stop();
      for (const threads of this.#modules.values()) {
        threads.close();
      }
    }
    const { calls, failures } = this.#conversation;
    const failure = this.#failure ?? failures[0] ?? calls.errors[0];
    if (failure !== undefined) {
      throw failure;
    }
  }

  get #isOver(): boolean {
    const hasFailed = this.#strict && this.numBotErrors > 0;
    return hasFailed || this.#ending.signal.aborted || this.#conversation.isDone;
  }

  async #playOneStream(): Promise<void> {
    this.#conversation.opened();
    const { code, details: told } = await this.#home.converse(this.#address);
    if (this.#isOver) {
      return;
    }
    const details = reasonOf(told);
    const error = hopeless(code, details);
    if (error !== undefined) {
      throw error;
    }
    const why = code === Status.OK ? "the referee closed the stream" : details || Status[code];
    const delay = this.#patience.delay(performance.now(), why);
    const seconds = (delay / 1000).toFixed(1);
    this.#log("warning", `stream to ${this.#address.target} broke: ${why}; again in ${seconds} s`);
    await this.#pause(delay);
  }

  /** Wait; returns early once play is over. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#ending;
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  /** Carry the line to a worker until its stream ends; in the end, the line home has news. */
  async #carry(line: Line, address: Address): Promise<Ending> {
    const stream = this.#streamOf(line);
    this.#streams.add(stream);
    try {
      return await stream.converse(address);
    } finally {
      this.#streams.delete(stream);
      this.#conversation.lines.lost(line);
      this.#wake();
    }
  }

  #streamOf(line: Line): LineStream {
    const takeIn = (response: PlayResponse) => {
      this.#patience.heard();
      this.#conversation.receive(response, line);
      this.#wake();
    };
    return new LineStream(line, takeIn, () => this.#wake());
  }

  /** What makes bots: itself, or for a module its threads. */
  #playerOf(bot: BotLike | URL): BotLike | Maker {
    if (!(bot instanceof URL)) {
      return bot;
    }
    const threads = this.#modules.get(bot.href) ?? this.#startThreads(bot.href);
    this.#modules.set(bot.href, threads);
    return threads.maker;
  }

  #startThreads(module: string): BotThreads {
    const data = { module, numbers: this.#numbers };
    return new BotThreads({
      module,
      limit: this.#threads,
      maxLoading: availableParallelism(),
      start: (take, ended) => startThread(data, take, ended),
      loaded: () => {
        this.#conversation.loaded();
        this.#wake();
      },
      fail: (error) => this.#fail(error),
      blame: (where, thrown) => this.#conversation.calls.blame(where, thrown),
      wake: () => this.#wake(),
      after: (ms, action) => setTimeout(action, ms).unref(),
      now: () => performance.now(),
    });
  }

  /** End play by an error. */
  #fail(error: Error): void {
    this.#failure ??= error;
    this.stop();
  }

  /** Say what there is to say, and ask bots, unless that is going on already. */
  #wake(): void {
    if (!this.#isAsking) {
      this.#isAsking = true;
      queueMicrotask(() => void this.#work());
    }
  }

  async #work(): Promise<void> {
    const conversation = this.#conversation;
    await this.#flush(); // pongs must not wait for bots
    let written = performance.now();
    while (conversation.askNext()) {
      if (this.#isOver) {
        break;
      }
      if (performance.now() - written > WRITE_AFTER_MS) {
        await nextLoop(); // to read what came while a bot blocked the event loop
        await this.#flush();
        written = performance.now();
      }
    }
    this.#isAsking = false;
    this.#watchWaiting();
    this.#write();
    if (conversation.isDone) {
      this.#ending.abort();
      for (const stream of this.#streams) {
        stream.sayGoodbye();
      }
    } else if (this.#isOver) {
      this.stop();
    }
  }

  /** Warn of turns that wait for long while as many bots think as may. */
  #watchWaiting(): void {
    const { waiting } = this.#conversation;
    if (waiting.isHeldUp && this.#waitTimer === undefined && !this.#isOver) {
      this.#waitTimer = setTimeout(() => {
        this.#waitTimer = undefined;
        waiting.warn();
        this.#watchWaiting();
      }, LONG_WAIT_MS).unref();
    }
  }

  /** Hand all there is to say to the network. */
  async #flush(): Promise<void> {
    while (this.#write()) {
      await nextLoop();
    }
  }

  /** Write what there is to say on all lines; whether there was anything. */
  #write(): boolean {
    let hasWritten = false;
    for (const stream of this.#streams) {
      hasWritten = stream.write() || hasWritten;
    }
    return hasWritten;
  }
}

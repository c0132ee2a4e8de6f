/**
 * Play at a referee: any number of seats of any number of matches on one stream.
 *
 * What to say is decided in `conversation.ts`; here are the stream, the timers that watch it, and
 * the way back after a break. A bot whose `act` is no promise blocks the event loop while it
 * thinks; what is ready is therefore handed to the network before it is asked.
 */
import { setImmediate as nextLoop, setTimeout as sleep } from "node:timers/promises";
import { type ClientDuplexStream, status as Status, type StatusObject } from "@grpc/grpc-js";
import { PlayResponseSchema, PlayService } from "../gen/gamereferee/v1/play_service_pb.js";
import { Address } from "./address.js";
import type { BotLike } from "./bot.js";
import { Conversation } from "./conversation.js";
import { type Log, logToStderr } from "./log.js";
import { decode } from "./messages.js";
import { proxyNote } from "./proxies.js";
import { encode } from "./requests.js";
import { GOODBYE_MS, hopeless, PATIENCE_MS, Patience, reasonOf, SILENCE_MS } from "./retry.js";
import { LONG_WAIT_MS } from "./waiting.js";

/** Thinking after which ready answers are written before the next seat is asked. */
const WRITE_AFTER_MS = 1;
const PLAY = `/${PlayService.typeName}/${PlayService.method.play.name}`;

type Stream = ClientDuplexStream<Buffer, Buffer>;
type Ending = Pick<StatusObject, "code" | "details">;

/** What a client can be told besides the address. */
export interface ClientOptions {
  /** Who plays seats that are joined without a bot of their own. */
  bot?: BotLike | undefined;
  /** File with PEM roots; given means TLS. */
  ca?: string | undefined;
  /** What the bot calls itself, for the replay; at most 100 characters. */
  name?: string | undefined;
  /** Time to keep trying without a word from the referee, in milliseconds, from 0; a minute. */
  patienceMs?: number | undefined;
  /** Async bots that may think at the same time, from 1 to 1,024; 64. */
  threads?: number | undefined;
  /** Whether turns are to come at length, and answers to go so. */
  plainTurns?: boolean | undefined;
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
  readonly #stopping = new AbortController();
  #stream: Stream | undefined;
  #isAsking = false;
  /** Runs while turns wait for bots that think. */
  #waitTimer: NodeJS.Timeout | undefined;
  /** Ends the stream at hand, with an error or to try again. */
  #hangUp: (why: Error | Ending) => void = () => {};

  /**
   * @param address `unix:/path` or `HOST:PORT`.
   * @throws AddressError The address can't be read.
   * @throws TlsError The CA file can't be read.
   * @throws RangeError The name is too long, or there is no such number of threads.
   */
  constructor(address: string, options: ClientOptions = {}) {
    const { ca, patienceMs = PATIENCE_MS, strict = false } = options;
    this.#address = Address.parse(address, ca);
    const { target } = this.#address;
    this.#proxy = proxyNote(target);
    this.#patience = new Patience(target, patienceMs, Math.random, this.#proxy);
    this.#log = options.log ?? logToStderr("warning");
    this.#strict = strict;
    const wake = () => this.#wake();
    this.#conversation = new Conversation({ ...options, log: this.#log, wake });
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
  join(token: string, bot?: BotLike): void {
    this.#conversation.join(token, bot);
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
    this.#stopping.abort();
    this.#hangUp({ code: Status.CANCELLED, details: "stopped" });
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
    while (!this.#isOver) {
      await this.#playOneStream();
    }
    await Promise.race([
      this.#conversation.calls.settled(),
      sleep(GOODBYE_MS, undefined, { ref: false }),
    ]);
    const [failure] = [...this.#conversation.failures, ...this.#conversation.calls.errors];
    if (failure !== undefined) {
      throw failure;
    }
  }

  get #isOver(): boolean {
    const hasFailed = this.#strict && this.numBotErrors > 0;
    return hasFailed || this.#stopping.signal.aborted || this.#conversation.isDone;
  }

  async #playOneStream(): Promise<void> {
    const { code, details: told } = await this.#converse();
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
    const { signal } = this.#stopping;
    await sleep(delay, undefined, { signal }).catch(() => {}); // stopped while it waited
  }

  /** Open a stream and use it until it ends, something fails or play is to stop. */
  async #converse(): Promise<Ending> {
    const channel = this.#address.connect();
    const stream: Stream = channel.makeBidiStreamRequest(PLAY, asIs, asIs);
    const watch = setTimeout(() => this.#watch(watch), SILENCE_MS);
    try {
      return await new Promise<Ending>((resolve, reject) => {
        this.#hangUp = (why) => (why instanceof Error ? reject(why) : resolve(why));
        stream.on("status", resolve);
        stream.on("error", () => {}); // the status tells it
        stream.on("data", (bytes: Buffer) => {
          watch.refresh();
          this.#read(bytes);
        });
        this.#conversation.opened();
        this.#stream = stream;
        this.#wake();
      });
    } finally {
      this.#stream = undefined;
      this.#hangUp = () => {};
      clearTimeout(watch);
      stream.cancel();
      channel.close();
    }
  }

  #read(bytes: Buffer): void {
    this.#patience.heard();
    try {
      this.#conversation.receive(decode(PlayResponseSchema, bytes));
    } catch (error) {
      this.#hangUp(error as Error);
      return;
    }
    this.#wake();
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
      this.#sayGoodbye();
    } else if (this.#isOver) {
      this.#hangUp({ code: Status.CANCELLED, details: "play is over" });
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

  /** Write whatever there is to say, in one message as a rule; whether there was anything. */
  #write(): boolean {
    const stream = this.#stream;
    const request = stream?.writableEnded === false ? this.#conversation.take() : undefined;
    if (request === undefined) {
      return false;
    }
    for (const bytes of encode(request)) {
      stream?.write(bytes);
    }
    return true;
  }

  /** Close our side, and wait a little for the referee to close its own. */
  #sayGoodbye(): void {
    const stream = this.#stream;
    if (stream !== undefined && !stream.writableEnded) {
      stream.end();
      const late: Ending = {
        code: Status.CANCELLED,
        details: "the referee did not end the stream",
      };
      setTimeout(() => stream === this.#stream && this.#hangUp(late), GOODBYE_MS).unref();
    }
  }

  /** Ask for a pong after a silence, and give the stream up after another. */
  async #watch(timer: NodeJS.Timeout): Promise<void> {
    const stream = this.#stream;
    timer.refresh();
    await nextLoop(); // a bot that blocked the event loop may have kept words from being read
    if (stream === undefined || stream !== this.#stream) {
      return;
    }
    if (this.#conversation.isDead()) {
      const details = `not a word for ${(2 * SILENCE_MS) / 1000} s`;
      this.#hangUp({ code: Status.UNAVAILABLE, details });
    }
    this.#wake();
  }
}

function asIs(bytes: Buffer): Buffer {
  return bytes;
}

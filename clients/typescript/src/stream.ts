/** Carries a line on streams of gRPC: what is written and read, the silence watch, and how they end. */
import { setImmediate as nextLoop } from "node:timers/promises";
import { type ClientDuplexStream, status as Status, type StatusObject } from "@grpc/grpc-js";
import {
  type PlayResponse,
  PlayResponseSchema,
  PlayService,
} from "../gen/gamereferee/v1/play_service_pb.js";
import type { Address } from "./address.js";
import type { Line } from "./line.js";
import { decode } from "./messages.js";
import { encode } from "./requests.js";
import { GOODBYE_MS, SILENCE_MS } from "./retry.js";

const PLAY = `/${PlayService.typeName}/${PlayService.method.play.name}`;

/** How a stream ended. */
export type Ending = Pick<StatusObject, "code" | "details">;

/** Carries a line, through one stream at a time. */
export class LineStream {
  #stream: ClientDuplexStream<Buffer, Buffer> | undefined;
  /** Ends the stream at hand, with an error or to try again. */
  #hangUp: (why: Error | Ending) => void = () => {};

  /**
   * @param line The line.
   * @param takeIn Takes in what comes; what it throws ends the stream.
   * @param wake Called when there may be something to write.
   */
  constructor(
    readonly line: Line,
    private readonly takeIn: (response: PlayResponse, line: Line) => void,
    private readonly wake: () => void,
  ) {}

  /**
   * Open a stream and use it until it ends.
   *
   * @throws Error What `takeIn` or `hangUp` has given.
   */
  async converse(address: Address): Promise<Ending> {
    const channel = address.connect();
    const stream = channel.makeBidiStreamRequest<Buffer, Buffer>(PLAY, asIs, asIs);
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
        this.#stream = stream;
        this.wake();
      });
    } finally {
      this.#stream = undefined;
      this.#hangUp = () => {};
      clearTimeout(watch);
      stream.cancel();
      channel.close();
    }
  }

  /** Write whatever there is to say, in one message as a rule; whether there was anything. */
  write(): boolean {
    const stream = this.#stream;
    const request = stream?.writableEnded === false ? this.line.outbox.take() : undefined;
    if (request === undefined) {
      return false;
    }
    for (const bytes of encode(request)) {
      stream?.write(bytes);
    }
    return true;
  }

  /** Close our side, and wait a little for the referee to close its own. */
  sayGoodbye(): void {
    const stream = this.#stream;
    if (stream !== undefined && !stream.writableEnded) {
      stream.end();
      const details = "the referee did not end the stream";
      const late: Ending = { code: Status.CANCELLED, details };
      setTimeout(() => stream === this.#stream && this.#hangUp(late), GOODBYE_MS).unref();
    }
  }

  /** End the stream at hand now, if there is one: with an error, or as if it had ended so. */
  hangUp(why: Error | Ending): void {
    this.#hangUp(why);
  }

  #read(bytes: Buffer): void {
    try {
      this.takeIn(decode(PlayResponseSchema, bytes), this.line);
    } catch (error) {
      this.#hangUp(error as Error);
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
    if (this.line.isDead()) {
      const details = `not a word for ${(2 * SILENCE_MS) / 1000} s`;
      this.#hangUp({ code: Status.UNAVAILABLE, details });
    }
    this.wake();
  }
}

function asIs(bytes: Buffer): Buffer {
  return bytes;
}

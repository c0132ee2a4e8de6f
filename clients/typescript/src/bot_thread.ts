/**
 * A thread of bots: loads the bot's module, makes the bots of its seats, and calls them.
 *
 * This is where a worker thread begins. The main thread says what to call (`bot_threads.ts`); one
 * call is begun after the other, so that a bot that computes holds up only what is on its thread.
 */
import { parentPort } from "node:worker_threads";
import { create, fromBinary, isMessage } from "@bufbuild/protobuf";
import { type Any, AnySchema } from "@bufbuild/protobuf/wkt";
import { SeedRevealSchema } from "../gen/gamereferee/v1/match_pb.js";
import { TurnSchema } from "../gen/gamereferee/v1/play_service_pb.js";
import { encodeText, packAnswer } from "./answers.js";
import { type Bot, type Match, type Speak, Turn } from "./bot.js";
import { ProtocolError } from "./errors.js";
import { story, textOf } from "./log.js";
import { factory, looksAtEvents } from "./makers.js";
import { pack, schemaOf, unpack } from "./messages.js";
import {
  type Call,
  type FromThread,
  type Packed,
  type Thrown,
  type ToThread,
  threadData,
} from "./thread_messages.js";

async function serve(module: string, numbers: Int32Array): Promise<void> {
  const post = (message: FromThread) => parentPort?.postMessage(message);
  let make: () => Bot;
  try {
    const loaded = await import(module);
    if (loaded.default === undefined) {
      throw new TypeError("the module has no default export, which is the bot");
    }
    make = factory(loaded.default);
    const { game } = loaded.default;
    const readsEvents = looksAtEvents(loaded.default);
    post({ kind: "loaded", game: typeof game === "string" ? game : undefined, readsEvents });
  } catch (thrown) {
    post({ kind: "unloadable", thrown: thrownOf(thrown) });
    return;
  }
  const bots = new Bots(make, numbers, post);
  parentPort?.on("message", (message: ToThread) => bots.take(message));
}

/** A seat on this thread. */
interface Seated {
  readonly match: Match;
  readonly bot: Bot;
  readonly open: Int32Array;
  /** The turn that was asked last. */
  turn: Turn | undefined;
  /** Whether that has been answered. */
  isAnswered: boolean;
}

/** The bots of a thread. */
class Bots {
  readonly #seats = new Map<number, Seated>();

  constructor(
    private readonly makeBot: () => Bot,
    private readonly numbers: Int32Array,
    private readonly post: (message: FromThread) => void,
  ) {}

  take(message: ToThread): void {
    const { seat } = message;
    switch (message.kind) {
      case "make":
        this.#make(message);
        break;
      case "call":
        void this.#call(seat, message.call, message.what);
        break;
      case "over":
        if (this.#seats.get(seat)?.turn?.number === message.turn) {
          this.#seats.get(seat)?.turn?.abort();
        }
        this.post({ kind: "heard", call: message.call });
        break;
      case "drop":
        this.#seats.delete(seat);
        break;
    }
  }

  #make({ seat, match: told, config, open }: ToThread & { kind: "make" }): void {
    let bot: Bot;
    const match: Match = { ...told, config: undefined };
    try {
      match.config = config && unpack(anyOf(config));
      bot = this.makeBot();
      this.post({ kind: "made", seat, hearsEvents: typeof bot.onEvents === "function" });
    } catch (thrown) {
      if (thrown instanceof ProtocolError) {
        this.post({ kind: "unreadable", text: thrown.message });
        return;
      }
      this.post({ kind: "unmade", seat, thrown: thrownOf(thrown) });
      bot = {
        act() {
          throw thrown; // so that every turn is given up
        },
      };
    }
    this.#seats.set(seat, { match, bot, open, turn: undefined, isAnswered: false });
  }

  async #call(number: number, call: number, what: Call): Promise<void> {
    const seat = this.#seats.get(number);
    let turn: Turn | undefined;
    try {
      let returned: unknown;
      if (seat !== undefined) {
        turn = what.hook === "act" ? this.#turn(number, seat, what.turn) : undefined;
        returned = turn ? seat.bot.act(turn.observation, turn) : tell(seat, what);
        // Without a promise the answer goes out before anything else is begun.
        returned = isPromise(returned) ? await returned : returned;
      }
      let action: Packed | undefined;
      if (what.hook === "act") {
        action = seat && packAnswer(returned, undefined);
      } else if (what.hook === "onRejected" && isMessage(returned)) {
        action = pack(returned);
      }
      if (seat !== undefined && turn === seat.turn) {
        seat.isAnswered = true;
      }
      this.post({ kind: "returned", call, action: action && packedOf(action) });
    } catch (thrown) {
      if (thrown instanceof UnreadableError) {
        this.post({ kind: "unreadable", text: thrown.message }); // which ends play
        return;
      }
      const isAborted = turn?.isAborted ?? false;
      this.post({ kind: "threw", call, thrown: thrownOf(thrown), isAborted });
    }
    if (what.hook === "onEnd") {
      this.#seats.delete(number);
    }
  }

  #turn(number: number, seat: Seated, bytes: Uint8Array): Turn {
    const message = fromBinary(TurnSchema, bytes);
    const speak: Speak = (turn, channel, text) => {
      encodeText(channel, text); // to throw here what is wrong with them
      const say = Atomics.add(this.numbers, 0, 1) + 1;
      this.post({ kind: "said", seat: number, turn, number: say, channel, text });
      return say;
    };
    const isOpen = (turn: Turn) =>
      Atomics.load(seat.open, 0) === turn.number && !(seat.turn === turn && seat.isAnswered);
    if (message.events !== undefined) {
      readable(() => schemaOf(message.events));
    }
    const observation = readable(() => unpack(message.observation));
    seat.turn = new Turn(seat.match, observation, message, speak, isOpen);
    seat.isAnswered = false;
    return seat.turn;
  }
}

/** A message of the referee's that can't be read: no fault of the bot's. */
class UnreadableError extends Error {}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UnreadableError(textOf((error as Error).message));
  }
}

function tell({ bot, match }: Seated, what: Call): unknown {
  switch (what.hook) {
    case "onStart":
      match.roundTripMs = what.roundTripMs;
      return bot.onStart?.(match);
    case "onEvents":
      return bot.onEvents?.(
        match,
        readable(() => unpack(anyOf(what.events))),
      );
    case "onRejected":
      return bot.onRejected?.({ match, ...what.rejection });
    case "onMissed":
      return bot.onMissed?.({ match, ...what.missed });
    case "onEnd": {
      const reveal = what.reveal && fromBinary(SeedRevealSchema, what.reveal);
      return bot.onEnd?.(match, { ...what.outcome, reveal });
    }
    default:
      return undefined;
  }
}

function anyOf({ typeUrl, value }: Packed): Any {
  return create(AnySchema, { typeUrl, value: value as Uint8Array<ArrayBuffer> });
}

function packedOf({ typeUrl, value }: Packed): Packed {
  return { typeUrl, value };
}

function thrownOf(thrown: unknown): Thrown {
  return { text: textOf(thrown), story: story(thrown) };
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";
}

// Last, since all classes have to be there.
const data = threadData();
if (data !== undefined) {
  await serve(data.module, data.numbers);
}

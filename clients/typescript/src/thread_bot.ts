/** A bot whose code runs on a thread, as the main thread knows it: what it is told goes there. */
import { create, type Message, toBinary } from "@bufbuild/protobuf";
import type { Any } from "@bufbuild/protobuf/wkt";
import { SeedRevealSchema } from "../gen/gamereferee/v1/match_pb.js";
import { type Joined, TurnSchema } from "../gen/gamereferee/v1/play_service_pb.js";
import {
  type Match,
  type Missed,
  matchOf,
  type Outcome,
  type Rejection,
  type Speak,
  type Turn,
} from "./bot.js";
import type { RemoteBot } from "./remote.js";
import type { Call, FromThread, Thrown, ToThread } from "./thread_messages.js";

/** A thread, as its bots know it. */
export interface Place {
  /** Bots of the seats that are on it, by their numbers. */
  readonly bots: Map<number, ThreadBot>;
  /** The turn that a bot has been asked about, until that is answered. */
  asked: Turn | undefined;
  /** Number of the last call. */
  readonly lastCall: number;
  /** Whether nothing is going on but what a bot takes in that has been told before. */
  isFreeFor(bot: ThreadBot): boolean;
  post(message: ToThread): void;
  call(seat: number, what: Call): Promise<Any | undefined>;
  /** Take in that the turn is over which it has been asked about. */
  abandon(turn: Turn, call: number): void;
  /** Take in that nothing is asked any more. */
  release(): void;
}

/** All threads, as bots know them. */
export interface Places {
  /** The game that the bot says it plays. */
  readonly game: string | undefined;
  /** A thread for a seat whose turn has waited for so long; undefined if it has to wait on. */
  forTurn(waitedMs: number): Place | undefined;
  /** Take in that a turn of a seat which has a thread waits for it. */
  waits(waitedMs: number): void;
  /** A free thread without any seat; undefined if there is none. */
  forSeat(): Place | undefined;
  /** A thread for a seat that is over without a turn. */
  forEnd(): Place;
  /** Count a failure of a bot's own code. */
  blame(where: string, thrown: unknown): void;
  /** Have turns be asked that could not be before. */
  wake(): void;
}

/** What a bot has thrown on its thread. */
export class ThreadError extends Error {
  constructor({ text, story }: Thrown) {
    super(text);
    this.stack = story;
  }

  override toString(): string {
    return this.message;
  }
}

/** A bot whose code runs on a thread. */
export class ThreadBot implements RemoteBot {
  readonly isRemote = true;
  readonly game?: string;
  /** Calls that it has not taken in yet. */
  numCalls = 0;
  /** Whether its seat is over. */
  isOver = false;
  /** Removed once its instance has said that it hears none. */
  onEvents?: (match: Match, events: Message) => unknown = (_match, events) =>
    this.#tell({ hook: "onEvents", events: packedOf(events as Any) });
  readonly #match: Match;
  readonly #config: Any | undefined;
  readonly #open = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #thread: Place | undefined;
  /** What it is to be told once it has a thread. */
  #untold: (() => void)[] = [];
  #hasMet = false;
  #speak: Speak | undefined;

  constructor(
    private readonly threads: Places,
    joined: Joined,
    private readonly seat: number,
  ) {
    if (threads.game !== undefined) {
      this.game = threads.game;
    }
    this.#match = matchOf(joined);
    this.#config = joined.config;
    const thread = threads.forSeat();
    if (thread !== undefined) {
      this.#settle(thread);
    }
  }

  /** Match and seat, for errors. */
  get where(): string {
    return `match ${this.#match.matchId} seat ${this.#match.seat}`;
  }

  take(turn: Turn, waitedMs: number): boolean {
    if (this.#thread === undefined) {
      const thread = this.threads.forTurn(waitedMs);
      if (thread === undefined) {
        return false;
      }
      this.#settle(thread);
    } else if (!this.#thread.isFreeFor(this)) {
      this.threads.waits(waitedMs);
      return false;
    }
    if (this.#thread !== undefined) {
      this.#thread.asked = turn;
    }
    return true;
  }

  asked(turn: Turn): void {
    if (this.#thread?.asked === turn) {
      this.#thread.release();
    }
  }

  release(): void {
    this.isOver = true;
    this.#thread?.post({ kind: "drop", seat: this.seat });
    this.#thread?.bots.delete(this.seat);
    this.#tellAll();
  }

  act(_observation: Message, turn: Turn): Promise<Message> {
    const thread = this.#thread;
    if (thread === undefined) {
      const text = "its thread has ended";
      return Promise.reject(new ThreadError({ text, story: text }));
    }
    const { number, parts } = turn;
    this.#speak = turn.speak;
    Atomics.store(this.#open, 0, number);
    const { turn: _number, phase, observation, events, said, channels, clock } = parts;
    const message = create(TurnSchema, { turn: number, phase, said, channels });
    message.observation = observation;
    message.events = events;
    message.clock = clock;
    const bytes = toBinary(TurnSchema, message);
    const answer = thread.call(this.seat, { hook: "act", turn: bytes });
    const call = thread.lastCall;
    turn.onOver = () => {
      Atomics.store(this.#open, 0, 0);
      thread.post({ kind: "over", seat: this.seat, turn: number, call });
      thread.abandon(turn, call);
    };
    // Nothing comes back where the turn is over, and then nobody looks at it.
    return answer as Promise<Message>;
  }

  onStart({ roundTripMs }: Match): unknown {
    this.#hasMet = true;
    this.#match.roundTripMs = roundTripMs;
    return this.#tell({ hook: "onStart", roundTripMs });
  }

  onRejected({ match: _match, ...rejection }: Rejection): unknown {
    return this.#tell({ hook: "onRejected", rejection });
  }

  onMissed({ match: _match, ...missed }: Missed): unknown {
    return this.#tell({ hook: "onMissed", missed });
  }

  async onEnd(_match: Match, { reveal, ...outcome }: Outcome): Promise<void> {
    if (this.#thread === undefined) {
      this.#settle(this.threads.forEnd());
    }
    this.isOver = true;
    const bytes = reveal && toBinary(SeedRevealSchema, reveal);
    try {
      await this.#tell({ hook: "onEnd", outcome, reveal: bytes });
    } finally {
      this.#thread?.bots.delete(this.seat);
    }
  }

  /** Take in that its instance is there. */
  made(hearsEvents: boolean): void {
    if (!hearsEvents) {
      delete this.onEvents;
    }
  }

  /** Take in what it has said. */
  said({ turn, channel, text, number }: FromThread & { kind: "said" }): void {
    this.#speak?.(turn, channel, text, number);
  }

  /** Take in that its thread is no more. */
  lost(): void {
    this.#thread = undefined;
  }

  /** Be on a thread from now on; its instance there is new. */
  #settle(thread: Place): void {
    const { config: _config, ...match } = this.#match;
    const config = this.#config && packedOf(this.#config);
    this.#thread = thread;
    thread.bots.set(this.seat, this);
    thread.post({ kind: "make", seat: this.seat, match, config, open: this.#open });
    if (this.#hasMet && this.#untold.length === 0) {
      const { roundTripMs } = this.#match;
      const { where } = this;
      this.#tell({ hook: "onStart", roundTripMs }).catch((thrown: unknown) =>
        this.threads.blame(where, thrown),
      );
    }
    this.#tellAll();
  }

  #tellAll(): void {
    const untold = this.#untold;
    this.#untold = [];
    for (const tell of untold) {
      tell();
    }
  }

  async #tell(what: Call): Promise<Any | undefined> {
    if (this.#thread === undefined) {
      await new Promise<void>((resolve) => this.#untold.push(resolve));
    }
    this.numCalls += 1;
    try {
      return await this.#thread?.call(this.seat, what);
    } finally {
      this.numCalls -= 1;
      this.threads.wake();
    }
  }
}

function packedOf({ typeUrl, value }: Any) {
  return { typeUrl, value };
}

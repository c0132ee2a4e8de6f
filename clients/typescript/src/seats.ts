/**
 * What a process keeps of each seat it plays: its token, its bot, and the turn that is open.
 *
 * Plain state; what changes it is in `conversation.ts`.
 */
import { randomBytes } from "node:crypto";
import { create, type Message, type MessageInitShape } from "@bufbuild/protobuf";
import { type Any, AnySchema } from "@bufbuild/protobuf/wkt";
import {
  ActionSchema,
  type JoinSchema,
  type PlayRequest,
  type SeatWitness,
  SeatWitnessSchema,
  SkipSchema,
  SmallActionSchema,
} from "../gen/gamereferee/v1/play_service_pb.js";
import type { Bot, Match, Turn } from "./bot.js";
import { NONCE_BYTES, NONCE_COMMITMENTS, nonceCommitment } from "./fairness.js";
import type { Line } from "./line.js";
import type { Maker } from "./makers.js";
import { unpack } from "./messages.js";
import { isRemote, type RemoteBot } from "./remote.js";
import type { ShortForm, TurnParts } from "./small_turns.js";

/** Version of the SDK, the same as in package.json. */
export const VERSION = "0.3.0";

/** What a seat has to know of its open turn. */
export type OpenTurn = Pick<Turn, "number" | "abort">;

/** A seat that has been joined, until its match has ended. */
export class Seat {
  /** The bot, if it is on a thread. */
  readonly remote: RemoteBot | undefined;
  /** What the seat was told before play, and what it did. */
  readonly witness: SeatWitness = create(SeatWitnessSchema);
  /** Whether the bot has met the match. */
  started = false;
  /** The turn that is being thought about, or waits for that. */
  turn: OpenTurn | undefined;
  /** Type of the game's actions, where that is known. */
  actionType: string | undefined;
  /** Number of the last turn answered. */
  answered = 0;
  /** Number of the last turn that is known to have been missed or given up. */
  missed = 0;
  /** Whether it has left a stream and no turn has come on the new one: answers wait for that. */
  isAway = false;
  /**
   * The last turn that came, with all that earlier ones brought which were over before their time
   * to be asked; undefined once the bot has been asked about it.
   */
  unasked: TurnParts | undefined;
  /** How its turns come in short on the stream at hand; undefined if they come at length. */
  form: ShortForm | undefined;
  /** What the bot was told and has not taken in yet; undefined if nothing. */
  busy: Promise<void> | undefined;
  /** The last answer; undefined if the turn was given up. */
  #action: Any | undefined;
  /** The message of the lane's turn that is not answered yet; undefined if there is none. */
  hearing: object | undefined;
  /** Number of the last turn that came on a lane of this stream; 0 if another way after that. */
  onLane = 0;
  #refused = 0;

  constructor(
    /** Number of the join. */
    readonly number: number,
    /** What it plays in. */
    readonly match: Match,
    /** Who plays it. */
    readonly bot: Bot,
    /** Where it is played, or is to be. */
    public line: Line,
  ) {
    this.remote = isRemote(bot) ? bot : undefined;
  }

  /** Read a message of the game's for the bot; one that reads itself gets it as it came. */
  read(wrapped: Any | undefined): Message {
    return this.remote ? (wrapped ?? create(AnySchema)) : unpack(wrapped);
  }

  /** Forget what one stream has agreed with the referee: the next agrees on its own. */
  leave(): void {
    this.isAway = true;
    this.form = undefined;
    this.leaveLane();
    if (this.witness.started === undefined) {
      this.witness.nonceTold = false; // the stream may have lost it
    }
  }

  /** Forget the turn that came on a lane: it is over, or comes another way. */
  leaveLane(): void {
    this.hearing = undefined;
    this.onLane = 0;
  }

  /** Take in what a new turn brings, behind what turns brought that were never asked. */
  bring(message: TurnParts): void {
    const { unasked } = this;
    this.unasked = message;
    if (unasked !== undefined) {
      message.said = [...unasked.said, ...message.said];
      message.events = joined(unasked.events, message.events);
    }
  }

  /** Close the open turn with an action, or without one to give it up. */
  answer(action: Any | undefined): void {
    this.answered = this.turn?.number ?? this.answered;
    this.#action = action;
    this.turn = undefined;
  }

  /**
   * Open the turn of the last answer again, which the referee has refused; undefined if it is about
   * another turn, or that one is over or given up.
   */
  reopen(number: number): OpenTurn | undefined {
    const wasOnLane = number > 0 && number === this.onLane && this.hearing === undefined;
    if (wasOnLane && this.turn === undefined && number > this.missed) {
      this.leaveLane();
      this.turn = { number, abort() {} };
      return this.turn;
    }
    const isOver = this.turn !== undefined || number !== this.answered || number <= this.missed;
    if (isOver || this.#action === undefined) {
      return undefined;
    }
    // Without the Turn itself: kept after each answer, its messages cost a fifth of a decision.
    this.turn = { number, abort() {} };
    return this.turn;
  }

  /** Count a refused answer; whether it is the turn's first. */
  refused(number: number): boolean {
    const isFirst = number !== this.#refused;
    this.#refused = number;
    return isFirst;
  }

  /** Put the last answer into a request; sent again where a stream has lost it. */
  sayAnswer(request: PlayRequest): void {
    const { matchId, seat } = this.match;
    const decision = { matchId, seat, turn: this.answered };
    if (this.#action === undefined) {
      request.skips.push(create(SkipSchema, decision));
    } else if (this.form !== undefined) {
      const { handle } = this.form;
      const { value: payload } = this.#action;
      request.smallActions.push(
        create(SmallActionSchema, { handle, turn: this.answered, payload }),
      );
    } else {
      request.actions.push(create(ActionSchema, { ...decision, payload: this.#action }));
    }
  }

  /** Close the open turn without an answer, and stop the thinking about it. */
  close(): void {
    const { turn } = this;
    this.turn = undefined;
    turn?.abort();
  }

  /** Match, seat and turn, for logs and errors. */
  where(turn = 0): string {
    const where = `match ${this.match.matchId} seat ${this.match.seat}`;
    return turn > 0 ? `${where} turn ${turn}` : where;
  }
}

/** Merge two messages as protobuf does: one's bytes behind the other's. */
function joined(first: Any | undefined, second: Any | undefined): Any | undefined {
  if (first === undefined || second === undefined || first.typeUrl !== second.typeUrl) {
    return second ?? first;
  }
  const value = Buffer.concat([first.value, second.value]);
  return create(AnySchema, { typeUrl: second.typeUrl, value });
}

/** A token that was given to this process, until its seat's match has ended. */
export class Ticket {
  /** What this process adds to the match seed. */
  readonly nonce: Uint8Array = randomBytes(NONCE_BYTES);
  /** The seat, once joined. */
  seat: Seat | undefined;
  /** Whether no answer has come since the token was presented last. */
  isWaiting = true;
  /** The worker that has the match, as the referee said at home; empty if it named none. */
  address = "";
  /** What it asks for besides commitments to nonces; undefined until the bot's code is loaded. */
  features: readonly string[] | undefined;
  /** Workers that have refused the token. */
  readonly #avoided = new Set<string>();

  constructor(
    /** Number of the join. */
    readonly number: number,
    /** The secret. */
    readonly token: string,
    /** Makes the bot once the seat is joined. */
    readonly maker: Maker,
    /** Where the token was presented last. */
    public line: Line,
  ) {}

  /** Have the seat never go to a worker again. */
  avoid(address: string): void {
    this.#avoided.add(address);
  }

  /** Whether a worker has refused the token. */
  avoids(address: string): boolean {
    return this.#avoided.has(address);
  }

  /** The message that presents it. */
  join(botName: string): MessageInitShape<typeof JoinSchema> {
    const { features = [], nonce, number, token } = this;
    return {
      token,
      botName,
      client: `typescript/${VERSION}`,
      number: BigInt(number),
      features: [NONCE_COMMITMENTS, ...features],
      nonceCommitment: nonceCommitment(nonce),
      laneColumns: [...(this.maker.columns ?? [])],
    };
  }
}

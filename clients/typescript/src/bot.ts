/**
 * What a bot is: an object with `act`, and what it is told.
 *
 * All but `act` may be left out, and then a plain function will do. A class is made anew for every
 * seat, so that it can keep a memory of its match. Times are in milliseconds. Nothing here knows
 * the wire beyond reading its messages.
 */
import type { Message } from "@bufbuild/protobuf";
import { EndCause, ForfeitCause, type SeedReveal } from "../gen/gamereferee/v1/match_pb.js";
import type {
  Joined as JoinedMessage,
  MatchEnded as MatchEndedMessage,
  Said as SaidMessage,
} from "../gen/gamereferee/v1/play_service_pb.js";
import type { TimeControl as TimeControlMessage } from "../gen/gamereferee/v1/time_control_pb.js";
import type { LaneAnswer, LaneTurns } from "./lanes.js";
import { milliseconds, unpack } from "./messages.js";
import type { TurnParts } from "./small_turns.js";

/**
 * Decides for a seat, or for several. Everything but `act` is optional, and everything may be
 * async: the bots of all open turns then think side by side, and a seat is told and asked nothing
 * more until what it was told before has been taken in.
 */
export interface Bot<Observation extends Message = Message, Action extends Message = Message> {
  /**
   * Identifier of the game it plays, such as `diceman`: a seat of another game is resigned at once.
   * Without it nobody notices, and every answer in such a seat is a failure of the bot's own code.
   */
  readonly game?: string;
  /**
   * Whether it looks at the events of turns, by `onEvents` or `turn.events`. A bot that says false
   * gets turns without them, which saves both sides work; a class says it as a static property.
   * Without it the code decides: a function or an object whose `act` can't see its turn does not.
   */
  readonly readsEvents?: boolean;
  /** Decide: answer the game's Observation message with its Action message. */
  act(observation: Observation, turn: Turn<Observation>): Action | Promise<Action>;
  /**
   * Names of the observation's columns that `actColumns` reads, such as `table.life`; left out, all
   * but messages. A class says it as a static property.
   */
  readonly columns?: readonly string[];
  /**
   * Decide about the turns of many matches at once, from columns: one answer for each, in their order.
   * A bot with this method plays all seats, also if it is a class; turns that can't come in columns
   * come one by one, to `act`. What it throws, and answers that do not fit, give all these turns up.
   * Bots on threads have no turns in columns.
   *
   * @returns Numbers or Action messages, as `turns.lane.answers` says; `undefined` among messages gives
   *   that turn up.
   */
  actColumns?(turns: LaneTurns): LaneAnswer | Promise<LaneAnswer>;
  /** Meet the match: all seats have joined, the first turn is near. Called once a seat. */
  onStart?(match: Match): unknown;
  /** See what happened since the last turn, before `act`, and once more before `onEnd`. */
  onEvents?(match: Match, events: Message): unknown;
  /**
   * Hear that something was not taken; it has been logged. If it was the answer to the last turn,
   * refused as `MALFORMED` or `WRONG_TYPE`, that turn is still open: return another Action to answer
   * it, or else it is given up.
   */
  onRejected?(rejection: Rejection): unknown;
  /** Hear that a deadline passed; it has been logged. */
  onMissed?(missed: Missed): unknown;
  /** Hear how it ended. The last call; also for a match that never started. */
  onEnd?(match: Match, outcome: Outcome): unknown;
}

/** A bot for all seats, its `act` alone, or a class of which every seat gets an instance. */
export type BotLike = Bot | Bot["act"] | BotClass;

/** A class of bots. */
export interface BotClass {
  new (): Bot;
  /** As `Bot.readsEvents`; static, since a seat is joined before its bot is made. */
  readonly readsEvents?: boolean;
  /** As `Bot.columns`; static for the same reason. */
  readonly columns?: readonly string[];
}

/** The terms under which the seats spend time. All in milliseconds, undefined where not given. */
export interface TimeControl {
  /** Free time for one decision; undefined means that decisions have no deadline. */
  readonly moveTimeMs: number | undefined;
  /** Reserve at the start. */
  readonly bankMs: number | undefined;
  /** Added to the reserve after every answer in time. */
  readonly incrementMs: number | undefined;
  /** Free time for the first decision, in place of `moveTimeMs`. */
  readonly firstMoveMs: number | undefined;
  /** Grace after the deadline, never charged. */
  readonly lagMarginMs: number | undefined;
  /** Missed deadlines that forfeit a seat; 0 means that no number does. */
  readonly strikes: number | undefined;
}

/** A match as one of its seats knows it from the start. */
export interface Match {
  /** Identifies the match on its referee. */
  readonly matchId: string;
  /** This bot's seat, from 0. */
  readonly seat: number;
  /** Identifier of the game, such as `diceman`. */
  readonly game: string;
  /** The game's behaviour version, from 1. */
  readonly gameVersion: number;
  /** The game's Config message, with every default filled in; undefined for a game without. */
  config: Message | undefined;
  /** Number of seats in the match, from 1. */
  readonly numSeats: number;
  /** The terms in force. */
  readonly timeControl: TimeControl;
  /** SHA-256 of server seed and salt, 32 bytes; checked by the SDK after the end. */
  readonly seedCommitment: Uint8Array;
  /** Round trip measured before play; undefined before the start or if none was measured. */
  roundTripMs: number | undefined;
}

/** A seat's clock when its turn was written. In milliseconds, never negative. */
export interface Clock {
  /** Until the deadline, free time and reserve together; undefined if there is no deadline. */
  readonly remainingMs: number | undefined;
  /** Reserve when the turn was opened; undefined if there is none. */
  readonly bankMs: number | undefined;
  /** What the last answer was charged; undefined before the first and after a missed deadline. */
  readonly lastElapsedMs: number | undefined;
  /** Part of the last answer's time that was the referee's own and was not charged. */
  readonly lastLagMs: number | undefined;
  /** Deadlines missed so far. */
  readonly strikes: number;
}

/** Where some seats hear what any of them says. */
export interface Channel {
  /** Name by which a seat speaks in it; it is in at most one of each name. */
  readonly name: string;
  /** Which of the game's channels of that name it is. */
  readonly number: number;
  /** Seats that hear it, ascending. */
  readonly members: readonly number[];
}

/** Something that a seat said. */
export interface Said {
  /** Name of the channel. */
  readonly channel: string;
  /** Which of the game's channels of that name it was. */
  readonly number: number;
  /** Who said it. */
  readonly seat: number;
  /** What it said. */
  readonly text: string;
  /** The rulebook's round in which it was said; 0 in games without rounds. */
  readonly round: number;
  /** Name of the rulebook's phase in which it was said. */
  readonly phase: string;
}

/**
 * Says something for the seat of a turn; the message's number.
 *
 * @param number Number that the message has been given on a bot's thread; left out, a new one.
 */
export type Speak = (turn: number, channel: string, text: string, number?: number) => number;

/** A decision a seat has to make. */
export class Turn<Observation extends Message = Message> {
  readonly #message: TurnParts;
  readonly #speak: Speak;
  readonly #isOpen: (turn: Turn) => boolean;
  #events: Message | undefined;
  #abort: AbortController | undefined;
  /** Called once an answer would come too late; for the SDK, where the bot is on a thread. */
  onOver: (() => void) | undefined;

  constructor(
    /** The match it belongs to. */
    readonly match: Match,
    /** The game's Observation message. */
    readonly observation: Observation,
    message: TurnParts,
    /** Takes what is said; a turn without, as in a test of a bot, has nobody to say it to. */
    speak: Speak = () => 0,
    /** Says whether it is open; a turn without is. */
    isOpen: (turn: Turn) => boolean = () => true,
  ) {
    this.#message = message;
    this.#speak = speak;
    this.#isOpen = isOpen;
  }

  /** Identifies the match. */
  get matchId(): string {
    return this.match.matchId;
  }

  /** The seat that is asked, from 0. */
  get seat(): number {
    return this.match.seat;
  }

  /**
   * The game's Events message: what happened since the last turn that the bot was asked about;
   * undefined if nothing did. It is read when asked for, as many bots go by the observation alone.
   *
   * @throws ProtocolError Its bytes are not what its type says.
   */
  get events(): Message | undefined {
    const { events } = this.#message;
    this.#events ??= events && unpack(events);
    return this.#events;
  }

  /** The game's Config message, complete; undefined for a game without. */
  get config(): Message | undefined {
    return this.match.config;
  }

  /** Number of this seat's decision in the match, from 1. */
  get number(): number {
    return this.#message.turn;
  }

  /** Name of the rulebook's phase. */
  get phase(): string {
    return this.#message.phase;
  }

  /** The seat's clock when the turn was written. */
  get clock(): Clock {
    const { clock } = this.#message;
    return {
      remainingMs: milliseconds(clock?.remaining),
      bankMs: milliseconds(clock?.bank),
      lastElapsedMs: milliseconds(clock?.lastElapsed),
      lastLagMs: milliseconds(clock?.lastLag),
      strikes: clock?.strikes ?? 0,
    };
  }

  /**
   * What was said where this seat could hear it since the last turn that the bot was asked about, its
   * own messages included.
   */
  get said(): readonly Said[] {
    return this.#message.said.map(saidOf);
  }

  /** Where this seat may say something until its next turn; none in games without chat. */
  get channels(): readonly Channel[] {
    return this.#message.channels.map(({ name, number, members }) => ({ name, number, members }));
  }

  /**
   * Say something; the others hear it with their next turns. At any time until this seat's next
   * turn: before the answer, with it, or while others still think. It goes out without waiting for
   * the answer and at most once: what a stream has lost by breaking is not said again.
   *
   * @param channel Name of one of `channels`.
   * @param text Without control characters. The game's config rules how long it may be, and how
   *   many messages a turn may have.
   * @returns Number of the message; a `Rejection` that answers it has the same as `sayNumber`.
   * @throws TypeError One of them is no string.
   */
  say(channel: string, text: string): number {
    return this.#speak(this.number, channel, text);
  }

  /**
   * Whether an answer still counts, as far as this process knows: not once it is answered, its
   * deadline has passed, or a newer turn or the match's end has come.
   */
  get isOpen(): boolean {
    return this.#isOpen(this as unknown as Turn);
  }

  /** Aborted once an answer would come too late; for async bots to stop their thinking by. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    return this.#abort.signal;
  }

  /** Say that an answer would come too late. The SDK does that. */
  abort(): void {
    this.#abort?.abort();
    this.onOver?.();
  }

  /** How it came, with its messages packed; for the SDK, where the bot is on a thread. */
  get parts(): TurnParts {
    return this.#message;
  }

  /** What says something for its seat; for the SDK, where the bot is on a thread. */
  get speak(): Speak {
    return this.#speak;
  }

  /** Whether the bot asked for the signal and has got it. */
  get isAborted(): boolean {
    return this.#abort?.signal.aborted ?? false;
  }
}

/** Something the referee did not take. The match goes on. */
export interface Rejection {
  /** The match it is about. */
  readonly match: Match;
  /** The turn it is about; 0 if about none. */
  readonly turn: number;
  /** Name of the ErrorReason without its prefix, such as `LATE`. */
  readonly reason: string;
  /** Why, for people. */
  readonly text: string;
  /** Number of the message it answers, as `say` gave it; 0 if it answers none. */
  readonly sayNumber: number;
}

/** A deadline passed unanswered, or a turn was given up; the default action was played. */
export interface Missed {
  /** The match. */
  readonly match: Match;
  /** The turn that went unanswered. */
  readonly turn: number;
  /** Deadlines this seat has missed so far. */
  readonly strikes: number;
  /** Missed deadlines that forfeit the seat; 0 means that no number does. */
  readonly strikesLimit: number;
  /** Whether this one forfeited it: no more turns will come. */
  readonly forfeited: boolean;
  /** Whether the turn was given up, as when the bot's own code fails, instead of missed. */
  readonly givenUp: boolean;
}

/** What a match came to for one seat. */
export interface SeatResult {
  /** The seat, from 0. */
  readonly seat: number;
  /** Rank from 1; ties share a rank; 0 in a void match. */
  readonly placement: number;
  /** Points by the rulebook. */
  readonly score: number;
  /** Deadlines missed. */
  readonly strikes: number;
  /** Why the seat was taken out, such as `TIME`; undefined if it was not. */
  readonly forfeit: string | undefined;
}

/** How a match ended, or how it ended for a seat that the rules have put out. */
export interface Outcome {
  /** Name of the EndCause without its prefix, such as `RULES`. */
  readonly cause: string;
  /** The same in a sentence. */
  readonly text: string;
  /** One result a seat, in seat order; if the match goes on, only the own one is filled. */
  readonly seats: readonly SeatResult[];
  /** Whether the match has no placements and touches no rating. */
  readonly isVoid: boolean;
  /** The dice laid open; undefined if the referee sent none. */
  readonly reveal: SeedReveal | undefined;
  /** Whether the match goes on without this seat; its own result is final unless `outRound` is set. */
  readonly goesOn: boolean;
  /** The round in which the seat went out, where its place stays open until the match is over. */
  readonly outRound: number;
  /** The first of the places that those who went out with it share by who is in longer. */
  readonly firstPlace: number;
  /** The last of them. */
  readonly lastPlace: number;
  /** What was said where this seat could hear it since its last turn. */
  readonly said: readonly Said[];
}

const RATED = ["RULES", "BOT_TIME", "BOT_ERROR", "FORFEIT"];

/**
 * Read an outcome from the wire.
 *
 * @param unasked What was said with turns that were over before the bot was asked about them.
 */
export function outcomeOf(ended: MatchEndedMessage, unasked: readonly SaidMessage[] = []): Outcome {
  const { goesOn, outRound, firstPlace, lastPlace, outcome: message, reveal, said } = ended;
  const cause = enumName(EndCause, message?.cause ?? EndCause.UNSPECIFIED);
  const seats = (message?.seats ?? []).map((result) => ({
    seat: result.seat,
    placement: result.placement,
    score: Number(result.score),
    strikes: result.strikes,
    forfeit: result.forfeit ? enumName(ForfeitCause, result.forfeit) : undefined,
  }));
  return {
    cause,
    text: message?.text ?? "",
    seats,
    isVoid: !RATED.includes(cause),
    reveal,
    goesOn,
    outRound,
    firstPlace,
    lastPlace,
    said: [...unasked, ...said].map(saidOf),
  };
}

function saidOf({ channel, number, seat, text, round, phase }: SaidMessage): Said {
  return { channel, number, seat, text, round, phase };
}

/** Read a time control from the wire. */
export function timeControlOf(message: TimeControlMessage | undefined): TimeControl {
  return {
    moveTimeMs: milliseconds(message?.moveTime),
    bankMs: milliseconds(message?.bank),
    incrementMs: milliseconds(message?.increment),
    firstMoveMs: milliseconds(message?.firstMove),
    lagMarginMs: milliseconds(message?.lagMargin),
    strikes: message?.strikes,
  };
}

/** Read from the answer to a join what a match is; its config is read apart. */
export function matchOf(joined: JoinedMessage): Match {
  return {
    matchId: joined.matchId,
    seat: joined.seat,
    game: joined.game,
    gameVersion: joined.gameVersion,
    config: undefined,
    numSeats: joined.numSeats,
    timeControl: timeControlOf(joined.timeControl),
    seedCommitment: joined.seedCommitment,
    roundTripMs: undefined,
  };
}

/** What an outcome is for one seat, in a line. */
export function summary(outcome: Outcome, seat: number): string {
  const { cause, firstPlace, isVoid, lastPlace, outRound, seats, text } = outcome;
  if (isVoid) {
    return `void, ${cause}: ${text}`;
  }
  const own = seats.find((result) => result.seat === seat);
  let place = own ? `placement ${own.placement}, score ${own.score}, ` : "";
  if (outRound > 0) {
    place = `out in round ${outRound}, among places ${firstPlace} to ${lastPlace}, `;
  }
  return `${place}${cause}: ${text}`;
}

/** Name of a wire enum's value; a number this version does not know as is. */
export function enumName(names: Record<number, string>, value: number): string {
  return names[value] ?? String(value);
}

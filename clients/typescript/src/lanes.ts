/**
 * Turns of many matches in columns, on lanes: what a bot sees of them, and its answers as bytes.
 *
 * A lane is a set of matches with the same game, config, time control and bots. Its turns come as
 * arrays with an entry for each match; numbers are little-endian, as on every machine of Node.js that
 * is in common use.
 */
import { create, isMessage, type Message } from "@bufbuild/protobuf";
import {
  type LaneAnswers,
  LaneAnswersSchema,
  type LaneOpened,
  type LaneTurns as LaneTurnsMessage,
} from "../gen/gamereferee/v1/play_service_pb.js";
import type { ColumnData, SimulationColumn } from "../gen/gamereferee/v1/simulation_service_pb.js";
import { packAnswer } from "./answers.js";
import type { Match } from "./bot.js";
import { AnswerError } from "./calls.js";
import { ProtocolError } from "./errors.js";
import { actionTypeOf } from "./messages.js";
import { MAX_REQUEST_BYTES } from "./requests.js";
import type { Seat } from "./seats.js";

/** Feature of a client whose bot takes turns in columns. */
export const LANES = "lanes";
/** Bytes of an answer besides its value: row, turn, and the offset at which it ends. */
const ROW_BYTES = 16;
/** Most bytes of one message of answers; several go into a request. */
const MAX_LANE_BYTES = MAX_REQUEST_BYTES / 4;

/** Arrays of numbers, by the names of their types; those of 64 bits are read as float64. */
const ARRAYS = {
  bool: Uint8Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  int32: Int32Array,
  float32: Float32Array,
  float64: Float64Array,
};

/** Whole numbers of 64 bits, by the names of their types. */
const LONGS = { int64: BigInt64Array, uint64: BigUint64Array };

/** Numbers of a column. */
export type Numbers = InstanceType<(typeof ARRAYS)[keyof typeof ARRAYS]>;

/** What a bot answers to the turns of a lane: numbers, or Action messages where they are ragged. */
export type LaneAnswer = ArrayLike<number> | ArrayLike<Message | undefined>;

/** Describes one column. */
export interface Column {
  /** Names of the fields that lead to it, with dots between. */
  readonly name: string;
  /** Type of its numbers: bool, int8, uint8, int16, int32, int64, uint64, float32 or float64. */
  readonly dtype: string;
  /** Shape of one match's entry; empty for one number. */
  readonly shape: readonly number[];
  /** Least number; undefined if there is none. */
  readonly low?: number | undefined;
  /** Greatest number; undefined if there is none. */
  readonly high?: number | undefined;
  /** What to divide by to lie from -1 to 1; 0 if there is no such number. */
  readonly scale: number;
  /** Whether there is a list of any length for each match. */
  readonly ragged: boolean;
  /** What it says, for people. */
  readonly meaning: string;
}

/** Matches whose turns come together in columns, seen from one seat of them. */
export class Lane {
  /** Number of the lane on its stream. */
  readonly number: number;
  /** The bot's seat in each match, from 0. */
  readonly seat: number;
  /** Identifier of the game, such as `diceman`. */
  readonly game: string;
  /** The game's behaviour version, from 1. */
  readonly gameVersion: number;
  /** Number of seats of each match. */
  readonly numSeats: number;
  /** The columns of its turns. */
  readonly columns: readonly Column[];
  /** What is to be answered: numbers, or Action messages if it is ragged. */
  readonly answers: Column;

  constructor(opened: LaneOpened) {
    this.number = opened.lane;
    this.seat = opened.seat;
    this.game = opened.game;
    this.gameVersion = opened.gameVersion;
    this.numSeats = opened.numSeats;
    this.columns = opened.observed.map(columnOf);
    if (opened.answers === undefined) {
      throw new ProtocolError(`lane ${opened.lane} has no column of answers`);
    }
    this.answers = columnOf(opened.answers);
  }
}

function columnOf(message: SimulationColumn): Column {
  const { name, dtype, shape, low, high, scale, ragged, meaning } = message;
  return { name, dtype, shape, low, high, scale, ragged, meaning };
}

/** Turns of one seat in some matches of a lane, one decision each. */
export class LaneTurns {
  constructor(
    /** The lane: game, seat, columns. */
    readonly lane: Lane,
    /** Seats of the turns; for the SDK. */
    readonly seats: readonly Seat[],
    /** Places of the turns in the message. */
    private readonly places: readonly number[],
    private readonly message: LaneTurnsMessage,
  ) {}

  /** Number of turns, from 1. */
  get length(): number {
    return this.places.length;
  }

  /** The match of a turn. */
  match(index: number): Match {
    const seat = this.seats[index];
    if (seat === undefined) {
      throw new RangeError(`index must be from 0 to ${this.length - 1}, not ${index}`);
    }
    return seat.match;
  }

  /**
   * Numbers of the matches on the lane. A match keeps its row: it can be the index of what a bot
   * remembers of it.
   */
  get rows(): Int32Array {
    return this.#pick(numbersOf("int32", this.message.rows), 1) as Int32Array;
  }

  /** Numbers of the seat's decisions in each match, from 1. */
  get numbers(): Int32Array {
    return this.#pick(numbersOf("int32", this.message.turns), 1) as Int32Array;
  }

  /** Time until each deadline when the turns were written; undefined without deadlines. */
  get remainingMs(): readonly number[] | undefined {
    return this.#times(this.message.remainingUs);
  }

  /** Reserve of each; undefined if there is none. */
  get bankMs(): readonly number[] | undefined {
    return this.#times(this.message.bankUs);
  }

  /** What the last answer was charged; negative before the first and after a missed deadline. */
  get elapsedMs(): readonly number[] | undefined {
    return this.#times(this.message.elapsedUs);
  }

  /**
   * The numbers of a column, those of one match behind those of another: its first index is the turn,
   * the others are those of the column's shape, in C order. A bool is 0 or 1, and whole numbers of 64
   * bits are float64.
   *
   * @throws RangeError The lane has no such column, it is ragged, or a number is beyond 2 ** 53.
   */
  values(name: string): Numbers {
    const [column, data] = this.#column(name, false);
    const values = numbersOf(column.dtype, data.data);
    const size = sizeOf(column);
    if (values.length !== size * (this.message.rows.length / 4)) {
      throw new ProtocolError(`column ${name} has ${values.length} numbers`);
    }
    return this.#pick(values, size);
  }

  /**
   * The lists of a ragged column, one for each turn.
   *
   * @throws RangeError The lane has no such column, or it is not ragged.
   */
  lists(name: string): Numbers[] {
    const [column, data] = this.#column(name, true);
    const values = numbersOf(column.dtype, data.data);
    const ends = numbersOf("int64", data.offsets);
    const size = sizeOf(column);
    return this.places.map((place) =>
      values.slice((ends[place] ?? 0) * size, (ends[place + 1] ?? 0) * size),
    );
  }

  #column(name: string, ragged: boolean): [Column, ColumnData] {
    const index = this.lane.columns.findIndex((column) => column.name === name);
    const [column, data] = [this.lane.columns[index], this.message.observed[index]];
    if (column === undefined || data === undefined) {
      throw new RangeError(`the lane has no column '${name}'`);
    }
    if (column.ragged !== ragged) {
      throw new RangeError(`column ${name}: values() reads numbers, lists() ragged columns`);
    }
    return [column, data];
  }

  #times(micros: Uint8Array): readonly number[] | undefined {
    if (micros.length === 0) {
      return undefined;
    }
    return Array.from(this.#pick(numbersOf("int64", micros), 1), (us) => us / 1000);
  }

  /** The numbers of the turns that there are, of those of all in the message. */
  #pick(values: Numbers, size: number): Numbers {
    if (this.places.length * size === values.length) {
      return values;
    }
    const picked = new (values.constructor as new (length: number) => Numbers)(
      this.places.length * size,
    );
    this.places.forEach((place, index) => {
      picked.set(values.subarray(place * size, (place + 1) * size), index * size);
    });
    return picked;
  }
}

function sizeOf({ shape }: Column): number {
  return shape.reduce((size, length) => size * length, 1);
}

/**
 * Read numbers.
 *
 * @throws ProtocolError The type is unknown.
 * @throws RangeError A number of 64 bits is beyond 2 ** 53.
 */
export function numbersOf(dtype: string, bytes: Uint8Array): Numbers {
  const long = LONGS[dtype as keyof typeof LONGS];
  if (long !== undefined) {
    const { buffer, byteOffset, length } = aligned(bytes, long.BYTES_PER_ELEMENT);
    const exact = new long(buffer, byteOffset, length / long.BYTES_PER_ELEMENT);
    const values = Float64Array.from(exact as ArrayLike<bigint>, Number);
    if (!values.every(Number.isSafeInteger)) {
      throw new RangeError(`a number of the type ${dtype} is beyond 2 ** 53`);
    }
    return values;
  }
  const type = ARRAYS[dtype as keyof typeof ARRAYS];
  if (type === undefined) {
    throw new ProtocolError(`numbers of an unknown type '${dtype}'`);
  }
  const { buffer, byteOffset, length } = aligned(bytes, type.BYTES_PER_ELEMENT);
  return new type(buffer, byteOffset, length / type.BYTES_PER_ELEMENT);
}

/** The bytes, or a copy of them if they do not lie as an array needs it. */
function aligned(bytes: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const isAligned = bytes.byteOffset % width === 0 && bytes.length % width === 0;
  const whole = bytes.length - (bytes.length % width);
  return (isAligned ? bytes : Uint8Array.from(bytes.subarray(0, whole))) as Uint8Array<ArrayBuffer>;
}

/** What became of the answers to some turns. */
export interface PackedAnswers {
  /** The value of each turn in bytes; undefined where there is none. */
  readonly values: readonly (Uint8Array | undefined)[];
  /** What is wrong with those that have none, by index. */
  readonly faults: ReadonlyMap<number, unknown>;
}

/**
 * Pack what a bot has answered to turns of a lane.
 *
 * @throws AnswerError It does not fit any of them.
 */
export function packAnswers(turns: LaneTurns, answer: unknown): PackedAnswers {
  const { answers: column, game } = turns.lane;
  const size = column.ragged ? 1 : sizeOf(column);
  const given = answer as ArrayLike<unknown> | null | undefined;
  const what = column.ragged ? "Action messages" : `numbers ${boundsOf(column)}`.trim();
  if (typeof given !== "object" || given?.length !== turns.length * size) {
    const length = typeof given === "object" ? given?.length : undefined;
    throw new AnswerError(
      `actColumns must return ${turns.length * size} ${what}, not ${length ?? String(answer)}`,
    );
  }
  return column.ragged ? packActions(given, game) : packNumbers(given, column, size, what);
}

function packActions(given: ArrayLike<unknown>, game: string): PackedAnswers {
  const values: (Uint8Array | undefined)[] = [];
  const faults = new Map<number, unknown>();
  for (let index = 0; index < given.length; index += 1) {
    const action = given[index];
    try {
      const own = isMessage(action) ? actionTypeOf(observationOf(game)) : undefined;
      const isOwn = isMessage(action) && action.$typeName.startsWith("gamereferee.games.");
      values.push(packAnswer(action, isOwn ? own : undefined).value);
    } catch (thrown) {
      values.push(undefined);
      faults.set(index, thrown);
    }
  }
  return { values, faults };
}

function observationOf(game: string): string {
  return `gamereferee.games.${game}.v1.Observation`;
}

function packNumbers(
  given: ArrayLike<unknown>,
  column: Column,
  size: number,
  what: string,
): PackedAnswers {
  const { dtype, low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = column;
  const type = ARRAYS[dtype as keyof typeof ARRAYS];
  if (type === undefined) {
    throw new AnswerError(`numbers of the type '${dtype}' can't be answered`);
  }
  const data = new type(given.length);
  const isWhole = !dtype.startsWith("float");
  for (let index = 0; index < given.length; index += 1) {
    const value = Number(given[index]);
    data[index] = value;
    if (!(value >= low && value <= high) || (isWhole && data[index] !== value)) {
      throw new AnswerError(`actColumns must return ${what}, not ${String(given[index])}`);
    }
  }
  const bytes = new Uint8Array(data.buffer as ArrayBuffer);
  const width = size * data.BYTES_PER_ELEMENT;
  const count = given.length / size;
  const values = Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * width, (index + 1) * width),
  );
  return { values, faults: new Map() };
}

function boundsOf({ low, high }: Column): string {
  const [from, to] = [
    low === undefined ? "" : `from ${low} `,
    high === undefined ? "" : `to ${high}`,
  ];
  return `${from}${to}`;
}

/** One answer to a turn of a lane. */
export interface RowAnswer {
  readonly row: number;
  readonly turn: number;
  readonly value: Uint8Array;
}

/** The messages with some answers, each small enough for a request. */
export function laneAnswers({ number, answers }: Lane, given: readonly RowAnswer[]): LaneAnswers[] {
  const messages: LaneAnswers[] = [];
  let first = 0;
  let bytes = 0;
  given.forEach(({ value }, index) => {
    bytes += value.length + ROW_BYTES;
    if (bytes > MAX_LANE_BYTES && index > first) {
      messages.push(messageOf(number, answers, given.slice(first, index)));
      [first, bytes] = [index, value.length + ROW_BYTES];
    }
  });
  return given.length > 0 ? [...messages, messageOf(number, answers, given.slice(first))] : [];
}

function messageOf(lane: number, column: Column, given: readonly RowAnswer[]): LaneAnswers {
  const values = given.map(({ value }) => value);
  const ends = new BigInt64Array(given.length + 1);
  values.forEach((value, index) => {
    ends[index + 1] = (ends[index] ?? 0n) + BigInt(value.length);
  });
  return create(LaneAnswersSchema, {
    lane,
    rows: bytesOf(Int32Array.from(given, ({ row }) => row)),
    turns: bytesOf(Int32Array.from(given, ({ turn }) => turn)),
    values: {
      data: Buffer.concat(values),
      offsets: column.ragged ? bytesOf(ends) : new Uint8Array(),
    },
  });
}

function bytesOf({
  buffer,
  byteLength,
  byteOffset,
}: Int32Array | BigInt64Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** The lanes of a process's streams, and the calls of its bots about turns in columns. */
import { create } from "@bufbuild/protobuf";
import {
  type LaneRows,
  type LaneTurns as LaneTurnsMessage,
  type PlayResponse,
  SkipSchema,
} from "../gen/gamereferee/v1/play_service_pb.js";
import type { Bot } from "./bot.js";
import type { Calls } from "./calls.js";
import { ProtocolError } from "./errors.js";
import { Lane, LaneTurns, laneAnswers, numbersOf, packAnswers, type RowAnswer } from "./lanes.js";
import type { Line } from "./line.js";
import type { Seat } from "./seats.js";

/** What the lanes need of the conversation. */
export interface LaneSeats {
  /** The seat that this process has there. */
  seatAt(matchId: string, seat: number): Seat | undefined;
  /** Have the bot meet the match, once. */
  start(seat: Seat): void;
  /** Called when there is something to say that no call of the client's has brought about. */
  wake(): void;
}

/** A lane of one stream, with the seats that have rows on it. */
export class OpenLane extends Lane {
  readonly #seats = new Map<number, Seat>();
  readonly #rows = new Map<Seat, number>();

  /** Give seats their rows, in place of those that they had. */
  add({ firstRow, matchIds }: LaneRows, line: Line, seats: LaneSeats): void {
    matchIds.forEach((matchId, index) => {
      const seat = seats.seatAt(matchId, this.seat);
      if (seat?.line === line) {
        this.drop(seat); // and if not, its match is over or it is on another line
        this.#seats.set(firstRow + index, seat);
        this.#rows.set(seat, firstRow + index);
      }
    });
  }

  /** Forget the row of a seat. */
  drop(seat: Seat): void {
    const row = this.#rows.get(seat);
    if (row !== undefined) {
      this.#rows.delete(seat);
      this.#seats.delete(row);
    }
  }

  /** The seat that has a row; undefined if its match is over. */
  seatOf(row: number): Seat | undefined {
    return this.#seats.get(row);
  }
}

/** Turns that came in one message, for one bot. */
interface Asked {
  readonly line: Line;
  readonly turns: LaneTurns;
}

/** Takes in lanes, and asks bots about their turns. */
export class LaneCalls {
  readonly #waiting: Asked[] = [];

  constructor(
    private readonly calls: Calls,
    private readonly seats: LaneSeats,
  ) {}

  /**
   * Take in the lanes of a message, their rows and their turns.
   *
   * @throws ProtocolError They can't be read.
   */
  receive({ lanes, laneRows, laneTurns }: PlayResponse, line: Line): void {
    for (const opened of lanes) {
      line.lanes.set(opened.lane, new OpenLane(opened));
    }
    for (const rows of laneRows) {
      laneOf(rows, line).add(rows, line, this.seats);
    }
    for (const message of laneTurns) {
      this.#hear(message, laneOf(message, line), line);
    }
  }

  #hear(message: LaneTurnsMessage, lane: OpenLane, line: Line): void {
    const rows = numbersOf("int32", message.rows) as Int32Array;
    const numbers = numbersOf("int32", message.turns) as Int32Array;
    if (rows.length !== numbers.length || message.observed.length !== lane.columns.length) {
      throw new ProtocolError(`can't read ${rows.length} turns of lane ${lane.number}`);
    }
    const bots = new Map<Bot, { seats: Seat[]; places: number[] }>(); // nearly always one
    rows.forEach((row, place) => {
      const seat = lane.seatOf(row);
      if (seat === undefined) {
        return; // its match is over
      }
      seat.isAway = false;
      this.seats.start(seat); // this process may have taken it up in the middle of the match
      seat.close();
      seat.hearing = message;
      seat.onLane = numbers[place] ?? 0;
      const its = bots.get(seat.bot) ?? { seats: [], places: [] };
      bots.set(seat.bot, its);
      its.seats.push(seat);
      its.places.push(place);
    });
    for (const { seats, places } of bots.values()) {
      this.#waiting.push({ line, turns: new LaneTurns(lane, seats, places, message) });
    }
  }

  /** Ask the bot whose turns have waited longest; false if none wait. */
  askNext(): boolean {
    const next = this.#waiting.shift();
    if (next === undefined) {
      return false;
    }
    const { turns } = next;
    const bot = turns.seats[0]?.bot;
    const hearing = turns.seats.map((seat) => seat.hearing);
    const act = () => bot?.actColumns?.(turns);
    const take = (answer: unknown) => this.#settle(next, hearing, () => packAnswers(turns, answer));
    const fail = (thrown: unknown) =>
      this.#settle(next, hearing, () => {
        throw thrown;
      });
    const busy = turns.seats.flatMap((seat) => seat.busy ?? []);
    let thought: unknown;
    try {
      thought = busy.length > 0 ? Promise.all(busy).then(act) : act();
    } catch (thrown) {
      fail(thrown);
      return true;
    }
    if (thought instanceof Promise) {
      void thought.then(take, fail).then(() => this.seats.wake());
    } else {
      take(thought);
    }
    return true;
  }

  /** Answer those turns that are still open, and give up those that have no answer. */
  #settle(
    { line, turns }: Asked,
    hearing: readonly unknown[],
    pack: () => ReturnType<typeof packAnswers>,
  ): void {
    const { lane, rows, numbers } = turns;
    const where = `${turns.length} matches of ${lane.game}, seat ${lane.seat}`;
    const isOpen = (seat: Seat, index: number) =>
      seat.hearing !== undefined && seat.hearing === hearing[index];
    let packed: ReturnType<typeof packAnswers>;
    try {
      packed = pack();
    } catch (thrown) {
      this.calls.blame(where, thrown);
      packed = { values: [], faults: new Map() };
    }
    for (const [index, fault] of packed.faults) {
      const seat = turns.seats[index];
      this.calls.blame(seat?.where(numbers[index]) ?? where, fault);
    }
    const given: RowAnswer[] = [];
    const request = line.outbox.next;
    turns.seats.forEach((seat, index) => {
      if (!isOpen(seat, index)) {
        return; // it is over by now, or comes again elsewhere
      }
      seat.hearing = undefined;
      const [row = 0, turn = 0, value] = [rows[index], numbers[index], packed.values[index]];
      if (value !== undefined) {
        given.push({ row, turn, value });
      } else {
        const { matchId, seat: number } = seat.match;
        request.skips.push(create(SkipSchema, { matchId, seat: number, turn }));
      }
    });
    request.laneAnswers.push(...laneAnswers(lane, given));
  }
}

function laneOf({ lane }: { lane: number }, line: Line): OpenLane {
  const open = line.lanes.get(lane);
  if (open === undefined) {
    throw new ProtocolError(`lane ${lane} is not open`);
  }
  return open;
}

/** What there is to say on one line, until a stream takes it. */
import { create } from "@bufbuild/protobuf";
import {
  type Join,
  type PlayRequest,
  PlayRequestSchema,
  type Resign,
  type Say,
} from "../gen/gamereferee/v1/play_service_pb.js";
import { isEmpty } from "./requests.js";

/** What has to be said on another stream if one has not taken it; no turn brings it again. */
export interface Unsaid {
  readonly resigns: Resign[];
  readonly says: Say[];
}

/** Names a seat. */
export interface SeatName {
  readonly matchId: string;
  readonly seat: number;
}

/** The next message of a line. */
export class Outbox {
  #request: PlayRequest | undefined;

  /** The message, to put something into. */
  get next(): PlayRequest {
    this.#request ??= create(PlayRequestSchema);
    return this.#request;
  }

  /** Everything there is to say now, in one message; undefined if there is nothing. */
  take(): PlayRequest | undefined {
    const request = this.#request;
    this.#request = undefined;
    // A referee takes an empty message for a flood.
    return request && isEmpty(request) ? undefined : request;
  }

  /** Begin on a new stream: joins, and what no stream has taken and no turn brings again. */
  renew(joins: Join[]): void {
    const unsaid = this.rest();
    this.#request = create(PlayRequestSchema, { joins });
    this.put(unsaid);
  }

  /**
   * Take out what no turn brings again, to say it on another stream.
   *
   * @param name The seat that it is about; left out, all seats.
   */
  rest(name?: SeatName): Unsaid {
    const unsaid: Unsaid = { resigns: [], says: [] };
    if (this.#request !== undefined) {
      const { resigns, says } = this.#request;
      this.#request.resigns = split(resigns, name, unsaid.resigns);
      this.#request.says = split(says, name, unsaid.says);
    }
    return unsaid;
  }

  /** Put in what another outbox had left. */
  put({ resigns, says }: Unsaid): void {
    if (resigns.length + says.length > 0) {
      this.next.resigns.push(...resigns);
      this.next.says.push(...says);
    }
  }

  /** Drop what a seat has said that no stream has taken: its match is over. */
  silence(name: SeatName): void {
    if (this.#request !== undefined && this.#request.says.length > 0) {
      this.#request.says = split(this.#request.says, name, []);
    }
  }
}

/** The messages that are not about a seat; the others go into `taken`. */
function split<T extends SeatName>(all: readonly T[], name: SeatName | undefined, taken: T[]): T[] {
  const left: T[] = [];
  for (const one of all) {
    const isTaken = !name || (one.matchId === name.matchId && one.seat === name.seat);
    (isTaken ? taken : left).push(one);
  }
  return left;
}

/**
 * Turns and actions in short, as seats have them that ask for the feature `small-turns`.
 *
 * What a join has told once is put back here, so that nothing else has to know in which form a turn
 * came. Handles are those of one stream: on the next one they are given anew.
 */
import { create } from "@bufbuild/protobuf";
import { type Any, AnySchema, type Duration, DurationSchema } from "@bufbuild/protobuf/wkt";
import type {
  Channel,
  Joined,
  Said,
  SmallForm,
  SmallTurn,
  Turn as TurnMessage,
} from "../gen/gamereferee/v1/play_service_pb.js";
import { type Clock, ClockSchema } from "../gen/gamereferee/v1/time_control_pb.js";

/** Feature of a client that reads turns in short, and answers them so. */
export const SMALL_TURNS = "small-turns";
/** Feature of a client whose bot looks at no events of turns. */
export const WITHOUT_EVENTS = "without-events";

/** What a turn has, in whichever form it came. */
export type TurnParts = Omit<TurnMessage, "$typeName" | "$unknown">;

/** How the turns and actions of one seat travel in short, on the stream that has joined it. */
export class ShortForm {
  readonly #matchId: string;
  readonly #seat: number;
  readonly #form: SmallForm;
  readonly #phases = new Map<number, string>();
  /** Time for the first decision and for any other, without the bank; undefined without end. */
  readonly #freeUs: readonly [bigint, bigint] | undefined;

  constructor({ matchId, seat, timeControl }: Joined, form: SmallForm) {
    this.#matchId = matchId;
    this.#seat = seat;
    this.#form = form;
    const { moveTime, firstMove = moveTime } = timeControl ?? {};
    this.#freeUs = moveTime && firstMove && [microseconds(firstMove), microseconds(moveTime)];
  }

  /** Stands for match and seat. */
  get handle(): number {
    return this.#form.handle;
  }

  /** Type of the game's actions. */
  get actionType(): string {
    return this.#form.actionUrl.slice(this.#form.actionUrl.lastIndexOf("/") + 1);
  }

  /** Read a turn; in the order in which they came, as a phase has its name only once. */
  turn(small: SmallTurn): TurnParts {
    if (small.phaseName !== "") {
      this.#phases.set(small.phase, small.phaseName);
    }
    const phase = this.#phases.get(small.phase) ?? "";
    return new ShortTurn(this.#matchId, this.#seat, phase, this.#form, small, this.#freeUs);
  }
}

/** A turn that came in short. Durations are exact to a microsecond. */
class ShortTurn implements TurnParts {
  readonly turn: number;
  readonly observation: Any;
  events: Any | undefined;
  said: Said[];
  readonly channels: Channel[];
  readonly #small: SmallTurn;
  readonly #freeUs: readonly [bigint, bigint] | undefined;

  constructor(
    readonly matchId: string,
    readonly seat: number,
    readonly phase: string,
    { observationUrl, eventsUrl, knownObservation: known }: SmallForm,
    small: SmallTurn,
    freeUs: readonly [bigint, bigint] | undefined,
  ) {
    this.turn = small.turn;
    const { observation } = small;
    const seen = known.length > 0 ? Buffer.concat([known, observation]) : observation;
    this.observation = anyOf(observationUrl, seen);
    this.events = small.events.length > 0 ? anyOf(eventsUrl, small.events) : undefined;
    this.said = small.said;
    this.channels = small.channels;
    this.#small = small;
    this.#freeUs = freeUs;
  }

  get clock(): Clock {
    const { bank, lastElapsed, lastLag, remaining, strikes } = this.#small;
    const free = this.#freeUs?.[this.turn > 1 ? 1 : 0];
    const allUs = free === undefined ? undefined : free + (bank ?? 0n);
    const clock = create(ClockSchema, { strikes });
    setDuration(clock, "remaining", remaining ?? allUs);
    setDuration(clock, "bank", bank);
    setDuration(clock, "lastElapsed", lastElapsed);
    setDuration(clock, "lastLag", lastElapsed === undefined ? undefined : lastLag);
    return clock;
  }
}

function anyOf(typeUrl: string, value: Uint8Array): Any {
  return create(AnySchema, { typeUrl, value: value as Uint8Array<ArrayBuffer> });
}

function microseconds({ seconds, nanos }: Duration): bigint {
  return seconds * 1_000_000n + BigInt(Math.floor(nanos / 1000));
}

function setDuration(
  clock: Clock,
  field: "remaining" | "bank" | "lastElapsed" | "lastLag",
  us: bigint | undefined,
): void {
  if (us !== undefined) {
    const nanos = Number(us % 1_000_000n) * 1000;
    clock[field] = create(DurationSchema, { seconds: us / 1_000_000n, nanos });
  }
}

/** A conversation on a table: what the referee says is fed by hand, what the bot says is kept. */
import { createHash } from "node:crypto";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import {
  type Action,
  ActionSchema,
  ConfigSchema,
  EventsSchema,
  type Observation,
  ObservationSchema,
} from "../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import {
  type PlayRequest,
  PlayRequestSchema,
  PlayResponseSchema,
  type TurnSchema,
} from "../gen/gamereferee/v1/play_service_pb.js";
import type { Bot, BotLike, Match, Missed, Outcome, Rejection, Turn } from "../src/bot.js";
import { Conversation, type ConversationOptions } from "../src/conversation.js";

/** What a referee may say in one message. */
export type Told = MessageInitShape<typeof PlayResponseSchema>;

/** Server seed and salt of every match on the table, and what they commit to. */
export const SERVER_SEED = Uint8Array.from({ length: 32 }, (_, i) => i);
export const SALT = new Uint8Array(32).fill(7);
export const COMMITMENT = createHash("sha256").update(SERVER_SEED).update(SALT).digest();

export const ACTION = create(ActionSchema, { dice: [2, 3] });
export const EVENTS = anyPack(EventsSchema, create(EventsSchema));

/** Plays sword and shield. */
export function act(): Action {
  return ACTION;
}

/** A conversation, its log, and short ways to talk to it. */
export class Table {
  readonly log: string[] = [];
  readonly conversation: Conversation;
  numWakes = 0;

  constructor(bot: BotLike = act, options: Partial<ConversationOptions> = {}) {
    this.conversation = new Conversation({
      bot,
      log: (level, line) => this.log.push(`${level}: ${line}`),
      wake: () => {
        this.numWakes += 1;
      },
      ...options,
    });
  }

  /** Take in what the referee says. */
  feed(told: Told): void {
    this.conversation.receive(create(PlayResponseSchema, told));
  }

  /** Take in what the referee says, and ask all bots; answer what the process then says. */
  hear(told: Told): PlayRequest {
    this.feed(told);
    return this.say();
  }

  /** Ask all bots that wait; answer what the process then says. */
  say(): PlayRequest {
    while (this.conversation.askNext()) {}
    return this.conversation.lines.home.outbox.take() ?? create(PlayRequestSchema);
  }

  /** Open a stream and join one seat; match m1 seat 0 unless told otherwise. */
  join(joined: NonNullable<Told["joins"]>[number] = {}): PlayRequest {
    this.conversation.join("token1");
    this.conversation.opened();
    const request = this.say();
    this.hear({ joins: [{ ...JOINED, ...joined }] });
    return request;
  }

  /** Lines of the log that match. */
  logged(pattern: RegExp): string[] {
    return this.log.filter((line) => pattern.test(line));
  }
}

/** Answer to the first join. */
export const JOINED = {
  matchId: "m1",
  seat: 0,
  game: "diceman",
  gameVersion: 1,
  numSeats: 2,
  config: anyPack(ConfigSchema, create(ConfigSchema, { games: 3 })),
  seedCommitment: COMMITMENT,
  joinNumber: 1n,
};

/** A turn of match m1 seat 0 whose observation carries its number. */
export function turn(
  number: number,
  more: MessageInitShape<typeof TurnSchema> = {},
): MessageInitShape<typeof TurnSchema> {
  const observation = create(ObservationSchema, { round: number });
  return {
    matchId: "m1",
    turn: number,
    observation: anyPack(ObservationSchema, observation),
    ...more,
  };
}

/** The end of match m1 for seat 0. */
export const ENDED = {
  matchId: "m1",
  outcome: { cause: 1, text: "the rules ended the match", seats: [{ placement: 1, score: 5n }] },
};

/** A bot that keeps what it is told. */
export class Listener implements Bot<Observation, Action> {
  readonly heard: string[] = [];
  outcome: Outcome | undefined;
  rejection: Rejection | undefined;
  missed: Missed | undefined;
  match: Match | undefined;

  onStart(match: Match): void {
    this.match = match;
    this.heard.push("start");
  }

  onEvents(): void {
    this.heard.push("events");
  }

  act(observation: Observation, { number }: Turn<Observation>): Action {
    this.heard.push(`act ${number} ${observation.round}`);
    return ACTION;
  }

  onRejected(rejection: Rejection): void {
    this.rejection = rejection;
    this.heard.push("rejected");
  }

  onMissed(missed: Missed): void {
    this.missed = missed;
    this.heard.push("missed");
  }

  onEnd(_match: Match, outcome: Outcome): void {
    this.outcome = outcome;
    this.heard.push("end");
  }
}

/** Let promises that are ready run. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Turns that are over before a bot is asked or answers (duty 30); no network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { type Any, anyPack } from "@bufbuild/protobuf/wkt";
import {
  EventSchema,
  type Events,
  EventsSchema,
  ObservationSchema,
} from "../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import { TurnSchema } from "../gen/gamereferee/v1/play_service_pb.js";
import { type Bot, type Match, Turn } from "../src/bot.js";
import { ACTION, ENDED, settle, Table, type Told, turn } from "./table.js";

/** Events of as many kinds, which are told apart by how many there are of each turn. */
function eventsOf(count: number): Any {
  const events = Array.from({ length: count }, () => create(EventSchema));
  return anyPack(EventsSchema, create(EventsSchema, { events }));
}

function saidOf(text: string) {
  return { channel: "MAIN", number: 0, seat: 1, text, round: 1, phase: "FIGHT" };
}

function missed(turn: number) {
  return { matchId: "m1", turn, strikes: 1, strikesLimit: 3 };
}

/** A bot that keeps what each call brought. */
class Reader implements Bot {
  readonly heard: string[] = [];
  turns: Turn[] = [];

  onEvents(_match: Match, events: unknown): void {
    this.heard.push(`events ${(events as Events).events.length}`);
  }

  act(_observation: unknown, turn: Turn) {
    this.turns.push(turn);
    const events = (turn.events as Events | undefined)?.events.length;
    this.heard.push(`act ${turn.number}: ${events} ${turn.said.map(({ text }) => text)}`);
    return ACTION;
  }

  onEnd(_match: Match, { said }: { said: readonly { text: string }[] }): void {
    this.heard.push(`end ${said.map(({ text }) => text)}`);
  }
}

function reader(): [Table, Reader] {
  const bot = new Reader();
  const table = new Table(bot);
  table.join();
  return [table, bot];
}

const OVER: [string, Told][] = [
  ["its deadline has passed", { missed: [missed(1)] }],
  ["a newer turn has come", {}],
];

for (const [name, over] of OVER) {
  test(`duty 30: if ${name}, a turn is not asked, and the next has what it brought`, () => {
    const [table, bot] = reader();
    table.feed({ turns: [turn(1, { events: eventsOf(1), said: [saidOf("a")] })] });
    table.feed(over);
    table.hear({ turns: [turn(2, { events: eventsOf(2), said: [saidOf("b")] })] });
    table.hear({ turns: [turn(3, { events: eventsOf(4), said: [saidOf("c")] })] });
    assert.deepEqual(bot.heard, ["events 1", "events 2", "act 2: 3 a,b", "events 4", "act 3: 4 c"]);
  });
}

test("duty 30: several turns that were over bring all they had, in order", () => {
  const [table, bot] = reader();
  for (const number of [1, 2, 3]) {
    const said = [saidOf(`s${number}`)];
    table.feed({ turns: [turn(number, { events: eventsOf(number), said })] });
  }
  table.hear({ turns: [turn(4)] });
  assert.deepEqual(bot.heard, ["events 1", "events 2", "events 3", "act 4: 6 s1,s2,s3"]);
});

test("duty 30: what was said with turns that were never asked is in the outcome", () => {
  const [table, bot] = reader();
  table.feed({ turns: [turn(1, { said: [saidOf("a")] })] });
  table.hear({ ends: [{ ...ENDED, said: [saidOf("b")] }] });
  assert.deepEqual(bot.heard, ["end a,b"]);
});

test("duty 30: what was asked is not brought again", () => {
  const [table, bot] = reader();
  table.hear({ turns: [turn(1, { events: eventsOf(1), said: [saidOf("a")] })] });
  table.hear({ missed: [missed(1)] });
  table.hear({ turns: [turn(2)] });
  table.hear({ ends: [ENDED] });
  assert.deepEqual(bot.heard, ["events 1", "act 1: 1 a", "act 2: undefined ", "end "]);
});

test("duty 30: a turn that waits for what its bot takes in is not asked once it is over", async () => {
  const heard: string[] = [];
  const table = new Table({
    onStart: settle,
    act(_observation, { events, number }) {
      heard.push(`act ${number}: ${(events as Events).events.length}`);
      return ACTION;
    },
  });
  table.join();
  table.hear({ starts: [{ matchId: "m1" }], turns: [turn(1, { events: eventsOf(1) })] });
  table.hear({ missed: [missed(1)] });
  table.hear({ turns: [turn(2, { events: eventsOf(2) })] });
  await table.conversation.calls.settled();
  await settle();
  assert.deepEqual(heard, ["act 2: 3"]);
});

test("duty 30: a turn over a break is asked once, with what it brought", () => {
  const [table, bot] = reader();
  const told = { turns: [turn(1, { events: eventsOf(1), said: [saidOf("a")] })] };
  table.feed(told);
  table.conversation.opened();
  table.hear(told);
  assert.deepEqual(bot.heard, ["events 1", "act 1: 1 a"]);
});

const ENDS: [string, Told][] = [
  ["a missed deadline", { missed: [missed(1)] }],
  ["a newer turn", { turns: [turn(2)] }],
  ["the match's end", { ends: [ENDED] }],
];

for (const [name, over] of ENDS) {
  test(`duty 30: ${name} closes a turn that is thought about`, async () => {
    const turns: Turn[] = [];
    const table = new Table((_observation, turn) => {
      turns.push(turn);
      return new Promise(() => {});
    });
    table.join();
    table.hear({ turns: [turn(1)] });
    assert.equal(turns[0]?.isOpen, true);
    table.feed(over);
    assert.equal(turns[0]?.isOpen, false);
  });
}

test("duty 30: an answer closes its turn, and a refusal opens it again", () => {
  const isOpen: boolean[] = [];
  let turns: Turn[] = [];
  const table = new Table({
    act(_observation, turn) {
      turns = [turn];
      isOpen.push(turn.isOpen);
      return ACTION;
    },
    onRejected: () => isOpen.push(...turns.map((turn) => turn.isOpen)),
  });
  table.join();
  table.hear({ turns: [turn(1)] });
  isOpen.push(...turns.map((turn) => turn.isOpen));
  table.hear({ rejections: [{ matchId: "m1", turn: 1, reason: 9 }] });
  assert.deepEqual(isOpen, [true, false, true]);
  assert.equal(turns[0]?.isOpen, false);
});

test("a turn that a test of a bot makes is open", () => {
  const match = { matchId: "m1", seat: 0 } as Match;
  const made = new Turn(match, create(ObservationSchema), create(TurnSchema, { turn: 1 }));
  assert.equal(made.isOpen, true);
});

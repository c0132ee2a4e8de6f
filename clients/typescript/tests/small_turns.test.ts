/** Turns and actions in short (duty 27); no network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import {
  ActionSchema,
  EventSchema,
  type Events,
  EventsSchema,
  type Observation,
  ObservationSchema,
} from "../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import { ActionSchema as SwordmanActionSchema } from "../gen/gamereferee/games/swordman/v1/swordman_pb.js";
import { ErrorReason } from "../gen/gamereferee/v1/error_pb.js";
import type { PlayRequest, SmallTurnSchema } from "../gen/gamereferee/v1/play_service_pb.js";
import type { Bot, Turn } from "../src/bot.js";
import { ACTION, ENDED, JOINED, Listener, Table, turn } from "./table.js";

const URL = "type.googleapis.com/gamereferee.games.diceman.v1";
const CONTROL = { moveTime: { seconds: 2n }, firstMove: { seconds: 10n }, strikes: 3 };
const KNOWN = toBinary(ObservationSchema, create(ObservationSchema, { game: 7 }));

/** The answer to a join whose turns come in short. */
function joinedWith(handle: number, more = {}) {
  const smallForm = {
    handle,
    observationUrl: `${URL}.Observation`,
    eventsUrl: `${URL}.Events`,
    actionUrl: `${URL}.Action`,
    knownObservation: KNOWN,
  };
  return { ...JOINED, timeControl: CONTROL, features: ["small-turns"], smallForm, ...more };
}

/** A turn in short whose observation carries its number. */
function small(number: number, more: MessageInitShape<typeof SmallTurnSchema> = {}) {
  const observation = toBinary(ObservationSchema, create(ObservationSchema, { round: number }));
  return { handle: 5, turn: number, observation, ...more };
}

function eventsOf(count: number): Uint8Array {
  const events = Array.from({ length: count }, () => create(EventSchema));
  return toBinary(EventsSchema, create(EventsSchema, { events }));
}

function answersOf({ actions, skips, smallActions }: PlayRequest): string[] {
  return [
    ...actions.map(({ matchId, seat, turn }) => `${matchId}/${seat}/${turn}`),
    ...smallActions.map(({ handle, turn }) => `#${handle}/${turn}`),
    ...skips.map(({ matchId, seat, turn }) => `skip ${matchId}/${seat}/${turn}`),
  ];
}

/** A bot that keeps its turns, and a table whose turns come in short. */
function shortTable(act: Bot["act"] = () => ACTION): [Table, Turn[]] {
  const turns: Turn[] = [];
  const table = new Table((observation, turn) => {
    turns.push(turn);
    return act(observation, turn);
  });
  const request = table.join(joinedWith(5));
  assert.ok(request.joins.every(({ features }) => features.includes("small-turns")));
  return [table, turns];
}

test("duty 27: a turn in short is what it is at length, and is answered by its handle", () => {
  const [table, turns] = shortTable();
  const said = [{ channel: "MAIN", number: 0, seat: 1, text: "hm", round: 1, phase: "A" }];
  const channels = [{ name: "MAIN", number: 0, members: [0, 1] }];
  const request = table.hear({
    smallTurns: [small(1, { phase: 2, phaseName: "CHOICE", events: eventsOf(3), said, channels })],
  });
  assert.deepEqual(answersOf(request), ["#5/1"]);
  const payload = toBinary(ActionSchema, ACTION);
  assert.deepEqual(request.smallActions[0]?.payload, payload);
  const [asked] = turns;
  assert.deepEqual(asked?.observation, create(ObservationSchema, { game: 7, round: 1 }));
  assert.deepEqual([asked?.matchId, asked?.seat, asked?.number], ["m1", 0, 1]);
  assert.equal((asked?.events as Events | undefined)?.events.length, 3);
  assert.deepEqual([asked?.said, asked?.channels], [said, channels]);
});

test("duty 27: a phase has its name once", () => {
  const [table, turns] = shortTable();
  table.hear({ smallTurns: [small(1, { phase: 2, phaseName: "CHOICE" })] });
  table.hear({ smallTurns: [small(2, { phase: 0, phaseName: "PING" })] });
  table.hear({ smallTurns: [small(3, { phase: 2 })] });
  assert.deepEqual(
    turns.map(({ phase }) => phase),
    ["CHOICE", "PING", "CHOICE"],
  );
});

const NOTHING = {
  bankMs: undefined,
  lastElapsedMs: undefined,
  lastLagMs: undefined,
  strikes: 0,
};

const CLOCKS: [string, MessageInitShape<typeof SmallTurnSchema>, object][] = [
  ["the first decision has its own time", small(1), { ...NOTHING, remainingMs: 10_000 }],
  ["the others have all that there is", small(2), { ...NOTHING, remainingMs: 2000 }],
  [
    "the bank is added",
    small(2, { bank: 1_000_001n }),
    { ...NOTHING, bankMs: 1000.001, remainingMs: 3000.001 },
  ],
  [
    "what remains is given",
    small(2, { bank: 7n, remaining: 0n, lastElapsed: 1500n, lastLag: 250n, strikes: 2 }),
    { remainingMs: 0, bankMs: 0.007, lastElapsedMs: 1.5, lastLagMs: 0.25, strikes: 2 },
  ],
];

for (const [name, told, clock] of CLOCKS) {
  test(`duty 27: the clock of a turn in short: ${name}`, () => {
    const [table, turns] = shortTable();
    table.hear({ smallTurns: [told] });
    assert.deepEqual(turns[0]?.clock, clock);
  });
}

test("duty 27: without a clock there is no time that remains", () => {
  const bot = { turns: [] as Turn[] };
  const table = new Table((_observation, turn) => {
    bot.turns.push(turn);
    return ACTION;
  });
  table.join(joinedWith(5, { timeControl: { strikes: 3 } }));
  table.hear({ smallTurns: [small(1)] });
  assert.deepEqual(bot.turns[0]?.clock, { ...NOTHING, remainingMs: undefined });
});

test("duties 9, 27: on another stream an answer is sent again by the handle of that", () => {
  const [table, turns] = shortTable();
  table.hear({ smallTurns: [small(1, { phaseName: "CHOICE" })] });
  table.conversation.opened();
  assert.deepEqual(answersOf(table.say()), []);
  table.hear({ joins: [joinedWith(9, { rejoined: true })] });
  const again = { phaseName: "CHOICE", handle: 9 };
  assert.deepEqual(answersOf(table.hear({ smallTurns: [small(1, again)] })), ["#9/1"]);
  assert.deepEqual(answersOf(table.hear({ smallTurns: [small(2)] })), []); // an old handle
  assert.equal(turns.length, 1);
});

test("duty 27: at a referee without the feature answers go out at length again", () => {
  const [table] = shortTable();
  table.hear({ smallTurns: [small(1)] });
  table.conversation.opened();
  table.hear({ joins: [{ ...JOINED, rejoined: true }] });
  assert.deepEqual(answersOf(table.hear({ turns: [turn(1)] })), ["m1/0/1"]);
});

test("duty 27: turns are given up by match and seat", () => {
  const [table] = shortTable(() => create(SwordmanActionSchema) as never);
  assert.deepEqual(answersOf(table.hear({ smallTurns: [small(1)] })), ["skip m1/0/1"]);
});

test("duty 28: of a game that was registered the form says what its actions are", () => {
  const [table] = shortTable((observation) => observation as never);
  assert.deepEqual(answersOf(table.hear({ smallTurns: [small(1)] })), ["skip m1/0/1"]);
  const names = table.conversation.calls.errors.map(({ message }) => message);
  assert.match(names[0] ?? "", /Action message, not gamereferee\.games\.diceman\.v1\.Observation$/);
});

test("duties 27, 29: a refused answer in short is given again in short", () => {
  const bot = { act: () => ACTION, onRejected: () => ACTION };
  const table = new Table(bot);
  table.join(joinedWith(5));
  table.hear({ smallTurns: [small(1)] });
  const rejections = [{ matchId: "m1", turn: 1, reason: ErrorReason.MALFORMED }];
  assert.deepEqual(answersOf(table.hear({ rejections })), ["#5/1"]);
  const request = table.hear({ rejections, smallTurns: [small(2)] });
  assert.deepEqual(answersOf(request), ["#5/2"]); // with a newer turn it asks for nothing
});

test("duties 27, 30: a turn in short that is over brings what it had to the next", () => {
  const bot = new Listener();
  const counts: (number | undefined)[] = [];
  bot.act = (_observation: Observation, { events }) => {
    counts.push((events as Events | undefined)?.events.length);
    return ACTION;
  };
  const table = new Table(bot);
  table.join(joinedWith(5));
  table.feed({ smallTurns: [small(1, { events: eventsOf(1) })] });
  table.hear({ smallTurns: [small(2, { events: eventsOf(2) })] });
  assert.deepEqual(counts, [3]);
  assert.deepEqual(bot.heard, ["start", "events", "events"]);
});

test("duty 27: of a match that is over no turn is read", () => {
  const [table, turns] = shortTable();
  table.hear({ ends: [ENDED] });
  table.hear({ smallTurns: [small(1)] });
  assert.deepEqual(turns, []);
});

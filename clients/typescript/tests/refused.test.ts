/** Answers that can't be right or that the referee refuses (duties 28 and 29); no network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { type Action, ActionSchema } from "../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import { ActionSchema as SwordmanActionSchema } from "../gen/gamereferee/games/swordman/v1/swordman_pb.js";
import { ErrorReason } from "../gen/gamereferee/v1/error_pb.js";
import {
  type PlayRequest,
  PlayRequestSchema,
  SkipSchema,
} from "../gen/gamereferee/v1/play_service_pb.js";
import type { Bot } from "../src/bot.js";
import { decode, pack } from "../src/messages.js";
import { encode, MAX_REQUEST_BYTES } from "../src/requests.js";
import { ACTION, act, ENDED, Listener, settle, Table, turn } from "./table.js";

const { LATE, MALFORMED, WRONG_TYPE } = ErrorReason;
const OTHER = create(ActionSchema, { dice: [0, 1] });

/** What is answered, as turn and dice, or `skip`. */
function answersOf({ actions, skips }: PlayRequest): string[] {
  const dice = new Map([ACTION, OTHER].map((action) => [`${pack(action).value}`, action.dice]));
  return [
    ...actions.map(({ turn, payload }) => `${turn} ${dice.get(`${payload?.value}`)}`),
    ...skips.map(({ turn }) => `${turn} skip`),
  ];
}

function errorsOf(table: Table): string[] {
  return table.conversation.calls.errors.map(({ message }) => message);
}

function refusal(turn: number, more = {}) {
  return { matchId: "m1", turn, reason: MALFORMED, text: "no dice", ...more };
}

/** A table whose bot has answered turn 3. */
function answered(bot: Bot | Bot["act"]): Table {
  const table = new Table(bot);
  table.join();
  assert.deepEqual(answersOf(table.hear({ turns: [turn(3)] })), ["3 2,3"]);
  return table;
}

test("duty 28: an action of another game is a failure, and resigns nothing", () => {
  const table = new Table(() => create(SwordmanActionSchema) as never);
  table.join();
  const request = table.hear({ turns: [turn(1)] });
  assert.deepEqual([answersOf(request), request.resigns], [["1 skip"], []]);
  assert.deepEqual(table.conversation.failures, []);
  assert.deepEqual(errorsOf(table), [
    "match m1 seat 0 turn 1: the bot's own code failed: act must return the game's Action message," +
      " not gamereferee.games.swordman.v1.Action",
  ]);
  assert.equal(table.hear({ turns: [turn(2)] }).skips.length, 1); // it is asked again
});

test("duty 28: another message of the same game is a failure", () => {
  const table = new Table(((observation: unknown) => observation) as never);
  table.join();
  assert.deepEqual(answersOf(table.hear({ turns: [turn(1)] })), ["1 skip"]);
  assert.match(errorsOf(table)[0] ?? "", /not gamereferee\.games\.diceman\.v1\.Observation$/);
});

/** An action that has this many bytes on the wire, from 65,000 to 2,000,000. */
function actionOf(numBytes: number): Action {
  const dice = new Array<number>(numBytes - 4).fill(1); // tag, and a length of three bytes
  const action = create(ActionSchema, { dice });
  assert.equal(pack(action).value.length, numBytes);
  return action;
}

test("duty 28: an action of more than 65,536 bytes is a failure, and not sent", () => {
  for (const [numBytes, says] of [
    [65_537, "65,537"],
    [1_500_000, "1,500,000"],
  ] as const) {
    const table = new Table(() => actionOf(numBytes));
    table.join();
    assert.deepEqual(answersOf(table.hear({ turns: [turn(3)] })), ["3 skip"]);
    const failed = "match m1 seat 0 turn 3: the bot's own code failed";
    const why = `an answer of ${says} bytes, and 65,536 are allowed`;
    assert.deepEqual(errorsOf(table), [`${failed}: ${why}`]);
    assert.deepEqual(table.logged(/^error/), [`error: ${failed}: ${why}`]);
  }
});

test("duty 28: an action of 65,536 bytes is sent", () => {
  const table = new Table(() => actionOf(65_536));
  table.join();
  assert.equal(table.hear({ turns: [turn(3)] }).actions.length, 1);
});

test("duty 28: something said of more than 65,536 bytes is a failure, and not sent", () => {
  const table = new Table((_observation, turn) => {
    turn.say("MAIN", "ö".repeat(32_769));
    return ACTION;
  });
  table.join();
  const request = table.hear({ turns: [turn(3)] });
  assert.deepEqual([answersOf(request), request.says], [["3 skip"], []]);
  assert.match(
    errorsOf(table)[0] ?? "",
    /a text with its channel of 65,542 bytes, and 65,536 are allowed$/,
  );
});

test("duty 28: what is more than 1 MiB goes out in several messages, joins and texts first", () => {
  const action = { matchId: "m1", payload: pack(actionOf(60_000)) };
  const request = create(PlayRequestSchema, {
    pongs: [{ number: 7n }],
    joins: [{ token: "a" }, { token: "b" }],
    says: [{ matchId: "m1", turn: 1, text: new Uint8Array(60_000), number: 1n }],
    actions: Array.from({ length: 40 }, (_, i) => ({ ...action, turn: i + 1 })),
    skips: [{ matchId: "m1", turn: 41 }],
    ping: { number: 8n },
  });
  const parts = encode(request);
  assert.ok(parts.length > 2);
  assert.ok(parts.every(({ length }) => length <= MAX_REQUEST_BYTES));
  const read = parts.map((part) => decode(PlayRequestSchema, part));
  const first = read[0];
  assert.deepEqual(
    [first?.pongs.length, first?.joins.length, first?.says.length, first?.ping?.number],
    [1, 2, 1, 8n],
  );
  const joined = create(PlayRequestSchema, {
    pongs: read.flatMap(({ pongs }) => pongs),
    joins: read.flatMap(({ joins }) => joins),
    says: read.flatMap(({ says }) => says),
    actions: read.flatMap(({ actions }) => actions),
    skips: read.flatMap(({ skips }) => skips),
    ping: { number: 8n },
  });
  assert.deepEqual(joined, decode(PlayRequestSchema, Buffer.concat(parts)));
  assert.deepEqual(
    joined.actions.map(({ turn }) => turn),
    Array.from({ length: 40 }, (_, i) => i + 1),
  );
});

test("duty 28: what fits goes out in one message", () => {
  const request = create(PlayRequestSchema, { skips: [create(SkipSchema, { turn: 1 })] });
  assert.equal(encode(request).length, 1);
  assert.equal(encode(create(PlayRequestSchema)).length, 1);
});

for (const [name, reason] of [
  ["MALFORMED", MALFORMED],
  ["WRONG_TYPE", WRONG_TYPE],
] as const) {
  test(`duty 29: a turn whose answer was refused as ${name} is given up at once`, () => {
    const table = answered(act);
    assert.deepEqual(answersOf(table.hear({ rejections: [refusal(3, { reason })] })), ["3 skip"]);
    const why = `the bot's own code failed: the answer was refused: ${name}: no dice`;
    assert.deepEqual(errorsOf(table), [`match m1 seat 0 turn 3: ${why}`]);
    assert.deepEqual(table.logged(/^(error|warning)/), [
      `warning: match m1 seat 0 turn 3: rejected: ${name}: no dice`,
      `error: match m1 seat 0 turn 3: ${why}`,
    ]);
    assert.deepEqual(answersOf(table.hear({ turns: [turn(4)] })), ["4 2,3"]);
  });
}

test("duty 29: what onRejected returns is the answer, once", () => {
  const table = answered({ act, onRejected: () => OTHER });
  assert.deepEqual(answersOf(table.hear({ rejections: [refusal(3)] })), ["3 0,1"]);
  assert.deepEqual(answersOf(table.hear({ rejections: [refusal(3)] })), ["3 skip"]);
  assert.deepEqual(answersOf(table.hear({ rejections: [refusal(3)] })), []); // it is given up
  assert.equal(errorsOf(table).length, 2);
});

test("duty 29: of every turn the first refusal is answered by onRejected", () => {
  const table = answered({ act, onRejected: () => OTHER });
  table.hear({ rejections: [refusal(3)] });
  table.hear({ turns: [turn(4)] });
  assert.deepEqual(answersOf(table.hear({ rejections: [refusal(4)] })), ["4 0,1"]);
});

test("duty 29: an async onRejected is waited for", async () => {
  const table = answered({
    act,
    onRejected: async () => {
      await settle();
      return OTHER;
    },
  });
  const { numWakes } = table;
  assert.deepEqual(answersOf(table.hear({ rejections: [refusal(3)] })), []);
  await table.conversation.calls.settled();
  assert.ok(table.numWakes > numWakes);
  assert.deepEqual(answersOf(table.say()), ["3 0,1"]);
});

for (const [name, returned] of [
  ["is no message", 7],
  ["is nothing", undefined],
] as const) {
  test(`duty 29: what onRejected returns and ${name} gives the turn up, and is no failure`, () => {
    const table = answered({ act, onRejected: (() => returned) as never });
    assert.deepEqual(answersOf(table.hear({ rejections: [refusal(3)] })), ["3 skip"]);
    assert.equal(errorsOf(table).length, 1);
  });
}

const WRONG_SECONDS: [string, () => unknown, RegExp][] = [
  [
    "fails",
    () => {
      throw new Error("oh dear");
    },
    /Error: oh dear$/,
  ],
  ["rejects", () => Promise.reject(new Error("oh dear")), /Error: oh dear$/],
  ["returns another game's action", () => create(SwordmanActionSchema), /swordman\.v1\.Action$/],
  [
    "returns too much",
    () => actionOf(70_004),
    /an answer of 70,004 bytes, and 65,536 are allowed$/,
  ],
];

for (const [name, onRejected, says] of WRONG_SECONDS) {
  test(`duty 29: an onRejected that ${name} is a failure too, and the turn is given up`, async () => {
    const table = answered({ act, onRejected: onRejected as never });
    table.feed({ rejections: [refusal(3)] });
    await table.conversation.calls.settled();
    assert.deepEqual(answersOf(table.say()), ["3 skip"]);
    assert.match(errorsOf(table)[0] ?? "", /the answer was refused: MALFORMED: no dice$/);
    assert.match(errorsOf(table)[1] ?? "", says);
    assert.equal(errorsOf(table).length, 2);
  });
}

const MISSED = { matchId: "m1", turn: 3, strikes: 1, strikesLimit: 3 };

test("duty 29: rejections of other turns, for other reasons and of texts ask for nothing", () => {
  for (const rejected of [
    refusal(2),
    refusal(4),
    refusal(0),
    refusal(3, { reason: LATE }),
    refusal(3, { sayNumber: 1n }),
  ]) {
    const bot = new Listener();
    const table = answered(bot);
    assert.deepEqual(answersOf(table.hear({ rejections: [rejected] })), []);
    assert.equal(bot.heard.at(-1), "rejected");
    assert.deepEqual(errorsOf(table), []);
  }
});

test("duty 29: of a turn that was missed a rejection asks for nothing", () => {
  for (const isTogether of [true, false]) {
    const bot = new Listener();
    const table = answered(bot);
    if (!isTogether) {
      table.hear({ missed: [MISSED] });
    }
    const missed = isTogether ? [MISSED] : [];
    assert.deepEqual(answersOf(table.hear({ rejections: [refusal(3)], missed })), []);
    assert.ok(bot.heard.includes("rejected"));
    assert.deepEqual(errorsOf(table), []);
  }
});

test("duty 29: a rejection that comes with a newer turn or an end asks for nothing", () => {
  const newer = answered(act);
  const rejections = [refusal(3)];
  assert.deepEqual(answersOf(newer.hear({ rejections, turns: [turn(4)] })), ["4 2,3"]);
  assert.deepEqual(answersOf(answered(act).hear({ rejections, ends: [ENDED] })), []);
});

test("duty 29: while onRejected thinks, a missed deadline ends it", async () => {
  const table = answered({
    act,
    onRejected: async () => {
      await settle();
      return OTHER;
    },
  });
  table.feed({ rejections: [refusal(3)] });
  table.feed({ missed: [MISSED] });
  await table.conversation.calls.settled();
  assert.deepEqual(answersOf(table.say()), []);
});

test("duty 29: over a break a refused turn comes again and has the second answer", async () => {
  const table = answered({ act, onRejected: () => OTHER });
  table.hear({ rejections: [refusal(3)] });
  table.conversation.opened();
  assert.deepEqual(answersOf(table.hear({ turns: [turn(3)] })), ["3 0,1"]);
});

test("duty 29: while onRejected thinks a turn that comes again is not answered as before", async () => {
  const table = answered({
    act,
    onRejected: async () => {
      await settle();
      return OTHER;
    },
  });
  table.feed({ rejections: [refusal(3)] });
  table.conversation.opened();
  table.say();
  assert.deepEqual(answersOf(table.hear({ turns: [turn(3)] })), []);
  await table.conversation.calls.settled();
  assert.deepEqual(answersOf(table.say()), ["3 0,1"]);
});

/** Streams, turns and breaks as CONTRACT.md numbers the duties; no network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ErrorReason } from "../gen/gamereferee/v1/error_pb.js";
import type { EndCause } from "../gen/gamereferee/v1/match_pb.js";
import { pack } from "../src/messages.js";
import { ACTION, act, ENDED, EVENTS, JOINED, Listener, Table, turn } from "./table.js";

const ANSWER = { matchId: "m1", seat: 0, payload: pack(ACTION) };

function answersOf(request: ReturnType<Table["hear"]>) {
  return request.actions.map(({ matchId, seat, turn }) => `${matchId}/${seat}/${turn}`);
}

test("duty 1: tokens are presented at the start and at any later time", () => {
  const table = new Table(act, { name: "Ann" });
  table.conversation.join("a");
  table.conversation.join("b");
  table.conversation.opened();
  const first = table.say().joins;
  assert.deepEqual(
    first.map(({ token, botName, client }) => [token, botName, client.split("/")[0]]),
    [
      ["a", "Ann", "typescript"],
      ["b", "Ann", "typescript"],
    ],
  );
  table.conversation.join("c");
  assert.deepEqual(
    table.say().joins.map(({ token }) => token),
    ["c"],
  );
});

test("duty 2: nonces are committed to, of their own, and stay the same, numbers count from 1", () => {
  const table = new Table();
  table.conversation.join("a");
  table.conversation.join("b");
  table.conversation.opened();
  const first = table.say().joins;
  table.conversation.opened();
  const again = table.say().joins;
  assert.deepEqual(again, first);
  assert.deepEqual(
    first.map(({ number, nonceCommitment }) => [number, nonceCommitment.length]),
    [
      [1n, 32],
      [2n, 32],
    ],
  );
  assert.notDeepEqual(first[0]?.nonceCommitment, first[1]?.nonceCommitment);
});

test("duty 31: a token that is given twice is joined once, and shown by four characters", () => {
  const table = new Table();
  table.conversation.join("abcdef");
  table.conversation.join("abcdef");
  table.conversation.opened();
  assert.equal(table.say().joins.length, 1);
  assert.deepEqual(table.log, ["warning: the token abcd… was given twice"]);
});

test("duty 31: a token is taken once, whatever came of its seat", () => {
  const { BAD_TOKEN } = ErrorReason;
  for (const over of [
    { joins: [JOINED], ends: [ENDED] },
    { joins: [{ ...JOINED, game: "chess" }] },
    { rejections: [{ joinNumber: 1n, reason: BAD_TOKEN }] },
  ]) {
    const table = new Table({ game: "diceman", act });
    table.conversation.join("abcdef");
    table.conversation.opened();
    table.say();
    table.hear(over);
    table.conversation.join("abcdef");
    table.conversation.finish();
    assert.deepEqual(table.say().joins, []);
    assert.equal(table.conversation.isDone, true);
    assert.equal(table.logged(/^warning: the token abcd… was given twice$/).length, 1);
  }
});

test("duty 3: answers find their tokens by number, in any order", () => {
  const bots = [new Listener(), new Listener()];
  const table = new Table();
  table.conversation.join("a", bots[0]);
  table.conversation.join("b", bots[1]);
  table.conversation.opened();
  table.hear({
    joins: [
      { ...JOINED, matchId: "m2", joinNumber: 2n },
      { ...JOINED, matchId: "m1", joinNumber: 1n },
    ],
    starts: [{ matchId: "m1" }, { matchId: "m2" }],
  });
  assert.deepEqual(
    bots.map((bot) => bot.match?.matchId),
    ["m1", "m2"],
  );
});

test("duty 4: a pong is there to be said before any bot is asked", () => {
  let asked = false;
  const table = new Table(() => {
    asked = true;
    return ACTION;
  });
  table.join();
  table.feed({ ping: { number: 7n }, turns: [turn(1)] });
  assert.deepEqual(
    table.conversation.lines.home.outbox.take()?.pongs.map(({ number }) => number),
    [7n],
  );
  assert.equal(asked, false);
});

test("duty 5: a silence asks for a pong, another one means that the stream is dead", () => {
  const table = new Table();
  table.join();
  assert.equal(table.conversation.lines.home.isDead(), false);
  assert.notEqual(table.say().ping, undefined);
  assert.equal(table.conversation.lines.home.isDead(), true);
});

test("duty 5: any word begins the silence anew, and so does a new stream", () => {
  const table = new Table();
  table.join();
  table.conversation.lines.home.isDead();
  table.hear({ pong: { number: 1n } });
  assert.equal(table.conversation.lines.home.isDead(), false);
  table.conversation.opened();
  assert.equal(table.conversation.lines.home.isDead(), false);
});

test("duty 6: all is done when no more tokens come and all matches are over", () => {
  const table = new Table();
  table.join();
  assert.equal(table.conversation.isDone, false);
  table.conversation.finish();
  assert.equal(table.conversation.isDone, false);
  table.hear({ ends: [ENDED] });
  assert.equal(table.conversation.isDone, true);
  assert.throws(() => table.conversation.join("late"), { message: /join after finish/ });
});

test("duty 7: one message is read joins first and turns last", () => {
  const bot = new Listener();
  const table = new Table(bot);
  table.conversation.join("a");
  table.conversation.opened();
  const request = table.hear({
    turns: [turn(2, { events: EVENTS })],
    missed: [{ matchId: "m1", turn: 1, strikes: 1, strikesLimit: 3 }],
    rejections: [{ matchId: "m1", turn: 1, reason: ErrorReason.LATE, text: "too late" }],
    starts: [{ matchId: "m1" }],
    joins: [JOINED],
  });
  assert.deepEqual(bot.heard, ["start", "rejected", "missed", "events", "act 2 2"]);
  assert.deepEqual(answersOf(request), ["m1/0/2"]);
});

test("duty 7: a turn whose match ends in the same message is not played", () => {
  const bot = new Listener();
  const table = new Table(bot);
  table.join();
  const request = table.hear({ turns: [turn(1)], ends: [{ ...ENDED, events: EVENTS }] });
  assert.deepEqual(bot.heard, ["events", "end"]);
  assert.deepEqual(answersOf(request), []);
});

test("duty 8: answers that are ready together go out in one message", () => {
  const table = new Table();
  table.join();
  table.conversation.join("b");
  table.say();
  table.hear({ joins: [{ ...JOINED, seat: 1, joinNumber: 2n }] });
  const request = table.hear({ turns: [turn(1), turn(1, { seat: 1 })] });
  assert.deepEqual(answersOf(request), ["m1/0/1", "m1/1/1"]);
  assert.deepEqual({ ...request.actions[0] }, { ...request.actions[0], ...ANSWER, turn: 1 });
});

test("duty 9: a turn that waits to be asked and comes again is asked once", () => {
  const bot = new Listener();
  const table = new Table(bot);
  table.join();
  table.hear({ turns: [turn(1), turn(1)] });
  assert.deepEqual(bot.heard, ["start", "act 1 1"]);
});

test("duty 9: a turn that was answered and comes again is answered alike without the bot", () => {
  const bot = new Listener();
  const table = new Table(bot);
  table.join();
  const first = table.hear({ turns: [turn(1)] });
  table.conversation.opened();
  table.hear({ joins: [{ ...JOINED, rejoined: true }] });
  const again = table.hear({ turns: [turn(1)] });
  assert.deepEqual(again.actions, first.actions);
  assert.deepEqual(bot.heard, ["start", "act 1 1"]);
});

test("duty 9: a turn before the one that was answered is passed over", () => {
  const table = new Table();
  table.join();
  table.hear({ turns: [turn(5)] });
  assert.deepEqual(answersOf(table.hear({ turns: [turn(4)] })), []);
});

test("duty 10: a turn whose deadline passes before it is asked is not asked", () => {
  const bot = new Listener();
  const table = new Table(bot);
  table.join();
  table.hear({ starts: [{ matchId: "m1" }] });
  table.feed({ turns: [turn(1)] });
  const request = table.hear({ missed: [{ matchId: "m1", turn: 1, strikes: 1 }] });
  assert.deepEqual(bot.heard, ["start", "missed"]);
  assert.deepEqual(answersOf(request), []);
});

test("duty 11: an enum value that is not known is told as its number", () => {
  const bot = new Listener();
  const table = new Table(bot);
  table.join();
  table.hear({
    rejections: [{ matchId: "m1", reason: 99 as ErrorReason }],
    ends: [{ ...ENDED, outcome: { cause: 98 as EndCause } }],
  });
  assert.equal(bot.rejection?.reason, "99");
  assert.equal(bot.outcome?.cause, "98");
});

for (const part of ["observation", "events"] as const) {
  test(`duty 11: ${part} of an unknown type are an error that names it`, () => {
    const table = new Table();
    table.join();
    const strange = { typeUrl: "type.googleapis.com/gamereferee.games.chess.v1.Thing" };
    assert.throws(() => table.hear({ turns: [turn(1, { [part]: strange })] }), {
      name: "UnknownMessageError",
      message: /'gamereferee\.games\.chess\.v1\.Thing'/,
    });
  });
}

test("duty 11: events that can't be read are an error that names their type", () => {
  const table = new Table(new Listener());
  table.join();
  const events = { ...EVENTS, value: Uint8Array.of(0x0a) };
  assert.throws(() => table.hear({ turns: [turn(1, { events })] }), {
    name: "ProtocolError",
    message: "can't read 1 bytes as gamereferee.games.diceman.v1.Events",
  });
});

test("duty 11: a config of an unknown type is an error that names it", () => {
  const config = { typeUrl: "type.googleapis.com/gamereferee.games.chess.v1.Config" };
  assert.throws(() => new Table().join({ config }), {
    name: "UnknownMessageError",
    message: /'gamereferee\.games\.chess\.v1\.Config'/,
  });
});

test("duty 15: only seats whose match has not ended are joined again", () => {
  const table = new Table();
  table.join();
  table.conversation.join("b");
  table.say();
  table.hear({ joins: [{ ...JOINED, matchId: "m2", joinNumber: 2n }], ends: [ENDED] });
  table.conversation.opened();
  assert.deepEqual(
    table.say().joins.map(({ token }) => token),
    ["b"],
  );
});

test("duty 15: a seat that another process has taken over is not joined again", () => {
  const table = new Table();
  table.join();
  const { TAKEN_OVER } = ErrorReason;
  table.hear({ rejections: [{ matchId: "m1", reason: TAKEN_OVER, text: "somebody else" }] });
  table.conversation.opened();
  assert.deepEqual(table.say().joins, []);
  assert.deepEqual(
    table.conversation.failures.map(({ name, message }) => [name, message]),
    [["TakenOverError", "match m1 seat 0: somebody else"]],
  );
});

test("duty 15: a match that ended while the stream was broken is over", () => {
  const table = new Table();
  table.join();
  table.conversation.finish();
  table.conversation.opened();
  table.say();
  table.hear({ rejections: [{ joinNumber: 1n, reason: ErrorReason.ENDED }] });
  assert.equal(table.conversation.isDone, true);
  assert.deepEqual(table.conversation.failures, []);
});

test("after a break a seat's answer waits for its turn to come again", () => {
  const table = new Table();
  table.join();
  table.feed({ turns: [turn(1)] });
  table.conversation.opened();
  assert.deepEqual(answersOf(table.say()), []);
  assert.deepEqual(answersOf(table.hear({ turns: [turn(1)] })), ["m1/0/1"]);
});

test("a resignation that was not written before a break is written after it", () => {
  const table = new Table();
  table.join();
  table.conversation.resign("m1", 0);
  table.conversation.opened();
  const { joins, resigns } = table.say();
  assert.equal(joins.length, 1);
  assert.deepEqual(
    resigns.map(({ matchId, seat }) => [matchId, seat]),
    [["m1", 0]],
  );
});

test("duty 16: a referee that drains is logged once", () => {
  const table = new Table();
  table.join();
  table.hear({ draining: true });
  table.hear({ draining: true });
  assert.equal(table.logged(/warning: the referee is going to stop/).length, 1);
  assert.deepEqual(answersOf(table.hear({ turns: [turn(1)] })), ["m1/0/1"]);
});

test("a seat that is taken up in the middle of its match is started before it is asked", () => {
  const bot = new Listener();
  const table = new Table(bot);
  table.join({ rejoined: true });
  table.hear({ turns: [turn(41)] });
  table.hear({ starts: [{ matchId: "m1" }], turns: [turn(42)] });
  assert.deepEqual(bot.heard, ["start", "act 41 41", "act 42 42"]);
});

test("a name has at most 100 characters", () => {
  new Table(act, { name: "ö".repeat(100) });
  assert.throws(() => new Table(act, { name: "x".repeat(101) }), {
    message: "name must have at most 100 characters, not 101",
  });
});

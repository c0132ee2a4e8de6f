/** What bots say and hear, and ends after which the match goes on (duties 24 to 26); no network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { ObservationSchema } from "../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import { ErrorReason } from "../gen/gamereferee/v1/error_pb.js";
import { type PlayRequest, TurnSchema } from "../gen/gamereferee/v1/play_service_pb.js";
import { type Match, Turn } from "../src/bot.js";
import { ACTION, ENDED, JOINED, Listener, Table, turn } from "./table.js";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** A bot that hands its turns out, and says what it is given before it answers. */
class Talker extends Listener {
  readonly turns: Turn[] = [];
  readonly numbers: number[] = [];

  constructor(private readonly texts: string[] = []) {
    super();
  }

  override act(...[observation, turn]: Parameters<Listener["act"]>) {
    this.turns.push(turn);
    this.numbers.push(...this.texts.map((text) => turn.say("MAIN", text)));
    return super.act(observation, turn);
  }
}

/** What is said, as match/seat/turn channel number: text. */
function saysOf({ says }: PlayRequest): string[] {
  return says.map(
    ({ matchId, seat, turn, channel, text, number }) =>
      `${matchId}/${seat}/${turn} ${channel} ${number}: ${UTF8.decode(text)}`,
  );
}

/** Match m1 with a talker in each of two seats. */
function talkers(...texts: string[]): [Table, Talker, Talker] {
  const bots = [new Talker(texts), new Talker(texts)] as const;
  const table = new Table();
  bots.forEach((bot, i) => {
    table.conversation.join(`token${i}`, bot);
  });
  table.conversation.opened();
  table.say();
  table.hear({ joins: [JOINED, { ...JOINED, seat: 1, joinNumber: 2n }] });
  return [table, ...bots];
}

function turnOf([turn]: readonly Turn[]): Turn {
  assert.ok(turn);
  return turn;
}

test("duty 24: what is said before the answer goes out with it, in order and in UTF-8", () => {
  const [table] = talkers("Waffenstillstand? 🤝", "für zwei Runden");
  const request = table.hear({ turns: [turn(3)] });
  assert.deepEqual(saysOf(request), [
    "m1/0/3 MAIN 1: Waffenstillstand? 🤝",
    "m1/0/3 MAIN 2: für zwei Runden",
  ]);
  assert.equal(request.actions.length, 1);
});

test("duty 24: no two messages of a process have the same number, which say gives", () => {
  const [table, first, second] = talkers("a", "b");
  const request = table.hear({ turns: [turn(1), turn(1, { seat: 1 })] });
  table.hear({ turns: [turn(2)] });
  assert.deepEqual(saysOf(request), [
    "m1/0/1 MAIN 1: a",
    "m1/0/1 MAIN 2: b",
    "m1/1/1 MAIN 3: a",
    "m1/1/1 MAIN 4: b",
  ]);
  assert.deepEqual(first.numbers, [1, 2, 5, 6]);
  assert.deepEqual(second.numbers, [3, 4]);
});

test("duty 24: what an async bot says does not wait for its answer", async () => {
  let decide: (action: typeof ACTION) => void = () => {};
  const table = new Table((_observation, turn) => {
    turn.say("TILE", "thinking");
    return new Promise((resolve) => {
      decide = resolve;
    });
  });
  table.join();
  const request = table.hear({ turns: [turn(1)] });
  assert.deepEqual(saysOf(request), ["m1/0/1 TILE 1: thinking"]);
  assert.equal(request.actions.length, 0);
  decide(ACTION);
  await new Promise(setImmediate);
  const later = table.say();
  assert.equal(later.actions.length, 1);
  assert.deepEqual(saysOf(later), []);
});

test("duty 24: a bot may speak after its answer, and the client is told", () => {
  const [table, bot] = talkers();
  assert.equal(table.hear({ turns: [turn(4)] }).actions.length, 1);
  const { numWakes } = table;
  assert.equal(turnOf(bot.turns).say("MAIN", "done, and you?"), 1);
  assert.equal(table.numWakes, numWakes + 1);
  const request = table.say();
  assert.deepEqual(saysOf(request), ["m1/0/4 MAIN 1: done, and you?"]);
  assert.equal(request.actions.length, 0); // which is not sent twice
});

test("duty 24: what has gone out is not said again on a new stream, unlike the answer", () => {
  const [table] = talkers("once");
  table.hear({ turns: [turn(1)] });
  table.conversation.opened();
  assert.deepEqual(saysOf(table.say()), []);
  const again = table.hear({ joins: [{ ...JOINED, rejoined: true }], turns: [turn(1)] });
  assert.equal(again.actions.length, 1);
  assert.deepEqual(saysOf(again), []);
});

test("duty 24: what no stream was given is said on the next, after its seat has joined", () => {
  const [table, bot] = talkers();
  table.hear({ turns: [turn(1)] });
  turnOf(bot.turns).say("MAIN", "anybody there?");
  table.conversation.opened();
  const request = table.say();
  assert.equal(request.joins.length, 2); // which are taken in first
  assert.deepEqual(saysOf(request), ["m1/0/1 MAIN 1: anybody there?"]);
  table.conversation.opened();
  assert.deepEqual(saysOf(table.say()), []);
});

test("duty 24: a missed deadline takes back the answer alone", async () => {
  const table = new Table(async (_observation, turn) => {
    turn.say("MAIN", "too slow");
    await new Promise(setImmediate);
    return ACTION;
  });
  table.join();
  table.feed({ turns: [turn(1)] });
  table.conversation.askNext();
  const request = table.hear({ missed: [{ matchId: "m1", turn: 1, strikes: 1 }] });
  assert.deepEqual(saysOf(request), ["m1/0/1 MAIN 1: too slow"]);
  assert.equal(request.actions.length, 0);
});

test("duty 24: that a message comes after the next turn is for the referee to tell", () => {
  const [table, bot] = talkers();
  table.hear({ turns: [turn(1)] });
  table.hear({ turns: [turn(2)] });
  turnOf(bot.turns).say("MAIN", "late");
  assert.deepEqual(saysOf(table.say()), ["m1/0/1 MAIN 1: late"]);
});

test("duty 24: once its match is over a seat says nothing, and the others talk on", () => {
  const [table, first, second] = talkers();
  table.hear({ turns: [turn(1), turn(1, { seat: 1 })] });
  turnOf(first.turns).say("MAIN", "not sent yet");
  turnOf(second.turns).say("MAIN", "sent");
  table.feed({ ends: [{ ...ENDED, goesOn: true }] });
  const { numWakes } = table;
  assert.equal(turnOf(first.turns).say("MAIN", "from the grave"), 3);
  assert.equal(table.numWakes, numWakes);
  assert.deepEqual(saysOf(table.say()), ["m1/1/1 MAIN 2: sent"]);
  assert.deepEqual(table.logged(/^warning/), [
    "warning: match m1 seat 0 turn 1: message 3 is not sent: the match is over",
  ]);
});

test("what is no text is a failure of the bot, and no message", () => {
  const table = new Table((_observation, turn) => {
    turn.say("MAIN", 7 as never);
    return ACTION;
  });
  table.join();
  const request = table.hear({ turns: [turn(1)] });
  assert.equal(request.skips.length, 1);
  assert.deepEqual(saysOf(request), []);
  assert.match(
    table.conversation.calls.errors[0]?.message ?? "",
    /TypeError: say takes the name of a channel and a text, not 'MAIN' and 7$/,
  );
});

test("halves of characters do not break the stream", () => {
  const [table] = talkers("\ud83e");
  assert.deepEqual(saysOf(table.hear({ turns: [turn(1)] })), ["m1/0/1 MAIN 1: \ufffd"]);
});

test("duty 25: a rejection is told with the number of the message it answers", () => {
  const [table, bot] = talkers("far too long");
  table.hear({ turns: [turn(5)] });
  const { MSG_TOO_LONG } = ErrorReason;
  const request = table.hear({
    rejections: [
      { matchId: "m1", turn: 5, reason: MSG_TOO_LONG, text: "12 bytes, at most 8", sayNumber: 1n },
    ],
  });
  const { match, ...rejection } = bot.rejection ?? {};
  assert.equal(match?.matchId, "m1");
  assert.deepEqual(rejection, {
    turn: 5,
    reason: "MSG_TOO_LONG",
    text: "12 bytes, at most 8",
    sayNumber: 1,
  });
  assert.deepEqual([request.actions, request.says], [[], []]);
});

const SAID = { channel: "TILE", number: 17, seat: 2, text: "hé", round: 3, phase: "FIGHT" };

test("a turn has what was heard since the last one, and where the seat may speak", () => {
  const [table, bot] = talkers();
  const main = { ...SAID, channel: "MAIN", number: 0, seat: 0, text: "" };
  const channels = [
    { name: "MAIN", number: 0, members: [0, 1, 2] },
    { name: "TILE", number: 17, members: [0, 2] },
  ];
  table.hear({ turns: [turn(1), turn(1, { seat: 1, said: [SAID, main], channels })] });
  assert.deepEqual(turnOf(bot.turns).said, []);
  assert.deepEqual(turnOf(bot.turns).channels, []);
  table.hear({ turns: [turn(2, { said: [SAID, main], channels })] });
  const [, second] = bot.turns;
  assert.deepEqual(second?.said, [SAID, main]);
  assert.deepEqual(second?.channels, channels);
});

test("duty 26: after an end while the match goes on the seat is over, with its own result", () => {
  const bot = new Listener();
  const table = new Table(bot);
  table.join();
  table.hear({ starts: [{ matchId: "m1" }] });
  table.conversation.finish();
  const seats = [
    { seat: 0, placement: 2, score: 31n },
    { seat: 1, placement: 0 },
  ];
  table.hear({
    turns: [turn(1)],
    ends: [
      { matchId: "m1", goesOn: true, outcome: { cause: 1, text: "out", seats }, said: [SAID] },
    ],
  });
  assert.deepEqual(bot.heard, ["start", "end"]);
  const { goesOn, isVoid, reveal, said } = bot.outcome ?? {};
  assert.deepEqual([goesOn, isVoid, reveal, said], [true, false, undefined, [SAID]]);
  const nothing = { placement: 0, score: 0, strikes: 0, forfeit: undefined };
  assert.deepEqual(bot.outcome?.seats, [
    { ...nothing, seat: 0, placement: 2, score: 31 },
    { ...nothing, seat: 1 },
  ]);
  assert.equal(table.conversation.isDone, true);
  assert.deepEqual(table.conversation.failures, []);
  assert.deepEqual(table.logged(/^(warning|error)/), []);
  assert.deepEqual(table.logged(/ended/), [
    "info: match m1 seat 0: ended: placement 2, score 31, RULES: out",
  ]);
});

test("duty 26: where its place stays open the log says when it went out, and between which places", () => {
  const bot = new Listener();
  const table = new Table(bot);
  table.join();
  const seats = [{ seat: 0, placement: 0 }];
  const outcome = { cause: 1, text: "out", seats };
  table.hear({
    ends: [{ matchId: "m1", goesOn: true, outRound: 7, firstPlace: 3, lastPlace: 5, outcome }],
  });
  const { outRound, firstPlace, lastPlace } = bot.outcome ?? {};
  assert.deepEqual([outRound, firstPlace, lastPlace], [7, 3, 5]);
  assert.deepEqual(table.logged(/ended/), [
    "info: match m1 seat 0: ended: out in round 7, among places 3 to 5, RULES: out",
  ]);
});

test("duty 26: its seat is not joined again, those that play on are", () => {
  const [table] = talkers();
  table.hear({ ends: [{ ...ENDED, goesOn: true }] });
  table.conversation.opened();
  assert.deepEqual(
    table.say().joins.map(({ token }) => token),
    ["token1"],
  );
});

test("an end of the whole match does not say that it goes on", () => {
  const bot = new Listener();
  const table = new Table(bot);
  table.join();
  table.hear({ ends: [ENDED] });
  assert.deepEqual([bot.outcome?.goesOn, bot.outcome?.said], [false, []]);
});

test("a turn that a test of a bot makes has nobody to talk to", () => {
  const match = { matchId: "m1", seat: 0 } as Match;
  const made = new Turn(match, create(ObservationSchema), create(TurnSchema, { turn: 1 }));
  assert.equal(made.say("MAIN", "hello?"), 0);
});

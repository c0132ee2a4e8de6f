/** What conversations do with bots: what these are told, and what happens when they fail. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import type { Action, Config } from "../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import { ErrorReason } from "../gen/gamereferee/v1/error_pb.js";
import { NonceState } from "../gen/gamereferee/v1/match_pb.js";
import type { Bot, BotLike, Turn } from "../src/bot.js";
import { nonceCommitment } from "../src/fairness.js";
import {
  ACTION,
  act,
  ENDED,
  EVENTS,
  JOINED,
  Listener,
  SALT,
  SERVER_SEED,
  settle,
  Table,
  turn,
} from "./table.js";

function fail(): never {
  throw new Error("oh dear");
}

function errorsOf(table: Table): string[] {
  return table.conversation.failures.map(({ message }) => message);
}

function skipsOf(request: ReturnType<Table["hear"]>): string[] {
  return request.skips.map(({ matchId, seat, turn }) => `${matchId}/${seat}/${turn}`);
}

test("duty 17: a refused token is an error, without its secret; the other seats play on", () => {
  const table = new Table();
  table.join();
  table.conversation.join("secret-token");
  table.say();
  const { BAD_TOKEN } = ErrorReason;
  table.hear({ rejections: [{ joinNumber: 2n, reason: BAD_TOKEN, text: "no such seat" }] });
  assert.deepEqual(errorsOf(table), [
    "the referee refused the token secr…: BAD_TOKEN: no such seat",
  ]);
  assert.equal(table.hear({ turns: [turn(1)] }).actions.length, 1);
  assert.ok(!table.log.join().includes("secret-token"));
});

test("duty 18: a seat of another game than the bot's is resigned", () => {
  const table = new Table({ game: "swordman", act });
  table.conversation.join("token1");
  table.conversation.finish();
  table.conversation.opened();
  const request = table.hear({ joins: [JOINED] });
  assert.deepEqual(
    request.resigns.map(({ matchId, seat }) => `${matchId}/${seat}`),
    ["m1/0"],
  );
  assert.deepEqual(errorsOf(table), [
    "match m1 seat 0: this bot plays 'swordman', and the seat is one of 'diceman'",
  ]);
  assert.equal(table.conversation.failures[0]?.name, "WrongGameError");
  assert.equal(table.conversation.isDone, true);
});

test("duty 18: it is resigned again on a new stream, until its match is over", () => {
  const table = new Table({ game: "swordman", act });
  table.join();
  table.conversation.opened();
  table.say();
  assert.equal(table.hear({ joins: [{ ...JOINED, rejoined: true }] }).resigns.length, 1);
  table.hear({ ends: [ENDED] });
  table.conversation.opened();
  assert.equal(table.say().joins.length, 0);
  assert.equal(errorsOf(table).length, 1);
});

test("duty 18: the config of a game without stubs does not matter to a bot of another", () => {
  const table = new Table({ game: "diceman", act });
  const config = { typeUrl: "type.googleapis.com/gamereferee.games.chess.v1.Config" };
  table.join({ game: "chess", config });
  assert.deepEqual(errorsOf(table), [
    "match m1 seat 0: this bot plays 'diceman', and the seat is one of 'chess'",
  ]);
});

const FAILURES: [string, Bot["act"], RegExp][] = [
  ["an exception in act", fail, /Error: oh dear/],
  ["a rejected promise of act", async () => fail(), /Error: oh dear/],
  ["an answer that is undefined", (() => undefined) as never, /not undefined/],
  ["an answer that is no message", (() => ({ dice: [2, 3] })) as never, /act must return the game/],
  ["an answer that can't be encoded", () => ({ ...ACTION, dice: [0.5] }) as Action, /dice/],
];

for (const [name, failing, says] of FAILURES) {
  test(`duty 19: ${name} gives up the turn`, async () => {
    const table = new Table(failing);
    table.join();
    table.hear({ turns: [turn(3)] });
    await settle();
    table.conversation.opened();
    const again = table.hear({ turns: [turn(3)] });
    assert.deepEqual(skipsOf(again), ["m1/0/3"]);
    assert.deepEqual(again.actions, []);
    const [error, ...more] = table.conversation.calls.errors;
    assert.equal(more.length, 0);
    assert.equal(error?.name, "BotError");
    assert.match(error?.message ?? "", /^match m1 seat 0 turn 3: the bot's own code failed: /);
    assert.match(error?.message ?? "", says);
  });
}

test("duty 19: the log says where it was thrown", () => {
  const table = new Table(fail);
  table.join();
  table.hear({ turns: [turn(3)] });
  const [line] = table.logged(/^error: match m1 seat 0 turn 3: the bot's own code failed/);
  assert.match(line ?? "", /\n +at .*fail .*calls\.test\.js:\d+/);
});

for (const thrown of [Symbol("oh dear"), Object.create(null), undefined]) {
  test(`duty 19: anything may be thrown: ${typeof thrown}`, () => {
    const table = new Table(() => {
      throw thrown;
    });
    table.join();
    assert.deepEqual(skipsOf(table.hear({ turns: [turn(3)] })), ["m1/0/3"]);
    assert.equal(table.conversation.calls.errors.length, 1);
  });
}

test("duty 19: a bot that failed is asked again", () => {
  let numAsked = 0;
  const table = new Table(() => {
    numAsked += 1;
    return numAsked === 1 ? fail() : ACTION;
  });
  table.join();
  assert.deepEqual(skipsOf(table.hear({ turns: [turn(1)] })), ["m1/0/1"]);
  assert.equal(table.hear({ turns: [turn(2)] }).actions.length, 1);
});

const HOOKS = ["onStart", "onEvents", "onRejected", "onMissed", "onEnd"] as const;

for (const hook of HOOKS) {
  for (const [kind, failing] of [
    ["an exception", fail],
    ["a rejected promise", async () => fail()],
  ] as const) {
    test(`duty 19: ${kind} in ${hook} is counted, and the match goes on`, async () => {
      const table = new Table({ act, [hook]: failing });
      table.join();
      table.hear({ rejections: [{ matchId: "m1" }], missed: [{ matchId: "m1" }] });
      table.feed({ turns: [turn(1, { events: EVENTS })] });
      await settle();
      const now = table.say();
      await settle();
      assert.equal(now.actions.length + table.say().actions.length, 1);
      table.hear({ ends: [ENDED] });
      await table.conversation.calls.settled();
      assert.equal(table.conversation.calls.errors.length, 1);
      assert.match(table.conversation.calls.errors[0]?.message ?? "", /Error: oh dear$/);
    });
  }
}

test("duty 19: a seat whose bot can't be made gives up its turns", () => {
  class Broken extends Listener {
    constructor() {
      super();
      fail();
    }
  }
  const table = new Table(Broken);
  table.join();
  assert.deepEqual(skipsOf(table.hear({ turns: [turn(1)] })), ["m1/0/1"]);
  assert.deepEqual(skipsOf(table.hear({ turns: [turn(2)] })), ["m1/0/2"]);
});

test("duty 20: rejections and missed deadlines are logged and told", () => {
  const bot = new Listener();
  const table = new Table(bot);
  table.join();
  table.hear({
    rejections: [{ matchId: "m1", turn: 2, reason: ErrorReason.LATE, text: "too late" }],
    missed: [{ matchId: "m1", turn: 2, strikes: 1, strikesLimit: 3, forfeited: false }],
  });
  const { match: _, ...rejection } = bot.rejection ?? {};
  assert.deepEqual(rejection, { turn: 2, reason: "LATE", text: "too late", sayNumber: 0 });
  const { match: __, ...missed } = bot.missed ?? {};
  assert.deepEqual(missed, {
    turn: 2,
    strikes: 1,
    strikesLimit: 3,
    forfeited: false,
    givenUp: false,
  });
  assert.deepEqual(table.logged(/^warning/), [
    "warning: match m1 seat 0 turn 2: rejected: LATE: too late",
    "warning: match m1 seat 0 turn 2: missed the deadline, strike 1 of 3",
  ]);
});

const RIVAL = new Uint8Array(16).fill(9);

function reveal(nonces: Uint8Array[], nonceCommitments: Uint8Array[] = []) {
  const hmac = createHmac("sha256", SERVER_SEED);
  for (const nonce of nonces) {
    hmac.update(nonce);
  }
  const matchSeed = hmac.digest().readBigUInt64BE();
  return { serverSeed: SERVER_SEED, salt: SALT, nonces, matchSeed, nonceCommitments };
}

test("duties 2, 21: a nonce is opened when all commitments are shown, and held to the reveal", () => {
  for (const isOwnNonce of [true, false]) {
    const table = new Table();
    const join = table.join({ features: ["nonce-commitments"] }).joins[0];
    const own = join?.nonceCommitment ?? new Uint8Array();
    const commitments = [own, nonceCommitment(RIVAL)];
    const closed = commitments.map((commitment) => ({ state: NonceState.COMMITTED, commitment }));
    const shown = { matchId: "m1", seat: 0, nonces: closed };
    const nonce = table.hear({ commitments: [shown] }).openings[0]?.nonce ?? new Uint8Array();
    assert.deepEqual(nonceCommitment(nonce), own);
    const nonces = [nonce, RIVAL];
    const opened = closed.map(({ commitment }, i) => ({
      state: NonceState.OPENED,
      commitment,
      nonce: nonces[i] ?? RIVAL,
    }));
    table.hear({ starts: [{ matchId: "m1", nonces: opened, noncesCommitted: true }] });
    const used = isOwnNonce ? nonces : [RIVAL, RIVAL];
    table.hear({ ends: [{ ...ENDED, reveal: reveal(used, commitments) }] });
    const told = table.logged(
      /^error: match m1 seat 0: unfair dice: the revealed nonces are not those told at the start$/,
    );
    assert.equal(told.length, isOwnNonce ? 0 : 1);
    assert.deepEqual(errorsOf(table), []);
  }
});

test("duty 21: where another process had joined the seat first, its nonce counts", () => {
  const table = new Table();
  table.join({ rejoined: true });
  table.hear({ starts: [{ matchId: "m1" }] });
  table.hear({ ends: [{ ...ENDED, reveal: reveal([RIVAL, RIVAL]) }] });
  assert.deepEqual(table.logged(/unfair/), []);
});

test("duty 21: where all nonces are said to be committed to, another process's is told of", () => {
  const opened = [RIVAL, RIVAL].map((nonce) => ({
    state: NonceState.OPENED,
    commitment: nonceCommitment(nonce),
    nonce,
  }));
  for (const noncesCommitted of [true, false]) {
    const table = new Table();
    table.join({ features: ["nonce-commitments"], rejoined: true });
    table.hear({ starts: [{ matchId: "m1", nonces: opened, noncesCommitted }] });
    const told = table.logged(
      /^warning: match m1 seat 0: this seat's nonce is another process's to check$/,
    );
    assert.equal(told.length, noncesCommitted ? 1 : 0);
  }
});

test("duty 21: a reveal that is withheld is to be checked later", () => {
  const table = new Table();
  table.join();
  table.hear({ starts: [{ matchId: "m1" }] });
  table.hear({ ends: [{ ...ENDED, revealWithheld: true }] });
  assert.equal(table.logged(/^warning: .* the reveal is withheld/).length, 1);
});

test("what a bot is told of its match, its turn and its end", async () => {
  const bot = new Listener();
  let asked: Turn | undefined;
  bot.act = (_observation, turn) => {
    asked = turn;
    return ACTION;
  };
  const table = new Table(bot);
  table.join({ timeControl: { moveTime: { seconds: 2n }, strikes: 3 } });
  table.hear({ starts: [{ matchId: "m1", roundTrip: { nanos: 1_500_000 } }] });
  const clock = { remaining: { seconds: 2n }, lastLag: { nanos: 250_000 }, strikes: 1 };
  table.hear({ turns: [turn(4, { phase: "CHOICE", clock, events: EVENTS })] });
  table.hear({ ends: [ENDED] });

  assert.equal(bot.match?.roundTripMs, 1.5);
  assert.equal((bot.match?.config as Config | undefined)?.games, 3);
  assert.equal(bot.match?.timeControl.moveTimeMs, 2000);
  assert.equal(bot.match?.timeControl.bankMs, undefined);
  assert.equal(bot.match?.timeControl.strikes, 3);
  assert.deepEqual([asked?.matchId, asked?.seat, asked?.number], ["m1", 0, 4]);
  assert.equal(asked?.phase, "CHOICE");
  assert.equal(asked?.events?.$typeName, "gamereferee.games.diceman.v1.Events");
  assert.equal(asked?.config, bot.match?.config);
  assert.deepEqual(asked?.clock, {
    remainingMs: 2000,
    bankMs: undefined,
    lastElapsedMs: undefined,
    lastLagMs: 0.25,
    strikes: 1,
  });
  const { cause, isVoid, seats } = bot.outcome ?? {};
  assert.deepEqual([cause, isVoid], ["RULES", false]);
  assert.deepEqual(seats, [{ seat: 0, placement: 1, score: 5, strikes: 0, forfeit: undefined }]);
});

function seats(bot: BotLike): Table {
  const table = new Table(bot);
  table.join();
  table.conversation.join("b");
  table.say();
  table.hear({ joins: [{ ...JOINED, seat: 1, joinNumber: 2n }] });
  return table;
}

test("a class is made anew for every seat", () => {
  const made: Listener[] = [];
  class Made extends Listener {
    constructor() {
      super();
      made.push(this);
    }
  }
  seats(Made).hear({ turns: [turn(1), turn(2, { seat: 1 })] });
  assert.deepEqual(
    made.map(({ heard }) => heard),
    [
      ["start", "act 1 1"],
      ["start", "act 2 2"],
    ],
  );
});

test("an object plays all seats", () => {
  const bot = new Listener();
  seats(bot).hear({ turns: [turn(1), turn(2, { seat: 1 })] });
  assert.deepEqual(bot.heard, ["start", "start", "act 1 1", "act 2 2"]);
});

test("what is neither function nor bot is refused", () => {
  assert.throws(() => new Table({} as never), { name: "TypeError", message: /^a bot must be/ });
});

test("async bots of all open turns think side by side, and answer when they are ready", async () => {
  const answers: ((action: Action) => void)[] = [];
  const table = seats(() => new Promise<Action>((resolve) => answers.push(resolve)));
  assert.equal(table.hear({ turns: [turn(1), turn(1, { seat: 1 })] }).actions.length, 0);
  assert.equal(answers.length, 2);
  const { numWakes } = table;
  answers[1]?.(ACTION);
  await settle();
  assert.ok(table.numWakes > numWakes);
  assert.deepEqual(
    table.say().actions.map(({ seat }) => seat),
    [1],
  );
});

test("duty 9: a turn that an async bot is thinking about and comes again is asked once", async () => {
  let numAsked = 0;
  const table = new Table(async () => {
    numAsked += 1;
    await settle();
    return ACTION;
  });
  table.join();
  table.hear({ turns: [turn(1)] });
  table.conversation.opened();
  assert.equal(table.hear({ turns: [turn(1)] }).actions.length, 0);
  await settle();
  await settle();
  assert.equal(table.say().actions.length, 1);
  assert.equal(numAsked, 1);
});

test("duty 10: an async bot's answer after the deadline is not sent, and it is told to stop", async () => {
  let signal: AbortSignal | undefined;
  const table = new Table(async (_observation, turn) => {
    signal = turn.signal;
    await settle();
    signal.throwIfAborted();
    return ACTION;
  });
  table.join();
  table.hear({ turns: [turn(1)] });
  assert.equal(signal?.aborted, false);
  table.hear({ missed: [{ matchId: "m1", turn: 1, strikes: 1 }] });
  assert.equal(signal?.aborted, true);
  await settle();
  await settle();
  const request = table.say();
  assert.deepEqual([request.actions, request.skips], [[], []]);
  assert.deepEqual(table.conversation.calls.errors, []); // it did as it was told
});

test("a seat is asked only once its bot has taken in what it was told", async () => {
  const heard: string[] = [];
  const table = new Table({
    async onStart() {
      await settle();
      heard.push("started");
    },
    onEvents() {
      heard.push("events");
    },
    act() {
      heard.push("act");
      return ACTION;
    },
  });
  table.join();
  table.hear({ starts: [{ matchId: "m1" }], turns: [turn(1, { events: EVENTS })] });
  assert.deepEqual(heard, []);
  await table.conversation.calls.settled();
  await settle();
  assert.deepEqual(heard, ["started", "events", "act"]);
  assert.equal(table.say().actions.length, 1);
});

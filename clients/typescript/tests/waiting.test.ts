/** How many bots think at the same time, and turns that wait for that (duty 32); no network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Action } from "../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import type { Bot } from "../src/bot.js";
import { ACTION, act, ENDED, JOINED, settle, Table, turn } from "./table.js";

/** A bot for many seats that answers a seat's turn when it is let. */
class Patient implements Bot {
  readonly asked: number[] = [];
  readonly #answers = new Map<number, (action: Action) => void>();

  act(_observation: unknown, { seat }: { seat: number }): Promise<Action> {
    this.asked.push(seat);
    return new Promise((resolve) => this.#answers.set(seat, resolve));
  }

  async answer(seat: number): Promise<void> {
    this.#answers.get(seat)?.(ACTION);
    await settle();
  }
}

/** A table with turn 1 of so many seats of match m1, and its clock. */
function waiters(bot: Bot | Bot["act"], numSeats: number, threads?: number) {
  const clock = { nowMs: 0 };
  const table = new Table(bot, { threads, now: () => clock.nowMs });
  const seats = Array.from({ length: numSeats }, (_, seat) => seat);
  for (const seat of seats) {
    table.conversation.join(`token${seat}`);
  }
  table.conversation.opened();
  table.hear({ joins: seats.map((seat) => ({ ...JOINED, seat, joinNumber: BigInt(seat + 1) })) });
  table.feed({ turns: seats.map((seat) => turn(1, { seat })) });
  return { table, clock };
}

test("duty 32: as many bots think at the same time as there are threads", async () => {
  const bot = new Patient();
  const { table } = waiters(bot, 5, 2);
  table.say();
  assert.deepEqual(bot.asked, [0, 1]);
  const { numWakes } = table;
  await bot.answer(1);
  assert.ok(table.numWakes > numWakes); // so that the next is asked
  assert.deepEqual(
    table.say().actions.map(({ seat }) => seat),
    [1],
  );
  assert.deepEqual(bot.asked, [0, 1, 2]);
});

test("duty 32: of thousands of turns each is asked once, in order", async () => {
  const asked: number[] = [];
  const bot = (_observation: unknown, { seat }: { seat: number }) => {
    asked.push(seat);
    return ACTION;
  };
  const { table } = waiters(bot, 3000, 1);
  assert.equal(table.say().actions.length, 3000);
  assert.deepEqual(
    asked,
    asked.map((_, i) => i),
  );
});

test("duty 32: there are 64 unless told otherwise", () => {
  const bot = new Patient();
  waiters(bot, 70).table.say();
  assert.equal(bot.asked.length, 64);
});

test("duty 32: bots that answer at once do not wait", () => {
  assert.equal(waiters(act, 5, 1).table.say().actions.length, 5);
});

test("duty 32: a bot that fails, at once or later, makes room", async () => {
  for (const failing of [
    () => {
      throw new Error("oh dear");
    },
    () => Promise.reject(new Error("oh dear")),
  ]) {
    const { table } = waiters(failing, 3, 1);
    const numSkips: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      numSkips.push(table.say().skips.length);
      await settle();
    }
    assert.equal(numSkips.reduce((a, b) => a + b) + table.say().skips.length, 3);
  }
});

test("duty 32: a turn that is over makes room, whether its bot goes on thinking or not", () => {
  for (const over of [{ missed: [{ matchId: "m1", turn: 1, strikes: 1 }] }, { ends: [ENDED] }]) {
    const bot = new Patient();
    const { table } = waiters(bot, 2, 1);
    table.say();
    assert.deepEqual(bot.asked, [0]);
    table.hear(over);
    assert.deepEqual(bot.asked, [0, 1]);
  }
});

test("duty 32: a turn that is over while it waits is not asked", async () => {
  const bot = new Patient();
  const { table } = waiters(bot, 3, 1);
  table.say();
  table.hear({ missed: [{ matchId: "m1", seat: 1, turn: 1, strikes: 1 }] });
  await bot.answer(0);
  table.say();
  assert.deepEqual(bot.asked, [0, 2]);
});

test("duty 32: turns that wait for long are a warning, at most once a minute", async () => {
  const bot = new Patient();
  const { table, clock } = waiters(bot, 4, 1);
  const { waiting } = table.conversation;
  assert.equal(waiting.isHeldUp, true);
  table.say();
  assert.equal(waiting.isHeldUp, true);
  clock.nowMs = 499;
  waiting.warn();
  assert.deepEqual(table.logged(/^warning/), []);
  clock.nowMs = 500;
  waiting.warn();
  clock.nowMs = 60_499;
  waiting.warn();
  const first =
    "warning: 3 turns wait for a free thread, one of them for 0.5 s; --threads allows 1";
  assert.deepEqual(table.logged(/^warning/), [first]);
  await bot.answer(0);
  table.say();
  table.feed({ missed: [{ matchId: "m1", seat: 2, turn: 1, strikes: 1 }] });
  clock.nowMs = 60_500;
  waiting.warn();
  assert.deepEqual(table.logged(/thread/), [
    first,
    "warning: 1 turn waits for a free thread, one of them for 60.5 s; --threads allows 1",
  ]);
});

test("duty 32: once nothing waits there is nothing to warn of", async () => {
  const bot = new Patient();
  const { table, clock } = waiters(bot, 2, 1);
  table.say();
  await bot.answer(0);
  table.say();
  clock.nowMs = 10_000;
  assert.equal(table.conversation.waiting.isHeldUp, false);
  table.conversation.waiting.warn();
  assert.deepEqual(table.logged(/thread/), []);
});

for (const threads of [0, 1025, 1.5, Number.NaN]) {
  test(`${threads} threads are refused`, () => {
    assert.throws(() => new Table(act, { threads }), {
      name: "RangeError",
      message: `threads must be a whole number from 1 to 1,024, not ${threads}`,
    });
  });
}

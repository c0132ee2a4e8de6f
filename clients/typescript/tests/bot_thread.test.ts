/** A bot's module on worker threads of Node, from turn to answer; no network. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { AnySchema } from "@bufbuild/protobuf/wkt";
import type { Action } from "../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import { ErrorReason } from "../gen/gamereferee/v1/error_pb.js";
import type { PlayRequest } from "../gen/gamereferee/v1/play_service_pb.js";
import { BotThreads } from "../src/bot_threads.js";
import { unpack } from "../src/messages.js";
import { startThread } from "../src/start_thread.js";
import { ENDED, EVENTS, JOINED, settle, Table, turn } from "./table.js";

/** Wait for what a thread does, for as long as it takes. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await settle();
  }
}

/** A table whose seats' bot is in `modules/bots.ts`, on up to two threads. */
class Real {
  readonly threads: BotThreads;
  readonly table: Table;
  failure: Error | undefined;

  constructor(context: TestContext, name = "bots.js") {
    const module = new URL(`./modules/${name}`, import.meta.url).href;
    const numbers = new Int32Array(new SharedArrayBuffer(4));
    this.threads = new BotThreads({
      module,
      limit: 2,
      maxLoading: 1,
      start: (take, ended) => startThread({ module, numbers }, take, ended),
      loaded: () => this.table.conversation.loaded(),
      fail: (error) => {
        this.failure = error;
      },
      blame: (where, thrown) => this.table.conversation.calls.blame(where, thrown),
      wake: () => {},
      after: (ms, action) => setTimeout(action, ms).unref(),
      now: () => performance.now(),
    });
    this.table = new Table(undefined, { bot: this.threads.maker, numbers });
    context.after(() => this.threads.close());
  }

  async seat(numSeats = 1, more = {}): Promise<void> {
    for (let seat = 0; seat < numSeats; seat += 1) {
      this.table.conversation.join(`token${seat}`);
    }
    await until(() => this.threads.maker.readsEvents !== undefined);
    for (let seat = 0; seat < numSeats; seat += 1) {
      this.table.hear({ joins: [{ ...JOINED, seat, joinNumber: BigInt(seat + 1), ...more }] });
    }
  }

  /** Wait until something is said that fits. */
  async hear<T>(fits: (request: PlayRequest) => T | undefined): Promise<T> {
    for (;;) {
      const found = fits(this.table.say());
      if (found !== undefined) {
        return found;
      }
      await settle();
    }
  }

  /** Ask for a turn, and wait for the first die of its answer. */
  async answer(number: number, round: number, seat = 0): Promise<number | undefined> {
    this.table.feed({ turns: [observed(number, round, seat)] });
    return this.die(number, seat);
  }

  async die(number: number, seat = 0): Promise<number | undefined> {
    const action = await this.hear(({ actions }) =>
      actions.find((one) => one.turn === number && one.seat === seat),
    );
    return (unpack(action.payload) as Action).dice[0];
  }
}

/** A turn whose observation has another round. */
function observed(number: number, round: number, seat = 0) {
  return { ...turn(round, { seat, events: EVENTS }), turn: number };
}

test("a bot meets its match with its config, and answers, at once or later", async (context) => {
  const real = new Real(context);
  await real.seat();
  real.table.feed({ starts: [{ matchId: "m1" }] });
  assert.deepEqual([await real.answer(1, 1), await real.answer(2, 7)], [3, 7]);
});

test("what it throws has its own trace", async (context) => {
  const real = new Real(context);
  await real.seat();
  real.table.feed({ turns: [observed(1, 2)] });
  await real.hear(({ skips }) => skips[0]);
  assert.equal(real.table.logged(/Error: oh dear\n.*modules\/bots\.js/).length, 1);
  real.table.feed({ turns: [observed(2, 99)] });
  await real.hear(({ skips }) => skips[0]);
  assert.equal(real.table.logged(/must return the game's Action message, not undefined/).length, 1);
});

test("duty 24: it speaks from its thread, by numbers of the process", async (context) => {
  const real = new Real(context);
  await real.seat();
  real.table.feed({ turns: [observed(1, 3)] });
  const said: bigint[] = [];
  const die = await real.hear(({ actions: [action], says }) => {
    said.push(...says.map(({ number }) => number));
    return action && (unpack(action.payload) as Action).dice[0];
  });
  assert.deepEqual([said, die], [[1n], 1]);
});

test("duty 29: it answers a refused turn again", async (context) => {
  const real = new Real(context);
  await real.seat();
  await real.answer(1, 1);
  const reason = ErrorReason.WRONG_TYPE;
  real.table.feed({ rejections: [{ matchId: "m1", turn: 1, reason, text: "no" }] });
  assert.equal(await real.die(1), 1);
});

test("duties 30, 32: while one computes for ever, others play, and its turn is over", async (context) => {
  const real = new Real(context);
  await real.seat(2);
  real.table.feed({ turns: [observed(1, 5)] });
  real.table.say();
  assert.equal(await real.answer(1, 1, 1), 3);
  assert.equal(real.threads.size, 2);
  real.table.feed({ missed: [{ matchId: "m1", turn: 1, strikes: 1 }] });
  assert.equal(await real.answer(2, 1, 1), 3);
});

test("duty 30: while it computes it can see that its turn is over", async (context) => {
  const real = new Real(context);
  await real.seat();
  real.table.feed({ turns: [observed(1, 4)] });
  real.table.say();
  real.table.feed({ missed: [{ matchId: "m1", turn: 1, strikes: 1 }] });
  assert.equal(await real.answer(2, 1), 3);
});

test("duty 19: a thread that ends is a failure, and the seat plays on with a new bot", async (context) => {
  const real = new Real(context);
  await real.seat();
  real.table.feed({ turns: [observed(1, 6)] });
  await real.hear(({ skips }) => skips[0]);
  assert.equal(await real.answer(2, 1), 3);
  assert.equal(
    real.table.logged(/turn 1: the bot's own code failed: its thread has ended/).length,
    1,
  );
});

test("duty 11: a config of an unknown type ends play, and is named", async (context) => {
  const real = new Real(context);
  await real.seat(1, { config: create(AnySchema, { typeUrl: "type.example/other.Config" }) });
  await until(() => real.failure !== undefined);
  assert.match(real.failure?.message ?? "", /'other\.Config'/);
});

test("its end is told, and nothing is left to wait for", async (context) => {
  const real = new Real(context);
  await real.seat();
  await real.answer(1, 1);
  real.table.hear({ ends: [ENDED] });
  let isSettled = false;
  void real.table.conversation.calls.settled().then(() => {
    isSettled = true;
  });
  await until(() => isSettled);
  assert.deepEqual(real.table.conversation.calls.errors, []);
});

for (const [name, why] of [
  ["no_such.js", /can't be loaded: Error \[ERR_MODULE_NOT_FOUND\]/],
  ["nothing.js", /can't be loaded: TypeError: the module has no default export/],
] as const) {
  test(`a module that can't be used ends play: ${name}`, async (context) => {
    const real = new Real(context, name);
    await until(() => real.failure !== undefined);
    assert.match(real.failure?.message ?? "", why);
  });
}

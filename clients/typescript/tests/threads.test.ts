/** Bots on threads (duties 19, 30 and 32); the threads are played by hand, no network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { ActionSchema, ObservationSchema } from "../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import { ErrorReason } from "../gen/gamereferee/v1/error_pb.js";
import { TurnSchema } from "../gen/gamereferee/v1/play_service_pb.js";
import { BotThreads, type ThreadsOptions } from "../src/bot_threads.js";
import { unpack } from "../src/messages.js";
import type { Call, FromThread, Packed, ToThread } from "../src/thread_messages.js";
import { ACTION, ENDED, EVENTS, JOINED, settle, Table, turn } from "./table.js";

const PACKED: Packed = {
  typeUrl: `type.googleapis.com/${ActionSchema.typeName}`,
  value: toBinary(ActionSchema, ACTION),
};

/** A thread that answers when the test has it do so. */
class FakeThread {
  readonly heard: ToThread[] = [];
  hasEnded = false;
  /** How many of what it was told are done. */
  #numDone = 0;

  constructor(
    readonly say: (message: FromThread) => void,
    readonly die: (why: string) => void,
  ) {}

  /** What it was told that is not done, in short. */
  get open(): string[] {
    return this.heard.slice(this.#numDone).map(brief);
  }

  /** Do the next call: return nothing, or with `act` an action. */
  async work(returned?: Packed): Promise<string> {
    for (;;) {
      const message = this.heard[this.#numDone];
      assert.ok(message, "the thread has nothing to do");
      this.#numDone += 1;
      if (message.kind === "make") {
        this.say({ kind: "made", seat: message.seat, hearsEvents: true });
      } else if (message.kind === "call") {
        const { call, what } = message;
        const action = returned ?? (what.hook === "act" ? PACKED : undefined);
        this.say({ kind: "returned", call, action });
        await settle();
        return brief(message);
      }
    }
  }

  /** Do all that it is told, and what comes of that. */
  async workAll(table: Table): Promise<void> {
    await settle();
    while (this.open.some((what) => !what.startsWith("make"))) {
      await this.work();
      while (table.conversation.askNext()) {}
      await settle();
    }
  }
}

function brief(message: ToThread): string {
  return message.kind === "call" ? `${message.seat} ${briefCall(message.what)}` : message.kind;
}

function briefCall(what: Call): string {
  return what.hook === "act" ? `act ${fromBinary(TurnSchema, what.turn).turn}` : what.hook;
}

/** A table whose bot is on threads, of which the first has loaded it. */
class Threads {
  readonly started: FakeThread[] = [];
  /** What is to be done, and when. */
  timers: [number, () => void][] = [];
  readonly table: Table;
  readonly threads: BotThreads;
  readonly numbers = new Int32Array(1);
  failure: Error | undefined;
  nowMs = 1000;

  constructor(limit = 64, options: Partial<ThreadsOptions> = {}) {
    this.threads = new BotThreads({
      module: "file:///my_bot.js",
      limit,
      maxLoading: 1,
      start: (say, die) => {
        const thread = new FakeThread(say, die);
        this.started.push(thread);
        return {
          post: (message) => thread.heard.push(message),
          end: () => {
            thread.hasEnded = true;
          },
        };
      },
      loaded: () => this.table.conversation.loaded(),
      fail: (error) => {
        this.failure = error;
      },
      blame: (where, thrown) => this.table.conversation.calls.blame(where, thrown),
      wake: () => {},
      after: (ms, action) => this.timers.push([this.nowMs + ms, action]),
      now: () => this.nowMs,
      ...options,
    });
    const now = () => this.nowMs;
    this.table = new Table(undefined, { bot: this.threads.maker, now, numbers: this.numbers });
  }

  /** The thread that was started in this place. */
  at(place: number): FakeThread {
    const thread = this.started[place];
    assert.ok(thread, `no thread ${place}`);
    return thread;
  }

  load(more: Partial<FromThread & { kind: "loaded" }> = {}, place = 0): void {
    this.at(place).say({ kind: "loaded", game: "diceman", readsEvents: false, ...more });
  }

  /** Have the thread in this place loaded, and turns asked there. */
  async loadMore(place: number): Promise<void> {
    this.load({}, place);
    await this.wait(0);
  }

  /** Load the bot, and join so many seats of match m1. */
  seat(numSeats: number): void {
    this.load();
    for (let seat = 0; seat < numSeats; seat += 1) {
      this.table.conversation.join(`token${seat}`);
    }
    this.table.conversation.opened();
    for (let seat = 0; seat < numSeats; seat += 1) {
      this.table.hear({ joins: [{ ...JOINED, seat, joinNumber: BigInt(seat + 1) }] });
    }
  }

  /** Turns of seats, asked as far as they can be. */
  ask(number: number, ...seats: number[]): void {
    this.table.hear({ turns: seats.map((seat) => turn(number, { seat })) });
  }

  /** Let time pass, and have turns be asked. */
  async wait(ms: number): Promise<void> {
    this.nowMs += ms;
    const due = this.timers.filter(([atMs]) => atMs <= this.nowMs);
    this.timers = this.timers.filter(([atMs]) => atMs > this.nowMs);
    for (const [, action] of due) {
      action();
    }
    while (this.table.conversation.askNext()) {}
    await settle();
  }

  answers(): number[] {
    return this.table.say().actions.map(({ seat }) => seat);
  }

  errors(): string[] {
    return this.table.conversation.calls.errors.map(({ message }) => message);
  }
}

test("duty 27: seats are joined once the module is loaded, with what the bot asks for", () => {
  const threads = new Threads();
  threads.table.conversation.join("token1");
  threads.table.conversation.opened();
  assert.deepEqual(threads.table.say().joins, []);
  threads.load();
  threads.table.conversation.join("token2");
  const features = threads.table.say().joins.map((join) => join.features.slice(1));
  const expected = ["small-turns", "without-events"];
  assert.deepEqual(features, [expected, expected]);
  threads.table.conversation.opened();
  assert.equal(threads.table.say().joins.length, 2);
});

test("duty 18: the module says which game it plays", () => {
  const threads = new Threads();
  threads.table.conversation.join("token1");
  threads.load({ game: "swordman" });
  threads.table.conversation.opened();
  assert.equal(threads.table.hear({ joins: [JOINED] }).resigns.length, 1);
});

for (const [name, say] of [
  ["throws", (thread: FakeThread) => thread.say(unloadable("SyntaxError: oh dear"))],
  ["ends its thread", (thread: FakeThread) => thread.die("SyntaxError: oh dear")],
] as const) {
  test(`a module that ${name} while it is loaded ends play`, () => {
    const threads = new Threads();
    say(threads.at(0));
    assert.match(
      threads.failure?.message ?? "",
      /^the bot's module file:.*my_bot.js can't be loaded: SyntaxError: oh dear/,
    );
  });
}

function unloadable(text: string): FromThread {
  return { kind: "unloadable", thrown: { text, story: `${text}\n    at there` } };
}

test("a seat is made and told on its thread, and its answer goes out", async () => {
  const threads = new Threads();
  threads.seat(1);
  const thread = threads.at(0);
  threads.table.hear({ starts: [{ matchId: "m1" }], turns: [turn(1, { events: EVENTS })] });
  assert.deepEqual(thread.open, ["make", "1 onStart"]);
  await thread.work();
  await thread.work();
  assert.equal(await thread.work(), "1 act 1");
  const [action] = threads.table.say().actions;
  assert.deepEqual(unpack(action?.payload), ACTION);
});

test("messages cross as bytes, with all that a turn has", async () => {
  const threads = new Threads();
  threads.seat(1);
  threads.ask(3, 0);
  await threads.at(0).work();
  const call = threads.at(0).heard.at(-1);
  assert.ok(call?.kind === "call" && call.what.hook === "act");
  const sent = fromBinary(TurnSchema, call.what.turn);
  assert.deepEqual(unpack(sent.observation), create(ObservationSchema, { round: 3 }));
});

test("duty 32: there is one thread until a turn has waited for 5 ms, and one more loads at a time", async () => {
  const threads = new Threads();
  threads.seat(4);
  threads.ask(1, 0, 1, 2, 3);
  assert.equal(threads.started.length, 1);
  assert.deepEqual(
    threads.timers.map(([atMs]) => atMs - threads.nowMs),
    [5],
  );
  await threads.wait(4);
  assert.equal(threads.started.length, 1);
  await threads.wait(1);
  assert.equal(threads.started.length, 2);
  await threads.wait(60);
  assert.equal(threads.started.length, 2); // the second is still loading
  await threads.loadMore(1);
  assert.equal(threads.started.length, 3);
  assert.deepEqual(threads.at(1).open, ["make", "2 onStart"]);
  await threads.at(0).workAll(threads.table);
  assert.deepEqual(threads.at(2).open, []); // the first was free sooner
  assert.deepEqual(threads.answers(), [0, 2, 3]);
});

test("duty 32: seats whose bots answer at once share a thread", async () => {
  const threads = new Threads();
  threads.seat(20);
  threads.ask(1, ...Array.from({ length: 20 }, (_, seat) => seat));
  await threads.at(0).workAll(threads.table);
  assert.equal(threads.started.length, 1);
  assert.equal(threads.answers().length, 20);
});

test("duty 32: a seat stays on its thread, and waits for it", async () => {
  const threads = new Threads();
  threads.seat(2);
  threads.ask(1, 0);
  await threads.at(0).workAll(threads.table);
  threads.ask(1, 1);
  await threads.at(0).workAll(threads.table); // both are on it now
  threads.table.say();
  threads.ask(2, 0);
  threads.ask(2, 1);
  await threads.wait(60);
  assert.deepEqual(threads.at(0).open, ["1 act 2"]);
  await threads.loadMore(1);
  assert.deepEqual(threads.at(1).open, []); // it would not have the bot's memory
  await threads.at(0).workAll(threads.table);
  assert.deepEqual(threads.answers(), [0, 1]);
});

test("duty 32: there are no more threads than are allowed, and turns that wait are a warning", async () => {
  const threads = new Threads(2);
  threads.seat(3);
  threads.ask(1, 0, 1, 2);
  await threads.wait(5);
  await threads.loadMore(1);
  await threads.wait(500);
  assert.equal(threads.started.length, 2);
  threads.table.conversation.waiting.warn();
  assert.equal(threads.table.logged(/1 turn waits for a free thread/).length, 1);
  await threads.at(1).workAll(threads.table);
  assert.deepEqual(
    threads
      .at(1)
      .heard.filter(({ kind }) => kind === "make")
      .map(({ seat }) => seat),
    [2, 3],
  );
});

test("duties 30, 32: a thread whose turn is over does not count, and its bot sees that", async () => {
  const threads = new Threads(1);
  threads.seat(2);
  threads.ask(1, 0, 1);
  await threads.at(0).work(); // onStart, and now it thinks
  const make = threads.at(0).heard.find(({ kind }) => kind === "make");
  assert.ok(make?.kind === "make");
  assert.equal(make.open[0], 1);
  threads.table.hear({ missed: [{ matchId: "m1", turn: 1, strikes: 1 }] });
  assert.equal(make.open[0], 0);
  assert.ok(threads.at(0).heard.some(({ kind }) => kind === "over"));
  await threads.wait(5);
  assert.equal(threads.started.length, 2);
  await threads.loadMore(1);
  await threads.at(1).workAll(threads.table);
  assert.deepEqual(threads.answers(), [1]);
});

test("duty 30: a turn that is over while its seat's thread thinks brings what it had to the next", async () => {
  const threads = new Threads();
  threads.seat(1);
  threads.ask(1, 0);
  await threads.at(0).work();
  const said = [{ channel: "MAIN", number: 0, seat: 1, text: "hm", round: 1, phase: "A" }];
  threads.table.hear({ turns: [turn(2, { said })] });
  threads.table.hear({ turns: [turn(3)] });
  assert.ok(!threads.at(0).open.includes("1 act 2"));
  await threads.at(0).work(); // it comes too late
  await threads.wait(0);
  const call = threads.at(0).heard.at(-1);
  assert.ok(call?.kind === "call" && call.what.hook === "act");
  const sent = fromBinary(TurnSchema, call.what.turn);
  assert.deepEqual([sent.turn, sent.said.map(({ text }) => text)], [3, ["hm"]]);
  assert.deepEqual(threads.answers(), []);
});

test("duty 19: what a bot throws is a failure with its own trace, and the turn is given up", async () => {
  const threads = new Threads();
  threads.seat(1);
  threads.ask(1, 0);
  await threads.at(0).work();
  const call = threads.at(0).heard.at(-1);
  assert.ok(call?.kind === "call");
  const thrown = { text: "Error: oh dear", story: "Error: oh dear\n    at my_bot.js:7" };
  threads.at(0).say({ kind: "threw", call: call.call, thrown, isAborted: false });
  await settle();
  assert.equal(threads.table.say().skips.length, 1);
  assert.deepEqual(threads.errors(), [
    "match m1 seat 0 turn 1: the bot's own code failed: Error: oh dear",
  ]);
  assert.equal(threads.table.logged(/at my_bot\.js:7/).length, 1);
});

test("duty 19: a thread that dies is a failure for the turn; the seat gets a new bot", async () => {
  const threads = new Threads();
  threads.seat(1);
  threads.ask(1, 0);
  await threads.at(0).work();
  threads.at(0).die("it has exited with status 3");
  await settle();
  assert.equal(threads.table.say().skips.length, 1);
  assert.deepEqual(threads.errors(), [
    "match m1 seat 0 turn 1: the bot's own code failed: its thread has ended: it has exited with status 3",
  ]);
  threads.ask(2, 0);
  await threads.loadMore(1);
  assert.deepEqual(threads.at(1).open, ["make", "1 onStart", "1 act 2"]);
  await threads.at(1).workAll(threads.table);
  assert.deepEqual(threads.answers(), [0]);
});

test("duty 19: a bot that can't be made fails at every turn", async () => {
  const threads = new Threads();
  threads.seat(1);
  const thrown = { text: "Error: no model", story: "Error: no model" };
  threads.at(0).say({ kind: "unmade", seat: 1, thrown });
  assert.deepEqual(threads.errors(), [
    "match m1 seat 0: the bot's own code failed: Error: no model",
  ]);
});

test("duty 28: an answer of another game is a failure", async () => {
  const threads = new Threads();
  threads.seat(1);
  threads.ask(1, 0);
  await threads.at(0).work();
  await threads.at(0).work({ ...PACKED, typeUrl: "type.googleapis.com/other.Action" });
  assert.equal(threads.table.say().skips.length, 1);
  assert.match(
    threads.errors()[0] ?? "",
    /must return the game's Action message, not other\.Action/,
  );
});

test("duty 29: a refused answer is answered again with what onRejected returns", async () => {
  const threads = new Threads();
  threads.seat(1);
  threads.ask(1, 0);
  await threads.at(0).workAll(threads.table);
  threads.table.say();
  const rejected = { matchId: "m1", turn: 1, reason: ErrorReason.MALFORMED, text: "no" };
  threads.table.hear({ rejections: [rejected] });
  await threads.at(0).work(PACKED);
  assert.equal(threads.table.say().actions.length, 1);
});

test("duty 24: what a bot says on its thread goes out with its number", async () => {
  const threads = new Threads();
  threads.seat(1);
  threads.ask(1, 0);
  await threads.at(0).work();
  threads.at(0).say({ kind: "said", seat: 1, turn: 1, number: 7, channel: "MAIN", text: "hm" });
  const [say] = threads.table.say().says;
  assert.deepEqual([say?.number, say?.turn, say?.channel], [7n, 1, "MAIN"]);
});

test("duty 11: what a thread can't read ends play", () => {
  const threads = new Threads();
  threads.seat(1);
  threads.at(0).say({ kind: "unreadable", text: "no generated class for the message 'x.Y'" });
  assert.match(threads.failure?.message ?? "", /'x\.Y'/);
});

test("an end without a turn is told, on a thread that there is", async () => {
  const threads = new Threads();
  threads.seat(2);
  threads.table.hear({ ends: [{ ...ENDED, seat: 1 }] });
  assert.deepEqual(threads.at(0).open.at(-1), "2 onEnd");
});

test("duties 30, 32: a thread that computes on after its turn is ended, for those that wait", async () => {
  const threads = new Threads();
  threads.seat(2);
  threads.ask(1, 0);
  await threads.at(0).workAll(threads.table);
  threads.ask(1, 1);
  await threads.at(0).workAll(threads.table); // both are on it
  threads.table.say();
  threads.ask(2, 0);
  threads.ask(2, 1);
  await threads.wait(5);
  await threads.loadMore(1); // which is for other seats
  threads.table.hear({ missed: [{ matchId: "m1", turn: 2, strikes: 1 }] });
  await threads.wait(2000);
  assert.ok(threads.at(0).hasEnded);
  assert.deepEqual(threads.errors(), [
    "match m1 seat 0 turn 2: the bot's own code failed: its thread has ended: it still computed 2 s after its turn was over",
  ]);
  await threads.wait(0);
  await threads.at(1).workAll(threads.table);
  assert.deepEqual(threads.answers(), [1]);
});

test("duty 30: where no seat waits for such a thread, it is ended without a word", async () => {
  const threads = new Threads();
  threads.seat(1);
  threads.ask(1, 0);
  await threads.at(0).work();
  threads.table.hear({ ends: [ENDED] });
  await threads.wait(2000);
  assert.ok(threads.at(0).hasEnded);
  assert.deepEqual([threads.errors(), threads.threads.size], [[], 0]);
  await threads.table.conversation.calls.settled();
});

test("duty 32: a bot that waits for something leaves its thread to others once its turn is over", async () => {
  const threads = new Threads(1);
  threads.seat(1);
  threads.ask(1, 0);
  await threads.at(0).work();
  threads.table.hear({ turns: [turn(2)] });
  assert.deepEqual(threads.at(0).open, ["1 act 1", "over"]);
  threads.at(0).say({ kind: "heard", call: 2 });
  await threads.wait(0);
  assert.deepEqual(threads.at(0).open, ["1 act 1", "over", "1 act 2"]);
  await threads.wait(2000);
  assert.ok(!threads.at(0).hasEnded);
  await threads.at(0).work(); // too late
  await threads.at(0).work();
  assert.deepEqual(threads.answers(), [0]);
});

test("duty 32: bots on threads do not wait for async ones in the same process, nor these for them", async () => {
  const threads = new Threads(1);
  threads.seat(1);
  const patient = () => new Promise<never>(() => {});
  for (const seat of [1, 2]) {
    threads.table.conversation.join(`token${seat}`, patient);
    threads.table.hear({ joins: [{ ...JOINED, seat, joinNumber: BigInt(seat + 1) }] });
  }
  threads.ask(1, 1, 2, 0); // 64 async ones may think
  await threads.at(0).workAll(threads.table);
  assert.deepEqual(threads.answers(), [0]);
  assert.equal(threads.table.conversation.waiting.isHeldUp, false);
});

test("a closed pool ends its threads", () => {
  const threads = new Threads();
  threads.threads.close();
  threads.at(0).die("it has exited with status 1");
  assert.deepEqual([threads.at(0).hasEnded, threads.failure], [true, undefined]);
});

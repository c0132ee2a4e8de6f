/** Seats that go to the workers which have their matches, and come home (duty 34); no network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { status as Status } from "@grpc/grpc-js";
import { ErrorReason } from "../gen/gamereferee/v1/error_pb.js";
import {
  type PlayRequest,
  PlayRequestSchema,
  PlayResponseSchema,
} from "../gen/gamereferee/v1/play_service_pb.js";
import { Address } from "../src/address.js";
import type { Turn } from "../src/bot.js";
import { AddressError, JoinError, ProtocolError, TakenOverError } from "../src/errors.js";
import { Following, LONGEST_PAUSE_MS } from "../src/following.js";
import { Line } from "../src/line.js";
import type { Ending } from "../src/stream.js";
import { ACTION, ENDED, JOINED, Listener, settle, Table, type Told, turn } from "./table.js";

const THERE = "worker.example:7071";

/** A table whose seats are joined at home, with a worker that their matches are at. */
class Seats {
  readonly wanted: string[] = [];
  readonly table: Table;

  constructor(
    readonly matches: string[] = ["m1"],
    bot: ConstructorParameters<typeof Table>[0] = () => ACTION,
  ) {
    this.table = new Table(bot, { onWorker: (address) => this.wanted.push(address) });
    for (const match of matches) {
      this.table.conversation.join(`token-${match}`);
    }
    this.table.conversation.opened();
    this.said(this.home);
    for (const match of matches) {
      this.joined(match, this.home, THERE);
      this.tell({ starts: [{ matchId: match }] });
    }
  }

  get home(): Line {
    return this.table.conversation.lines.home;
  }

  get lines() {
    return this.table.conversation.lines;
  }

  /** Have the referee say something on a line; left out, at home. */
  tell(told: Told, line = this.home): void {
    this.table.conversation.receive(create(PlayResponseSchema, told), line);
  }

  /** Have the referee take a seat's token. */
  joined(match: string, line: Line, workerAddress = "", more = {}): void {
    const joinNumber = BigInt(this.matches.indexOf(match) + 1);
    const rejoined = line !== this.home;
    const joined = { ...JOINED, matchId: match, joinNumber, workerAddress, rejoined, ...more };
    this.tell({ joins: [joined] }, line);
  }

  /** A line to a worker that has answered its ping. */
  worker(address = THERE): Line {
    const line = new Line(address);
    assert.deepEqual(this.said(line), create(PlayRequestSchema, { ping: { number: 1n } }));
    this.tell({ pong: { number: 1n } }, line);
    return line;
  }

  /** A line to a worker to which all seats have gone. */
  moved(): Line {
    const line = this.worker();
    assert.deepEqual(
      this.tokens(line),
      this.matches.map((match) => `token-${match}`),
    );
    for (const match of this.matches) {
      this.tell({ rejections: [takenOver(match)] });
      this.joined(match, line, THERE);
    }
    return line;
  }

  /** What is to be said on a line, without asking any bot. */
  said(line: Line): PlayRequest {
    return line.outbox.take() ?? create(PlayRequestSchema);
  }

  /** Tokens that are presented on a line, and nothing else. */
  tokens(line: Line): string[] {
    const request = this.said(line);
    assert.deepEqual(request, create(PlayRequestSchema, { joins: request.joins }));
    return request.joins.map(({ token }) => token);
  }

  /** Turns that are answered on a line when these have come on it. */
  play(line: Line, ...turns: NonNullable<Told["turns"]>): number[] {
    this.tell({ turns }, line);
    this.ask();
    return this.said(line).actions.map((action) => action.turn);
  }

  ask(): void {
    while (this.table.conversation.askNext()) {}
  }

  get failures(): readonly Error[] {
    return this.table.conversation.failures;
  }
}

function takenOver(matchId: string) {
  return { matchId, reason: ErrorReason.TAKEN_OVER };
}

test("duty 34: every join asks for workers, unless all are to stay", () => {
  const going = new Table(undefined, { onWorker: () => {} });
  assert.ok(going.join().joins.every(({ features }) => features.includes("worker-address")));
  const staying = new Table();
  assert.ok(!staying.join().joins[0]?.features.includes("worker-address"));
});

test("duty 34: seats are played at home until the worker has answered, then there", () => {
  const seats = new Seats(["m1", "m2"]);
  assert.deepEqual(seats.wanted, [THERE, THERE]);
  assert.deepEqual(seats.play(seats.home, turn(1)), [1]);
  const line = seats.moved();
  assert.deepEqual(seats.play(line, turn(2), turn(1, { matchId: "m2" })), [2, 1]);
  assert.equal(seats.failures.length, 0);
  assert.deepEqual(seats.table.logged(/debug.*m1 seat 0: goes to the worker/).length, 1);
});

test("duty 34: a seat that is joined later goes at once where there is a line", () => {
  const seats = new Seats();
  const line = seats.moved();
  seats.matches.push("m2");
  seats.table.conversation.join("token-m2");
  assert.deepEqual(seats.tokens(seats.home), ["token-m2"]);
  assert.deepEqual(seats.tokens(line), []);
  seats.joined("m2", seats.home, THERE);
  assert.deepEqual(seats.tokens(line), ["token-m2"]);
});

test("duty 34: a referee that names no worker keeps its seats", () => {
  const seats = new Seats([]);
  seats.matches.push("m1");
  seats.table.conversation.join("token-m1");
  seats.joined("m1", seats.home);
  assert.deepEqual(seats.wanted, []);
});

test("duty 34: the open turn goes along, and is answered where it comes again", () => {
  const seats = new Seats();
  seats.tell({ turns: [turn(1)] });
  const line = seats.worker();
  seats.ask();
  assert.deepEqual(seats.tokens(line), ["token-m1"]);
  assert.deepEqual(seats.tokens(seats.home), []);
  seats.joined("m1", line);
  assert.deepEqual(seats.play(line, turn(1)), [1]);
  assert.deepEqual(seats.play(line, turn(1)), [1]); // the answer was lost
});

test("duties 9, 34: an answer that was given at home is given again there, without the bot", () => {
  const bot = new Listener();
  const seats = new Seats(["m1"], bot);
  assert.deepEqual(seats.play(seats.home, turn(1)), [1]);
  const line = seats.moved();
  assert.deepEqual(seats.play(line, turn(1)), [1]);
  assert.deepEqual(bot.heard, ["start", "act 1 1"]);
});

test("duties 27, 34: forms and handles of turns in short are those of the line", () => {
  const seats = new Seats();
  const url = "type.googleapis.com/gamereferee.games.diceman.v1";
  const smallForm = (handle: number) => ({
    smallForm: { handle, observationUrl: `${url}.Observation`, actionUrl: `${url}.Action` },
  });
  seats.joined("m1", seats.home, "", smallForm(5));
  seats.tell({ smallTurns: [{ handle: 5, turn: 1 }] });
  seats.ask();
  assert.deepEqual(
    seats.said(seats.home).smallActions.map(({ handle }) => handle),
    [5],
  );
  seats.joined("m1", seats.home, THERE, smallForm(5));
  const line = seats.worker();
  seats.said(line);
  seats.tell({ smallTurns: [{ handle: 5, turn: 2 }] });
  seats.joined("m1", line, THERE, smallForm(9));
  seats.tell({ smallTurns: [{ handle: 9, turn: 1 }] }, line);
  const { smallActions } = seats.said(line);
  assert.deepEqual(
    smallActions.map(({ handle, turn: number }) => [handle, number]),
    [[9, 1]],
  );
  assert.deepEqual([seats.home.forms.size, line.forms.size], [0, 1]);
  seats.tell({ ends: [ENDED] }, line);
  assert.equal(line.forms.size, 0);
});

test("duty 34: turns on the line that a seat has left are passed over", () => {
  const seats = new Seats();
  const line = seats.worker();
  assert.deepEqual(seats.play(seats.home, turn(1)), []);
  seats.said(line);
  seats.joined("m1", line);
  assert.deepEqual(seats.play(line, turn(1)), [1]);
});

test("duty 34: a rejection on the line that a seat has left is none, unless of a message", () => {
  const bot = new Listener();
  const seats = new Seats(["m1"], bot);
  seats.worker();
  const late = { matchId: "m1", turn: 1, reason: ErrorReason.LATE };
  seats.tell({ rejections: [late] });
  assert.deepEqual(seats.table.logged(/warning|error/), []);
  assert.deepEqual(bot.heard, ["start"]);
  seats.tell({ rejections: [{ ...late, sayNumber: 1n }] });
  assert.equal(bot.rejection?.sayNumber, 1);
});

test("duty 34: what was to be said goes along, behind the join", () => {
  const turns: Turn[] = [];
  const seats = new Seats(["m1", "m2"], (_observation, asked) => {
    turns.push(asked);
    return ACTION;
  });
  seats.play(seats.home, turn(1));
  turns[0]?.say("MAIN", "hello");
  seats.table.conversation.resign("m2", 0);
  const line = seats.worker();
  const request = seats.said(line);
  assert.deepEqual(
    request.joins.map(({ token }) => token),
    ["token-m1", "token-m2"],
  );
  assert.deepEqual(
    request.says.map(({ text }) => new TextDecoder().decode(text)),
    ["hello"],
  );
  assert.deepEqual(
    request.resigns.map(({ matchId }) => matchId),
    ["m2"],
  );
  assert.equal(seats.home.outbox.take(), undefined);
  seats.table.conversation.resign("m1", 0);
  assert.equal(seats.said(line).resigns.length, 1);
});

test("duty 34: seats go home when the line is lost, with what is unsaid, and come back", () => {
  const turns: Turn[] = [];
  const seats = new Seats(["m1"], (_observation, asked) => {
    turns.push(asked);
    return ACTION;
  });
  const line = seats.moved();
  seats.tell({ turns: [turn(1)] }, line);
  seats.ask();
  turns[0]?.say("MAIN", "hello");
  seats.lines.lost(line);
  const request = seats.said(seats.home);
  assert.deepEqual([request.joins.length, request.says.length, request.actions.length], [1, 1, 0]);
  seats.joined("m1", seats.home, THERE);
  assert.deepEqual(seats.wanted, [THERE, THERE]);
  assert.ok(seats.lines.wants(THERE));
  assert.deepEqual(seats.play(seats.home, turn(1)), [1]); // the unsent answer
  const again = seats.moved();
  assert.ok(!seats.lines.wants(THERE));
  assert.deepEqual(seats.play(again, turn(2)), [2]);
});

test("duty 34: a token is on no second line before the first has answered", () => {
  const seats = new Seats();
  seats.lines.lost(seats.moved());
  assert.deepEqual(seats.tokens(seats.home), ["token-m1"]);
  const line = seats.worker();
  assert.deepEqual(seats.tokens(line), []);
  seats.joined("m1", seats.home, THERE);
  assert.deepEqual(seats.tokens(line), ["token-m1"]);
});

test("duty 34: when the stream home breaks, only seats that are there are joined again", () => {
  const seats = new Seats(["m1", "m2"]);
  const line = seats.worker();
  seats.joined("m1", line);
  seats.joined("m2", line);
  seats.said(line);
  seats.table.conversation.opened();
  assert.equal(seats.home.outbox.take(), undefined);
  assert.deepEqual(seats.play(line, turn(1)), [1]);
});

test("duty 34: a worker that refuses a token is avoided for good", () => {
  const seats = new Seats();
  const line = seats.worker();
  seats.said(line);
  const refused = { joinNumber: 1n, reason: ErrorReason.BAD_TOKEN };
  seats.tell({ rejections: [refused] }, line);
  assert.deepEqual(seats.tokens(seats.home), ["token-m1"]);
  for (const _time of [1, 2]) {
    seats.joined("m1", seats.home, THERE);
    assert.equal(line.outbox.take(), undefined);
  }
  assert.ok(!seats.lines.wants(THERE));
  assert.deepEqual(seats.play(seats.home, turn(1)), [1]);
  assert.equal(seats.failures.length, 0);
  assert.equal(seats.table.logged(/warning.*does not take the seat: BAD_TOKEN/).length, 1);
});

test("duty 34: ENDED at a worker ends the seat", () => {
  const seats = new Seats();
  const line = seats.worker();
  seats.tell({ rejections: [{ joinNumber: 1n, reason: ErrorReason.ENDED }] }, line);
  seats.table.conversation.finish();
  assert.ok(seats.table.conversation.isDone);
  assert.equal(seats.failures.length, 0);
});

test("duties 17, 34: a token that is refused at home is refused", () => {
  const seats = new Seats();
  seats.lines.lost(seats.moved());
  seats.tell({ rejections: [{ joinNumber: 1n, reason: ErrorReason.BAD_TOKEN }] });
  assert.ok(seats.failures[0] instanceof JoinError);
});

test("duties 15, 34: another process takes a seat over at its worker", () => {
  const seats = new Seats();
  seats.tell({ rejections: [takenOver("m1")] }, seats.moved());
  assert.ok(seats.failures[0] instanceof TakenOverError);
});

test("duty 34: TAKEN_OVER at home is no news while a join is unanswered, and one after it is", () => {
  const seats = new Seats();
  const line = seats.worker();
  seats.lines.lost(line);
  seats.said(seats.home);
  seats.tell({ rejections: [takenOver("m1")] });
  seats.joined("m1", seats.home);
  assert.deepEqual(seats.play(seats.home, turn(1)), [1]);
  assert.equal(seats.failures.length, 0);
  seats.tell({ rejections: [takenOver("m1")] });
  assert.ok(seats.failures[0] instanceof TakenOverError);
});

test("duty 34: a match that ends at its worker is over, and what it had to say is dropped", () => {
  const turns: Turn[] = [];
  const seats = new Seats(["m1", "m2"], (_observation, asked) => {
    turns.push(asked);
    return ACTION;
  });
  seats.table.conversation.finish();
  const line = seats.moved();
  seats.play(line, turn(1));
  turns[0]?.say("MAIN", "hello");
  seats.tell({ ends: [ENDED] }, line);
  assert.equal(line.outbox.take(), undefined);
  seats.lines.lost(line);
  assert.deepEqual(seats.tokens(seats.home), ["token-m2"]);
  seats.tell({ ends: [{ ...ENDED, matchId: "m2" }] });
  assert.ok(seats.table.conversation.isDone);
});

const BESIDE: [string, string][] = [
  ["referee.example:7070", "referee.example:7071"],
  ["unix:/r", "unix:/w-0"],
  ["unix:/r", "localhost:7071"],
];

for (const [home, there] of BESIDE) {
  test(`duty 34: from ${home} seats go to ${there}`, () => {
    assert.equal(Address.parse(home).beside(there).target, there);
  });
}

for (const there of ["unix:/run/w-0", "nowhere"]) {
  test(`duty 34: from another machine nobody is led to ${there}`, () => {
    assert.throws(() => Address.parse("referee.example:7070").beside(there), AddressError);
  });
}

/** The way to workers whose streams end as the test says; a list of what it does. */
class Ways {
  readonly log: string[] = [];
  readonly carried: Line[] = [];
  readonly pauses: number[] = [];
  readonly seats = new Seats();
  readonly following: Following;
  nowMs = 0;
  isOver = false;
  failure: Error | undefined;
  end: (ending: Ending | Error) => void = () => {};
  #resume: () => void = () => {};

  constructor() {
    const carrier = {
      carry: (line: Line) => {
        this.carried.push(line);
        return new Promise<Ending>((resolve, reject) => {
          this.end = (ending) => (ending instanceof Error ? reject(ending) : resolve(ending));
        });
      },
      pause: (ms: number) => {
        this.pauses.push(ms);
        return new Promise<void>((resolve) => {
          this.#resume = resolve;
        });
      },
      isOver: () => this.isOver,
      fail: (error: Error) => {
        this.failure = error;
      },
    };
    const log = (level: string, line: string) => this.log.push(`${level}: ${line}`);
    const home = Address.parse("referee.example:7070");
    this.following = new Following(
      home,
      () => this.seats.lines,
      carrier,
      log,
      () => this.nowMs,
    );
  }

  /** Have the stream end that is open, after a time. */
  async ended(ending: Ending | Error, afterMs = 0): Promise<void> {
    this.nowMs += afterMs;
    this.end(ending);
    await settle();
  }

  async resume(): Promise<void> {
    this.#resume();
    await settle();
  }
}

const BROKEN: Ending = { code: Status.UNAVAILABLE, details: "connect ECONNREFUSED" };

test("duty 34: a worker is tried again after 0.1 s, doubling to 60 s, as long as it is wanted", async () => {
  const ways = new Ways();
  for (let attempt = 0; attempt < 12; attempt += 1) {
    ways.following.want(THERE); // once is enough
    assert.equal(ways.carried.length, attempt + 1);
    await ways.ended(BROKEN);
    await ways.resume();
  }
  const doubled = Array.from({ length: 12 }, (_, i) => Math.min(100 * 2 ** i, LONGEST_PAUSE_MS));
  assert.deepEqual(ways.pauses, doubled);
  assert.equal(ways.log.length, 1); // of the first attempt
  ways.seats.moved();
  await ways.ended(BROKEN);
  await ways.resume();
  assert.equal(ways.carried.length, 13); // nobody wants to go there any more
});

test("duty 34: a stream that has lasted 60 s begins again at 0.1 s", async () => {
  const ways = new Ways();
  ways.following.want(THERE);
  await ways.ended(BROKEN);
  await ways.resume();
  await ways.ended(BROKEN, 59_999);
  await ways.resume();
  await ways.ended(BROKEN, 60_000);
  await ways.resume();
  assert.deepEqual(ways.pauses, [100, 200, 100]);
});

const HOPELESS: [string, Ending | Error][] = [
  ["UNIMPLEMENTED", { code: Status.UNIMPLEMENTED, details: "no such service" }],
  ["a certificate", { code: Status.UNAVAILABLE, details: "self-signed certificate" }],
  ["what can't be read", new ProtocolError("can't read 3 bytes")],
];

for (const [name, ending] of HOPELESS) {
  test(`duty 34: after ${name} a worker is not tried again, and play goes on`, async () => {
    const ways = new Ways();
    ways.following.want(THERE);
    await ways.ended(ending);
    ways.following.want(THERE);
    assert.deepEqual([ways.carried.length, ways.pauses, ways.failure], [1, [], undefined]);
    assert.match(ways.log.join(), /^warning: staying with referee\.example:7070, not going to/);
  });
}

test("duty 34: an address that equals home is home, and one that can't be used is a warning", () => {
  const ways = new Ways();
  ways.following.want("referee.example:7070");
  ways.following.want("unix:/run/w-0");
  assert.deepEqual(ways.carried, []);
  assert.match(ways.log.join(), /^warning: [^,]*, not going .* from a Unix socket alone/);
});

test("duty 34: nothing is tried once play is over", async () => {
  const ways = new Ways();
  ways.following.want(THERE);
  ways.isOver = true;
  await ways.ended(BROKEN);
  assert.deepEqual([ways.pauses, ways.log], [[], []]);
});

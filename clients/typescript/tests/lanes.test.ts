/** Turns in columns (duty 35); no network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type Message, toBinary } from "@bufbuild/protobuf";
import { ActionSchema } from "../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import { ConfigSchema } from "../gen/gamereferee/games/swordman/v1/swordman_pb.js";
import { ErrorReason } from "../gen/gamereferee/v1/error_pb.js";
import type { PlayRequest } from "../gen/gamereferee/v1/play_service_pb.js";
import type { Bot } from "../src/bot.js";
import { type LaneAnswer, type LaneTurns, numbersOf } from "../src/lanes.js";
import { Maker } from "../src/makers.js";
import { encode, MAX_REQUEST_BYTES } from "../src/requests.js";
import { ACTION, ENDED, JOINED, settle, Table, turn } from "./table.js";

const LANE = 4;
const FIRST_ROW = 7;
const NUMBERS = { name: "choice", dtype: "int8", low: 0, high: 5 };
const ACTIONS = { name: "action", dtype: "uint8", ragged: true };
const MATCHES = ["a", "b", "c"];

function bytes(array: Int32Array | Int16Array | BigInt64Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(array.buffer as ArrayBuffer);
}

/** A table with seat 0 of some matches on a lane. */
class LaneTable extends Table {
  readonly asked: LaneTurns[] = [];
  readonly heard: string[] = [];

  constructor(
    answer: (turns: LaneTurns) => LaneAnswer | Promise<LaneAnswer> = ({ numbers }) => numbers,
    answers: object = NUMBERS,
    readonly matches: readonly string[] = MATCHES,
  ) {
    const bot: Bot = {
      game: "diceman",
      readsEvents: false,
      columns: ["table.life"],
      act: () => ACTION,
      actColumns: (turns) => {
        this.asked.push(turns);
        return answer(turns);
      },
      onStart: ({ matchId }) => this.heard.push(`start ${matchId}`),
      onEnd: ({ matchId }) => this.heard.push(`end ${matchId}`),
    };
    super(bot);
    for (const match of matches) {
      this.conversation.join(`token-${match}`);
    }
    this.open(answers);
  }

  /** Begin on a new stream, on which the matches get rows from 7. */
  open(answers: object = NUMBERS): PlayRequest {
    this.conversation.opened();
    const request = this.say();
    this.hear({
      joins: this.matches.map((matchId, i) => ({ ...JOINED, matchId, joinNumber: BigInt(i + 1) })),
      lanes: [
        {
          lane: LANE,
          game: "diceman",
          numSeats: 2,
          observed: [
            { name: "table.life", dtype: "int16", shape: [2] },
            { name: "texts", dtype: "uint8", ragged: true },
          ],
          answers,
        },
      ],
      laneRows: [{ lane: LANE, firstRow: FIRST_ROW, matchIds: [...this.matches] }],
    });
    return request;
  }
}

/** Turns of the lane: in each row life is its number and -1, and the text as long as the row's. */
function told(number: number, ...rows: number[]) {
  const ends = [0, ...rows.map((_, i) => rows.slice(0, i + 1).reduce((sum, row) => sum + row))];
  return {
    laneTurns: [
      {
        lane: LANE,
        rows: bytes(Int32Array.from(rows)),
        turns: bytes(Int32Array.from(rows, () => number)),
        observed: [
          { data: bytes(Int16Array.from(rows.flatMap((row) => [row, -1]))) },
          {
            data: new Uint8Array(ends.at(-1) ?? 0).fill(120),
            offsets: bytes(BigInt64Array.from(ends, BigInt)),
          },
        ],
        remainingUs: bytes(BigInt64Array.from(rows, () => 1_500_000n)),
        elapsedUs: bytes(BigInt64Array.from(rows, () => -1n)),
      },
    ],
  };
}

/** What is answered: `row/turn=value` for each row, and `skip match/turn`. */
function said({ laneAnswers, skips, actions }: PlayRequest): string[] {
  return [
    ...laneAnswers.flatMap(({ lane, rows, turns, values }) => {
      assert.equal(lane, LANE);
      const numbers = numbersOf("int32", turns);
      return Array.from(
        numbersOf("int32", rows),
        (row, i) => `${row}/${numbers[i]}=${values?.data[i]}`,
      );
    }),
    ...actions.map(({ matchId, turn }) => `action ${matchId}/${turn}`),
    ...skips.map(({ matchId, turn }) => `skip ${matchId}/${turn}`),
  ];
}

test("duty 35: joins of a bot that takes columns ask for lanes, those of others do not", () => {
  const [join] = new LaneTable().open().joins;
  assert.ok(join?.features.includes("lanes"));
  assert.deepEqual(join?.laneColumns, ["table.life"]);
  const [other] = new Table().join().joins;
  assert.ok(!other?.features.includes("lanes"));
});

test("duty 35: a class with actColumns has one bot for all seats, and says its columns itself", () => {
  class Many implements Bot {
    static readonly columns = ["table.round"];
    act = () => ACTION;
    actColumns(turns: LaneTurns): LaneAnswer {
      return turns.numbers;
    }
  }
  const maker = Maker.of(Many);
  assert.deepEqual(maker.columns, ["table.round"]);
  assert.equal(maker.make(JOINED as never), maker.make(JOINED as never));
});

test("duty 35: turns come in columns, and so do answers", () => {
  const table = new LaneTable();
  assert.deepEqual(said(table.hear(told(1, 7, 9))), ["7/1=1", "9/1=1"]);
  const [turns] = table.asked;
  assert.deepEqual([...(turns?.values("table.life") ?? [])], [7, -1, 9, -1]);
  assert.deepEqual(
    turns?.lists("texts").map(({ length }) => length),
    [7, 9],
  );
  assert.deepEqual(turns?.remainingMs, [1500, 1500]);
  assert.equal(turns?.bankMs, undefined);
  assert.equal(turns?.match(1).matchId, "c");
  assert.deepEqual(table.heard, ["start a", "start c"]);
  assert.deepEqual(said(table.hear(told(2, 8))), ["8/2=2"]);
});

test("a column that can't be read so is an error", () => {
  const table = new LaneTable();
  table.hear(told(1, 7));
  const [turns] = table.asked;
  assert.throws(() => turns?.values("life"), /the lane has no column 'life'/);
  assert.throws(() => turns?.values("texts"), /column texts: values\(\) reads numbers/);
  assert.throws(() => turns?.lists("table.life"), /column table.life: values\(\) reads numbers/);
});

test("duties 7 and 35: matches that are over are left out", () => {
  const table = new LaneTable();
  const request = table.hear({ ...told(1, 7, 8, 9), ends: [{ ...ENDED, matchId: "b" }] });
  assert.deepEqual(said(request), ["7/1=1", "9/1=1"]);
  const [turns] = table.asked;
  assert.deepEqual([...(turns?.values("table.life") ?? [])], [7, -1, 9, -1]);
  assert.deepEqual(
    turns?.lists("texts").map(({ length }) => length),
    [7, 9],
  );
  assert.deepEqual(turns?.remainingMs, [1500, 1500]);
  assert.deepEqual(table.heard, ["end b", "start a", "start c"]);
});

test("duties 19 and 35: answers that do not fit give their turns up", () => {
  for (const [answer, pattern] of [
    [[1, 2], /must return 3 numbers from 0 to 5, not 2/],
    [[1, 6, 2], /must return numbers from 0 to 5, not 6/],
    [[1, 0.5, 2], /must return numbers from 0 to 5, not 0.5/],
    [undefined, /must return 3 numbers from 0 to 5, not undefined/],
    [new Error("a bug"), /a bug/],
  ] as const) {
    const table = new LaneTable(() => {
      if (answer instanceof Error) {
        throw answer;
      }
      return answer as LaneAnswer;
    });
    assert.deepEqual(said(table.hear(told(1, 7, 8, 9))), ["skip a/1", "skip b/1", "skip c/1"]);
    assert.match(table.conversation.calls.summary ?? "", pattern);
    assert.match(table.conversation.calls.summary ?? "", /once, in 3 matches of diceman, seat 0/);
  }
});

test("duties 28 and 35: one bad action costs its own turn", () => {
  const given = [ACTION, undefined, create(ActionSchema, { dice: new Array(70_000).fill(0) })];
  const table = new LaneTable(() => given, ACTIONS);
  const request = table.hear(told(1, 7, 8, 9));
  const [answers] = request.laneAnswers;
  assert.deepEqual([...numbersOf("int32", answers?.rows ?? new Uint8Array())], [7]);
  const value = toBinary(ActionSchema, ACTION);
  assert.deepEqual(new Uint8Array(answers?.values?.data ?? []), value);
  const offsets = numbersOf("int64", answers?.values?.offsets ?? new Uint8Array());
  assert.deepEqual([...offsets], [0, value.length]);
  assert.deepEqual(
    request.skips.map(({ matchId }) => matchId),
    ["b", "c"],
  );
  assert.equal(table.conversation.calls.errors.length, 2);
  const wrong = new LaneTable(() => [create(ConfigSchema) as Message], ACTIONS);
  assert.deepEqual(said(wrong.hear(told(1, 7))), ["skip a/1"]);
});

test("duties 29 and 35: a refused answer is given again or up", () => {
  const table = new LaneTable();
  table.hear(told(1, 7, 8));
  const refused = { turn: 1, reason: ErrorReason.MALFORMED, text: "no" };
  const request = table.hear({ rejections: [{ ...refused, matchId: "a" }] });
  assert.deepEqual(said(request), ["skip a/1"]);
  assert.deepEqual(said(table.hear({ rejections: [{ ...refused, matchId: "a" }] })), []);
  table.hear({ missed: [{ matchId: "b", turn: 1 }] });
  assert.deepEqual(said(table.hear({ rejections: [{ ...refused, matchId: "b" }] })), []);
  assert.deepEqual(said(table.hear(told(2, 7, 8))), ["7/2=2", "8/2=2"]);
});

test("duties 30 and 35: what is over while columns are decided is not answered", async () => {
  const table = new LaneTable(async ({ numbers }) => numbers);
  table.hear(told(1, 7, 8, 9));
  table.feed({ missed: [{ matchId: "a", turn: 1 }], ends: [{ ...ENDED, matchId: "b" }] });
  await settle();
  assert.deepEqual(said(table.say()), ["9/1=1"]);
});

test("duty 35: a match that leaves its lane is played turn by turn", () => {
  const table = new LaneTable();
  table.hear(told(1, 7, 8));
  const request = table.hear({ ...told(2, 8), turns: [turn(2, { matchId: "a" })] });
  assert.deepEqual(said(request).sort(), ["8/2=2", "action a/2"]);
  assert.deepEqual(said(table.hear(told(3, 7))), ["7/3=3"]);
});

test("duties 9 and 35: nothing of a lane outlives its stream", async () => {
  const table = new LaneTable(async ({ numbers }) => numbers);
  table.hear(told(1, 7, 8));
  table.conversation.opened();
  await settle();
  assert.deepEqual(said(table.say()), []);
  assert.throws(() => table.hear(told(1, 7)), /lane 4 is not open/);
  table.open();
  table.hear(told(1, 7, 8));
  await settle();
  assert.deepEqual(said(table.say()), ["7/1=1", "8/1=1"]);
});

test("duties 28 and 35: many long answers go out in several requests", () => {
  const long = create(ActionSchema, { dice: new Array(60_000).fill(0) });
  const matches = Array.from({ length: 30 }, (_, i) => `m${i}`);
  const table = new LaneTable((turns) => new Array(turns.length).fill(long), ACTIONS, matches);
  const request = table.hear(told(1, ...matches.map((_, i) => FIRST_ROW + i)));
  const rows = request.laneAnswers.map(({ rows }) => rows.length / 4);
  assert.equal(
    rows.reduce((sum, count) => sum + count),
    30,
  );
  const requests = encode(request);
  assert.ok(requests.length > 1);
  assert.ok(requests.every(({ length }) => length <= MAX_REQUEST_BYTES));
});

test("numbers are read in each type, also where they do not lie as an array needs it", () => {
  const data = new Uint8Array(24);
  new DataView(data.buffer).setInt32(1, -5, true);
  new DataView(data.buffer).setBigInt64(9, 2n ** 60n, true);
  assert.deepEqual([...numbersOf("int32", data.subarray(1, 5))], [-5]);
  assert.deepEqual([...numbersOf("bool", data.subarray(0, 1))], [0]);
  assert.throws(() => numbersOf("int64", data.subarray(9, 17)), /beyond 2 \*\* 53/);
  assert.throws(() => numbersOf("complex64", data), /unknown type 'complex64'/);
});

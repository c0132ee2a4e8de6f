import assert from "node:assert/strict";
import { test } from "node:test";
import { AnswerError } from "../src/calls.js";
import { format } from "../src/log.js";
import { act, Table, turn } from "./table.js";

test("a line has local time to the millisecond, level, logger and text", () => {
  const time = new Date(2026, 0, 8, 5, 5, 5, 32);
  assert.equal(
    format(time, "warning", "match m1 seat 0: joined again"),
    "2026-01-08 05:05:05.032 WARNING referee_client: match m1 seat 0: joined again",
  );
});

test("the last line says how often the bot's own code has failed, and where first", () => {
  let numAsked = 0;
  const table = new Table(() => {
    numAsked += 1;
    throw new Error(`oh dear ${numAsked}\nand more`);
  });
  const { calls } = table.conversation;
  table.join();
  assert.equal(calls.summary, undefined);
  table.hear({ turns: [turn(3)] });
  const first = "in match m1 seat 0 turn 3: Error: oh dear 1";
  assert.equal(calls.summary, `the bot's own code failed once, ${first}`);
  table.hear({ turns: [turn(4)] });
  assert.equal(calls.summary, `the bot's own code failed 2 times, the first time ${first}`);
});

test("an answer that is wrong by itself is told without a trace", () => {
  const table = new Table(act);
  table.conversation.calls.blame("match m1 seat 0", new AnswerError("no answer"));
  assert.deepEqual(table.log, ["error: match m1 seat 0: the bot's own code failed: no answer"]);
});

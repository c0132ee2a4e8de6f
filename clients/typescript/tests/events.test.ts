/** Turns without events, and turns at length (duty 27); no network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BotLike } from "../src/bot.js";
import { ACTION, Table } from "./table.js";

/** What a seat of this bot asks for besides commitments to nonces. */
function featuresOf(bot: BotLike, plainTurns = false): string[] {
  const table = new Table(() => ACTION, { plainTurns });
  table.conversation.join("token", bot);
  const [join] = table.say().joins;
  return join?.features.filter((feature) => feature !== "nonce-commitments") ?? [];
}

const act = () => ACTION;
const bound = act.bind(undefined);

class Plain {
  act = act;
}

class Says {
  static readonly readsEvents = false;
  act = act;
}

class Inherits extends Says {}

const WITHOUT: [string, BotLike][] = [
  ["a function without parameters", act],
  ["a function of the observation", (_observation) => ACTION],
  ["a function that unpacks the observation", ({ $typeName: _ }) => ACTION],
  ["an async one", async (_observation) => ACTION],
  ["a method of the observation", { act: (_observation) => ACTION }],
  ["an object that says so", { readsEvents: false, act: (_observation, _turn) => ACTION }],
  ["an object that says so against its code", { readsEvents: false, onEvents() {}, act }],
  ["a class that says so", Says],
  ["a class whose base says so", Inherits],
];

for (const [name, bot] of WITHOUT) {
  test(`duty 27: ${name} asks for turns without events`, () => {
    assert.deepEqual(featuresOf(bot), ["small-turns", "without-events"]);
  });
}

const WITH: [string, BotLike][] = [
  ["a function of observation and turn", (_observation, _turn) => ACTION],
  ["a turn with a default", (_observation, _turn = undefined as never) => ACTION],
  ["a rest of arguments", (..._all) => ACTION],
  ["a rest behind the observation", (_observation, ..._rest) => ACTION],
  [
    "a function that looks at its arguments",
    function () {
      // biome-ignore lint/complexity/noArguments: that is the case
      return arguments.length > 0 ? ACTION : ACTION;
    },
  ],
  ["a function without text", bound],
  ["a method that looks at its turn", { act: (_observation, _turn) => ACTION }],
  ["an object that hears events", { act, onEvents() {} }],
  ["an object that says so", { readsEvents: true, act }],
  ["a class that says nothing", Plain],
];

for (const [name, bot] of WITH) {
  test(`duty 27: ${name} may read events`, () => {
    assert.deepEqual(featuresOf(bot), ["small-turns"]);
  });
}

test("duty 27: the client's own bot is asked for seats without one of theirs", () => {
  const table = new Table({ readsEvents: false, act });
  const [join] = table.join().joins;
  assert.ok(join?.features.includes("without-events"));
});

test("duty 27: with --plain-turns neither is asked for", () => {
  assert.deepEqual(featuresOf({ readsEvents: false, act }, true), []);
  assert.deepEqual(featuresOf({ readsEvents: true, act }, true), []);
});

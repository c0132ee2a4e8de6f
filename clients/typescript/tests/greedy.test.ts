import assert from "node:assert/strict";
import { test } from "node:test";
import { create, fromBinary } from "@bufbuild/protobuf";
import { greedyBot } from "../bots/dice_adventure/greedy.js";
import { netTable } from "../bots/diceman/damage.js";
import { GreedyBot } from "../bots/diceman/greedy.js";
import * as adventure from "../gen/gamereferee/games/dice_adventure/v1/dice_adventure_pb.js";
import * as diceman from "../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import { TurnSchema } from "../gen/gamereferee/v1/play_service_pb.js";
import { type Match, Turn } from "../src/bot.js";
import { readVectors } from "./vectors.js";

interface Case {
  name: string;
  config_base64: string;
  observation_base64: string;
  action_base64: string;
}

const bytes = (base64: string) => Buffer.from(base64, "base64");

for (const vector of readVectors<{ cases: Case[] }>("diceman_greedy").cases) {
  test(`diceman: ${vector.name}`, () => {
    const bot = new GreedyBot();
    const config = fromBinary(diceman.ConfigSchema, bytes(vector.config_base64));
    bot.onStart({ config } as Partial<Match> as Match);
    const observation = fromBinary(diceman.ObservationSchema, bytes(vector.observation_base64));
    const expected = fromBinary(diceman.ActionSchema, bytes(vector.action_base64));
    assert.deepEqual(bot.act(observation), expected);
  });
}

test("diceman: two-sided dice of sword and shield meet as counted by hand", () => {
  const config = create(diceman.ConfigSchema, {
    dieMagic: 1,
    diePriority: 1,
    dieSword: 2,
    dieShield: 2,
  });
  // Sword and shield (5) against magic and priority (0). The lead of 1 casts a magic of 1 first; the
  // sword meets no shield and deals 1.5 on average. That is 0.5, and all entries are multiplied by
  // the square of the product of all sides, 16.
  assert.equal(netTable(config)[5]?.[0], 8n);
});

for (const vector of readVectors<{ cases: Case[] }>("dice_adventure_greedy").cases) {
  test(`dice_adventure: ${vector.name}`, () => {
    const observation = fromBinary(adventure.ObservationSchema, bytes(vector.observation_base64));
    const expected = fromBinary(adventure.ActionSchema, bytes(vector.action_base64));
    const match = {} as Partial<Match> as Match;
    const turn = new Turn(match, observation, create(TurnSchema));
    assert.deepEqual(greedyBot.act(observation, turn), expected);
  });
}

// A bot for Dice Adventure that wanders about, but against no wall it knows of (DA-9.1).
import { randomInt } from "node:crypto";
import { create, run } from "gamereferee-client";
import {
  ActionSchema,
  type Observation,
  Phase,
  Step,
} from "gamereferee-client/games/dice_adventure";
import { DIRECTIONS, Grid } from "./grid.js";

function plan(observation: Observation): Step[] {
  const grid = new Grid(observation);
  let { x = 0, y = 0, ap = 0 } = observation.me ?? {};
  return Array.from({ length: ap }, () => {
    const open = DIRECTIONS.filter(({ dx, dy }) => grid.isOpen({ x: x + dx, y: y + dy }));
    const way = open.length > 0 ? open[randomInt(open.length)] : undefined;
    [x, y] = [x + (way?.dx ?? 0), y + (way?.dy ?? 0)];
    return way?.step ?? Step.WAIT;
  });
}

await run({
  game: "dice_adventure",
  act: (observation: Observation) =>
    observation.phase === Phase.COMMUNICATION
      ? create(ActionSchema, { pings: {} })
      : create(ActionSchema, { plan: { steps: plan(observation) } }),
});

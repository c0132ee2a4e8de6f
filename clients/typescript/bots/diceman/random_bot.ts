// A bot for Diceman that picks one of the six combinations, uniformly (DM-9.1).
import { randomInt } from "node:crypto";
import { create, run } from "gamereferee-client";
import { ActionSchema } from "gamereferee-client/games/diceman";

const COMBOS = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];

await run({
  game: "diceman",
  act: () => create(ActionSchema, { dice: COMBOS[randomInt(COMBOS.length)] ?? [] }),
});

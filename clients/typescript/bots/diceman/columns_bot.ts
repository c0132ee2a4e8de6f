// A bot for Diceman that plays by the round alone, and decides about many matches at once in columns.
import { type Bot, create, run } from "gamereferee-client";
import { type Action, ActionSchema, type Observation } from "gamereferee-client/games/diceman";

const ROUND = "table.round";
/** Combinations (DM-3.2) of odd rounds, Sword and Shield, and of even ones, Magic and Priority. */
const ODD = { id: 5, dice: [2, 3] };
const EVEN = { id: 0, dice: [0, 1] };

const bot: Bot<Observation, Action> = {
  game: "diceman",
  readsEvents: false,
  columns: [ROUND],
  act: ({ round }) => create(ActionSchema, { dice: (round % 2 ? ODD : EVEN).dice }),
  actColumns: (turns) => Array.from(turns.values(ROUND), (round) => (round % 2 ? ODD : EVEN).id),
};

await run(bot);

/**
 * A bot for Dice Adventure that walks the cheapest path to what it looks for (DA-9.2).
 *
 * It never pings, and takes no account of its party.
 */
import { type Bot, create } from "gamereferee-client";
import {
  type Action,
  ActionSchema,
  type Observation,
  Phase,
  type Step,
} from "gamereferee-client/games/dice_adventure";
import { type Cell, Grid, type Place, pathTo } from "./grid.js";

/** Cost of entering a cell without a rock or trap in it, and one never seen (DA-9.2). */
const [EMPTY_COST, UNEXPLORED_COST] = [2, 3];
/** What a visible monster adds. */
const MONSTER_COST = 12;
/** What a trap or rock adds for Dwarf, Giant and Human. */
const PIECE_COSTS: Readonly<Record<string, readonly number[]>> = {
  T: [4, 14, 8],
  R: [120, 12, 28],
};

/** Plays Dice Adventure by the cheapest path. */
export const greedyBot: Bot<Observation, Action> = {
  game: "dice_adventure",
  act(observation) {
    if (observation.phase === Phase.COMMUNICATION) {
      return create(ActionSchema, { pings: {} });
    }
    return create(ActionSchema, { plan: { steps: planOf(observation) } });
  },
};

function planOf(observation: Observation): Step[] {
  const { character, me, members } = observation;
  if (me?.x === undefined || me.y === undefined) {
    return []; // the dead do not walk
  }
  const grid = new Grid(observation);
  const places = grid.placesFrom({ x: me.x, y: me.y }, (cell) => costOf(grid, cell, character - 1));
  const sought = members[character - 1]?.key ? "**" : `K${character}`;
  const found = places.find(({ cell }) => grid.codeAt(cell) === sought);
  const goal = found ?? nearestUnexplored(grid, places);
  const path = goal ? pathTo(goal) : [];
  const seen = path.findIndex(({ cell }) => grid.codeAt(cell) === undefined);
  const walk = path.slice(0, Math.min(me.ap, seen < 0 ? path.length : seen + 1));
  return walk.flatMap(({ from }) => from?.step ?? []);
}

function costOf(grid: Grid, cell: Cell, member: number): number {
  const code = grid.codeAt(cell);
  const piece = code === undefined ? undefined : PIECE_COSTS[code.charAt(0)]?.[member];
  const cost = code === undefined ? UNEXPLORED_COST : EMPTY_COST + (piece ?? 0);
  return cost + (grid.hasMonster(cell) ? MONSTER_COST : 0);
}

function nearestUnexplored(grid: Grid, places: readonly Place[]): Place | undefined {
  const unexplored = places.filter(({ cell }) => grid.codeAt(cell) === undefined);
  const least = unexplored.reduce((cost, place) => Math.min(cost, place.cost), Infinity);
  return unexplored.find(({ cost }) => cost === least);
}

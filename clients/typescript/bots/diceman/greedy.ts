/**
 * A bot for Diceman that plays the best answer to what its opponent has picked so far (DM-9.2).
 *
 * It looks one round ahead and not at lives, and whoever knows it can lead it by the nose.
 */
import { type Bot, create, type Match } from "gamereferee-client";
import {
  type Action,
  ActionSchema,
  type Config,
  type Observation,
} from "gamereferee-client/games/diceman";
import { COMBOS, netTable, type Table } from "./damage.js";

/** Plays Diceman by the highest expected net damage. */
export class GreedyBot implements Bot<Observation, Action> {
  static readonly readsEvents = false;
  readonly game = "diceman";
  #table: Table = [];

  onStart(match: Match): void {
    this.#table = netTable(match.config as Config);
  }

  act(observation: Observation): Action {
    const counts = observation.pickCounts[1 - observation.seat]?.counts ?? [];
    const values = this.#table.map((row) =>
      row.reduce((value, net, combo) => value + net * BigInt((counts[combo] ?? 0) + 1), 0n),
    );
    const best = values.reduce((best, value, i) => (value > (values[best] ?? value) ? i : best), 0);
    return create(ActionSchema, { dice: [...(COMBOS[best] ?? [])] });
  }
}

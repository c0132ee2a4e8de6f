/** A bot for the tests of threads, whose answers say what it has met. */

import { create } from "@bufbuild/protobuf";
import {
  type Action,
  ActionSchema,
  type Config,
  type Observation,
} from "../../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import type { Bot, Match, Outcome, Rejection, Turn } from "../../src/bot.js";

/** Does what the round says. */
export default class ModuleBot implements Bot<Observation, Action> {
  static readonly readsEvents = false;
  #games = 0;

  onStart(match: Match): void {
    this.#games = (match.config as Config).games ?? 0;
  }

  act(observation: Observation, turn: Turn): Action | Promise<Action> {
    switch (observation.round) {
      case 1:
        return create(ActionSchema, { dice: [this.#games] });
      case 2:
        throw new Error("oh dear");
      case 3:
        return create(ActionSchema, { dice: [turn.say("MAIN", "hm")] });
      case 4:
        while (turn.isOpen) {} // until it is over
        return create(ActionSchema, { dice: [4] });
      case 5:
        for (;;) {} // whatever happens
      case 6:
        process.exit(3);
        break;
      case 7:
        return Promise.resolve(create(ActionSchema, { dice: [7] }));
    }
    return undefined as never;
  }

  onRejected({ turn }: Rejection): Action {
    return create(ActionSchema, { dice: [turn] });
  }

  onEnd(_match: Match, outcome: Outcome): void {
    console.error(outcome.text);
  }
}

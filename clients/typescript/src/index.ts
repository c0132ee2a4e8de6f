/** Play at a game referee: `run` a bot as a process, or have a `RefereeClient` in a larger program. */
export { create } from "@bufbuild/protobuf";
export type {
  Bot,
  BotClass,
  BotLike,
  Channel,
  Clock,
  Match,
  Missed,
  Outcome,
  Rejection,
  Said,
  SeatResult,
  TimeControl,
} from "./bot.js";
export { Turn } from "./bot.js";
export { type ClientOptions, RefereeClient } from "./client.js";
export * from "./errors.js";
export { startProblem, witnessProblem } from "./fairness.js";
export type { Column, Lane, LaneAnswer, LaneTurns, Numbers } from "./lanes.js";
export { type Level, type Log, logToStderr } from "./log.js";
export { register } from "./messages.js";
export { main, run } from "./run.js";

/** What travels between the process's main thread and the threads of bots. Messages travel as bytes. */
import { isMainThread, workerData } from "node:worker_threads";
import type { Match, Missed, Outcome, Rejection } from "./bot.js";

/** What a thread is started with. */
export interface ThreadData {
  /** URL of the bot's module. */
  readonly module: string;
  /** Number of the last message that a bot of the process has said; shared by all threads. */
  readonly numbers: Int32Array;
}

/** A message of the game, packed. */
export interface Packed {
  readonly typeUrl: string;
  readonly value: Uint8Array;
}

/** A call of a bot's method. */
export type Call =
  | { readonly hook: "onStart"; readonly roundTripMs: number | undefined }
  | { readonly hook: "onEvents"; readonly events: Packed }
  | { readonly hook: "act"; readonly turn: Uint8Array }
  | { readonly hook: "onRejected"; readonly rejection: Omit<Rejection, "match"> }
  | { readonly hook: "onMissed"; readonly missed: Omit<Missed, "match"> }
  | {
      readonly hook: "onEnd";
      readonly outcome: Omit<Outcome, "reveal">;
      readonly reveal: Uint8Array | undefined;
    };

/** What the main thread says. */
export type ToThread =
  | {
      readonly kind: "make";
      readonly seat: number;
      readonly match: Omit<Match, "config">;
      readonly config: Packed | undefined;
      /** Number of the turn whose answer still counts, 0 if none does; shared. */
      readonly open: Int32Array;
    }
  | { readonly kind: "call"; readonly seat: number; readonly call: number; readonly what: Call }
  | { readonly kind: "over"; readonly seat: number; readonly turn: number; readonly call: number }
  | { readonly kind: "drop"; readonly seat: number };

/** What a bot has thrown: its text, and with where it was thrown. */
export interface Thrown {
  readonly text: string;
  readonly story: string;
}

/** What a thread says. */
export type FromThread =
  | { readonly kind: "loaded"; readonly game: string | undefined; readonly readsEvents: boolean }
  | { readonly kind: "unloadable"; readonly thrown: Thrown }
  | { readonly kind: "made"; readonly seat: number; readonly hearsEvents: boolean }
  | { readonly kind: "unmade"; readonly seat: number; readonly thrown: Thrown }
  /** A message that can't be read, which ends play. */
  | { readonly kind: "unreadable"; readonly text: string }
  /** It has heard that a turn is over, and does not compute for it. */
  | { readonly kind: "heard"; readonly call: number }
  | { readonly kind: "returned"; readonly call: number; readonly action: Packed | undefined }
  | {
      readonly kind: "threw";
      readonly call: number;
      readonly thrown: Thrown;
      /** Whether it stopped because it was asked to, by the turn's signal. */
      readonly isAborted: boolean;
    }
  | {
      readonly kind: "said";
      readonly seat: number;
      readonly turn: number;
      readonly number: number;
      readonly channel: string;
      readonly text: string;
    };

/** What this thread was started with, if it is a bot's. */
export function threadData(): ThreadData | undefined {
  const data: { refereeBot?: ThreadData } | null | undefined = workerData;
  return isMainThread ? undefined : data?.refereeBot;
}

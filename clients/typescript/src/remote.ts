/** What a conversation knows of a bot that thinks elsewhere: on a thread of its own. */
import type { Bot, Turn } from "./bot.js";

/** A bot that takes and gives the game's messages packed, as `Any`, since it reads them elsewhere. */
export interface RemoteBot extends Bot {
  readonly isRemote: true;
  /**
   * Keep a place for a turn, if there is one; until `asked` is called.
   *
   * @param waitedMs Time for which the turn has waited.
   */
  take(turn: Turn, waitedMs: number): boolean;
  /** Give the place back: the turn is answered, or the bot was not asked at all. */
  asked(turn: Turn): void;
  /** Take in that its seat is over, without `onEnd`. */
  release(): void;
}

/** Whether a bot is such a one. */
export function isRemote(bot: Bot): bot is RemoteBot {
  return (bot as Partial<RemoteBot>).isRemote === true;
}

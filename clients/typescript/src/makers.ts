/** What makes the bots of seats, in whichever form a bot is given. */
import type { Joined } from "../gen/gamereferee/v1/play_service_pb.js";
import type { Bot, BotClass, BotLike } from "./bot.js";

/** Makes the bot of a seat once it is joined. */
export class Maker {
  /**
   * @param make Makes it.
   * @param readsEvents Whether it may look at events of turns; undefined as long as its code is being
   *   loaded: its seats are joined after that.
   * @param columns Names of the columns that it reads, if it takes turns in columns; empty for all.
   */
  constructor(
    readonly make: (joined: Joined) => Bot,
    public readsEvents: boolean | undefined,
    readonly columns?: readonly string[],
  ) {}

  /** @throws TypeError It is nothing of what `BotLike` names. */
  static of(bot: BotLike | Maker): Maker {
    return bot instanceof Maker ? bot : new Maker(factory(bot), looksAtEvents(bot), columnsOf(bot));
  }
}

/**
 * What makes the bot of a new seat.
 *
 * @throws TypeError It is nothing of what `BotLike` names.
 */
export function factory(bot: BotLike): () => Bot {
  if (typeof bot === "function") {
    if (isClass(bot)) {
      let one: Bot | undefined; // a bot that takes turns in columns has all seats
      return columnsOf(bot) ? () => (one ??= new bot()) : () => new bot();
    }
    const shared: Bot = { act: bot };
    return () => shared;
  }
  if (typeof bot?.act !== "function") {
    throw new TypeError("a bot must be a function, an object with act(), or a class of such");
  }
  return () => bot;
}

/** Names of the columns that a bot reads, empty for all; undefined if it takes no turns in columns. */
export function columnsOf(bot: BotLike): readonly string[] | undefined {
  const isPlain = typeof bot === "function" && !isClass(bot);
  const methods: Bot | undefined = typeof bot === "function" ? bot.prototype : bot;
  return !isPlain && methods?.actColumns ? (bot.columns ?? []) : undefined;
}

/** Whether a bot may look at events of turns: as it says, or else as far as its code is certain. */
export function looksAtEvents(bot: BotLike): boolean {
  if (typeof bot === "function" && !isClass(bot)) {
    return seesTurn(bot);
  }
  const byCode = () => typeof bot === "function" || bot.onEvents !== undefined || seesTurn(bot.act);
  return bot.readsEvents ?? byCode();
}

/** Whether a function may look at its second argument, the turn, as far as its text shows. */
function seesTurn(act: Bot["act"]): boolean {
  const text = Function.prototype.toString.call(act);
  // Behind a default value `length` counts no parameter; a pattern or comment may hide one.
  const hidden = /[=[/]|\.\.\./.test(text.slice(0, text.search(/\)|=>/)));
  return act.length > 1 || hidden || /\b(arguments|eval)\b|\[native code\]/.test(text);
}

/** Whether a function can only be called with `new`: a class's prototype can't be replaced. */
function isClass(value: BotLike): value is BotClass {
  return Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false;
}

/**
 * A bot as a process: flags and environment in, matches played, exit status out.
 *
 * Exit status: 0 once all matches have ended, 1 after an error, 2 for wrong flags, 128 + the
 * signal's number after SIGINT or SIGTERM.
 */
import { constants } from "node:os";
import { basename, extname } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import type { BotLike } from "./bot.js";
import { RefereeClient } from "./client.js";
import { MAX_NAME } from "./conversation.js";
import { BotError, RefereeClientError, SeatError } from "./errors.js";
import { LEVELS, type Level, type Log, logToStderr } from "./log.js";

/** The token that stands for: one a line on standard input. */
const STDIN = "-";
const USAGE =
  "usage: BOT --address unix:/path|HOST:PORT --token TOKEN|- [--token …] [--ca FILE]\n" +
  "  [--name NAME] [--patience SECONDS] [--strict] [--log-level debug|info|warning|error]";

/** What the flags and variables say. */
export interface Flags {
  /** `unix:/path` or `HOST:PORT`. */
  address: string;
  /** Tokens of the seats, at least one; or `-` alone. */
  tokens: string[];
  /** File with PEM roots; undefined means without TLS. */
  ca: string | undefined;
  /** Name in the replay. */
  name: string;
  /** Time without a word from the referee after which to give up. */
  patienceMs: number;
  /** Whether the first failure in the bot's own code ends the process. */
  strict: boolean;
  /** Least severe line of the log. */
  logLevel: Level;
}

/** A flag or variable that can't be used; the message says which. */
export class FlagError extends Error {}

/** Play until all matches have ended, then end the process; the last line of a bot's program. */
export async function run(bot: BotLike, argv?: readonly string[]): Promise<never> {
  process.exit(await main(bot, argv));
}

/**
 * Play until all matches have ended.
 *
 * @param argv Arguments without the program's name; left out, those of this process.
 * @returns The exit status.
 */
export async function main(
  bot: BotLike,
  argv: readonly string[] = process.argv.slice(2),
): Promise<number> {
  let flags: Flags;
  try {
    flags = parseFlags(argv, process.env, process.argv[1] ?? "bot");
  } catch (error) {
    if (!(error instanceof FlagError)) {
      throw error;
    }
    logToStderr("error")("error", `${error.message}\n${USAGE}`);
    return 2;
  }
  return play(bot, flags);
}

/**
 * Read flags and environment; a flag counts more than its variable.
 *
 * @param program The program's file, after which the bot is named unless it is told a name.
 * @throws FlagError One of them is unknown, lacks its value or can't be read.
 */
export function parseFlags(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  program: string,
): Flags {
  const flags = parse(argv);
  const given = (flag: string | undefined, variable: string) =>
    flag ?? (env[variable] || undefined);
  const address = given(flags.address, "REFEREE_ADDRESS");
  if (!address) {
    throw new FlagError("no referee to play at: give --address or REFEREE_ADDRESS");
  }
  const tokens = flags.token ?? (env.REFEREE_TOKENS ?? "").split(",");
  const seats = tokens.map((token) => token.trim()).filter((token) => token !== "");
  if (seats.length === 0) {
    throw new FlagError("no seat to play: give --token or REFEREE_TOKENS");
  }
  if (seats.includes(STDIN) && seats.length > 1) {
    throw new FlagError("the token - stands for standard input and must be the only one");
  }
  const name = given(flags.name, "REFEREE_NAME") ?? basename(program, extname(program));
  return {
    address,
    tokens: seats,
    ca: given(flags.ca, "REFEREE_CA"),
    name: [...name].slice(0, MAX_NAME).join(""),
    patienceMs: 1000 * patience(given(flags.patience, "REFEREE_PATIENCE") ?? "60"),
    strict: flags.strict ?? env.REFEREE_STRICT === "1",
    logLevel: logLevel(given(flags["log-level"], "REFEREE_LOG_LEVEL") ?? "info"),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        address: { type: "string" },
        token: { type: "string", multiple: true },
        ca: { type: "string" },
        name: { type: "string" },
        patience: { type: "string" },
        strict: { type: "boolean" },
        "log-level": { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new FlagError(error instanceof Error ? error.message : String(error));
  }
}

function patience(text: string): number {
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  if (!(seconds >= 0 && seconds < Number.POSITIVE_INFINITY)) {
    throw new FlagError(`--patience must be a number of seconds from 0, not '${text}'`);
  }
  return seconds;
}

function logLevel(text: string): Level {
  const level = LEVELS.find((known) => known === text);
  if (level === undefined) {
    throw new FlagError(`--log-level must be one of ${LEVELS.join(", ")}, not '${text}'`);
  }
  return level;
}

async function play(bot: BotLike, { address, tokens, logLevel, ...rest }: Flags): Promise<number> {
  const log = logToStderr(logLevel);
  try {
    const client = new RefereeClient(address, { bot, log, ...rest });
    obeySignals(client, log);
    if (tokens[0] === STDIN) {
      followStdin(client);
      await client.play();
    } else {
      await client.play(tokens);
    }
    return 0;
  } catch (error) {
    if (error instanceof BotError) {
      return 1;
    }
    if (!(error instanceof RefereeClientError)) {
      throw error;
    }
    if (!(error instanceof SeatError)) {
      log("error", error.message); // seats were told of when it happened
    }
    return 1;
  }
}

/** Join the seats of the tokens on standard input, each as it comes. */
function followStdin(client: RefereeClient): void {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => line.trim() !== "" && client.join(line.trim()));
  lines.on("close", () => client.finish());
}

/**
 * End the process at SIGINT and SIGTERM. A handler would wait for a bot that blocks the event loop;
 * while one thinks, the signals are therefore left to the operating system, which ends the process
 * at once.
 */
function obeySignals(client: RefereeClient, log: Log): void {
  const end = (signal: "SIGINT" | "SIGTERM") => {
    log("info", `${signal}: stopping`);
    process.exit(128 + constants.signals[signal]);
  };
  client.onThinking = (isThinking) => {
    for (const signal of ["SIGINT", "SIGTERM"]) {
      if (isThinking) {
        process.off(signal, end);
      } else {
        process.on(signal, end);
      }
    }
  };
  client.onThinking(false);
}

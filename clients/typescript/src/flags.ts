/** What a bot's process is told: flags, and for whoever starts bots, variables. */
import { basename, extname } from "node:path";
import { parseArgs } from "node:util";
import { MAX_NAME } from "./conversation.js";
import { LEVELS, type Level } from "./log.js";
import { PATIENCE_MS } from "./retry.js";

/** The token that stands for: one a line on standard input. */
export const STDIN = "-";

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

/**
 * Read flags and environment; a flag counts more than its variable.
 *
 * @param program The program's file, after which the bot is named unless it is told a name.
 * @throws FlagError One of them is unknown, lacks its value or can't be read.
 */
export function parseFlags(argv: readonly string[], env: Environment, program: string): Flags {
  const flags = parse(argv);
  const address = choose("--address", flags.address, "REFEREE_ADDRESS", env);
  if (!address?.text) {
    throw new FlagError("no referee to play at: give --address or REFEREE_ADDRESS");
  }
  const name = choose("--name", flags.name, "REFEREE_NAME", env);
  const patience = choose("--patience", flags.patience, "REFEREE_PATIENCE", env);
  const level = choose("--log-level", flags["log-level"], "REFEREE_LOG_LEVEL", env);
  return {
    address: address.text,
    tokens: tokensOf(flags.token ?? (env.REFEREE_TOKENS ?? "").split(",")),
    ca: choose("--ca", flags.ca, "REFEREE_CA", env)?.text,
    name: name ? checkName(name) : shorten(basename(program, extname(program))),
    patienceMs: patience ? 1000 * readSeconds(patience) : PATIENCE_MS,
    strict: flags.strict ?? readSwitch("REFEREE_STRICT", env),
    logLevel: level ? readLevel(level) : "info",
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A value, and the flag or variable it comes from. */
interface Value {
  readonly text: string;
  readonly source: string;
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

function choose(
  flag: string,
  value: string | undefined,
  variable: string,
  env: Environment,
): Value | undefined {
  if (value !== undefined) {
    return { text: value, source: flag };
  }
  const text = env[variable];
  return text ? { text, source: variable } : undefined;
}

function tokensOf(given: readonly string[]): string[] {
  const tokens = given.map((token) => token.trim()).filter((token) => token !== "");
  if (tokens.length === 0) {
    throw new FlagError("no seat to play: give --token or REFEREE_TOKENS");
  }
  if (tokens.includes(STDIN) && tokens.length > 1) {
    throw new FlagError(
      "the token - means one a line on standard input: no other can stand beside it",
    );
  }
  return tokens;
}

function checkName({ text, source }: Value): string {
  if ([...text].length > MAX_NAME) {
    throw new FlagError(`${source} must be of at most ${MAX_NAME} characters, not '${text}'`);
  }
  return text;
}

function shorten(name: string): string {
  return [...name].slice(0, MAX_NAME).join("");
}

function readSeconds({ text, source }: Value): number {
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  if (!(seconds >= 0 && seconds < Number.POSITIVE_INFINITY)) {
    throw new FlagError(`${source} must be a number of seconds from 0, not '${text}'`);
  }
  return seconds;
}

function readSwitch(variable: string, env: Environment): boolean {
  const text = env[variable] ?? "";
  if (!["", "0", "1"].includes(text)) {
    throw new FlagError(`${variable} must be 1, 0 or empty, not '${text}'`);
  }
  return text === "1";
}

function readLevel({ text, source }: Value): Level {
  const level = LEVELS.find((known) => known === text);
  if (level === undefined) {
    throw new FlagError(`${source} must be debug, info, warning or error, not '${text}'`);
  }
  return level;
}

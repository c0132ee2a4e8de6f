/** What a bot's process is told: flags, and for whoever starts bots, variables. */
import { basename, extname } from "node:path";
import { parseArgs } from "node:util";
import { MAX_NAME } from "./conversation.js";
import { LEVELS, type Level } from "./log.js";
import { PATIENCE_MS } from "./retry.js";
import { MAX_THREADS, THREADS } from "./waiting.js";

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
  /** Bots that may think at the same time, async or on threads. */
  threads: number;
  /** Whether the first failure in the bot's own code ends the process. */
  strict: boolean;
  /** Whether turns are to come at length. */
  plainTurns: boolean;
  /** Whether seats do not go to workers. */
  stay: boolean;
  /** Least severe line of the log. */
  logLevel: Level;
}

/** A flag or variable that can't be used; the message says which. */
export class FlagError extends Error {}

/** All flags: value, what it is, its variable, and what holds without both. */
const HELP = [
  ["--address ADDRESS", "the referee: unix:/path or HOST:PORT", "REFEREE_ADDRESS", "must be given"],
  [
    "--token TOKEN",
    "token of a seat, repeatable; - reads them from standard input, one a line",
    "REFEREE_TOKENS, with commas between",
    "must be given",
  ],
  ["--ca FILE", "PEM file with the roots to trust; given means TLS", "REFEREE_CA", "no TLS"],
  ["--name NAME", "name in the replay, at most 100 characters", "REFEREE_NAME", "PROGRAM"],
  [
    "--patience SECONDS",
    "give up after that long without a word from the referee",
    "REFEREE_PATIENCE",
    `${PATIENCE_MS / 1000}`,
  ],
  [
    "--threads NUMBER",
    `how many bots think at the same time, from 1 to ${MAX_THREADS.toLocaleString("en-US")}`,
    "REFEREE_THREADS",
    `${THREADS}`,
  ],
  ["--strict", "end with the first failure in the bot's own code", "REFEREE_STRICT=1", "play on"],
  ["--plain-turns", "do not ask for turns in short", "REFEREE_PLAIN_TURNS=1", "ask for them"],
  [
    "--stay",
    "do not go to the workers of a referee that has several",
    "REFEREE_STAY=1",
    "go there",
  ],
  [
    "--log-level LEVEL",
    "least severe line of the log: debug, info, warning or error",
    "REFEREE_LOG_LEVEL",
    "info",
  ],
  ["-h, --help", "write this and end", "", ""],
] as const;

/** What `--help` writes. */
export function helpOf(program: string): string {
  const name = nameOf(program);
  const lines = HELP.map(([flag, what, variable, without]) => {
    const rest = variable && ` (${variable}; ${without === "PROGRAM" ? name : without})`;
    return `  ${flag.padEnd(20)}${what}${rest}\n`;
  });
  return `Play ${name} at a referee. In brackets: the variable, and what holds without both.\n\n${lines.join("")}`;
}

/**
 * Read flags and environment; a flag counts more than its variable.
 *
 * @param program The program's file, after which the bot is named unless it is told a name.
 * @returns What they say; undefined if help is asked for.
 * @throws FlagError One of them is unknown, lacks its value or can't be read.
 */
export function parseFlags(
  argv: readonly string[],
  env: Environment,
  program: string,
): Flags | undefined {
  const flags = parse(argv);
  if (flags.help) {
    return undefined;
  }
  const address = choose("--address", flags.address, "REFEREE_ADDRESS", env);
  if (!address?.text) {
    throw new FlagError("no referee to play at: give --address or REFEREE_ADDRESS");
  }
  const name = choose("--name", flags.name, "REFEREE_NAME", env);
  const patience = choose("--patience", flags.patience, "REFEREE_PATIENCE", env);
  const threads = choose("--threads", flags.threads, "REFEREE_THREADS", env);
  const level = choose("--log-level", flags["log-level"], "REFEREE_LOG_LEVEL", env);
  return {
    address: address.text,
    tokens: tokensOf(flags.token ?? (env.REFEREE_TOKENS ?? "").split(",")),
    ca: choose("--ca", flags.ca, "REFEREE_CA", env)?.text,
    name: name ? checkName(name) : nameOf(program),
    threads: threads ? readThreads(threads) : THREADS,
    patienceMs: patience ? 1000 * readSeconds(patience) : PATIENCE_MS,
    strict: flags.strict ?? readSwitch("REFEREE_STRICT", env),
    stay: flags.stay ?? readSwitch("REFEREE_STAY", env),
    plainTurns: flags["plain-turns"] ?? readSwitch("REFEREE_PLAIN_TURNS", env),
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
        threads: { type: "string" },
        strict: { type: "boolean" },
        "plain-turns": { type: "boolean" },
        stay: { type: "boolean" },
        "log-level": { type: "string" },
        help: { type: "boolean", short: "h" },
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

/** The bot's name unless it is given one: the program's, cut to what the wire takes. */
function nameOf(program: string): string {
  return [...basename(program, extname(program))].slice(0, MAX_NAME).join("");
}

function readThreads({ text, source }: Value): number {
  const threads = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  if (threads < 1 || threads > MAX_THREADS) {
    throw new FlagError(`${source} must be a whole number from 1 to 1,024, not '${text}'`);
  }
  return threads;
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

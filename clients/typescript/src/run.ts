/**
 * A bot as a process: flags and environment in, matches played, exit status out.
 *
 * Exit status: 0 once all matches have ended, 1 after an error, 2 for wrong flags, 128 + the
 * signal's number after SIGINT or SIGTERM. Signals are left to the operating system, which ends the
 * process at once: a handler would wait for a bot that blocks the event loop.
 */
import { createInterface } from "node:readline";
import type { BotLike } from "./bot.js";
import { RefereeClient } from "./client.js";
import { BotError, RefereeClientError, SeatError } from "./errors.js";
import { FlagError, type Flags, parseFlags, STDIN } from "./flags.js";
import { logToStderr } from "./log.js";

const USAGE = `usage: BOT --address unix:/path|HOST:PORT --token TOKEN|- [--token ...] [--ca FILE]
  [--name NAME] [--patience SECONDS] [--strict] [--log-level debug|info|warning|error]`;

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

async function play(bot: BotLike, { address, tokens, logLevel, ...rest }: Flags): Promise<number> {
  const log = logToStderr(logLevel);
  let client: RefereeClient | undefined;
  let status = 0;
  try {
    client = new RefereeClient(address, { bot, log, ...rest });
    if (tokens[0] === STDIN) {
      followStdin(client);
      await client.play();
    } else {
      await client.play(tokens);
    }
  } catch (error) {
    if (!(error instanceof RefereeClientError)) {
      throw error;
    }
    if (!(error instanceof SeatError || error instanceof BotError)) {
      log("error", error.message); // those were told of when they happened
    }
    status = 1;
  }
  const failures = client?.numBotErrors ?? 0;
  if (failures > 0) {
    log("error", `the bot's own code failed ${failures === 1 ? "once" : `${failures} times`}`);
  }
  return status;
}

/** Join the seats of the tokens on standard input, each as it comes. */
function followStdin(client: RefereeClient): void {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => line.trim() !== "" && client.join(line.trim()));
  lines.on("close", () => client.finish());
}

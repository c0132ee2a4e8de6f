/**
 * A bot as a process: flags and environment in, matches played, exit status out.
 *
 * Exit status: 0 once all matches have ended, 1 after an error, 2 for wrong flags, 128 + the
 * signal's number after SIGINT or SIGTERM. Signals are left to the operating system, which ends the
 * process at once: a handler would wait for a bot that blocks the event loop.
 */
import { createInterface } from "node:readline";
import { logVerbosity, setLogVerbosity } from "@grpc/grpc-js";
import type { BotLike } from "./bot.js";
import { RefereeClient } from "./client.js";
import { BotError, RefereeClientError, SeatError } from "./errors.js";
import { FlagError, type Flags, helpOf, parseFlags, STDIN } from "./flags.js";
import { logToStderr } from "./log.js";
import { threadData } from "./thread_messages.js";

/**
 * Play until all matches have ended, then end the process; the last line of a bot's program.
 *
 * @param bot The bot, or the URL of the module whose default export it is: then it thinks on threads.
 *   That module may be the program itself; on its threads this does nothing.
 */
export async function run(bot: BotLike | URL, argv?: readonly string[]): Promise<void> {
  if (threadData() === undefined) {
    process.exit(await main(bot, argv));
  }
}

/**
 * Play until all matches have ended.
 *
 * @param argv Arguments without the program's name; left out, those of this process.
 * @returns The exit status.
 */
export async function main(
  bot: BotLike | URL,
  argv: readonly string[] = process.argv.slice(2),
): Promise<number> {
  const program = process.argv[1] ?? "bot";
  let flags: Flags | undefined;
  try {
    flags = parseFlags(argv, process.env, program);
  } catch (error) {
    if (!(error instanceof FlagError)) {
      throw error;
    }
    logToStderr("error")("error", `${error.message}; see --help`);
    return 2;
  }
  if (flags === undefined) {
    process.stdout.write(helpOf(program));
    return 0;
  }
  return play(bot, flags);
}

async function play(
  bot: BotLike | URL,
  { address, tokens, logLevel, ...rest }: Flags,
): Promise<number> {
  const log = logToStderr(logLevel);
  if (!process.env.GRPC_VERBOSITY && !process.env.GRPC_NODE_VERBOSITY) {
    setLogVerbosity(logVerbosity.NONE); // what gRPC has to say comes as a status as well
  }
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
      log("error", error.message); // those were logged when they happened
    }
    status = 1;
  }
  const summary = client?.botErrorSummary;
  if (summary !== undefined) {
    log("error", summary);
  }
  return status;
}

/** Join the seats of the tokens on standard input, each as it comes. */
function followStdin(client: RefereeClient): void {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => line.trim() !== "" && client.join(line.trim()));
  lines.on("close", () => client.finish());
}

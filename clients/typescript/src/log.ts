/** Where the SDK tells people what happens. */

/** Levels from the least to the most severe. */
export const LEVELS = ["debug", "info", "warning", "error"] as const;

/** Severity of a line. */
export type Level = (typeof LEVELS)[number];

/** Takes the SDK's lines. */
export type Log = (level: Level, line: string) => void;

/** A log on standard error, from this level on. */
export function logToStderr(least: Level): Log {
  return (level, line) => {
    if (LEVELS.indexOf(level) >= LEVELS.indexOf(least)) {
      process.stderr.write(`${new Date().toISOString()} ${level.toUpperCase()} ${line}\n`);
    }
  };
}

/** What was thrown, with where if it says so. */
export function story(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown);
}

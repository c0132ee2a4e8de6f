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
      process.stderr.write(`${format(new Date(), level, line)}\n`);
    }
  };
}

/** A line as all SDKs write it, with the local time to the millisecond. */
export function format(time: Date, level: Level, line: string): string {
  const part = (value: number, digits = 2) => String(value).padStart(digits, "0");
  const day = [part(time.getFullYear(), 4), part(time.getMonth() + 1), part(time.getDate())];
  const hour = [part(time.getHours()), part(time.getMinutes()), part(time.getSeconds())];
  const when = `${day.join("-")} ${hour.join(":")}.${part(time.getMilliseconds(), 3)}`;
  return `${when} ${level.toUpperCase()} referee_client: ${line}`;
}

/** What was thrown, with where if it says so. */
export function story(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? textOf(thrown)) : textOf(thrown);
}

/** What was thrown, which may be anything, even what has no text. */
export function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return `${typeof thrown} without text`;
  }
}

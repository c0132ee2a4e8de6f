/** Events of a response that goes on, and how to be patient with a server: `EventSource` gives up after one 502. */

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30000;
/** A server sends at least a comment each 15 s; one silent for this long is gone. */
const SILENCE_MS = 45000;

/** Something that can't be had from a source of frames, with what to do about it. */
export class SourceError extends Error {
  /**
   * @param {number} status Of HTTP; 0 where no server answered.
   * @param {string} text For people.
   */
  constructor(status, text) {
    super(text);
    this.status = status;
  }

  /** Whether the same may work later. */
  get passes() {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** What is wrong where the server doesn't say, and what to do about it. */
const REASONS = {
  401: ["This is not for everybody to see", "Follow the link you were given, or load the page again to sign in."],
  403: ["You may not look through these eyes", "Choose other eyes."],
  404: ["There is no such match here", "It may be gone, or the link is wrong."],
  410: ["This match is no longer kept here", ""],
};

/**
 * Return the answer to a request, if it is a good one.
 *
 * @param {string} address
 * @param {AbortSignal} signal
 * @param {string} accept Media type.
 * @throws {SourceError} The server says no, or can't be reached.
 */
export async function answer(address, signal, accept) {
  let response;
  try {
    response = await fetch(address, { signal, headers: { accept } });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new SourceError(0, "The server can't be reached");
  }
  if (response.ok) return response;
  const { status } = response;
  const told = (await response.json().catch(() => null))?.error;
  const [reason, advice = ""] = REASONS[status] ?? [`The server answers ${status}`];
  const error = new SourceError(status, told ? `The server says: ${told}` : reason);
  if (!error.passes) error.message += advice ? `. ${advice}` : ".";
  throw error;
}

/**
 * Wait, but no longer than until the network is back or the signal is given.
 *
 * @param {number} ms
 * @param {AbortSignal} signal
 */
export function pause(ms, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve(undefined);
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
}

/** Waits that double from a second to half a minute, shown to the reader. */
export class Patience {
  /** @param {(text: string) => void} tell Called with the reason for waiting; with an empty text at the end of it. */
  constructor(tell) {
    this.tell = tell;
    this.hope();
  }

  /** It works again. */
  hope() {
    this.ms = FIRST_WAIT_MS;
    this.tell("");
  }

  /**
   * Wait for the next attempt.
   * @param {SourceError} error What went wrong.
   * @param {AbortSignal} signal
   */
  async wait(error, signal) {
    this.tell(`${error.message}: trying again in ${Math.round(this.ms / 1000)} s.`);
    await pause(this.ms, signal);
    this.ms = Math.min(2 * this.ms, LONGEST_WAIT_MS);
  }
}

/**
 * Do something until it works, for as long as it may.
 *
 * @template T
 * @param {() => Promise<T>} task
 * @param {AbortSignal} signal
 * @param {(text: string) => void} tell As of `Patience`.
 * @returns {Promise<T>}
 */
export async function patiently(task, signal, tell) {
  let patience = null;
  for (;;) {
    try {
      const done = await task();
      patience?.hope();
      return done;
    } catch (error) {
      if (signal.aborted || !(error instanceof SourceError) || !error.passes) {
        if (patience) tell("");
        throw error;
      }
      patience ??= new Patience(tell);
      await patience.wait(error, signal);
      signal.throwIfAborted();
    }
  }
}

/** Reads `text/event-stream` piece by piece. */
export class EventParser {
  constructor() {
    this.rest = "";
    this.clear();
  }

  /**
   * Return the events that a further piece completes.
   * @param {string} text
   * @returns {{type: string, data: string}[]}
   */
  feed(text) {
    const events = [];
    // A CR at the end may be the first half of a line's end.
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (this.data.length) events.push({ type: this.type, data: this.data.join("\n") });
        this.clear();
      } else if (line.startsWith("data:")) {
        this.data.push(line.slice(5).replace(/^ /, ""));
      } else if (line.startsWith("event:")) {
        this.type = line.slice(6).trim();
      }
    }
    return events;
  }

  clear() {
    this.type = "message";
    /** @type {string[]} */
    this.data = [];
  }
}

/**
 * Yield the events of a response until it ends.
 *
 * @param {Response} response
 * @throws {SourceError} It broke, or was silent for too long.
 */
export async function* eventsOf(response) {
  const parser = new EventParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      let timer;
      const silence = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error("silence")), SILENCE_MS);
      });
      const { value, done } = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
      if (done) return;
      yield* parser.feed(value);
    }
  } catch {
    throw new SourceError(0, "The server is gone");
  } finally {
    reader.cancel().catch(() => {});
  }
}

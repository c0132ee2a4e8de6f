/**
 * When to try again, when to give up, and what a broken stream means.
 *
 * Plain arithmetic on times given by the caller, in milliseconds.
 */
import { status as Status } from "@grpc/grpc-js";
import { ProtocolError, type RefereeClientError, TlsError, UnreachableError } from "./errors.js";

/** Time without a word from the referee after which to give up, unless told otherwise. */
export const PATIENCE_MS = 60_000;
/** Without a word for so long the referee is asked for a pong, and after as long again given up. */
export const SILENCE_MS = 20_000;
/** Time the referee has to end the stream once everything is over. */
export const GOODBYE_MS = 2_000;

/** Time before the first new attempt. */
export const FIRST_DELAY_MS = 100;
/** Most time between two attempts. */
export const LONGEST_DELAY_MS = 5_000;

/** Statuses after which a new stream may do better; OK means that the referee closed too early. */
const RETRIED = new Set<Status>([
  Status.ABORTED,
  Status.CANCELLED,
  Status.DEADLINE_EXCEEDED,
  Status.INTERNAL,
  Status.OK,
  Status.UNAVAILABLE,
  Status.UNKNOWN,
]);

/** Words by which OpenSSL and Node tell that TLS failed, and not the network. */
const TLS_SIGNS = ["handshake", "certificate", "wrong_version", "ssl routines"];
/**
 * Words for a connection that ended during its handshake, or a server in trouble, as behind a
 * balancer: another attempt may do better.
 */
const PASSING_SIGNS = [
  "disconnected",
  "closed",
  "reset",
  "unexpected eof",
  "epipe",
  "alert internal error",
  "alert user cancel",
];

/** Delays between attempts, doubling with jitter, until the patience is out. */
export class Patience {
  #since: number | undefined;
  #delay = FIRST_DELAY_MS;

  /**
   * @param target The address, for the error.
   * @param limitMs Time without a word from the referee after which to give up, from 0.
   * @param jitter Draws a number from 0 to 1.
   * @param proxy Through which proxy the address is called, in words, for the error.
   */
  constructor(
    private readonly target: string,
    private readonly limitMs: number,
    private readonly jitter: () => number = Math.random,
    private readonly proxy?: string,
  ) {}

  /** The referee answered: begin anew. */
  heard(): void {
    this.#since = undefined;
    this.#delay = FIRST_DELAY_MS;
  }

  /**
   * Milliseconds to wait after an attempt that failed.
   *
   * @param nowMs A monotonic time.
   * @param why What went wrong, for the error.
   * @throws UnreachableError The patience is out.
   */
  delay(nowMs: number, why: string): number {
    this.#since ??= nowMs;
    const left = this.limitMs - (nowMs - this.#since);
    if (left <= 0) {
      const told = `no referee at ${this.target} for ${this.limitMs / 1000} s; the last attempt: ${why}`;
      throw new UnreachableError(this.proxy ? `${told}; it is called ${this.proxy}` : told);
    }
    const wait = this.#delay * (0.5 + 0.5 * this.jitter());
    this.#delay = Math.min(2 * this.#delay, LONGEST_DELAY_MS);
    return Math.min(wait, left);
  }
}

/** What gRPC's details of a broken connection come to, without the story of its balancing. */
export function reasonOf(details: string): string {
  const told =
    /^No connection established\. Last error: (?:Error(?: \[\w+\])?: )?(.*)\. Resolution note: .*$/s;
  const reason = (told.exec(details)?.[1] ?? details).trim();
  return reason === "undefined" ? "no connection through the proxy" : reason; // gRPC gives no reason
}

/** The error of a stream's status; undefined if another stream may do better. */
export function hopeless(code: Status, details: string): RefereeClientError | undefined {
  if (code === Status.UNAVAILABLE && isTlsFault(details.toLowerCase())) {
    return new TlsError(`TLS failed: ${details}; check the CA file, and that the server uses TLS`);
  }
  if (RETRIED.has(code)) {
    return undefined;
  }
  if (code === Status.UNIMPLEMENTED) {
    return new ProtocolError(`the server is no referee, or of another version: ${details}`);
  }
  return new ProtocolError(`the referee ended the stream with ${Status[code]}: ${details}`);
}

/** Whether TLS failed for good. A certificate that does not hold does so whatever else is said. */
function isTlsFault(details: string): boolean {
  const has = (sign: string) => details.includes(sign);
  if (details.startsWith("name resolution failed")) {
    return false; // what follows is the address, which may have any words in it
  }
  return has("certificate") || (TLS_SIGNS.some(has) && !PASSING_SIGNS.some(has));
}

/**
 * Checks that the dice of a match were not chosen against a seat.
 *
 * The referee commits itself before the first turn and lays the dice open after the end; see the
 * comments of `SeedReveal`. This module knows that arithmetic and nothing else.
 */
import { createHash, createHmac } from "node:crypto";
import type { SeedReveal } from "../gen/gamereferee/v1/match_pb.js";

/** Bytes of a seat's nonce. */
export const NONCE_BYTES = 16;

/** What of a reveal the check reads. */
export type Reveal = Pick<SeedReveal, "serverSeed" | "salt" | "nonces" | "matchSeed" | "fixed">;

/**
 * What is wrong with a reveal, in a sentence; undefined if it holds.
 *
 * @param reveal What the referee laid open.
 * @param commitment The 32 bytes it committed itself to when the seat was joined.
 * @param seat The seat that checks, from 0.
 * @param nonce The nonce this seat sent; undefined if another process joined it first.
 */
export function revealProblem(
  reveal: Reveal,
  commitment: Uint8Array,
  seat: number,
  nonce: Uint8Array | undefined,
): string | undefined {
  const committed = createHash("sha256").update(reveal.serverSeed).update(reveal.salt).digest();
  if (!committed.equals(commitment)) {
    return "the revealed server seed and salt do not give the commitment";
  }
  const matchSeed = Buffer.alloc(8);
  matchSeed.writeBigUInt64BE(reveal.matchSeed);
  if (reveal.fixed) {
    const holds = matchSeed.equals(reveal.serverSeed);
    return holds ? undefined : "the fixed match seed is not the committed one";
  }
  const used = reveal.nonces[seat];
  if (nonce !== undefined && !(used !== undefined && Buffer.from(nonce).equals(used))) {
    return "the nonce of this seat was not used";
  }
  const hmac = createHmac("sha256", reveal.serverSeed);
  for (const sent of reveal.nonces) {
    hmac.update(sent.length > 0 ? sent : Buffer.alloc(NONCE_BYTES));
  }
  if (!hmac.digest().subarray(0, 8).equals(matchSeed)) {
    return "the match seed does not follow from server seed and nonces";
  }
  return undefined;
}

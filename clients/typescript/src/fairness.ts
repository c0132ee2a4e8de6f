/**
 * Checks that the dice of a match were not chosen against a seat.
 *
 * The referee commits itself to its seed before play, and the seats to their nonces before any is
 * shown; all is laid open before the match begins or after its end. See the comments of
 * `SeedReveal`, `NonceCommitments` and `MatchStarted`. This module knows that arithmetic alone.
 */
import { createHash, createHmac } from "node:crypto";
import { NonceState, type SeatNonce, type SeedReveal } from "../gen/gamereferee/v1/match_pb.js";
import type { SeatWitness } from "../gen/gamereferee/v1/play_service_pb.js";

/** Bytes of a seat's nonce. */
export const NONCE_BYTES = 16;
/** Feature of seats that commit themselves to their nonces before any is shown. */
export const NONCE_COMMITMENTS = "nonce-commitments";

const COMMITMENT_BYTES = 32;
const SALT_BYTES = 32;
const SEED_BYTES = 32;
/** Bytes of a server seed that is a fixed match seed. */
const FIXED_SEED_BYTES = 8;

/** What of a reveal the check reads. */
export type Reveal = Pick<SeedReveal, "serverSeed" | "salt" | "nonces" | "matchSeed" | "fixed">;

/**
 * What is wrong with a reveal by itself, in a sentence; undefined if it holds.
 *
 * @param reveal What the referee laid open.
 * @param commitment The 32 bytes it committed itself to when the seat was joined.
 * @param seat The seat that checks, from 0.
 * @param nonce The nonce this seat told; undefined if it told none, or another process's counts.
 */
export function revealProblem(
  reveal: Reveal,
  commitment: Uint8Array,
  seat: number,
  nonce: Uint8Array | undefined,
): string | undefined {
  const length = reveal.fixed ? FIXED_SEED_BYTES : SEED_BYTES;
  if (reveal.salt.length !== SALT_BYTES || reveal.serverSeed.length !== length) {
    return "the revealed server seed or salt has a wrong length";
  }
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
  if (reveal.nonces.some((sent) => sent.length !== 0 && sent.length !== NONCE_BYTES)) {
    return "a revealed nonce has a wrong length";
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

/**
 * What is wrong with the nonces that a seat was told at the start, in a sentence; undefined if
 * nothing is.
 *
 * @param witness What the seat was told up to its `MatchStarted`.
 */
export function startProblem(witness: SeatWitness): string | undefined {
  const { joined, started, commitments } = witness;
  const nonces = started?.nonces ?? [];
  const isPromised = started !== undefined && joined?.features.includes(NONCE_COMMITMENTS);
  if (nonces.length === 0 && !isPromised) {
    return undefined; // the referee tells nothing of nonces, so there is nothing to hold it to
  }
  const own = nonces[joined?.seat ?? 0];
  if (nonces.length !== joined?.numSeats || own === undefined) {
    return "the start does not tell one nonce a seat";
  }
  if (!nonces.every(isWellFormed)) {
    return "a seat's nonce does not fit its state";
  }
  if (nonces.some((told) => isOpened(told) && !commits(told.commitment, told.nonce))) {
    return "a seat's nonce is not the one it had committed itself to";
  }
  if (commitments !== undefined && !areAsShown(nonces, commitments.nonces)) {
    return "the nonces told at the start are not those that had been committed to";
  }
  if (started?.noncesCommitted && nonces.some(({ state }) => state === NonceState.PLAIN)) {
    return "the start says that all nonces were committed to, and one was not";
  }
  if (witness.nonce.length === 0 || own.state === NonceState.NONE) {
    return undefined;
  }
  if (!commits(own.commitment, witness.nonce)) {
    return "the commitment of this seat is not the one it sent";
  }
  if (witness.nonceTold && !areEqual(own.nonce, witness.nonce)) {
    return "the nonce of this seat was not used";
  }
  return undefined;
}

/**
 * What is wrong with a reveal for a seat that was told this, in a sentence; undefined if it holds.
 *
 * This is the check of a reveal at the end of a match, and of one that was withheld and comes later.
 *
 * @param witness What the seat was told before play, and what it did.
 * @param reveal What the referee laid open.
 */
export function witnessProblem(
  witness: SeatWitness,
  reveal: Reveal & Pick<SeedReveal, "nonceCommitments">,
): string | undefined {
  const problem = startProblem(witness);
  if (problem !== undefined) {
    return problem;
  }
  const nonces = witness.started?.nonces ?? [];
  if (nonces.length > 0 && reveal.fixed !== witness.started?.seedFixed) {
    return "the reveal and the start disagree whether the seed is fixed";
  }
  if (!reveal.fixed && reveal.nonces.length !== witness.joined?.numSeats) {
    return "the reveal does not tell one nonce a seat";
  }
  if (nonces.length > 0) {
    const told = nonces.map(({ nonce }) => nonce);
    if (!areAllEqual(reveal.nonces, told)) {
      return "the revealed nonces are not those told at the start";
    }
    const promised = nonces.map(({ commitment }) => commitment);
    const expected = promised.some(({ length }) => length > 0) ? promised : [];
    if (!areAllEqual(reveal.nonceCommitments, expected)) {
      return "the revealed commitments are not those told at the start";
    }
  }
  const commitment = witness.joined?.seedCommitment ?? new Uint8Array();
  const nonce = witness.nonceTold ? witness.nonce : undefined;
  return revealProblem(reveal, commitment, witness.joined?.seat ?? 0, nonce);
}

/** What a seat commits itself to before it tells its nonce. */
export function nonceCommitment(nonce: Uint8Array): Uint8Array {
  return createHash("sha256").update(nonce).digest();
}

/** Whether this is what a seat with this nonce commits itself to. */
export function commits(commitment: Uint8Array, nonce: Uint8Array): boolean {
  return areEqual(commitment, nonceCommitment(nonce));
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}

function areAllEqual(some: Uint8Array[], others: Uint8Array[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, i) => areEqual(one, others[i] ?? new Uint8Array(1)))
  );
}

function isOpened({ state }: SeatNonce): boolean {
  return state === NonceState.OPENED;
}

function isWellFormed({ state, commitment, nonce }: SeatNonce): boolean {
  const has = (promised: number, told: number) =>
    commitment.length === promised && nonce.length === told;
  switch (state) {
    case NonceState.NONE:
      return has(0, 0);
    case NonceState.PLAIN:
      return has(0, NONCE_BYTES);
    case NonceState.COMMITTED:
      return has(COMMITMENT_BYTES, 0);
    case NonceState.OPENED:
      return has(COMMITMENT_BYTES, NONCE_BYTES);
    default:
      return false;
  }
}

/** Whether nonces at the start are those that were shown before any was opened. */
export function areAsShown(nonces: SeatNonce[], shown: SeatNonce[]): boolean {
  return (
    nonces.length === shown.length &&
    nonces.every((told, i) => {
      const before = shown[i];
      const state = isOpened(told) ? NonceState.COMMITTED : told.state;
      const nonce = isOpened(told) ? new Uint8Array() : told.nonce;
      return (
        before !== undefined &&
        before.state === state &&
        areEqual(before.commitment, told.commitment) &&
        areEqual(before.nonce, nonce)
      );
    })
  );
}

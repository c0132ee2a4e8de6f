/**
 * A seat's nonce: opened when all seats have committed themselves, and compared at the start.
 *
 * What a problem is, is in `fairness.ts`; here the seat's witness is kept and problems are logged.
 */
import { create, equals } from "@bufbuild/protobuf";
import { SeatNonceSchema } from "../gen/gamereferee/v1/match_pb.js";
import {
  type MatchStarted,
  type NonceCommitments,
  type OpenNonce,
  OpenNonceSchema,
} from "../gen/gamereferee/v1/play_service_pb.js";
import { areAsShown, commits, startProblem } from "./fairness.js";
import type { Log } from "./log.js";
import type { Seat } from "./seats.js";

/**
 * Open a seat's nonce, now that all commitments are shown; undefined if there is none to open.
 *
 * @param own The nonce that this process has drawn for the seat.
 */
export function openNonce(
  seat: Seat,
  own: Uint8Array,
  shown: NonceCommitments,
  log: Log,
): OpenNonce | undefined {
  const commitment = shown.nonces[shown.seat]?.commitment;
  if (commitment === undefined) {
    return undefined;
  }
  const { witness } = seat;
  const before = witness.commitments?.nonces;
  let nonce = new Uint8Array();
  if (before !== undefined && !areAsShown(before, shown.nonces)) {
    log("error", `${seat.where()}: unfair nonces: other commitments than were shown before`);
  } else if (commits(commitment, own)) {
    nonce = Uint8Array.from(own);
    witness.commitments = shown;
    witness.nonce = nonce;
    witness.nonceTold = true;
  } else if (commitment.length === 0) {
    return undefined; // it joined too late to add a nonce
  } else if (witness.nonce.length > 0) {
    log("error", `${seat.where()}: unfair nonces: not this seat's own commitment`);
  } else {
    log("info", `${seat.where()}: another process has drawn this seat's nonce`);
  }
  return create(OpenNonceSchema, { matchId: shown.matchId, seat: shown.seat, nonce });
}

/** Remember how the match began, and check that no nonce was changed or chosen late. */
export function checkStart(seat: Seat, started: MatchStarted, log: Log): void {
  const { witness } = seat;
  const before = witness.started;
  if (before !== undefined) {
    const same = before.nonces.every((one, i) => {
      const other = started.nonces[i];
      return other !== undefined && equals(SeatNonceSchema, one, other);
    });
    if (!same || before.nonces.length !== started.nonces.length) {
      log("error", `${seat.where()}: unfair nonces: other ones than at the start`);
    }
    return;
  }
  witness.started = started;
  const problem = startProblem(witness);
  if (problem !== undefined) {
    log("error", `${seat.where()}: unfair nonces: ${problem}`);
  } else if (witness.nonce.length > 0 && !witness.nonceTold) {
    log("warning", `${seat.where()}: this seat's nonce was not opened in time`);
  } else if (started.nonces.length === 0) {
    log("info", `${seat.where()}: nonces not committed: the referee knows nothing of it`);
  } else if (!started.noncesCommitted) {
    log("info", `${seat.where()}: nonces not committed: not all seats have done so`);
  } else if (witness.nonce.length === 0) {
    log("warning", `${seat.where()}: this seat's nonce is another process's to check`);
  }
}

/** What bots answer and say, checked before it is sent; and when a refused answer leaves its turn open. */
import { isMessage } from "@bufbuild/protobuf";
import type { Any } from "@bufbuild/protobuf/wkt";
import { ErrorReason } from "../gen/gamereferee/v1/error_pb.js";
import type { PlayResponse, Rejected } from "../gen/gamereferee/v1/play_service_pb.js";
import { AnswerError } from "./calls.js";
import { pack, typeNameOf } from "./messages.js";
import type { SeatName } from "./outbox.js";
import { MAX_ANSWER_BYTES, tooLarge } from "./requests.js";

const UTF8 = new TextEncoder();
/** Reasons for which a turn stays open whose answer is rejected. */
const REFUSALS = [ErrorReason.MALFORMED, ErrorReason.WRONG_TYPE];

/**
 * Pack what a bot has answered.
 *
 * @param type Type of the game's actions; undefined if it is not known.
 * @throws AnswerError It is no such message, or too large.
 */
export function packAnswer(action: unknown, type: string | undefined): Any {
  if (!isMessage(action) || (type !== undefined && action.$typeName !== type)) {
    const given = isMessage(action) ? action.$typeName : brief(action);
    throw new AnswerError(`act must return the game's Action message, not ${given}`);
  }
  return checkPacked(pack(action), type);
}

/**
 * Check an answer that is packed.
 *
 * @param type As for `packAnswer`.
 * @throws AnswerError It is of another type, or too large.
 */
export function checkPacked(payload: Any, type: string | undefined): Any {
  const given = typeNameOf(payload);
  if (type !== undefined && given !== type) {
    throw new AnswerError(`act must return the game's Action message, not ${given}`);
  }
  if (payload.value.length > MAX_ANSWER_BYTES) {
    throw new AnswerError(tooLarge("an answer", payload.value.length));
  }
  return payload;
}

/**
 * Encode what a bot says.
 *
 * @throws TypeError Channel or text is no string.
 * @throws RangeError Both have too many bytes: more than 1 MiB would end the stream.
 */
export function encodeText(channel: string, text: string): Uint8Array<ArrayBuffer> {
  if (typeof channel !== "string" || typeof text !== "string") {
    const given = `${brief(channel)} and ${brief(text)}`;
    throw new TypeError(`say takes the name of a channel and a text, not ${given}`);
  }
  const bytes = UTF8.encode(text);
  const numBytes = bytes.length + Buffer.byteLength(channel);
  if (numBytes > MAX_ANSWER_BYTES) {
    throw new RangeError(tooLarge("a text with its channel", numBytes));
  }
  return bytes;
}

/**
 * Whether a rejection is about an answer to a turn that is still open.
 *
 * @param response What it came with, which may end the turn.
 * @param handle Handle of the seat; undefined if its turns come at length.
 */
export function leavesOpen(
  rejected: Rejected,
  response: PlayResponse,
  handle: number | undefined,
): boolean {
  const { reason, sayNumber, turn } = rejected;
  if (!REFUSALS.includes(reason) || sayNumber > 0n) {
    return false;
  }
  const isOf = ({ matchId, seat }: SeatName) =>
    matchId === rejected.matchId && seat === rejected.seat;
  const isOver =
    response.ends.some(isOf) ||
    response.missed.some((missed) => isOf(missed) && missed.turn >= turn) ||
    response.turns.some((next) => isOf(next) && next.turn > turn) ||
    response.smallTurns.some((next) => next.handle === handle && next.turn > turn);
  return !isOver;
}

function brief(value: unknown): string {
  const text = typeof value === "string" ? `'${value}'` : String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/**
 * Requests as bytes, in messages of the size that a referee takes.
 *
 * One message has all there is to say, as a rule. What is more than 1 MiB, such as the joins of ten
 * thousand seats, goes out in several, in the order in which a referee reads the parts of one.
 */
import { create, type Message, toBinary } from "@bufbuild/protobuf";
import { type PlayRequest, PlayRequestSchema } from "../gen/gamereferee/v1/play_service_pb.js";

/** Most bytes of one request. */
export const MAX_REQUEST_BYTES = 1024 * 1024;
/** Most bytes of one answer, and of one text that is said. */
export const MAX_ANSWER_BYTES = 65_536;

/** Lists of a request in the order of reading; pongs first, as they must not wait. */
const LISTS = [
  "pongs",
  "joins",
  "openings",
  "says",
  "actions",
  "smallActions",
  "laneAnswers",
  "skips",
  "resigns",
] as const;

/** Whether a request says nothing. */
export function isEmpty(request: PlayRequest): boolean {
  return request.ping === undefined && LISTS.every((list) => request[list].length === 0);
}

/** Encode a request; in several messages if it has more than 1 MiB. */
export function encode(request: PlayRequest): Buffer[] {
  const bytes = toBinary(PlayRequestSchema, request);
  const numParts = LISTS.reduce((sum, list) => sum + request[list].length, 0);
  if (bytes.length <= MAX_REQUEST_BYTES || numParts < 2) {
    return [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
  }
  return halves(request, Math.ceil(numParts / 2)).flatMap(encode);
}

function halves({ ping, ...request }: PlayRequest, numFirst: number): [PlayRequest, PlayRequest] {
  const first = create(PlayRequestSchema, ping && { ping });
  const second = create(PlayRequestSchema);
  let left = numFirst;
  for (const list of LISTS) {
    const parts: Message[] = request[list];
    Object.assign(first, { [list]: parts.slice(0, left) });
    Object.assign(second, { [list]: parts.slice(left) });
    left = Math.max(0, left - parts.length);
  }
  return [first, second];
}

/** Say that something has too many bytes, in the words of all SDKs. */
export function tooLarge(what: string, numBytes: number): string {
  const [size, bound] = [numBytes, MAX_ANSWER_BYTES].map((n) => n.toLocaleString("en-US"));
  return `${what} of ${size} bytes, and ${bound} are allowed`;
}

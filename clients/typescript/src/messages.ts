/**
 * Game messages in and out of `google.protobuf.Any`.
 *
 * The protocol names no game: observations, events, configs and actions travel as `Any`. Here the
 * type URL finds the generated schema. Those of all games in this repository are known from the
 * start; a game with stubs elsewhere is known once they have been registered.
 */
import {
  createMutableRegistry,
  type DescFile,
  type DescMessage,
  fromBinary,
  type Message,
} from "@bufbuild/protobuf";
import { type Any, anyPack, type Duration } from "@bufbuild/protobuf/wkt";
import { GAMES } from "../gen/games.js";
import { ProtocolError, UnknownMessageError } from "./errors.js";

const registry = createMutableRegistry(...GAMES);

/** Make the messages of a game known whose stubs were generated elsewhere. */
export function register(...files: DescFile[]): void {
  for (const file of files) {
    for (const type of createMutableRegistry(file)) {
      registry.add(type);
    }
  }
}

/**
 * Wrap a message in an Any.
 *
 * @throws UnknownMessageError Its type has not been registered.
 * @throws Error A field holds what its type can't, such as half an integer.
 */
export function pack(message: Message): Any {
  return anyPack(find(message.$typeName), message);
}

/**
 * Unwrap a message; an absent one counts as one without a type.
 *
 * @throws UnknownMessageError Its type is not known.
 * @throws ProtocolError Its bytes are not what its type says.
 */
export function unpack(wrapped: Any | undefined): Message {
  return decode(schemaOf(wrapped), wrapped?.value ?? new Uint8Array());
}

/**
 * Schema of a wrapped message; an absent one counts as one without a type.
 *
 * @throws UnknownMessageError Its type is not known.
 */
export function schemaOf(wrapped: Any | undefined): DescMessage {
  return find(typeNameOf(wrapped));
}

/** Full name of the type of a wrapped message; empty for one without. */
export function typeNameOf(wrapped: Any | undefined): string {
  const url = wrapped?.typeUrl ?? "";
  return url.slice(url.lastIndexOf("/") + 1);
}

/**
 * Read a message.
 *
 * @throws ProtocolError The bytes are no such message.
 */
export function decode<T extends DescMessage>(schema: T, bytes: Uint8Array) {
  try {
    return fromBinary(schema, bytes);
  } catch (error) {
    throw new ProtocolError(`can't read ${bytes.length} bytes as ${schema.typeName}`, {
      cause: error,
    });
  }
}

/** Identifier of the game that a message belongs to; undefined for messages of no game. */
export function gameOf(message: Message): string | undefined {
  return /^gamereferee\.games\.([a-z][a-z0-9_]*)\./.exec(message.$typeName)?.[1];
}

/**
 * Type of the actions of the game that an observation belongs to; undefined for a game of which
 * only the referee knows.
 */
export function actionTypeOf(observation: string): string | undefined {
  const game = /^gamereferee\.games\.[a-z][a-z0-9_]*\.v\d+\./.exec(observation);
  return game ? `${game[0]}Action` : undefined;
}

/** A duration in milliseconds; undefined where there is none. */
export function milliseconds(duration: Duration | undefined): number | undefined {
  return duration && Number(duration.seconds) * 1000 + duration.nanos / 1e6;
}

function find(name: string): DescMessage {
  const schema = registry.getMessage(name);
  if (schema === undefined) {
    throw new UnknownMessageError(name);
  }
  return schema;
}

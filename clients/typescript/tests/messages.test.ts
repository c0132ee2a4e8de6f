import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import {
  AnySchema,
  DurationSchema,
  file_google_protobuf_timestamp,
  TimestampSchema,
} from "@bufbuild/protobuf/wkt";
import { ActionSchema, ObservationSchema } from "../gen/gamereferee/games/diceman/v1/diceman_pb.js";
import { gameOf, milliseconds, pack, register, unpack } from "../src/messages.js";

const DICEMAN = "type.googleapis.com/gamereferee.games.diceman.v1";

test("an action is packed under its type's URL, as protobuf's encoding says", () => {
  const packed = pack(create(ActionSchema, { dice: [2, 3] }));
  assert.equal(packed.typeUrl, `${DICEMAN}.Action`);
  assert.deepEqual([...packed.value], [0x0a, 2, 2, 3]); // field 1, packed, two bytes
});

test("an observation is found by its type's URL", () => {
  const value = Uint8Array.of(0x08, 1, 0x10, 7); // seat 1, game 7
  const message = unpack(create(AnySchema, { typeUrl: `${DICEMAN}.Observation`, value }));
  assert.deepEqual(message, create(ObservationSchema, { seat: 1, game: 7 }));
});

test("unknown fields are passed over", () => {
  const value = Uint8Array.of(0x08, 1, 0x98, 0x06, 5); // seat 1, field 99
  const message = unpack(create(AnySchema, { typeUrl: `${DICEMAN}.Observation`, value }));
  assert.equal((message as { seat?: number }).seat, 1);
});

test("a type nobody knows is an error that names it", () => {
  const typeUrl = "type.googleapis.com/gamereferee.games.chess.v1.Observation";
  assert.throws(() => unpack(create(AnySchema, { typeUrl })), {
    name: "UnknownMessageError",
    message: /^no generated class for the message 'gamereferee\.games\.chess\.v1\.Observation': /,
  });
});

test("a message that is missing is one without a type", () => {
  assert.throws(() => unpack(undefined), { name: "UnknownMessageError", message: /message ''/ });
});

test("bytes that are no message are an error that names the type", () => {
  const wrapped = create(AnySchema, {
    typeUrl: `${DICEMAN}.Observation`,
    value: Uint8Array.of(0x08),
  });
  assert.throws(() => unpack(wrapped), {
    name: "ProtocolError",
    message: "can't read 1 bytes as gamereferee.games.diceman.v1.Observation",
  });
});

test("stubs that were generated elsewhere are known once they are registered", () => {
  const message = create(TimestampSchema, { seconds: 7n });
  assert.throws(() => pack(message), { name: "UnknownMessageError" });
  register(file_google_protobuf_timestamp);
  assert.deepEqual(unpack(pack(message)), message);
});

test("a message's package tells its game", () => {
  assert.equal(gameOf(create(ActionSchema)), "diceman");
  assert.equal(gameOf(create(DurationSchema)), undefined);
});

test("durations are milliseconds, with fractions", () => {
  assert.equal(milliseconds(create(DurationSchema, { seconds: 2n, nanos: 250_000 })), 2000.25);
  assert.equal(milliseconds(undefined), undefined);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromBinary } from "@bufbuild/protobuf";
import { SeedRevealSchema } from "../gen/gamereferee/v1/match_pb.js";
import { SeatWitnessSchema } from "../gen/gamereferee/v1/play_service_pb.js";
import { revealProblem, startProblem, witnessProblem } from "../src/fairness.js";
import { readVectors } from "./vectors.js";

interface Case {
  name: string;
  reveal_base64: string;
  commitment_base64: string;
  seat: number;
  nonce_base64: string | null;
  problem: string | null;
}

for (const vector of readVectors<{ cases: Case[] }>("fairness").cases) {
  test(`reveal: ${vector.name}`, () => {
    const bytes = (base64: string) => Buffer.from(base64, "base64");
    const problem = revealProblem(
      fromBinary(SeedRevealSchema, bytes(vector.reveal_base64)),
      bytes(vector.commitment_base64),
      vector.seat,
      vector.nonce_base64 === null ? undefined : bytes(vector.nonce_base64),
    );
    assert.equal(problem ?? null, vector.problem);
  });
}

interface Told {
  name: string;
  witness_base64: string;
  reveal_base64?: string;
  problem: string | null;
}

for (const vector of readVectors<{ witnesses: Told[] }>("fairness").witnesses) {
  test(`witness: ${vector.name}`, () => {
    const witness = fromBinary(SeatWitnessSchema, Buffer.from(vector.witness_base64, "base64"));
    const { reveal_base64: revealed } = vector;
    const problem =
      revealed === undefined
        ? startProblem(witness)
        : witnessProblem(witness, fromBinary(SeedRevealSchema, Buffer.from(revealed, "base64")));
    assert.equal(problem ?? null, vector.problem);
  });
}

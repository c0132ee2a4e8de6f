import assert from "node:assert/strict";
import { test } from "node:test";
import { fromBinary } from "@bufbuild/protobuf";
import { SeedRevealSchema } from "../gen/gamereferee/v1/match_pb.js";
import { revealProblem } from "../src/fairness.js";
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

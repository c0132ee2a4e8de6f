import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { VERSION } from "../src/seats.js";

test("the version that the referee is told is the package's", () => {
  const file = new URL("../../package.json", import.meta.url);
  assert.equal(VERSION, JSON.parse(readFileSync(file, "utf8")).version);
});

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Address } from "../src/address.js";
import { readVectors } from "./vectors.js";

interface Case {
  name: string;
  address: string;
  ca: string | null;
  target?: string;
  error?: string;
  says?: string;
}

const folder = mkdtempSync(join(tmpdir(), "address-"));
after(() => rmSync(folder, { recursive: true }));

for (const { name, address, ca, target, error, says } of readVectors<{ cases: Case[] }>("address")
  .cases) {
  test(`address: ${name}`, () => {
    const file = join(folder, "roots.pem");
    if (ca !== null) {
      writeFileSync(file, ca);
    }
    const parse = () => Address.parse(address, ca === null ? undefined : file);
    if (says !== undefined) {
      assert.throws(parse, { name: error, message: says.replace("{ca}", file) });
      return;
    }
    assert.equal(parse().target, target);
    assert.equal(parse().roots?.toString() ?? null, ca);
  });
}

test("a CA file that is not there is an error that names it", () => {
  assert.throws(() => Address.parse("localhost:1", "/nowhere/roots.pem"), {
    name: "TlsError",
    message: "can't read the CA file '/nowhere/roots.pem': no such file or directory",
  });
});

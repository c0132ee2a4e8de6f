import assert from "node:assert/strict";
import { test } from "node:test";
import { status as Status } from "@grpc/grpc-js";
import {
  FIRST_DELAY_MS,
  GOODBYE_MS,
  hopeless,
  LONGEST_DELAY_MS,
  PATIENCE_MS,
  Patience,
  reasonOf,
  SILENCE_MS,
} from "../src/retry.js";
import { readVectors } from "./vectors.js";

interface Step {
  at: number;
  why: string;
  jitter: number;
  heard?: true;
  delay?: number;
  error?: string;
  says?: string;
}

interface Vectors {
  constants: Record<string, number>;
  delays: { name: string; limit: number; steps: Step[] }[];
  statuses: {
    code: keyof typeof Status;
    number: number;
    details: string;
    error: string | null;
    says: string | null;
  }[];
}

const vectors = readVectors<Vectors>("retry");

test("the constants are those of all SDKs", () => {
  const own = {
    first_delay: FIRST_DELAY_MS / 1000,
    longest_delay: LONGEST_DELAY_MS / 1000,
    patience: PATIENCE_MS / 1000,
    silence: SILENCE_MS / 1000,
    goodbye: GOODBYE_MS / 1000,
  };
  assert.deepEqual(own, vectors.constants);
});

for (const { name, limit, steps } of vectors.delays) {
  test(`patience: ${name}`, () => {
    let jitter = Number.NaN;
    const patience = new Patience("there:1", 1000 * limit, () => jitter);
    for (const step of steps) {
      jitter = step.jitter;
      const delay = () => patience.delay(1000 * step.at, step.why);
      if (step.heard) {
        patience.heard();
      } else if (step.delay !== undefined) {
        const wait = delay() / 1000;
        assert.ok(Math.abs(wait - step.delay) < 1e-6, `${wait} s instead of ${step.delay}`);
      } else {
        assert.throws(delay, { name: step.error, message: step.says });
      }
    }
  });
}

for (const { code, number, details, error, says } of vectors.statuses) {
  test(`status: ${code}: ${details}`, () => {
    assert.equal(Status[code], number);
    const found = hopeless(number, details);
    assert.equal(found?.name ?? null, error);
    assert.equal(found?.message ?? null, says);
  });
}

for (const details of [
  "No connection established. Last error: Error: self-signed certificate",
  "No connection established. Last error: Error: Hostname/IP does not match certificate's altnames",
  "No connection established. Last error: Error: write EPROTO 40A7:error:0A00010B:SSL routines:" +
    "ssl3_get_record:wrong version number",
  "No connection established. Last error: Error: Hostname/IP does not match certificate's altnames:" +
    " Host: closed.example. is not in the cert's altnames: DNS:reset.example",
  "No connection established. Last error: Error: certificate has expired",
]) {
  test(`Node's own words for TLS that failed: ${details.slice(43, 90)}`, () => {
    assert.equal(hopeless(Status.UNAVAILABLE, details)?.name, "TlsError");
  });
}

for (const details of [
  "Client network socket disconnected before secure TLS connection was established",
  "Connection closed before starting HTTP/2 handshake (2026-11-28T15:05:25.320Z)",
  "read ECONNRESET (2026-11-28T15:05:25.320Z)",
  "write EPIPE: handshake",
  "40A7:error:0A000126:SSL routines:ssl3_read_n:unexpected eof while reading",
  "SSL handshake failed: connection reset by peer",
  "40A7:error:0A000438:SSL routines:ssl3_read_bytes:tlsv1 alert internal error: alert number 80",
  "Name resolution failed for target dns:certificate.example:443",
]) {
  test(`duty 14: a connection that ends in its handshake is tried again: ${details.slice(0, 50)}`, () => {
    const told = `No connection established. Last error: Error: ${details}. Resolution note: `;
    assert.equal(hopeless(Status.UNAVAILABLE, details), undefined);
    assert.equal(hopeless(Status.UNAVAILABLE, reasonOf(told)), undefined);
  });
}

test("a broken connection is told without what gRPC says around it", () => {
  const told =
    "No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:1." +
    " Resolution note: ";
  assert.equal(reasonOf(told), "connect ECONNREFUSED 127.0.0.1:1");
  assert.equal(reasonOf("drained"), "drained");
  const named = "Error [ERR_TLS_CERT_ALTNAME_INVALID]: another name";
  const error = `No connection established. Last error: ${named}. Resolution note: `;
  assert.equal(reasonOf(error), "another name");
  const proxy = "No connection established. Last error: undefined. Resolution note: ";
  assert.equal(reasonOf(proxy), "no connection through the proxy");
});

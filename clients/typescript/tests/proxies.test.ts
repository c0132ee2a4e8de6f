/** Proxies of the environment (duty 33); no network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isLocal, proxyNote } from "../src/proxies.js";
import { Patience } from "../src/retry.js";

const PROXY = { http_proxy: "http://ann:secret@proxy.example:3128" };

for (const target of [
  "unix:/tmp/r.sock",
  "localhost:1",
  "LOCALHOST:1",
  "bots.localhost:1",
  "127.0.0.1:1",
  "127.8.9.10:1",
  "0.0.0.0:1",
  "[::1]:1",
  "[::]:1",
  "[::ffff:127.0.0.1]:1",
]) {
  test(`duty 33: ${target} is reached without a proxy`, () => {
    assert.equal(isLocal(target), true);
    assert.equal(proxyNote(target, PROXY), undefined);
  });
}

const NOTE =
  "through the proxy proxy.example:3128, by the variable http_proxy; no_proxy makes exceptions";

for (const target of ["localhost.example:1", "10.0.0.1:1", "128.0.0.1:1", "[fe80::1]:1"]) {
  test(`duty 33: of ${target} the proxy is named, without its password`, () => {
    assert.equal(isLocal(target), false);
    assert.equal(proxyNote(target, PROXY), NOTE);
    assert.equal(proxyNote(target, {}), undefined);
  });
}

test("the variables are those of gRPC, in its order", () => {
  const all = { grpc_proxy: "http://a:1", https_proxy: "http://b:2", http_proxy: "http://c:3" };
  assert.match(proxyNote("there:1", all) ?? "", /proxy a:1, by the variable grpc_proxy/);
  assert.match(proxyNote("there:1", { ...all, grpc_proxy: "" }) ?? "", /proxy b:2, .* https_proxy/);
});

test("what gRPC takes for no proxy is none", () => {
  for (const http_proxy of ["socks5://proxy:1", "https://proxy:1", "proxy:3128", "http://"]) {
    assert.equal(proxyNote("there:1", { http_proxy }), undefined);
  }
});

const EXCEPTIONS: [string, string, boolean][] = [
  ["there.example:1", "other,.example", true],
  ["there.example:1", ".other", false],
  ["10.1.2.3:1", "10.1.0.0/16", true],
  ["10.2.2.3:1", "10.1.0.0/16", false],
  ["10.2.2.3:1", "10.2.2.3", true],
  ["there:1", "10.1.0.0/16", false],
];

for (const [target, no_proxy, isExcepted] of EXCEPTIONS) {
  test(`no_proxy=${no_proxy} ${isExcepted ? "excepts" : "does not except"} ${target}`, () => {
    assert.equal(proxyNote(target, { ...PROXY, no_proxy }), isExcepted ? undefined : NOTE);
    const grpcs = { ...PROXY, no_grpc_proxy: no_proxy, no_proxy: "nowhere" };
    assert.equal(proxyNote(target, grpcs), isExcepted ? undefined : NOTE);
  });
}

test("duty 33: the error names the proxy if no referee is reached", () => {
  const patience = new Patience("there:1", 0, () => 1, NOTE);
  assert.throws(() => patience.delay(0, "refused"), {
    name: "UnreachableError",
    message: `no referee at there:1 for 0 s; the last attempt: refused; it is called ${NOTE}`,
  });
});

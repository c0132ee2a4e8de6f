import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFlags } from "../src/flags.js";

const NEEDED = ["--address", "here:1", "--token", "t1"];

function parse(argv: string[], env: Record<string, string> = {}) {
  return parseFlags(argv, env, "/bots/my_bot.js");
}

test("what is not said has its default", () => {
  assert.deepEqual(parse(NEEDED), {
    address: "here:1",
    tokens: ["t1"],
    ca: undefined,
    name: "my_bot",
    patienceMs: 60_000,
    strict: false,
    logLevel: "info",
  });
});

const SAID = {
  address: "unix:/r.sock",
  tokens: ["a", "b"],
  ca: "roots.pem",
  name: "Ann",
  patienceMs: 2500,
  strict: true,
  logLevel: "debug",
};

test("flags say everything, with a blank or an equals sign", () => {
  const argv =
    "--address=unix:/r.sock --token a --token=b --ca roots.pem --name Ann --patience=2.5 --strict" +
    " --log-level debug";
  assert.deepEqual(parse(argv.split(" ")), SAID);
});

const VARIABLES = {
  REFEREE_ADDRESS: "unix:/r.sock",
  REFEREE_TOKENS: " a, b,",
  REFEREE_CA: "roots.pem",
  REFEREE_NAME: "Ann",
  REFEREE_PATIENCE: "2.5",
  REFEREE_STRICT: "1",
  REFEREE_LOG_LEVEL: "debug",
};

test("variables say everything", () => {
  assert.deepEqual(parse([], VARIABLES), SAID);
});

test("a flag counts more than its variable", () => {
  const argv =
    "--address here:1 --token t1 --ca other.pem --name Bob --patience 0 --log-level error";
  assert.deepEqual(parse(argv.split(" "), VARIABLES), {
    address: "here:1",
    tokens: ["t1"],
    ca: "other.pem",
    name: "Bob",
    patienceMs: 0,
    strict: true,
    logLevel: "error",
  });
});

test("an empty variable is none, and REFEREE_STRICT=0 is not strict", () => {
  const flags = parse(NEEDED, { REFEREE_CA: "", REFEREE_PATIENCE: "", REFEREE_STRICT: "0" });
  assert.equal(flags.ca, undefined);
  assert.equal(flags.patienceMs, 60_000);
  assert.equal(flags.strict, false);
});

test("the token - is a value like others", () => {
  assert.deepEqual(parse(["--address", "here:1", "--token", "-"]).tokens, ["-"]);
  assert.deepEqual(parse(["--address", "here:1"], { REFEREE_TOKENS: "-" }).tokens, ["-"]);
});

test("a program's name is cut to what the wire takes", () => {
  const { name } = parseFlags(NEEDED, {}, `/bots/${"ö".repeat(101)}.js`);
  assert.equal(name, "ö".repeat(100));
});

const WRONG: [string, string[], Record<string, string>, RegExp][] = [
  ["an unknown flag", [...NEEDED, "--seed", "7"], {}, /--seed/],
  ["a missing value", ["--token", "t1", "--address"], {}, /--address/],
  ["a word that is no flag", [...NEEDED, "more"], {}, /more/],
  ["no address", ["--token", "t1"], {}, /give --address or REFEREE_ADDRESS/],
  ["no token", ["--address", "here:1"], {}, /give --token or REFEREE_TOKENS/],
  ["empty tokens", ["--address", "here:1"], { REFEREE_TOKENS: " ," }, /give --token/],
  ["- beside a token", [...NEEDED, "--token", "-"], {}, /no other can stand beside it/],
  ["a patience in words", [...NEEDED, "--patience", "long"], {}, /--patience must be .* 'long'/],
  ["a negative patience", [...NEEDED, "--patience=-1"], {}, /from 0, not '-1'/],
  ["a patience without end", NEEDED, { REFEREE_PATIENCE: "Infinity" }, /REFEREE_PATIENCE must/],
  ["an unknown level", [...NEEDED, "--log-level", "loud"], {}, /--log-level must be .* 'loud'/],
  ["a long name", [...NEEDED, "--name", "x".repeat(101)], {}, /--name must be of at most 100/],
  ["a switch that is neither", NEEDED, { REFEREE_STRICT: "yes" }, /REFEREE_STRICT must be 1/],
];

for (const [name, argv, env, says] of WRONG) {
  test(`${name} is a wrong flag`, () => {
    assert.throws(
      () => parse(argv, env),
      (error) => error instanceof Error && says.test(error.message),
    );
  });
}

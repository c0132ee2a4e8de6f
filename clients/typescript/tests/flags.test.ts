import assert from "node:assert/strict";
import { test } from "node:test";
import { type Flags, helpOf, parseFlags } from "../src/flags.js";

const NEEDED = ["--address", "here:1", "--token", "t1"];

function parse(argv: string[], env: Record<string, string> = {}): Flags {
  const flags = parseFlags(argv, env, "/bots/my_bot.js");
  assert.ok(flags);
  return flags;
}

test("what is not said has its default", () => {
  assert.deepEqual(parse(NEEDED), {
    address: "here:1",
    tokens: ["t1"],
    ca: undefined,
    name: "my_bot",
    patienceMs: 60_000,
    threads: 64,
    strict: false,
    plainTurns: false,
    stay: false,
    logLevel: "info",
  });
});

const SAID = {
  address: "unix:/r.sock",
  tokens: ["a", "b"],
  ca: "roots.pem",
  name: "Ann",
  patienceMs: 2500,
  threads: 1024,
  strict: true,
  plainTurns: true,
  stay: true,
  logLevel: "debug",
};

test("flags say everything, with a blank or an equals sign", () => {
  const argv =
    "--address=unix:/r.sock --token a --token=b --ca roots.pem --name Ann --patience=2.5 --strict --plain-turns --stay" +
    " --threads 1024 --log-level debug";
  assert.deepEqual(parse(argv.split(" ")), SAID);
});

const VARIABLES = {
  REFEREE_ADDRESS: "unix:/r.sock",
  REFEREE_TOKENS: " a, b,",
  REFEREE_CA: "roots.pem",
  REFEREE_NAME: "Ann",
  REFEREE_PATIENCE: "2.5",
  REFEREE_THREADS: "1024",
  REFEREE_STRICT: "1",
  REFEREE_PLAIN_TURNS: "1",
  REFEREE_STAY: "1",
  REFEREE_LOG_LEVEL: "debug",
};

test("variables say everything", () => {
  assert.deepEqual(parse([], VARIABLES), SAID);
});

test("a flag counts more than its variable", () => {
  const argv =
    "--address here:1 --token t1 --ca other.pem --name Bob --patience 0 --threads=1" +
    " --log-level error";
  assert.deepEqual(parse(argv.split(" "), VARIABLES), {
    address: "here:1",
    tokens: ["t1"],
    ca: "other.pem",
    name: "Bob",
    patienceMs: 0,
    threads: 1,
    strict: true,
    plainTurns: true,
    stay: true,
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
  const flags = parseFlags(NEEDED, {}, `/bots/${"ö".repeat(101)}.js`);
  assert.equal(flags?.name, "ö".repeat(100));
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
  ["no threads", [...NEEDED, "--threads", "0"], {}, /--threads must be .* 1 to 1,024, not '0'/],
  ["too many threads", NEEDED, { REFEREE_THREADS: "1025" }, /REFEREE_THREADS must .* '1025'/],
  ["half a thread", [...NEEDED, "--threads=1.5"], {}, /--threads must be a whole number .* '1.5'/],
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

test("help is asked for by itself", () => {
  for (const argv of [["--help"], ["-h"], [...NEEDED, "-h"]]) {
    assert.equal(parseFlags(argv, {}, "/bots/my_bot.js"), undefined);
  }
});

test("help has all flags, their variables, and what holds without them", () => {
  const help = helpOf("/bots/my_bot.js");
  for (const says of [
    /^ {2}--address ADDRESS .*\(REFEREE_ADDRESS; must be given\)$/m,
    /^ {2}--token TOKEN .*\(REFEREE_TOKENS, with commas between; must be given\)$/m,
    /^ {2}--ca FILE .*\(REFEREE_CA; no TLS\)$/m,
    /^ {2}--name NAME .*\(REFEREE_NAME; my_bot\)$/m,
    /^ {2}--patience SECONDS .*\(REFEREE_PATIENCE; 60\)$/m,
    /^ {2}--threads NUMBER .* 1 to 1,024 \(REFEREE_THREADS; 64\)$/m,
    /^ {2}--strict .*\(REFEREE_STRICT=1; play on\)$/m,
    /^ {2}--plain-turns .*\(REFEREE_PLAIN_TURNS=1; ask for them\)$/m,
    /^ {2}--stay .*\(REFEREE_STAY=1; go there\)$/m,
    /^ {2}--log-level LEVEL .*\(REFEREE_LOG_LEVEL; info\)$/m,
    /^ {2}-h, --help /m,
  ]) {
    assert.match(help, says);
  }
});

/** The proof of a match's dice, checked here and explained in plain words; docs/fairness.md says what it proves. */
import { make } from "./page.js";
import { fromHex, hmacSha256, joined, sha256, toHex } from "./sha256.js";

const NONCE_BYTES = 16;

/**
 * Return the steps of the proof: what has to hold, whether it does, and what does not fit where not.
 *
 * @param {{commitment: string, server_seed: string, salt: string, nonces?: string[],
 *   nonce_commitments?: string[], match_seed: string, fixed?: boolean}} proof All in hex but `match_seed`.
 * @param {string[]} players Names by seat.
 * @returns {{says: string, holds: boolean, problem: string}[]}
 */
export function proofSteps(proof, players) {
  const seed = fromHex(proof.server_seed);
  const salt = fromHex(proof.salt);
  const nonces = (proof.nonces ?? []).map(fromHex);
  const steps = [];
  /** @param {string} says @param {boolean} holds @param {string} problem */
  const step = (says, holds, problem) => steps.push({ says, holds, problem: holds ? "" : problem });

  const length = proof.fixed ? 8 : 32;
  step(
    `The secret seed has ${length} bytes and its salt 32, so that nobody can part them elsewhere.`,
    seed.length === length && salt.length === 32,
    `they have ${seed.length} and ${salt.length}`,
  );
  const commitment = toHex(sha256(joined(seed, salt)));
  step(
    "SHA-256 of seed and salt is what the referee had published before the match.",
    commitment === proof.commitment.toLowerCase(),
    `it is ${commitment}, published was ${proof.commitment}`,
  );
  (proof.nonce_commitments ?? []).forEach((promised, seat) => {
    const nonce = nonces[seat] ?? new Uint8Array();
    if (!promised || nonce.length === 0) return;
    step(
      `The number that ${players[seat] ?? `seat ${seat}`} added is the one it had committed itself to.`,
      toHex(sha256(nonce)) === promised.toLowerCase(),
      `SHA-256 of ${toHex(nonce)} is ${toHex(sha256(nonce))}, promised was ${promised}`,
    );
  });
  if (proof.fixed) {
    step(
      "The organizer fixed the dice: the seed of the match is the published one.",
      seed.length === 8 && asNumber(seed) === proof.match_seed,
      `published was ${asNumber(seed)}, played was ${proof.match_seed}`,
    );
    return steps;
  }
  step(
    `Each seat has added a number of ${NONCE_BYTES} bytes, or none.`,
    nonces.length === players.length && nonces.every(({ length: bytes }) => bytes === 0 || bytes === NONCE_BYTES),
    `there are ${nonces.length}, of ${nonces.map((nonce) => nonce.length).join(", ")} bytes`,
  );
  const message = joined(...nonces.map((nonce) => (nonce.length ? nonce : new Uint8Array(NONCE_BYTES))));
  const drawn = asNumber(hmacSha256(seed, message).subarray(0, 8));
  step(
    "HMAC-SHA256 of the secret seed and all those numbers begins with the seed of the match.",
    drawn === proof.match_seed,
    `it gives ${drawn}, played was ${proof.match_seed}`,
  );
  return steps;
}

/** @param {Uint8Array} bytes */
function asNumber(bytes) {
  return BigInt(`0x${toHex(bytes) || "0"}`).toString();
}

/**
 * Return what is claimed where all fits, as docs/fairness.md does.
 * @param {any} proof @param {string[]} players
 */
function verdict(proof, players) {
  if (proof.fixed) return "The organizer chose the seed of these dice.";
  const promised = proof.nonce_commitments ?? [];
  if (!players.every((_, seat) => promised[seat])) return "The referee was bound to its seed before the first turn.";
  const kept = players.filter((_, seat) => !proof.nonces[seat]);
  const but = kept.length ? ` But ${kept.join(", ")} did not tell the number, and so could choose between two seeds.` : "";
  return `Nobody, not even the referee, chose these dice or knew one before the match began.${but}`;
}

/**
 * Return an element that explains the proof.
 * @param {any} proof As for `proofSteps`.
 * @param {string[]} players
 */
export function proofNode(proof, players) {
  const steps = proofSteps(proof, players);
  const holds = steps.every((step) => step.holds);
  const list = steps.map((step) =>
    make(
      "li",
      { class: step.holds ? "good" : "bad" },
      make("span", { "aria-hidden": "true" }, step.holds ? "✓ " : "✗ "),
      step.says,
      step.holds ? null : make("strong", {}, ` Does not fit: ${step.problem}.`),
    ),
  );
  return make(
    "details",
    { class: "proof", open: !holds },
    make("summary", {}, holds ? "fair dice ✓" : "fair dice: something does not fit ✗"),
    make("ol", {}, ...list),
    make("p", {}, holds ? verdict(proof, players) : "Ask who runs the arena, or verify the replay yourself: referee replay verify."),
    make("p", {}, "What was published before the match; compare it with what you were told then:"),
    make("code", { class: "commitment" }, proof.commitment),
    make("p", {}, `Seed of the match: ${proof.match_seed}. Checked by your browser, just now.`),
  );
}

/** SHA-256 (FIPS 180-4) and HMAC (RFC 2104): a page from plain http or a file has no `crypto.subtle`. */

/** @param {number} power Root of which the fraction is taken: 1/2 or 1/3. @param {number} count */
function fractionsOfPrimes(power, count) {
  const found = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    let isPrime = true;
    for (let each = 2; each * each <= candidate; each += 1) isPrime &&= candidate % each !== 0;
    if (isPrime) found.push(((candidate ** power % 1) * 2 ** 32) | 0);
  }
  return found;
}

const BLOCK = 64;
const START = fractionsOfPrimes(1 / 2, 8);
const ROUNDS = fractionsOfPrimes(1 / 3, 64);

/** @param {number} word @param {number} by */
function rotated(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** @param {Int32Array} state @param {DataView} data @param {number} offset */
function compress(state, data, offset) {
  const w = new Int32Array(64);
  for (let t = 0; t < 64; t += 1) {
    if (t < 16) {
      w[t] = data.getInt32(offset + 4 * t);
      continue;
    }
    const s0 = rotated(w[t - 15], 7) ^ rotated(w[t - 15], 18) ^ (w[t - 15] >>> 3);
    const s1 = rotated(w[t - 2], 17) ^ rotated(w[t - 2], 19) ^ (w[t - 2] >>> 10);
    w[t] = s1 + w[t - 7] + s0 + w[t - 16];
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t += 1) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[t] + w[t]) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] += word));
}

/**
 * Return the SHA-256 of bytes.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = Int32Array.from(START);
  for (let offset = 0; offset < padded.length; offset += BLOCK) compress(state, data, offset);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setInt32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

/**
 * Return the HMAC-SHA256 of a message.
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 * @returns {Uint8Array}
 */
export function hmacSha256(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/**
 * Return bytes one behind the other.
 * @param {...Uint8Array} parts
 */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/**
 * Return the bytes of hexadecimal digits; none where the text is something else.
 * @param {string} text
 */
export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return new Uint8Array();
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/**
 * Return bytes in hexadecimal digits.
 * @param {Uint8Array} bytes
 */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Names of tokens, texts about tokens, and how several tokens share a place. */
import { el } from "./dom.js";
import { seatName } from "./seats.js";
import { lineNode, nameNode } from "./spans.js";

/** Tokens of one place that are drawn one by one before the rest of them becomes a number. */
const BESIDE = 4;

/**
 * Return what a token is, in words: `ada's imp, 3, half life; remembered`.
 * @param {any} token
 * @param {string[]} players
 */
export function tokenText(token, players) {
  const name = token.kind[0];
  const owner = token.owner === undefined ? "" : seatName(token.owner, players);
  const parts = [!owner || owner === name ? name : `${owner}'s ${name}`];
  if (token.count > 1) parts.push(String(token.count));
  for (const [what, value, most] of token.bars || []) parts.push(`${amount(value, most)} ${what}`);
  parts.push(...(token.badges || []));
  return parts.join(", ") + (token.remembered ? "; remembered" : "");
}

/**
 * Return how much of something there is, in a word.
 * @param {number} value
 * @param {number} most
 */
function amount(value, most) {
  if (value <= 0) return "no";
  if (value >= most) return "full";
  const share = value / most;
  return share > 0.625 ? "most" : share >= 0.375 ? "half" : "little";
}

/**
 * Return the texts for the tip of a token.
 * @param {any} token
 * @param {string[]} players
 * @returns {HTMLElement}
 */
export function tokenTip(token, players) {
  const node = el("div", "about");
  const head = el("p", "about-head");
  const owner = token.owner === undefined ? "" : seatName(token.owner, players);
  if (owner) head.append(nameNode(owner, token.owner), " ");
  if (token.kind[0] !== owner) head.append(nameNode(token.kind[0]));
  if (token.count > 1) head.append(` ×${token.count}`);
  node.append(head);
  for (const [what, value, most] of token.bars || []) {
    node.append(lineNode([`${what} `, [`${value}/${most}`, "text", "", { bar: [value, most] }]], { players }));
  }
  const badges = [...(token.badges || []), ...(token.remembered ? ["remembered"] : [])];
  if (badges.length) {
    const list = el("p", "badges");
    for (const badge of badges) list.append(el("bdi", "badge", badge));
    node.append(list);
  }
  for (const line of token.tip || []) node.append(lineNode(line, { players }));
  return node;
}

/**
 * Return ids of tokens by place, in order.
 * @param {Object<string, any>} tokens
 * @returns {Map<string, string[]>}
 */
export function byPlace(tokens) {
  const places = new Map();
  for (const id in tokens) {
    const at = tokens[id].at;
    const there = places.get(at);
    if (there) there.push(id);
    else places.set(at, [id]);
  }
  return places;
}

/**
 * Return how many of those at one place are drawn one by one.
 * @param {number} count
 * @param {number} [most] how many have room
 */
export function drawnOf(count, most = BESIDE) {
  return count <= most ? count : most - 1;
}

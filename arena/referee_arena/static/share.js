/** The address of the page, and the button that shares a moment; what it does is loaded when it is pressed first. */
import { later } from "./later.js";
import { addressWithout, make } from "./page.js";

/**
 * Return the address of the page without a moment; empty within another page, which has none.
 * @returns {string}
 */
export function pageAddress() {
  return /^(https?|file):$/.test(location.protocol) ? addressWithout("view", "step", "eyes", "results") : "";
}

/**
 * Return a button that shares what the player shows; null where the page has no address.
 * @param {string} label
 * @param {any} player
 * @param {string} [cls]
 */
export function shareButton(label, player, cls = "") {
  if (!pageAddress()) return null;
  return make("button", { type: "button", class: `copy ${cls}`, onclick: () => share(player) }, label);
}

/** @param {any} player */
async function share(player) {
  try {
    (await later(player.page)).share(player, pageAddress());
  } catch {
    player.notice.tell("share", "Sharing could not be loaded: copy the address of the page.");
  }
}

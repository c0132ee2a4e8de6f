/** Loads what the page of a match does not need at first. */
import { make } from "./page.js";

/**
 * Return the functions of `later_app.js`.
 * @param {{later: string}} page Address of that script, which a single file has within itself.
 * @returns {Promise<{proofNode: Function, Replies: any, share: Function}>}
 */
export async function later(page) {
  const arena = (window.refereeArena ??= {});
  if (!arena.later) {
    await new Promise((onload, onerror) => document.head.append(make("script", { src: page.later, onload, onerror })));
  }
  return arena.later;
}

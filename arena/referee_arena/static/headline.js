/** The headline of a step: what it has changed, in one line. */

/**
 * Whether a frame has something to say, and not only a place in the match.
 * @param {any} frame
 */
export function hasHeadline({ result, story, log, outcome }) {
  return Boolean(result || story?.headline || log.length || outcome);
}

/**
 * Return the headline of a frame: the game's own, else what its last event says, else where the match stands.
 * @param {any} frame
 * @returns {any[]}
 */
export function headlineOf({ result, story, log, outcome, scene }) {
  return result?.headline ?? story?.headline ?? log.at(-1) ?? outcome?.slice(0, 1) ?? [scene.title];
}

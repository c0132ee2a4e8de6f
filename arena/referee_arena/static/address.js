/** A moment and eyes in the page's address: in its fragment, as in `#step=12&eyes=seat-0`, or in a link to share in its query. */

/**
 * Return a moment as the address has it: `step=12`, for the second frame of this step `step=12.1`.
 * @param {[number, number]} moment
 */
export function stepText([step, nth]) {
  return nth ? `step=${step}.${nth}` : `step=${step}`;
}

/**
 * Return what the address names.
 * @returns {{moment: [number, number]|null, eyes: string[]}}
 */
export function address() {
  const told = new URLSearchParams(location.hash.slice(1) || location.search);
  const found = /^(\d{1,9})(?:\.(\d{1,4}))?$/.exec(told.get("step") ?? "");
  const eyes = (told.get("eyes") ?? "").split(",").filter(Boolean);
  return { moment: found ? [Number(found[1]), Number(found[2] ?? 0)] : null, eyes };
}

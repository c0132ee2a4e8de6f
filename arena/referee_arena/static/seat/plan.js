/** The answer as it will be, drawn on the scene: what acts, where to, and which way. */

/**
 * Return a scene with the marks of an answer on the boards that have their places.
 * @param {any} scene
 * @param {{shape: string, at: string[], text: string}[]} marks Their places may be references to tokens.
 */
export function withPlan(scene, marks) {
  if (!marks.length) return scene;
  const parts = Object.entries(scene.parts).map(([id, part]) => {
    if (part.type !== "grid" && part.type !== "rooms") return [id, part];
    const placed = marks.map((mark) => ({ ...mark, style: "strong", at: mark.at.map((ref) => placeOf(part, ref)) }));
    // Rooms show by their own border what is chosen.
    const shown = part.type === "rooms" ? placed.filter(({ shape }) => shape === "arrow" || shape === "path") : placed;
    const here = shown.filter(({ at }) => at.every((place) => hasPlace(part, place)));
    return [id, here.length ? { ...part, marks: [...part.marks, ...here] } : part];
  });
  return { ...scene, parts: Object.fromEntries(parts) };
}

/**
 * Return the place that a reference is at: that of a token, or the reference itself.
 * @param {any} part
 * @param {string} ref
 * @returns {string}
 */
export function placeOf(part, ref) {
  return ref.startsWith("token:") ? part.tokens?.[ref.slice("token:".length)]?.at ?? "" : ref;
}

/** @param {any} part @param {string} place */
function hasPlace(part, place) {
  if (part.type === "rooms") return place in part.rooms;
  const [row, column] = place.split(",");
  return column !== undefined && part.rows[Number(row)]?.[Number(column)] !== undefined;
}

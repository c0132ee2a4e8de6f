/** Marks that distinguish seats in addition to colours: a number and one of sixteen shapes, eight of them with a ring. */

const SHAPES = [
  [],
  [[-1, -1], [1, -1], [1, 1], [-1, 1]],
  [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]],
  [[-0.6, -1.05], [0.6, -1.05], [1.2, 0], [0.6, 1.05], [-0.6, 1.05], [-1.2, 0]],
  [[0, -1.2], [1.1, -0.3], [1.1, 1], [-1.1, 1], [-1.1, -0.3]],
  [[-1.1, -1], [1.1, -1], [1.1, 0.3], [0, 1.2], [-1.1, 0.3]],
  [[-1, -1], [0.4, -1], [1.25, 0], [0.4, 1], [-1, 1]],
  [[1, -1], [-0.4, -1], [-1.25, 0], [-0.4, 1], [1, 1]],
];

/**
 * Return the outline of a seat's shape around 0, 0, as the data of a path.
 * @param {number} seat
 * @param {number} size half its width
 */
export function shapePath(seat, size) {
  const corners = SHAPES[seat % SHAPES.length];
  if (!corners.length) {
    const r = size * 1.1;
    return `M${-r} 0a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
  }
  return `M${corners.map(([x, y]) => `${round(x * size)} ${round(y * size)}`).join("L")}z`;
}

/**
 * Return whether a seat's shape has a ring within.
 * @param {number} seat
 */
export function isRinged(seat) {
  return seat >= SHAPES.length;
}

/**
 * Return the name of a seat's player.
 * @param {number} seat
 * @param {string[]} players
 */
export function seatName(seat, players) {
  return players[seat] || `seat ${seat}`;
}

/**
 * Return the seat that a text names, by its name alone or by number and name as `3 dot`; null for another text.
 * @param {string} text
 * @param {number | null} seat the one it may be, where that is known
 * @param {string[]} players
 * @returns {number | null}
 */
export function seatNamed(text, seat, players) {
  const told = seat ?? (/^\d+ /.test(text) ? Number.parseInt(text, 10) : players.indexOf(text));
  const name = players[told];
  return name !== undefined && (text === name || text === `${told} ${name}`) ? told : null;
}

/**
 * Return the seat of a style or a reference such as `seat3` and `seat:3`; null for none.
 * @param {string} told
 * @returns {number | null}
 */
export function seatOf(told) {
  const found = /^seat:?(\d+)$/.exec(told);
  return found ? Number(found[1]) : null;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

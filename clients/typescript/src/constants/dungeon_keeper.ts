// Names of the numbers in messages of Dungeon Keeper. Generated from the game's tables; do not
// edit.

/** Directions of a step, clockwise from north (DK-2.8). In messages: FireStreamOrder.direction. */
export const Direction = {
  N: 0,
  NE: 1,
  E: 2,
  SE: 3,
  S: 4,
  SW: 5,
  W: 6,
  NW: 7,
} as const;

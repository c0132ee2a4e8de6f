// Names of the numbers in messages of Diceman. Generated from the game's tables; do not edit.

/** Dice, by die id (DM-3.1). In messages: Action.dice, Roll.values. */
export const Die = {
  MAGIC: 0,
  PRIORITY: 1,
  SWORD: 2,
  SHIELD: 3,
} as const;

/**
 * Combinations of two dice, by combination id (DM-3.2). In messages: Roll.combo, PickCounts.counts.
 */
export const Combo = {
  MAGIC_PRIORITY: 0,
  MAGIC_SWORD: 1,
  MAGIC_SHIELD: 2,
  PRIORITY_SWORD: 3,
  PRIORITY_SHIELD: 4,
  SWORD_SHIELD: 5,
} as const;

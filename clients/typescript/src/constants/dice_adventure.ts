// Names of the numbers in messages of Dice Adventure. Generated from the game's tables; do not
// edit.

/**
 * Members of a party, by the number that each has on the map (DA-2.2). In messages:
 * Observation.character, Member.character, Ping.by, MemberRoll.character, Death.character,
 * Respawn.character, Key.character.
 */
export const Character = {
  DWARF: 1,
  GIANT: 2,
  HUMAN: 3,
} as const;

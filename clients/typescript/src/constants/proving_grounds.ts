// Names of the numbers in messages of Proving Grounds. Generated from the game's tables; do not
// edit.

/**
 * Kinds of gems; the first K are in play: half the seats, rounded up, at least 2 (PG-2.2). In
 * messages: Steal.gem, Stolen.gem, FinalSeat.qualified, ScenarioRoom.hoard_gems, Pass.gems,
 * Deposit.gems, Withdraw.gems, Goods.gems, Hoard.gems, Floor.gems, Hero.gems, Own.vault,
 * Looted.gems, FinalSeat.gems.
 */
export const Gem = {
  RUBY: 0,
  SAPPHIRE: 1,
  EMERALD: 2,
  DIAMOND: 3,
} as const;

/**
 * Characteristics: strength, dexterity, constitution, intelligence, initiative (PG-3.1). In
 * messages: HeroSpec.improve, Candidate.stats, Hero.stats.
 */
export const Stat = {
  STR: 0,
  DEX: 1,
  CON: 2,
  INT: 3,
  INI: 4,
} as const;

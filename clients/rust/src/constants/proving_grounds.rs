//! Names of the numbers in messages of Proving Grounds. Generated from the game's tables; do not
//! edit.
#![allow(missing_docs)] // the names say it

/// Kinds of gems; the first K are in play: half the seats, rounded up, at least 2 (PG-2.2). In
/// messages: Steal.gem, Stolen.gem, FinalSeat.qualified, ScenarioRoom.hoard_gems, Pass.gems,
/// Deposit.gems, Withdraw.gems, Goods.gems, Hoard.gems, Floor.gems, Hero.gems, Own.vault,
/// Looted.gems, FinalSeat.gems.
pub mod gem {
    pub const RUBY: i32 = 0;
    pub const SAPPHIRE: i32 = 1;
    pub const EMERALD: i32 = 2;
    pub const DIAMOND: i32 = 3;
}

/// Characteristics: strength, dexterity, constitution, intelligence, initiative (PG-3.1). In
/// messages: HeroSpec.improve, Candidate.stats, Hero.stats.
pub mod stat {
    pub const STR: i32 = 0;
    pub const DEX: i32 = 1;
    pub const CON: i32 = 2;
    pub const INT: i32 = 3;
    pub const INI: i32 = 4;
}

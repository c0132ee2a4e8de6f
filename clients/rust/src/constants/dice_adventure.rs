//! Names of the numbers in messages of Dice Adventure. Generated from the game's tables; do not
//! edit.
#![allow(missing_docs)] // the names say it

/// Members of a party, by the number that each has on the map (DA-2.2). In messages:
/// Observation.character, Member.character, Ping.by, MemberRoll.character, Death.character,
/// Respawn.character, Key.character.
pub mod character {
    pub const DWARF: i32 = 1;
    pub const GIANT: i32 = 2;
    pub const HUMAN: i32 = 3;
}

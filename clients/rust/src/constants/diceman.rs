//! Names of the numbers in messages of Diceman. Generated from the game's tables; do not edit.
#![allow(missing_docs)] // the names say it

/// Dice, by die id (DM-3.1). In messages: Action.dice, Roll.values.
pub mod die {
    pub const MAGIC: i32 = 0;
    pub const PRIORITY: i32 = 1;
    pub const SWORD: i32 = 2;
    pub const SHIELD: i32 = 3;
}

/// Combinations of two dice, by combination id (DM-3.2). In messages: Roll.combo,
/// PickCounts.counts.
pub mod combo {
    pub const MAGIC_PRIORITY: i32 = 0;
    pub const MAGIC_SWORD: i32 = 1;
    pub const MAGIC_SHIELD: i32 = 2;
    pub const PRIORITY_SWORD: i32 = 3;
    pub const PRIORITY_SHIELD: i32 = 4;
    pub const SWORD_SHIELD: i32 = 5;
}

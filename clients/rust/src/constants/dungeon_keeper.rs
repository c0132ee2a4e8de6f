//! Names of the numbers in messages of Dungeon Keeper. Generated from the game's tables; do not
//! edit.
#![allow(missing_docs)] // the names say it

/// Directions of a step, clockwise from north (DK-2.8). In messages: FireStreamOrder.direction.
pub mod direction {
    pub const N: i32 = 0;
    pub const NE: i32 = 1;
    pub const E: i32 = 2;
    pub const SE: i32 = 3;
    pub const S: i32 = 4;
    pub const SW: i32 = 5;
    pub const W: i32 = 6;
    pub const NW: i32 = 7;
}

//! Names of the numbers in messages of games, a module for each game. Generated; do not edit.

pub mod champions;
pub mod dice_adventure;
pub mod diceman;
pub mod dungeon_keeper;
pub mod proving_grounds;

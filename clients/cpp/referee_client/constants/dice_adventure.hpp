// Names of the numbers in messages of Dice Adventure. Generated from the game's tables; do not
// edit.
#pragma once

namespace referee::constants::dice_adventure {

// Members of a party, by the number that each has on the map (DA-2.2). In messages:
// Observation.character, Member.character, Ping.by, MemberRoll.character, Death.character,
// Respawn.character, Key.character.
namespace character {
constexpr int kDwarf = 1;
constexpr int kGiant = 2;
constexpr int kHuman = 3;
}  // namespace character

}  // namespace referee::constants::dice_adventure

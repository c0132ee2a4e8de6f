// Names of the numbers in messages of Diceman. Generated from the game's tables; do not edit.
#pragma once

namespace referee::constants::diceman {

// Dice, by die id (DM-3.1). In messages: Action.dice, Roll.values.
namespace die {
constexpr int kMagic = 0;
constexpr int kPriority = 1;
constexpr int kSword = 2;
constexpr int kShield = 3;
}  // namespace die

// Combinations of two dice, by combination id (DM-3.2). In messages: Roll.combo, PickCounts.counts.
namespace combo {
constexpr int kMagicPriority = 0;
constexpr int kMagicSword = 1;
constexpr int kMagicShield = 2;
constexpr int kPrioritySword = 3;
constexpr int kPriorityShield = 4;
constexpr int kSwordShield = 5;
}  // namespace combo

}  // namespace referee::constants::diceman
